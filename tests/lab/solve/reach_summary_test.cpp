#include "lab/solve/reach_summary.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/reach.h"

namespace {

using support::alone;
using support::arm_scene;
using support::plan_of;

/// A study with hand-made results: pose i of n by solve takes i + 1 updates and 2 i + 1 µs, and
/// every third pose is not reached; sdls reaches none.
struct HandMade {
  explicit HandMade(int poses, bool timed = true)
      : study(plan_of(arm_scene(bodies::arms()[0]), {lab::ReachMethod(), alone("sdls")}, poses)),
        results(study.plan()) {
    for (int i = 0; i < poses; ++i) {
      lab::ReachResult result;
      result.pose = i;
      result.reached = i % 3 != 2;
      result.updates = i + 1;
      result.attempts = 2;
      if (timed) result.ns = 1e3 * (2 * i + 1);
      results.set(result);
      result.method = 1;
      result.reached = false;
      results.set(result);
    }
  }
  lab::ReachStudy study;
  lab::ReachResults results;
};

TEST(ReachSummary, HasTheMomentsOfKnownNumbers) {
  const HandMade odd(9), even(100);
  const lab::ReachSummary nine = lab::summaries(odd.study, odd.results)[0];
  EXPECT_EQ(nine.poses, 9);
  EXPECT_EQ(nine.reached, 6);
  EXPECT_DOUBLE_EQ(nine.reached_share(), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(nine.mean_updates, 5.0);
  EXPECT_DOUBLE_EQ(nine.median_updates, 5.0);
  EXPECT_EQ(nine.max_updates, 9);
  EXPECT_DOUBLE_EQ(nine.mean_attempts, 2.0);
  EXPECT_DOUBLE_EQ(nine.mean_us.value(), 9.0);  // 1 + 3 + ... + 17 = 81
  const lab::ReachSummary hundred = lab::summaries(even.study, even.results)[0];
  EXPECT_DOUBLE_EQ(hundred.median_updates, 50.5);
  EXPECT_DOUBLE_EQ(hundred.median_us.value(), 100.0);
  EXPECT_DOUBLE_EQ(hundred.p99_us.value(), 197.0);  // the 99th of 1, 3, ..., 199
  EXPECT_EQ(lab::summaries(even.study, even.results)[1].reached, 0);
  EXPECT_EQ(hundred.restarts, ik::Stop().restarts);
  EXPECT_EQ(lab::summaries(even.study, even.results)[1].restarts, 0);
  EXPECT_FALSE(lab::summaries(HandMade(3, false).study, HandMade(3, false).results)[0].mean_us);
}

TEST(ReachSummary, CountsOnlyPosesThatAreSolved) {
  const HandMade all(30);
  lab::ReachResults some(all.study.plan());
  for (int i = 0; i < 30; i += 3) some.set(*all.results.at(i, 0));
  const lab::ReachSummary summary = lab::summaries(all.study, some)[0];
  EXPECT_EQ(summary.poses, 10);
  EXPECT_EQ(summary.reached, 10);
  EXPECT_EQ(lab::summaries(all.study, some)[1].poses, 0);
}

TEST(Percentile, IsTheSmallestNumberThatTheShareDoesNotExceed) {
  const std::vector<double> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(lab::percentile(ten, 0.0), 1);
  EXPECT_EQ(lab::percentile(ten, 0.1), 1);
  EXPECT_EQ(lab::percentile(ten, 0.11), 2);
  EXPECT_EQ(lab::percentile(ten, 0.9), 9);
  EXPECT_EQ(lab::percentile(ten, 0.99), 10);
  EXPECT_EQ(lab::percentile(ten, 1.0), 10);
  EXPECT_EQ(lab::percentile({7.0}, 0.99), 7.0);
}

/// The line's value at x: of the last point at or before it.
double value_of(const lab::Series& line, double x) {
  double value = std::nan("");
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    if (line.x[i] <= x) value = line.y[i];
  }
  return value;
}

TEST(ReachProfiles, AreTheDistributionFunctionsOfTimesAndUpdates) {
  const HandMade made(50);
  const std::vector<lab::Plot> plots = lab::reach_profiles(made.study, made.results);
  ASSERT_EQ(plots.size(), 2U);
  for (std::size_t kind = 0; kind < 2; ++kind) {
    const lab::Plot& plot = plots[kind];
    EXPECT_TRUE(plot.x.logarithmic);
    EXPECT_FALSE(plot.title.empty());
    ASSERT_EQ(plot.series.size(), 2U);
    const lab::Series& line = plot.series[0];
    EXPECT_TRUE(line.stepped);
    EXPECT_EQ(line.y.front(), 0.0);
    EXPECT_TRUE(std::ranges::is_sorted(line.x));
    EXPECT_TRUE(std::ranges::is_sorted(line.y));
    EXPECT_EQ(line.x.back(), plot.series[1].x.back());
    EXPECT_DOUBLE_EQ(line.y.back(), 100.0 * 34.0 / 50.0);
    EXPECT_EQ(plot.series[1].y.back(), 0.0);
    for (const double x : {1.0, 2.5, 7.0, 20.0, 60.0, 99.0}) {
      int within = 0;
      for (int i = 0; i < 50; ++i) {
        const lab::ReachResult& result = *made.results.at(i, 0);
        const double number = kind == 0 ? 1e-3 * *result.ns : result.updates;
        within += result.reached && number <= x ? 1 : 0;
      }
      EXPECT_DOUBLE_EQ(value_of(line, x), 100.0 * within / 50.0) << x;
    }
    // one line a method in the method's colour
    const lab::Color color = lab::method_color(*ik::find_method("sdls"));
    EXPECT_EQ(plot.series[1].color.r, color.r);
    EXPECT_EQ(plot.series[1].color.b, color.b);
  }
  const HandMade untimed(50, false);
  EXPECT_EQ(lab::reach_profiles(untimed.study, untimed.results).size(), 1U);
}

}  // namespace
