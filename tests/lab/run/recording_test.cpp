#include "lab/run/recording.h"

#include <gtest/gtest.h>

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
    EXPECT_EQ(recording.jitter_deg(row), lab::jitter_deg(tracker));
    tracker.step();
  }
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
