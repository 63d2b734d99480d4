#include "ui/shell/tour.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "io/scene/scene_file.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/run/metrics.h"
#include "ui/desk.h"

namespace {

/// A desk with the Y that shows the demonstration.
struct Shown {
  Shown() : desk(io::find_scene("y"), "sdls") {
    desk.frames(2);
    desk.panels.demonstration.open = true;
    desk.frames(2);
  }
  std::string method() const { return desk.tracker().method_info().id; }
  Desk desk;
};

TEST(Demonstration, GoesFromActToActByItself) {
  Shown shown;
  Desk& desk = shown.desk;
  EXPECT_TRUE(desk.sends(ui::Command::kRestart));
  EXPECT_EQ(shown.method(), "pseudoinverse");
  EXPECT_TRUE(desk.says("J loses rank"));
  std::vector<double> lambdas;
  for (int i = 0; i < 160 && desk.panels.demonstration.open; ++i) {
    desk.run(40);
    desk.frame();
    lambdas.push_back(*desk.tracker().settings().param("lambda"));
  }
  EXPECT_EQ(shown.method(), "dls");
  EXPECT_EQ(desk.panels.demonstration.act, 3U);
  EXPECT_LT(desk.tracker().settings().d_max, 1.0);
  const auto lowest = std::ranges::min_element(lambdas);
  EXPECT_TRUE(std::is_sorted(lambdas.begin(), lowest, std::greater())) << "λ is drawn down";
  EXPECT_GT(std::set<double>(lambdas.begin(), lambdas.end()).size(), 10U) << "little by little";
  EXPECT_TRUE(desk.says("the sliders are on the left"));
  desk.press("demonstration/stop");
  EXPECT_FALSE(desk.panels.demonstration.open);
  EXPECT_EQ(shown.method(), "dls") << "everything stays as it is";
}

TEST(Demonstration, GoesOnAndStopsWhenAsked) {
  Shown shown;
  shown.desk.press("demonstration/next");
  shown.desk.frames(2);
  EXPECT_EQ(shown.method(), "dls");
  shown.desk.press("demonstration/stop");
  shown.desk.frames(2);
  EXPECT_FALSE(shown.desk.has("demonstration/next"));
}

TEST(Demonstration, EndsWhenTheUserChangesWhatItShows) {
  for (const char* item : {"method", "setting/lambda"}) {
    Shown shown;
    shown.desk.press("demonstration/next");
    shown.desk.frames(2);
    if (std::string(item) == "method") {
      shown.desk.choose_method("sdls");
    } else {
      shown.desk.press_part(item, 0.9F);
    }
    shown.desk.frames(2);
    EXPECT_FALSE(shown.desk.panels.demonstration.open) << item;
  }
}

TEST(Demonstration, AsksForTheYFirst) {
  Desk desk;
  desk.scenes.push_back({"y", "Y", ""});
  desk.panels.demonstration.open = true;
  desk.frame();
  const auto* load = desk.sent<ui::LoadScene>();
  ASSERT_NE(load, nullptr);
  EXPECT_EQ(desk.scenes[load->scene].id, "y");
}

// checks the statements on the cards
TEST(Demonstration, IsRightAboutTheMethods) {
  struct Measured {
    double error, jitter_deg;
  };
  const auto measure = [](const char* method, double lambda, double d_max) {
    lab::Scene scene = io::find_scene("y");
    scene.settings.set_param("lambda", lambda);
    scene.settings.d_max = d_max;
    lab::Tracker tracker(std::move(scene), *ik::find_method(method));
    Measured sums{0.0, 0.0};
    constexpr int kSteps = 4000, kTransient = 400;
    for (int k = -kTransient; k < kSteps; ++k) {
      tracker.step();
      if (k < 0) continue;
      for (const double error : tracker.errors()) sums.error += 0.5 * error / kSteps;
      sums.jitter_deg += lab::jitter_deg(tracker) / kSteps;
    }
    return sums;
  };
  const Measured pseudoinverse = measure("pseudoinverse", 0.6, lab::kOff);
  const Measured damped = measure("dls", 0.6, lab::kOff);
  const Measured cliff = measure("dls", 0.2, lab::kOff);
  const Measured clamped = measure("dls", 0.35, 0.1);
  const Measured above = measure("dls", 0.43, lab::kOff), below = measure("dls", 0.37, lab::kOff);
  EXPECT_GT(pseudoinverse.jitter_deg, 10.0 * damped.jitter_deg);
  EXPECT_LT(damped.jitter_deg, lab::kShakingJitter) << "calm";
  EXPECT_LT(damped.error, pseudoinverse.error) << "and closer";
  EXPECT_LT(above.error, damped.error) << "follows more closely";
  EXPECT_LT(above.jitter_deg, 1.0) << "the cliff is near 0.4";
  EXPECT_GT(below.jitter_deg, 1.0) << "the cliff is near 0.4";
  EXPECT_GT(cliff.jitter_deg, pseudoinverse.jitter_deg) << "shakes again";
  EXPECT_LT(clamped.jitter_deg, lab::kShakingJitter) << "calm";
  EXPECT_LT(clamped.error, damped.error) << "and closer";
}

}  // namespace
