#include "lab/run/history.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lab/run/metrics.h"
#include "support/changes.h"
#include "support/scenes.h"

namespace {

lab::Tracker tree(const char* method = "dls") {
  return {scenes::circling(bodies::forked_tree()), *ik::find_method(method)};
}

TEST(History, KeepsTheLastRowsAndForgetsTheOldest) {
  lab::Tracker tracker = tree();
  lab::History history(10);
  std::vector<double> times, errors, jitters;
  for (int k = 0; k < 37; ++k) {
    history.add(tracker, 100.0 + k);
    times.push_back(tracker.time());
    errors.push_back(tracker.errors()[1]);
    jitters.push_back(lab::jitter_deg(tracker));
    const std::size_t from = times.size() - history.size();
    ASSERT_EQ(history.size(), std::min<std::size_t>(times.size(), 10));
    for (std::size_t row = 0; row < history.size(); ++row) {
      EXPECT_EQ(history.step(row), static_cast<long>(from + row));
      EXPECT_EQ(history.time(row), times[from + row]);
      EXPECT_EQ(history.error(row, 1), errors[from + row]);
      EXPECT_EQ(history.jitter_deg(row), jitters[from + row]);
      EXPECT_EQ(history.update_ns(row), 100.0 + static_cast<double>(from + row));
      EXPECT_EQ(history.row_of(history.step(row)), row);
    }
    tracker.step();
  }
}

TEST(History, LeavesWhatItKnowsAsItIs) {
  lab::Tracker tracker = tree();
  lab::History history;
  history.add(tracker);
  for (int k = 0; k < 20; ++k) {
    tracker.step();
    history.add(tracker, 5.0);
  }
  tracker.reset();
  for (int k = 0; k < 20; ++k) {
    tracker.step();
    history.add(tracker, 7.0);
  }
  EXPECT_EQ(history.size(), 21U);
  EXPECT_EQ(history.update_ns(9), 5.0);
  tracker.step();
  history.add(tracker, 7.0);
  EXPECT_EQ(history.size(), 22U);
  EXPECT_EQ(history.update_ns(21), 7.0);
}

TEST(History, ForgetsTheFutureThatIsCutOff) {
  lab::Tracker tracker = tree();
  lab::History history;
  for (int k = 0; k < 20; ++k) {
    history.add(tracker);
    tracker.step();
  }
  history.cut(7);
  EXPECT_EQ(history.size(), 8U);
  EXPECT_EQ(history.step(7), 7);
}

TEST(History, StartsAnewAfterAGapOrWithAnotherBody) {
  lab::Tracker tracker = tree();
  lab::History history(100);
  for (int k = 0; k < 20; ++k) {
    tracker.step();
    history.add(tracker);
  }
  for (int k = 0; k < 2; ++k) tracker.step();
  history.add(tracker);
  EXPECT_EQ(history.size(), 1U);
  lab::Tracker other(scenes::circling(bodies::planar_arm(2)), *ik::find_method("dls"));
  for (int k = 0; k < 3; ++k) other.step();
  history.add(other);
  EXPECT_EQ(history.size(), 1U);
  EXPECT_EQ(history.effector_count(), 1);
}

TEST(History, KnowsTheDampingInUse) {
  lab::History history;
  lab::Tracker damped = tree();
  changes::set_method_param(damped, "lambda", 0.37);
  damped.step();
  history.add(damped);
  EXPECT_EQ(history.lambda(0), 0.37);
  lab::Tracker free = tree("jacobian-transpose");
  history.clear();
  history.add(free);
  EXPECT_TRUE(std::isnan(history.lambda(0)));
}

TEST(History, TakesTheSingularValuesOfItsLastRow) {
  lab::Tracker tracker = tree();
  lab::History history;
  history.add(tracker);
  tracker.step();
  history.add(tracker);
  history.set_sigmas(std::vector<double>{3.0, 2.0});
  EXPECT_EQ(history.sigma(1, 0), 3.0);
  EXPECT_EQ(history.sigma(1, 1), 2.0);
  EXPECT_TRUE(std::isnan(history.sigma(1, 2)));
  EXPECT_TRUE(std::isnan(history.sigma(0, 0)));
}

TEST(Standing, IsTheSummaryOfThoseSteps) {
  lab::Tracker tracker = tree("pseudoinverse");
  lab::History history;
  history.add(tracker);
  lab::Metrics metrics(100);
  for (int k = 0; k < 400; ++k) {
    tracker.step();
    metrics.add(tracker);
    history.add(tracker, k % 2 == 0 ? 300.0 : 500.0);
  }
  const lab::Summary summary = metrics.summary();
  const lab::Standing standing = lab::standing(history, 100, 400);
  EXPECT_EQ(standing.steps, 300);
  EXPECT_NEAR(standing.mean_error, summary.mean_error, 1e-12);
  EXPECT_EQ(standing.max_error, summary.max_error);
  EXPECT_NEAR(standing.mean_jitter_deg, summary.mean_jitter_deg, 1e-9);
  EXPECT_NEAR(standing.roughness, summary.roughness, 1e-12);
  EXPECT_TRUE(standing.update_ns == 300.0 || standing.update_ns == 500.0);
  EXPECT_EQ(lab::standing(history, 350, 360).steps, 10);
  EXPECT_EQ(lab::standing(lab::History(), 0, 10).steps, 0);
}

}  // namespace
