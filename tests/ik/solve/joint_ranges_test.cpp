#include "ik/solve/joint_ranges.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

using ik::VectorX;
constexpr double kTurn = 2.0 * std::numbers::pi;

/// n hinges between two limits.
ik::Multibody hinges_between(int n, double lower, double upper) {
  const ik::Multibody plain = bodies::planar_arm(n);
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  for (ik::Joint& joint : joints) {
    joint.lower = lower;
    joint.upper = upper;
  }
  return {joints, {plain.effector(0)}};
}

/// The ranges of all joints of a body.
struct Ranges {
  explicit Ranges(ik::Multibody of, std::uint64_t seed = 1) : body(std::move(of)) {
    joints.resize(static_cast<std::size_t>(body.joint_count()));
    std::iota(joints.begin(), joints.end(), 0);
    ranges.reserve(body);
    ranges.begin(body, joints, body.initial_theta(), 2.0, seed);
  }
  VectorX draw(int number) const {
    VectorX theta;
    ranges.draw(number, theta);
    return theta;
  }
  ik::Multibody body;
  std::vector<int> joints;
  ik::JointRanges ranges;
};

TEST(JointRanges, DrawsStartsEvenlyWithinThem) {
  const Ranges seven(hinges_between(7, -1.0, 3.0));
  // of 128 starts every quarter of every pair of joints gets its sixteenth, 8, give or take
  int cells[7][7][4][4] = {};
  for (int i = 1; i <= 128; ++i) {
    const VectorX theta = seven.draw(i);
    ASSERT_TRUE(seven.ranges.holds(theta));
    for (int a = 0; a < 7; ++a) {
      for (int b = 0; b < 7; ++b) {
        ++cells[a][b][static_cast<int>(theta[a] + 1.0) & 3][static_cast<int>(theta[b] + 1.0) & 3];
      }
    }
  }
  for (int a = 0; a < 7; ++a) {
    for (int b = 0; b < a; ++b) {
      for (const auto& row : cells[a][b]) {
        for (const int count : row) EXPECT_NEAR(count, 8, 6) << a << ' ' << b;
      }
    }
  }
}

TEST(JointRanges, DrawTheSameBitsOnEveryMachine) {
  // computed by Python's integers from the formula of the header
  const Ranges two(hinges_between(2, 0.0, 1.0), 1);
  EXPECT_EQ(two.draw(1), Eigen::Vector2d(0x1.909722e0cfec6p-1, 0x1.08fab06adb892p-2));
  EXPECT_EQ(two.draw(5), Eigen::Vector2d(0x1.c1ccac40dba5cp-2, 0x1.7eeb318650664p-3));
}

TEST(JointRanges, DrawOtherStartsForAnotherSeed) {
  const Ranges one(hinges_between(3, -1.0, 1.0), 1), other(hinges_between(3, -1.0, 1.0), 2);
  EXPECT_GT((one.draw(1) - other.draw(1)).norm(), 0.1);
  EXPECT_EQ(one.draw(7), Ranges(hinges_between(3, -1.0, 1.0), 1).draw(7));
}

TEST(JointRanges, ReachHalfATurnAroundTheStartWithoutLimits) {
  const Ranges free(bodies::slider_arm());
  double least = 0.0, most = 0.0, slide = 0.0;
  for (int i = 1; i < 200; ++i) {
    const VectorX theta = free.draw(i);
    least = std::min(least, theta[1]);
    most = std::max(most, theta[1]);
    slide = std::max(slide, std::abs(theta[0]));
  }
  EXPECT_GE(least, -0.5 * kTurn);
  EXPECT_LE(most, 0.5 * kTurn);
  EXPECT_LT(least, -3.0);
  EXPECT_GT(most, 3.0);
  EXPECT_GT(slide, 1.9);  // the body's length is 2
  EXPECT_LE(slide, 2.0);
}

