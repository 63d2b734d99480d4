#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/panels/run_panel.h"

namespace {

TEST(RunPanel, SendsOneCommandAButton) {
  const std::pair<const char*, ui::Command> buttons[] = {
      {"run/play", ui::Command::kPlayOrPause},
      {"run/step", ui::Command::kStep},
      {"run/reset", ui::Command::kRestart},
      {"run/record", ui::Command::kRecordOrStop}};
  for (const auto& [item, command] : buttons) {
    Desk desk;
    desk.press(item);
    for (const auto& other : buttons) {
      EXPECT_EQ(desk.sends(other.second), other.second == command) << item;
    }
  }
}

TEST(RunPanel, SetsTheSpeedFromATenthToTenTimes) {
  Desk desk;
  desk.type("run/speed", "2.5");
  EXPECT_NEAR(desk.playback.speed, 2.5, 1e-12);
  desk.type("run/speed", "1000");
  EXPECT_NEAR(desk.playback.speed, ui::kMaxSpeed, 1e-12);
  desk.type("run/speed", "0");
  EXPECT_NEAR(desk.playback.speed, ui::kMinSpeed, 1e-12);
  desk.press("reset/speed");
  EXPECT_EQ(desk.playback.speed, 1.0);
}

TEST(RunPanel, CountsTheRowsOfARecording) {
  Desk desk;
  EXPECT_FALSE(desk.has("recording"));
  desk.saving.recorded = 37;
  desk.frame();
  EXPECT_TRUE(desk.has("recording"));
  EXPECT_TRUE(desk.says("37 rows"));
}

TEST(RunPanel, SaysWhereARecordingWent) {
  Desk desk;
  desk.message.text = "Saved to folder/name.csv";
  desk.frame();
  EXPECT_TRUE(desk.says("Saved to folder/name.csv"));
}

TEST(RunPanel, MovesNothingWhenItRecordsOrSaysSomething) {
  Desk desk;
  const float before = desk.item("scene").min.y;
  desk.saving.recorded = 1;
  desk.frame();
  EXPECT_EQ(desk.item("scene").min.y, before);
  desk.saving.recorded.reset();
  desk.message.text = "Saved a/path/that/is/much/longer/than/the/column/is/wide/recording-001.csv";
  desk.frame();
  EXPECT_EQ(desk.item("scene").min.y, before);
  desk.hover("message");
  EXPECT_TRUE(desk.says(desk.message.text));
}

TEST(RunPanel, BreaksALongMessageIntoLinesOfItsColumn) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F}, 2.0F);
  desk.press("column/fold");
  desk.message.text =
      "The folder /a/rather/long/path/to/recordings cannot be made: permission denied";
  desk.message.trouble = true;
  desk.frames(2);
  EXPECT_LE(desk.item("message").max.x, desk.item("run/folder").max.x + 2.0F);
  EXPECT_GT(desk.item("message").max.y - desk.item("message").min.y, 50.0F);
}

TEST(RunPanel, ShowsWhereTheFolderIsOnHover) {
  Desk desk;
  desk.hover("run/folder");
  EXPECT_TRUE(desk.says("/somewhere/recordings"));
}

TEST(RunPanel, TakesAnotherFolder) {
  Desk desk;
  desk.type("run/folder", "elsewhere", false);
  ASSERT_TRUE(desk.sent<ui::SetFolder>());
  EXPECT_EQ(desk.sent<ui::SetFolder>()->folder, "elsewhere");
}

TEST(StatusBar, TellsHowTheLastUpdateWent) {
  Desk desk;
  EXPECT_TRUE(desk.says(ik::name(desk.tracker().outcome())));
  EXPECT_TRUE(desk.says("0.300 s")) << "60 steps of 5 ms";
  desk.hover("status/outcome");
  EXPECT_TRUE(desk.says("stalled"));
}

TEST(StatusBar, CallsTheInitialPoseSo) {
  Desk desk;
  EXPECT_FALSE(desk.says("initial pose"));
  desk.timeline.restart();
  desk.frame();
  EXPECT_TRUE(desk.says("initial pose"));
  EXPECT_FALSE(desk.says(ik::name(desk.tracker().outcome())));
}

TEST(StatusBar, SaysWhereACapShortenedTheStep) {
  Desk desk;
  lab::Settings settings = desk.tracker().settings();
  settings.params["max-angle"] = 1e-6;
  lab::Setup setup = desk.timeline.setup();
  setup.front_lane().settings = settings;
  desk.change(setup);
  desk.run(1);
  ASSERT_TRUE(desk.tracker().capped());
  desk.frame();
  EXPECT_TRUE(desk.says(", capped"));
}

TEST(StatusBar, ShowsTheMedianOfTheUpdates) {
  Desk desk;
  for (const double ns : {2000.0, 1e9, 2000.0, 2500.0, 1000.0}) desk.timing.update_ns.add(ns);
  desk.timing.frame_s.add(0.02);
  desk.frame();
  EXPECT_TRUE(desk.says("2.00 µs"));
  EXPECT_TRUE(desk.says("20.0 ms"));
  EXPECT_TRUE(desk.says("50"));
}

TEST(StatusBar, TellsTheSpeedThatIsReachedWhereItIsAnother) {
  Desk desk;
  desk.playback.playing = true;
  desk.playback.speed = 2.0;
  for (int i = 0; i < 60; ++i) desk.timing.real_s.add(0.1), desk.timing.simulated_s.add(0.19);
  desk.frame();
  EXPECT_FALSE(desk.has("status/speed")) << "5 % are not worth a word";
  desk.timing.start_pace();
  for (int i = 0; i < 60; ++i) desk.timing.real_s.add(0.1), desk.timing.simulated_s.add(0.04);
  desk.frame();
  EXPECT_TRUE(desk.says("0.4 of 2 ×"));
  desk.hover("status/speed");
  EXPECT_TRUE(desk.says("cannot keep up"));
  desk.playback.playing = false;
  desk.frame();
  EXPECT_FALSE(desk.has("status/speed"));
}

TEST(Samples, ForgetTheOldest) {
  ui::Samples samples;
  EXPECT_EQ(samples.median(), 0.0);
  EXPECT_EQ(samples.mean(), 0.0);
  for (int i = 0; i < 1000; ++i) samples.add(i < 880 ? 1e6 : 7.0);
  EXPECT_EQ(samples.median(), 7.0);
  EXPECT_EQ(samples.mean(), 7.0);
  EXPECT_EQ(samples.size(), 120U);
}

}  // namespace
