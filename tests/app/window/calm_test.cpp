// When the window draws fewer frames.

#include <fstream>
#include <initializer_list>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "app/window/loop.h"
#include "app/window/platform.h"
#include "app/window/preferences.h"
#include "app/window/remembered.h"
#include "support/temporary_folder.h"

namespace {

constexpr double kFrame = 1.0 / 60.0;

TEST(FrameTime, IsTheDisplaysWithAGraphicsCard) {
  for (const bool moving : {false, true}) {
    EXPECT_EQ(app::frame_time({.moving = moving, .still_for = 5.0}), app::FrameTime{});
  }
}

TEST(FrameTime, OfASoftwareRendererIsHalfAsLongWhereThePictureStands) {
  const app::FrameTime moving = app::frame_time({.software = true, .moving = true});
  EXPECT_NEAR(moving.most, 2.0 * kFrame, 1e-9);
  EXPECT_NEAR(moving.least, kFrame, 1e-9) << "a press is answered at 60 frames a second";
  const app::FrameTime panels = app::frame_time({.software = true, .still_for = 0.1});
  EXPECT_NEAR(panels.most, kFrame, 1e-9);
}

TEST(FrameTime, IsLongWhereNothingChanges) {
  for (const bool calm : {false, true}) {
    const app::FrameTime still =
        app::frame_time({.software = true, .calm = calm, .still_for = 1.0});
    EXPECT_NEAR(still.most, 0.1, 1e-9);
    EXPECT_LE(still.least, 2.0 * kFrame) << "but a press is answered at once";
  }
}

TEST(FrameTime, OfACalmWindowIsAThirtiethOfASecondAtLeast) {
  for (const bool software : {false, true}) {
    for (const bool moving : {false, true}) {
      const app::FrameTime time =
          app::frame_time({.software = software, .calm = true, .moving = moving});
      EXPECT_NEAR(time.least, 1.0 / 30.0, 1e-9);
      EXPECT_NEAR(time.most, 1.0 / 30.0, 1e-9);
    }
  }
}

TEST(FrameTime, ALongFrameMakesTheStepsOfTwoShortOnes) {
  const app::FrameTime half{kFrame, 2.0 * kFrame};
  EXPECT_EQ(app::parts_of(half, 2.0 * kFrame), 2);
  EXPECT_EQ(app::parts_of(half, kFrame), 1) << "an event has ended it";
  EXPECT_EQ(app::parts_of({}, 2.0 * kFrame), 1) << "the display's time";

  // time steps of a millisecond: more than a frame may make at once
  const auto steps_in_a_second = [](int frames, int parts) {
    app::Session session = remembered::make_session({});
    lab::Setup setup = session.setup();
    setup.front_lane().settings.time_step = 1e-3;
    session.change(setup, "time step");
    session.set_playing(true);
    int steps = 0;
    for (int i = 0; i < frames * parts; ++i) steps += session.advance(1.0 / (frames * parts));
    return steps;
  };
  EXPECT_EQ(steps_in_a_second(30, 2), steps_in_a_second(60, 1));
  EXPECT_LT(steps_in_a_second(30, 1), steps_in_a_second(60, 1));
}

/// Folders of power supplies as Linux has them.
class Battery : public testing::Test {
 protected:
  void add(const std::string& name,
           std::initializer_list<std::pair<const char*, const char*>> files) {
    std::filesystem::create_directories(folder / name);
    for (const auto& [file, text] : files) std::ofstream(folder / name / file) << text << "\n";
  }
  bool runs() const { return app::on_battery(folder / ""); }

  support::TemporaryFolder folder;
};

TEST_F(Battery, RunsALaptopThatIsNotPluggedIn) {
  add("AC", {{"type", "Mains"}, {"online", "0"}});
  add("BAT0", {{"type", "Battery"}, {"status", "Discharging"}});
  EXPECT_TRUE(runs());
}

TEST_F(Battery, DoesNotRunALaptopThatIsPluggedIn) {
  add("BAT0", {{"type", "Battery"}, {"status", "Charging"}});
  EXPECT_FALSE(runs());
  add("BAT1", {{"type", "Battery"}, {"status", "Discharging"}});
  EXPECT_TRUE(runs());
  add("ucsi", {{"type", "USB"}, {"online", "1"}});
  EXPECT_FALSE(runs());
}

TEST_F(Battery, OfAMouseRunsNoComputer) {
  add("hidpp_battery_0", {{"type", "Battery"}, {"status", "Discharging"}, {"scope", "Device"}});
  EXPECT_FALSE(runs());
}

TEST_F(Battery, IsNoneWhereTheSystemSaysNothing) {
  EXPECT_FALSE(runs());
  EXPECT_FALSE(app::on_battery(folder / "no such folder"));
}

TEST(Calm, IsAsTheBatteryAsksUntilTheUserChooses) {
  ui::Panels panels;
  EXPECT_FALSE(panels.calm.on());
  panels.calm.system = true;
  EXPECT_TRUE(panels.calm.on());
  const app::Session session = remembered::make_session({});
  EXPECT_EQ(app::preferences_of(session, panels, {}).calm, std::nullopt) << "nobody has chosen";
  panels.calm.toggle();
  const io::Preferences kept = app::preferences_of(session, panels, {});
  EXPECT_EQ(kept.calm, false);
  ui::Panels after;
  after.calm.system = true;
  app::set_panels(kept, after);
  EXPECT_FALSE(after.calm.on());
}

TEST(Calm, AskedForByAnOptionHoldsForOneRun) {
  ui::Panels panels;
  app::WindowOptions options;
  options.calm = true;
  app::set_view(options, panels);
  EXPECT_TRUE(panels.calm.on());
  io::Preferences kept, start;
  start.calm = true;
  EXPECT_EQ(app::without_options(start, start, kept).calm, std::nullopt);
  io::Preferences now = start;
  now.calm = false;
  EXPECT_EQ(app::without_options(now, start, kept).calm, false) << "the user has chosen";
}

}  // namespace
