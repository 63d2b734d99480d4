#include "lab/plot/recording_plots.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/changes.h"
#include "support/scenes.h"

namespace {

/// A recording of a planar arm of which only joint 2 moves.
lab::Recording one_joint_moves(const char* method) {
  lab::Tracker tracker(scenes::circling(bodies::planar_arm(4)), *ik::find_method(method));
  tracker.change([](lab::Setup& setup) { setup.joint_weights = {0.0, 0.0, 1.0, 0.0}; });
  lab::Recording recording(tracker);
  for (int step = 0; step < 30; ++step) {
    recording.add(tracker);
    tracker.step();
  }
  return recording;
}

TEST(ShakingPlots, ShowTheJointThatShakesAndTheJitter) {
  const std::vector<lab::Recording> recordings = {one_joint_moves("pseudoinverse"),
                                                  one_joint_moves("dls")};
  const std::vector<lab::Plot> plots = lab::shaking_plots(recordings);
  ASSERT_EQ(plots.size(), 2U);
  EXPECT_EQ(plots[0].title, "Angle of hinge2");
  EXPECT_EQ(plots[1].limit, lab::kShakingJitter);
  EXPECT_GT(plots[1].y.max, lab::kShakingJitter) << "the line is in view";
  for (std::size_t i = 0; i < 2; ++i) {
    const lab::Recording& recording = recordings[i];
    const lab::Series &angle = plots[0].series.at(i), &jitter = plots[1].series.at(i);
    EXPECT_EQ(angle.label, recording.method().label);
    EXPECT_EQ(jitter.color.g, lab::method_color(recording.method()).g);
    ASSERT_EQ(angle.y.size(), 30U);
    for (std::size_t row = 0; row < 30; ++row) {
      EXPECT_EQ(angle.x[row], recording.time(row));
      EXPECT_EQ(angle.y[row], recording.theta(row, 2));
      const bool counts = row > lab::kSettling;
      EXPECT_EQ(counts, std::isfinite(jitter.y[row])) << row;
      if (counts) {
        EXPECT_EQ(jitter.y[row], recording.recent_jitter(row));
      }
      EXPECT_LT(angle.y[row], plots[0].y.max);
      EXPECT_GT(angle.y[row], plots[0].y.min);
    }
  }
}

TEST(ShakingPlots, FillTheAxisWithTheAngle) {
  // an angle far from 0 that hardly changes
  lab::Tracker tracker(scenes::circling(bodies::planar_arm(1)), scenes::dls());
  lab::Recording recording(tracker);
  for (int step = 0; step < 5; ++step) recording.add(tracker);
  const lab::Plot plot = lab::shaking_plots({recording})[0];
  const double angle = recording.theta(0, 0);
  EXPECT_LT(plot.y.max - plot.y.min, 1e-3);
  EXPECT_TRUE(plot.y.min < angle && angle < plot.y.max);
}

}  // namespace
