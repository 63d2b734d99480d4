#include "lab/solve/reach_poses.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "support/robot_arms.h"

// How poses for `iklab reach` are drawn: each kind by its own definition.
namespace {

constexpr int kDrawn = 60;

struct Drawn {
  explicit Drawn(lab::ReachDraw draw, std::uint64_t seed = 1)
      : poses(body, lab::ReachStart::kMiddle, seed, draw) {}
  double share(int pose, int joint) const {  // of the joint's range
    const ik::Joint& j = body.joint(body.solver_index(joint));
    return (poses.drawn(pose).drawn[joint] - j.lower) / (j.upper - j.lower);
  }
  ik::Multibody body = bodies::arms()[0].body();
  lab::ReachPoses poses;
};

TEST(ReachPoses, AtLimitsHaveEveryJointInTheOuterTenthOfItsRange) {
  const Drawn limits(lab::ReachDraw::kLimits);
  int exact = 0, lower = 0;
  for (int i = 0; i < kDrawn; ++i) {
    int at = 0;
    for (int j = 0; j < 6; ++j) {
      const double share = limits.share(i, j), away = std::min(share, 1.0 - share);
      EXPECT_GE(away, -1e-12);
      EXPECT_LE(away, 0.1 + 1e-12);
      at += away < 1e-12 ? 1 : 0;
      lower += share < 0.5 ? 1 : 0;
    }
    exact += at == 6 ? 1 : 0;
  }
  EXPECT_GT(exact, kDrawn / 4);
  EXPECT_LT(exact, 3 * kDrawn / 4);
  EXPECT_NEAR(lower, 3 * kDrawn, kDrawn);
}

TEST(ReachPoses, ThatCurlHaveAllJointsAtOneShareOfTheirRanges) {
  const Drawn curled(lab::ReachDraw::kCurled);
  double least = 1.0, most = 0.0;
  for (int i = 0; i < kDrawn; ++i) {
    double low = 1.0, high = 0.0;
    for (int j = 0; j < 6; ++j) {
      low = std::min(low, curled.share(i, j));
      high = std::max(high, curled.share(i, j));
    }
    EXPECT_LE(high - low, 0.1 + 1e-12);
    least = std::min(least, low);
    most = std::max(most, high);
  }
  EXPECT_LT(least, 0.1);
  EXPECT_GT(most, 0.9);
}

TEST(ReachPoses, ThatAreSingularLackManipulability) {
  // the KR6's wrist is singular where j5 is a multiple of half a turn, so in many of these poses
  const Drawn singular(lab::ReachDraw::kSingular), uniform(lab::ReachDraw::kUniform);
  const auto singular_count = [](const Drawn& drawn) {
    int count = 0;
    for (int i = 0; i < kDrawn; ++i) {
      ik::Solver solver(drawn.body);
      solver.set_theta(drawn.poses.drawn(i).drawn);
      solver.step();
      const ik::VectorX& sigma = solver.singular_values();
      count += sigma[5] < 1e-3 * sigma[0] ? 1 : 0;
    }
    return count;
  };
  EXPECT_GT(singular_count(singular), kDrawn / 3);
  EXPECT_LT(singular_count(uniform), kDrawn / 10);
}

TEST(ReachPoses, NearTheEdgeAreFartherThanUniformOnes) {
  const Drawn edge(lab::ReachDraw::kEdge), uniform(lab::ReachDraw::kUniform);
  double farthest = 0.0, least = ik::kUnlimited;
  for (int i = 0; i < 20 * kDrawn; ++i) {
    farthest = std::max(farthest, uniform.poses.drawn(i).targets[0].norm());
  }
  for (int i = 0; i < kDrawn; ++i) {
    least = std::min(least, edge.poses.drawn(i).targets[0].norm());
  }
  EXPECT_GT(least, 0.7 * farthest);
}

TEST(ReachPoses, RepeatBySeed) {
  for (const auto draw : {lab::ReachDraw::kCurled, lab::ReachDraw::kLimits,
                          lab::ReachDraw::kSingular, lab::ReachDraw::kEdge}) {
    const Drawn a(draw), b(draw), other(draw, 2);
    EXPECT_EQ(a.poses.drawn(7).drawn, b.poses.drawn(7).drawn);
    EXPECT_NE(a.poses.drawn(7).drawn, other.poses.drawn(7).drawn);
  }
}

}  // namespace
