#include "lab/history.h"

#include <gtest/gtest.h>

#include "lab/metrics.h"
#include "support/scenes.h"

namespace {

TEST(History, KeepsTheLastRowsAndForgetsTheOldest) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  lab::History history(10);
  std::vector<double> times, errors, jitters;
  for (int k = 0; k < 37; ++k) {
    history.add(tracker);
    times.push_back(tracker.time());
    errors.push_back(tracker.errors()[1]);
    jitters.push_back(lab::jitter_deg(tracker));
    const std::size_t from = times.size() - history.size();
    EXPECT_EQ(history.size(), std::min<std::size_t>(times.size(), 10));
    for (std::size_t row = 0; row < history.size(); ++row) {
      EXPECT_EQ(history.time(row), times[from + row]);
      EXPECT_EQ(history.error(row, 1), errors[from + row]);
      EXPECT_EQ(history.jitter_deg(row), jitters[from + row]);
    }
    tracker.step();
  }
}

TEST(History, StartsAnewWhenTimeGoesBackOrTheBodyChanges) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  lab::History history(100);
  for (int k = 0; k < 20; ++k) {
    tracker.step();
    history.add(tracker);
  }
  tracker.reset();
  history.add(tracker);
  EXPECT_EQ(history.size(), 1U);
  EXPECT_EQ(history.time(0), 0.0);
  lab::Tracker other(scenes::circling(bodies::planar_arm(2)), *ik::find_method("dls"));
  for (int k = 0; k < 3; ++k) other.step();
  history.add(other);
  EXPECT_EQ(history.size(), 1U);
  EXPECT_EQ(history.effector_count(), 1);
}

}  // namespace
