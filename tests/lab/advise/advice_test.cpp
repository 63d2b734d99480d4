#include "lab/advise/advice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "lab/diagnosis/diagnosis.h"
#include "support/bodies.h"
#include "support/scenes.h"

namespace {

using lab::Cost;
using lab::Purpose;

/// Dominance by its definition: another candidate has no larger number and one smaller, or the same
/// numbers and an earlier index.
bool is_dominated(const std::vector<Cost>& costs, std::size_t i) {
  const Cost& own = costs[i];
  if (!own.finite) return true;
  for (std::size_t j = 0; j < costs.size(); ++j) {
    const Cost& other = costs[j];
    if (j == i || !other.finite) continue;
    if (other.error > own.error || other.jitter > own.jitter) continue;
    if (other.error < own.error || other.jitter < own.jitter || j < i) return true;
  }
  return false;
}

/// The i-th number of the Halton sequence in a base.
double halton(int i, int base) {
  double result = 0.0, place = 1.0;
  for (; i > 0; i /= base) {
    place /= base;
    result += place * (i % base);
  }
  return result;
}

TEST(AdviceFront, IsWhatNoOtherBeatsByTheDefinition) {
  for (const int grid : {0, 3, 8, 40}) {  // a coarse grid gives many ties
    std::vector<Cost> costs;
    for (int i = 1; i <= 300; ++i) {
      const auto placed = [grid](double x) { return grid > 0 ? std::floor(x * grid) : x; };
      costs.push_back({.error = placed(halton(i, 2)), .jitter = placed(halton(i, 3))});
      if (i % 17 == 0) {
        costs.back().finite = false;
        costs.back().error = i % 2 == 0 ? std::numeric_limits<double>::quiet_NaN() : 0.0;
      }
    }
    std::vector<std::size_t> expected;
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (!is_dominated(costs, i)) expected.push_back(i);
    }
    std::vector<std::size_t> front = lab::front_of(costs);
    EXPECT_TRUE(std::is_sorted(front.begin(), front.end(), [&costs](std::size_t a, std::size_t b) {
      return costs[a].error < costs[b].error;
    }));
    std::sort(front.begin(), front.end());
    EXPECT_EQ(front, expected) << grid;
    EXPECT_GE(front.size(), 1U);
  }
}

TEST(AdviceFront, IsEmptyWhereNothingIsFinite) {
  EXPECT_TRUE(lab::front_of({}).empty());
  const std::vector<Cost> broken(3, Cost{.error = 0.0, .jitter = 0.0, .finite = false});
  EXPECT_TRUE(lab::front_of(broken).empty());
  EXPECT_TRUE(lab::choose(broken, 0.0).empty());
  EXPECT_FALSE(lab::bounds_of(broken, 0.0));
}

TEST(AdviceBounds, AreAThirdOfTheErrorAndNoShaking) {
  // the closest one shakes; 1.3 is close, 1.4 is not
  const std::vector<Cost> costs = {{.error = 1.0, .jitter = 9.0, .shakes = true},
                                   {.error = 1.3, .jitter = 0.6},
                                   {.error = 1.4, .jitter = 0.1}};
  const auto bounds = lab::bounds_of(costs, 0.0);
  ASSERT_TRUE(bounds);
  EXPECT_DOUBLE_EQ(bounds->error, 4.0 / 3.0);
  EXPECT_TRUE(bounds->close(costs[0]) && bounds->close(costs[1]));
  EXPECT_FALSE(bounds->close(costs[2]));
  EXPECT_FALSE(bounds->calm(costs[0]));
  EXPECT_TRUE(bounds->calm(costs[1])) << "fast, but smooth";
  // if 1.5 m counts as reached, the third is close too
  EXPECT_DOUBLE_EQ(lab::bounds_of(costs, 1.5)->error, 1.5);
}

TEST(AdviceCost, ShakesByTheBoundOfThePageWhy) {
  const ik::Multibody arm = bodies::planar_arm(2);
  for (const double jitter : {0.19, 0.21}) {
    for (const double roughness : {0.09, 0.11}) {
      lab::Summary summary;
      summary.mean_jitter_deg = jitter;
      summary.roughness = roughness;
      EXPECT_EQ(lab::cost_of(summary, arm).shakes, jitter > 0.2 && roughness > 0.1);
    }
  }
}

TEST(AdviceChoice, HasNoClosestWhereAllShake) {
  const std::vector<Cost> costs = {{.error = 1.0, .jitter = 9.0, .shakes = true},
                                   {.error = 1.1, .jitter = 3.0, .shakes = true}};
  const auto choices = lab::choose(costs, 0.0);
  ASSERT_EQ(choices.size(), 1U);
  EXPECT_EQ(choices[0].purpose, Purpose::kCalmest);
  EXPECT_EQ(choices[0].candidate, 1U);
}

