#include "lab/run/recording.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lab/run/history.h"
#include "lab/run/run.h"
#include "support/scenes.h"

namespace {

TEST(Recording, HoldsEveryRowInTheOrderOfTheFile) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);  // children come first in its list
  lab::Tracker tracker(scenes::circling(body), *ik::find_method("dls"));
  lab::Recording recording(tracker);
  EXPECT_EQ(recording.joints().front(), "joint8");
  EXPECT_EQ(recording.joints().back(), "joint0");
  for (int k = 0; k < 5; ++k) {
    recording.add(tracker);
    const std::size_t row = recording.rows() - 1;
    EXPECT_EQ(recording.step(row), k);
    EXPECT_EQ(recording.time(row), tracker.time());
    for (int j = 0; j < 9; ++j) {
      EXPECT_EQ(recording.theta(row, body.given_index(j)), tracker.pose().theta[j]);
    }
    for (int i = 0; i < 3; ++i) {
      const auto at = static_cast<std::size_t>(i);
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(recording.effector(row, i, axis), tracker.pose().effector(axis, i));
        EXPECT_EQ(recording.target(row, i, axis), tracker.targets()[at][axis]);
      }
      EXPECT_EQ(recording.error(row, i), tracker.errors()[at]);
    }
    tracker.step();
  }
}

TEST(Recording, HasTheMeanOfTheJitterThatDecidesWhetherALaneShakes) {
  lab::Tracker tracker(scenes::circling(bodies::planar_arm(4)), *ik::find_method("pseudoinverse"));
  lab::Recording recording(tracker);
  lab::History history;
  for (int k = 0; k < 120; ++k) {
    if (k == 60) tracker.change([](lab::Setup& setup) { setup.front_lane().settings.d_max = 0.1; });
    recording.add(tracker);
    history.add(tracker);
    tracker.step();
  }
  for (std::size_t row = 0; row < 120; ++row) {
    const lab::RecentShaking recent = history.recent(row);
    if (recent.weight > 0.0) {
      EXPECT_EQ(recording.recent_jitter(row), recent.jitter_deg()) << row;
    } else {
      EXPECT_TRUE(std::isnan(recording.recent_jitter(row))) << row;
    }
  }
  EXPECT_TRUE(std::isnan(recording.recent_jitter(lab::kSettling)));
  EXPECT_GT(recording.recent_jitter(59), 0.0);
  EXPECT_TRUE(std::isnan(recording.recent_jitter(61))) << "begins anew";
  EXPECT_GT(recording.recent_jitter(119), 0.0);
}

TEST(Run, RecordsRowZeroAndEveryStepWhateverTheWarmup) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  lab::Recording recording(tracker);
  const auto record = [&recording](const lab::Tracker& now) { recording.add(now); };
  lab::run(tracker, {.steps = 20, .warmup = 15, .on_row = record});
  EXPECT_EQ(recording.rows(), 21U);
  EXPECT_EQ(recording.step(0), 0);
  EXPECT_EQ(recording.step(20), 20);
}

}  // namespace