TEST(JointRanges, UnwindToTheNearestTurnOrTheNearestLimit) {
  const Ranges narrow(hinges_between(1, 1.0, 2.0)), wide(hinges_between(1, -9.0, 9.0)),
      none(bodies::planar_arm(1));
  const auto unwound = [](const Ranges& at, double theta) {
    VectorX all = VectorX::Constant(1, theta);
    at.ranges.unwind(all);
    return all[0];
  };
  EXPECT_NEAR(unwound(narrow, 1.5 + 3 * kTurn), 1.5, 1e-12);
  EXPECT_NEAR(unwound(narrow, 1.5 - 2 * kTurn), 1.5, 1e-12);
  // no place: above and nearer to 2, below and nearer to 1
  EXPECT_NEAR(unwound(narrow, 2.5 - kTurn), 2.5, 1e-12);
  EXPECT_NEAR(unwound(narrow, 0.5 + kTurn), 0.5, 1e-12);
  EXPECT_EQ(unwound(wide, 3.0), 3.0) << "the start is at 0";
  EXPECT_NEAR(unwound(wide, 8.5), 8.5 - kTurn, 1e-12);
  EXPECT_NEAR(unwound(none, -100.0), -100.0 + 16 * kTurn, 1e-12);
}

TEST(JointRanges, LeavesScrewsSlidesAndLeadersOfPartialTurnsAlone) {
  const ik::Multibody plain = bodies::planar_arm(4);
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[0].type = ik::JointType::kScrew;
  joints[0].pitch = 0.1;
  joints[1].type = ik::JointType::kPrismatic;
  joints[3].leader = 2;
  for (const double ratio : {-0.5, 2.0}) {
    joints[3].ratio = ratio;
    const Ranges all(ik::Multibody(joints, {plain.effector(0)}));
    VectorX theta = VectorX::Constant(4, 20.0);
    all.ranges.unwind(theta);
    EXPECT_EQ(theta[0], 20.0);
    EXPECT_EQ(theta[1], 20.0);
    EXPECT_NEAR(theta[2], ratio == 2.0 ? 20.0 - 3 * kTurn : 20.0, 1e-12);
    VectorX turned = theta;
    turned[2] += kTurn;
    EXPECT_EQ(all.ranges.same(theta, turned, 1e-4), ratio == 2.0);
    turned[2] -= kTurn;
    turned[0] += kTurn;
    EXPECT_FALSE(all.ranges.same(theta, turned, 1e-4)) << "a screw";
  }
}

TEST(JointRanges, DrawsScrewsWithoutLimitsAsFarAsSlidesInEveryOtherStart) {
  const ik::Multibody plain = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[0].type = ik::JointType::kScrew;
  joints[0].pitch = -0.05;
  joints[1].type = ik::JointType::kPrismatic;
  const Ranges both(ik::Multibody(joints, {plain.effector(0)}));
  std::array<double, 2> turned{}, slid{};  // rad and m from the start, by even and odd starts
  for (int number = 1; number <= 2000; ++number) {
    const VectorX way = both.draw(number) - both.body.initial_theta();
    const auto odd = static_cast<std::size_t>(number % 2);
    turned[odd] = std::max(turned[odd], std::abs(way[0]));
    slid[odd] = std::max(slid[odd], std::abs(way[1]));
  }
  EXPECT_LE(turned[0], 0.5 * kTurn);
  EXPECT_NEAR(turned[1] * 0.05, slid[1], 0.02 * slid[1]);
  EXPECT_NEAR(slid[0], slid[1], 0.02 * slid[1]);
}

TEST(JointRanges, DrawsStartsThatCurlAndStartsNearLimitsInEveryFourth) {
  const Ranges seven(hinges_between(7, -1.0, 3.0));
  VectorX theta;
  for (int number = 5; number < 200; ++number) {
    seven.ranges.draw_start(number, theta);
    ASSERT_TRUE(seven.ranges.holds(theta));
    const VectorX steps = theta.tail(6) - theta.head(6);
    const VectorX shares = (theta.array() + 1.0).matrix() / 4.0;
    if (number % 4 == 0) {  // even steps from the root to the tip
      EXPECT_LT((steps.array() - steps[0]).abs().maxCoeff(), 1e-12) << number;
    } else if (number % 4 == 2) {
      for (const double share : shares) EXPECT_LE(std::min(share, 1.0 - share), 0.1 + 1e-12);
    } else {
      EXPECT_EQ(theta, seven.draw(number));
    }
  }
}

TEST(JointRanges, DrawsStartsOfOneJointAndOfNone) {
  Ranges one(hinges_between(1, -1.0, 3.0));
  VectorX theta;
  for (int number = 1; number < 20; ++number) {
    one.ranges.draw_start(number, theta);
    EXPECT_TRUE(one.ranges.holds(theta)) << number;
  }
  one.ranges.begin(one.body, {}, one.body.initial_theta(), 2.0, 1);
  one.ranges.draw_start(4, theta);
  EXPECT_EQ(theta, one.body.initial_theta());
}

}  // namespace