std::vector<Cost> hand_made() {
  return {{.error = 1.00, .jitter = 9.0, .ns = 500.0, .shakes = true},  // 0: closest
          {.error = 1.04, .jitter = 1.1, .ns = 9000.0},                 // 1: closest of the calm
          {.error = 1.09, .jitter = 0.6, .ns = 8000.0},                 // 2: calmest of the close
          {.error = 1.08, .jitter = 1.0, .ns = 1000.0},                 // 3: quickest of both
          {.error = 1.06, .jitter = 1.15, .ns = 1200.0},                // 4: as quick, and closer
          {.error = 1.50, .jitter = 0.2, .ns = 300.0},                  // 5: calmer, not close
          {.error = 3.00, .jitter = 0.1, .ns = 100.0},  // 6: calmest and quickest of all
          {.error = 0.50, .jitter = 0.0, .ns = 1.0, .finite = false}};
}

TEST(AdviceChoice, IsTheBestOfThoseThatAreCalmAndClose) {
  const auto choices = lab::choose(hand_made(), 0.0);
  ASSERT_EQ(choices.size(), 3U);
  EXPECT_EQ(choices[0].purpose, Purpose::kClosest);
  EXPECT_EQ(choices[0].candidate, 1U);
  EXPECT_EQ(choices[0].instead, 0U);
  EXPECT_EQ(choices[1].purpose, Purpose::kCalmest);
  EXPECT_EQ(choices[1].candidate, 2U);
  EXPECT_EQ(choices[1].instead, 5U) << "the closest of those that are calmer";
  EXPECT_EQ(choices[2].purpose, Purpose::kQuickest);
  EXPECT_EQ(choices[2].candidate, 4U) << "as quick as the third up to a quarter, and closer";
  EXPECT_EQ(choices[2].instead, 6U);
}

TEST(AdviceChoice, HasNoQuickestWithoutTimes) {
  std::vector<Cost> costs = hand_made();
  for (Cost& cost : costs) cost.ns = lab::kOff;
  const auto choices = lab::choose(costs, 0.0);
  ASSERT_EQ(choices.size(), 2U);
  EXPECT_EQ(choices[1].purpose, Purpose::kCalmest);
}

TEST(AdviceChoice, HasNoQuickerRivalWithinTheNoiseOfAClock) {
  // the second is calm and close; the first is not close and takes about as long
  std::vector<Cost> costs = {{.error = 3.0, .jitter = 0.1, .ns = 298.0},
                             {.error = 1.0, .jitter = 0.2, .ns = 294.0}};
  const auto rival = [&costs] { return lab::choose(costs, 0.0).at(2).instead; };
  EXPECT_FALSE(rival());
  costs[0].ns = 280.0;
  EXPECT_FALSE(rival());
  costs[0].ns = 250.0;
  EXPECT_EQ(rival(), 0U);
  // a slower candidate is never offered as quicker
  costs.push_back({.error = 2.0, .jitter = 0.1, .ns = 298.0});
  EXPECT_EQ(rival(), 0U);
}

TEST(AdviceChoice, HasNoRivalWhereOneIsBestInAll) {
  const std::vector<Cost> costs = {{.error = 2.0, .jitter = 2.0, .ns = 20.0},
                                   {.error = 1.0, .jitter = 1.0, .ns = 10.0}};
  for (const lab::Choice& choice : lab::choose(costs, 0.0)) {
    EXPECT_EQ(choice.candidate, 1U);
    EXPECT_FALSE(choice.instead);
  }
}

TEST(AdviceCost, CountsAnAimAsItsLeverTimesItsAngle) {
  lab::Summary summary;
  summary.mean_error = 0.3;
  summary.mean_jitter_deg = 0.7;
  const ik::Multibody plain = bodies::planar_arm(2);
  EXPECT_EQ(lab::cost_of(summary, plain).error, 0.3);
  EXPECT_EQ(lab::cost_of(summary, plain).jitter, 0.7);
  EXPECT_EQ(lab::cost_of(summary, plain).ns, lab::kOff);

  ik::Joint hinge;
  hinge.name = "hinge";
  ik::Effector pointer{"pointer", 0, {1.0, 0.0, 0.0}};
  pointer.aim = ik::AimKind::kDirection;
  pointer.lever = 0.5;
  const ik::Multibody aiming({hinge}, {pointer});
  summary.mean_aim_error_deg = 90.0;
  // one position and one aim: (0.3 m + 0.5 m * pi / 2) / 2
  EXPECT_NEAR(lab::cost_of(summary, aiming).error, 0.5 * (0.3 + 0.25 * 3.14159265358979), 1e-14);
}

TEST(AdviceCost, IsNotFiniteWhereANumberIsNot) {
  const ik::Multibody arm = bodies::planar_arm(2);
  lab::Summary summary;
  EXPECT_TRUE(lab::cost_of(summary, arm).finite);
  summary.max_error = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(lab::cost_of(summary, arm).finite);
  summary.max_error = 0.0;
  summary.mean_jitter_deg = lab::kOff;
  EXPECT_FALSE(lab::cost_of(summary, arm).finite);
}

}  // namespace
