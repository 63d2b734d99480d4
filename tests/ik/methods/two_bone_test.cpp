#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "ik/body/joint.h"
#include "ik/body/two_link.h"
#include "ik/methods/two_bone.h"
#include "support/robot_arms.h"
#include "support/step.h"

// The closed form of limbs of two bones.
namespace {

using Eigen::Vector3d;
using ik::VectorX;

constexpr double kPi = std::numbers::pi;

/// A leg in space: a hip of three hinges at one point, with axes at right angles that are turned as
/// a whole, a knee, and a foot. The thigh and the shin need not lie in the knee's plane.
struct Leg {
  double thigh = 0.5, shin = 0.4;
  double aside = 0.0;  ///< offset of the foot along the knee's axis, m
  double lower = -ik::kUnlimited, upper = ik::kUnlimited;  ///< of the knee, rad
  bool on_trunk = false;                                   ///< the hip's socket turns
  int seed = 1;

  ik::Multibody body() const {
    bodies::Numbers numbers(seed);
    std::vector<ik::Joint> joints(on_trunk ? 5 : 4);
    const Vector3d axes[] = {Vector3d::UnitZ(), Vector3d::UnitX(), Vector3d::UnitY(),
                             Vector3d::UnitX()};
    for (std::size_t j = 0; j < joints.size(); ++j) {
      joints[j].name = "joint" + std::to_string(j);
      joints[j].parent = static_cast<int>(j) - 1;
    }
    if (on_trunk) {
      joints[0].axis = numbers.vector();
      joints[0].parent_from_joint.translation() = 0.1 * numbers.vector();
    }
    const std::size_t hip = on_trunk ? 1 : 0;
    joints[hip].parent_from_joint.translation() = 0.3 * numbers.vector();
    joints[hip].parent_from_joint.linear() = numbers.rotation(3.0);
    for (std::size_t i = 0; i < 4; ++i) joints[hip + i].axis = axes[i];
    ik::Joint& knee = joints.back();
    knee.parent_from_joint.translation() = Vector3d(0.0, 0.1 * thigh, -thigh);
    knee.lower = lower;
    knee.upper = upper;
    return ik::Multibody(joints, {{"foot", static_cast<int>(joints.size()) - 1,
                                   Vector3d(aside, 0.05 * shin, -shin)}});
  }
  /// Distances of the knee from the hip, and of the foot from the knee in the knee's plane.
  double upper_length() const { return thigh * std::hypot(0.1, 1.0); }
  double fore_length() const { return shin * std::hypot(0.05, 1.0); }
};

VectorX pose(const ik::Multibody& body, int seed) {
  return 1.2 * bodies::Numbers(seed).vector(body.joint_count());
}

Vector3d foot(const ik::Multibody& body, const VectorX& theta) {
  return bodies::effectors_at(body, theta)[0];
}

/// The hip's centre; all three hinges lie there.
Vector3d hip(const ik::Multibody& body, const VectorX& theta) {
  return ik::pose_at(body, theta).origin.col(body.joint_count() - 4);
}

TEST(TwoBone, ReachesEveryTargetInReachInOneStep) {
  for (const double aside : {0.0, 0.1}) {
    for (int seed = 0; seed < 300; ++seed) {
      const Leg leg{.aside = aside, .seed = seed};
      const ik::Multibody body = leg.body();
      const VectorX start = pose(body, seed + 7);
      const Vector3d target = foot(body, pose(body, seed + 1000));
      Step step(body, start, {target});
      const VectorX end = start + step.take(ik::TwoBone{});
      EXPECT_LT((foot(body, end) - target).norm(), 1e-12) << seed;
      EXPECT_LE(step.workspace.dtheta.lpNorm<Eigen::Infinity>(), kPi + 1e-12);
    }
  }
}

TEST(TwoBone, BendsTheKneeByTheLawOfCosines) {
  for (int seed = 0; seed < 100; ++seed) {
    const Leg leg{.seed = seed};
    const ik::Multibody body = leg.body();
    const VectorX start = pose(body, seed);
    const Vector3d target = foot(body, pose(body, seed + 500));
    Step step(body, start, {target});
    const ik::Pose end = ik::pose_at(body, start + step.take(ik::TwoBone{}));
    const Vector3d thigh = Vector3d(end.origin.col(3)) - Vector3d(end.origin.col(0));
    const Vector3d shin = Vector3d(end.effector.col(0)) - Vector3d(end.origin.col(3));
    const double a = leg.upper_length(), b = leg.fore_length();
    EXPECT_NEAR(thigh.norm(), a, 1e-12);
    const double square = (target - hip(body, start)).squaredNorm();
    EXPECT_NEAR(thigh.dot(shin) / (a * b), (square - a * a - b * b) / (2.0 * a * b), 1e-12);
  }
}

TEST(TwoBone, ReachesItOnATrunkThatKeepsStill) {
  for (int seed = 0; seed < 100; ++seed) {
    const ik::Multibody body = Leg{.on_trunk = true, .seed = seed}.body();
    const VectorX start = pose(body, seed);
    VectorX other = pose(body, seed + 300);
    other[0] = start[0];
    const Vector3d target = foot(body, other);
    Step step(body, start, {target});
    const VectorX dtheta = step.take(ik::TwoBone{});
    EXPECT_EQ(dtheta[0], 0.0);
    EXPECT_LT((foot(body, start + dtheta) - target).norm(), 1e-12) << seed;
  }
}

TEST(TwoBone, AgreesWithTheClosedFormOfATwoLinkArm) {
  for (int seed = 0; seed < 200; ++seed) {
    const ik::Multibody body = ik::chain({1.0, 0.6});
    const auto closed = ik::TwoLink::of(body);
    ASSERT_TRUE(closed);
    bodies::Numbers numbers(seed);
    const VectorX start = 3.0 * numbers.vector(2);
    Vector3d target = 2.0 * numbers.vector();
    target.z() = 0.0;
    Step step(body, start, {target});
    const VectorX end = start + step.take(ik::TwoBone{});
    const ik::TwoLink::Solution solution = closed->solve(target);
    const Eigen::Vector2d expected =
        std::sin(start[1]) >= 0.0 ? solution.positive : solution.negative;
    for (int j = 0; j < 2; ++j) {
      EXPECT_NEAR(std::remainder(end[j] - expected[j], 2.0 * kPi), 0.0, 1e-9) << seed;
    }
  }
}

TEST(TwoBone, ComesAsNearAsItCanOutOfReach) {
  const Leg leg{};
  const ik::Multibody body = leg.body();
  const double a = leg.upper_length(), b = leg.fore_length();
  for (int seed = 0; seed < 100; ++seed) {
    const VectorX start = pose(body, seed);
    const Vector3d centre = hip(body, start);
    const Vector3d way = bodies::Numbers(seed + 40).vector().normalized();
    for (const double distance : {0.0, 0.3 * (a - b), a + b, 1.001 * (a + b), 5.0, 1e9, 1e150}) {
      Step step(body, start, {centre + distance * way});
      const VectorX dtheta = step.take(ik::TwoBone{});
      ASSERT_TRUE(dtheta.allFinite()) << distance;
      const double left = (foot(body, start + dtheta) - (centre + distance * way)).norm();
      const double least = std::max({0.0, distance - (a + b), (a - b) - distance});
      EXPECT_NEAR(left, least, 1e-7 * (1.0 + distance)) << seed << " " << distance;
    }
  }
}

TEST(TwoBone, StraightensGraduallyWithASoftEnd) {
  const Leg leg{};
  const ik::Multibody body = leg.body();
  const double reach = leg.upper_length() + leg.fore_length();
  const double soft = 0.8 * reach;
  const VectorX start = pose(body, 3);
  const Vector3d centre = hip(body, start);
  const Vector3d way = bodies::Numbers(5).vector().normalized();
  double before = 0.0;
  for (int i = 1; i <= 200; ++i) {
    const double distance = 0.01 * i * reach;
    if (distance < leg.upper_length() - leg.fore_length()) continue;
    Step step(body, start, {centre + distance * way});
    const VectorX end = start + step.take(ik::TwoBone{.soften = 0.8});
    const double at = (foot(body, end) - centre).norm();
    const double expected =
        distance <= soft ? distance
                         : soft + (reach - soft) * -std::expm1((soft - distance) / (reach - soft));
    EXPECT_NEAR(at, expected, 1e-12);
    EXPECT_GT(at, before);
    before = at;
  }
  EXPECT_LT(before, reach);
}

TEST(TwoBone, PointsTheKneeAlongThePole) {
  for (int seed = 0; seed < 100; ++seed) {
    const ik::Multibody body = Leg{.on_trunk = seed % 2 == 1, .seed = seed}.body();
    const VectorX start = pose(body, seed);
    VectorX other = pose(body, seed + 100);
    if (seed % 2 == 1) other[0] = start[0];
    const Vector3d target = foot(body, other);
    const Vector3d pole = bodies::Numbers(seed + 3).vector();
    Step step(body, start, {target});
    const VectorX dtheta =
        step.take(ik::TwoBone{.pole_x = pole.x(), .pole_y = pole.y(), .pole_z = pole.z()});
    const ik::Pose end = ik::pose_at(body, start + dtheta);
    EXPECT_LT((Vector3d(end.effector.col(0)) - target).norm(), 1e-12);
    const Vector3d line = (target - hip(body, start)).normalized();
    const Vector3d knee = Vector3d(end.origin.col(body.joint_count() - 1)) - hip(body, start);
    const Vector3d bent = (knee - knee.dot(line) * line).normalized();
    const Vector3d wanted = (pole - pole.dot(line) * line).normalized();
    EXPECT_NEAR(bent.dot(wanted), 1.0, 1e-9) << seed;
  }
}

TEST(TwoBone, BendsAPlanarArmToThePolesSide) {
  const ik::Multibody body = ik::chain({1.0, 0.6});
  for (const double side : {1.0, -1.0}) {
    Step step(body, Eigen::Vector2d(0.3, 0.4), {Vector3d(1.2, 0.0, 0.0)});
    const VectorX dtheta = step.take(ik::TwoBone{.pole_y = side});
    const ik::Pose end = ik::pose_at(body, Eigen::Vector2d(0.3, 0.4) + dtheta);
    EXPECT_GT(side * end.origin.col(1).y(), 0.1);
    EXPECT_LT((Vector3d(end.effector.col(0)) - Vector3d(1.2, 0.0, 0.0)).norm(), 1e-12);
  }
}

TEST(TwoBone, ChangesTheKneesSideOnlyForItsLimits) {
  const Leg free{.seed = 4};
  const ik::Multibody body = free.body();
  const VectorX start = pose(body, 9);
  const Vector3d target = foot(body, pose(body, 60));
  Step step(body, start, {target});
  const double end = start[3] + step.take(ik::TwoBone{})[3];
  // the same leg with a knee that bends to the other side alone
  Leg limited = free;
  (end > 0.0 ? limited.lower : limited.upper) = end > 0.0 ? -3.0 : 3.0;
  (end > 0.0 ? limited.upper : limited.lower) = 0.0;
  const ik::Multibody other = limited.body();
  Step bent(other, start, {target});
  const VectorX dtheta = bent.take(ik::TwoBone{});
  EXPECT_LT((start[3] + dtheta[3]) * end, 0.0);
  EXPECT_LT((foot(other, start + dtheta) - target).norm(), 1e-12);
}

TEST(TwoBone, MovesTheKneesPlaneAsLittleAsPossible) {
  // along a slow path no joint jumps
  const ik::Multibody body = Leg{}.body();
  VectorX theta = pose(body, 2);
  const Vector3d from = foot(body, theta);
  const Vector3d way = bodies::Numbers(4).vector();
  ik::Workspace w;
  const ik::AnyMethod method(ik::TwoBone{});
  double most = 0.0;
  for (int i = 0; i < 200; ++i) {
    const std::vector<Vector3d> targets = {from + 0.15 * std::sin(0.03 * i) * way};
    const ik::Pose at = ik::pose_at(body, theta);
    method.step({body, at, targets}, w);
    theta += w.dtheta;
    most = std::max(most, w.dtheta.lpNorm<Eigen::Infinity>());
  }
  EXPECT_LT(most, 0.1);
}

TEST(Limb, IsFoundAtTheEndsOfTwoBonesOnly) {
  EXPECT_TRUE(ik::Limb::of(Leg{}.body(), 0)->ball);
  EXPECT_TRUE(ik::Limb::of(Leg{}.body(), 0)->alone);
  EXPECT_FALSE(ik::Limb::of(Leg{.on_trunk = true}.body(), 0)->alone);
  EXPECT_FALSE(ik::Limb::of(bodies::planar_arm(2), 0)->ball);
  EXPECT_FALSE(ik::Limb::of(bodies::planar_arm(1), 0));
  EXPECT_FALSE(ik::Limb::of(bodies::planar_arm(3), 0)) << "the shoulder moves";
  EXPECT_FALSE(ik::Limb::of(bodies::slider_arm(), 0));
  for (const bodies::Arm& arm : bodies::arms()) {
    EXPECT_FALSE(ik::Limb::of(arm.body(), 0)) << arm.name << " aims";
  }
}

TEST(Limb, NeedsOneCentreAndRightAngles) {
  const ik::Multibody leg = Leg{}.body();
  const auto changed = [&](const auto& change) {
    std::vector<ik::Joint> joints(leg.joints().begin(), leg.joints().end());
    change(joints);
    return ik::Multibody(joints, {leg.effectors().begin(), leg.effectors().end()});
  };
  const ik::Multibody apart = changed(
      [](auto& joints) { joints[2].parent_from_joint.translation() = Vector3d(0.0, 0.0, 0.01); });
  EXPECT_FALSE(ik::Limb::of(apart, 0));
  const ik::Multibody skew =
      changed([](auto& joints) { joints[1].axis = Vector3d(1.0, 0.0, 0.1); });
  EXPECT_FALSE(ik::Limb::of(skew, 0));
  // moved along its own axis a hinge keeps its line
  const ik::Multibody along = changed(
      [](auto& joints) { joints[1].parent_from_joint.translation() = Vector3d(0.0, 0.0, 0.2); });
  ASSERT_TRUE(ik::Limb::of(along, 0));
  Step step(along, pose(along, 3), {foot(along, pose(along, 8))});
  const VectorX end = pose(along, 3) + step.take(ik::TwoBone{});
  EXPECT_LT((foot(along, end) - foot(along, pose(along, 8))).norm(), 1e-12);
}

TEST(TwoBone, StepsByDampingWithAFrozenJoint) {
  const ik::Multibody body = Leg{}.body();
  const VectorX start = pose(body, 1);
  Step step(body, start, {foot(body, pose(body, 2))});
  const std::vector<double> mobility = {1.0, 0.0, 1.0, 1.0};
  ik::Problem problem = step.problem();
  problem.mobility = mobility;
  ik::Workspace closed, damped;
  ik::find_method("two-bone")->create().step(problem, closed);
  ik::find_method("dls-error")->create().step(problem, damped);
  ik::clamp_max_angle(body, kPi / 4.0, damped.dtheta);
  EXPECT_LT((closed.dtheta - damped.dtheta).norm(), 1e-12);
  EXPECT_EQ(closed.dtheta[1], 0.0);
}

TEST(TwoBone, FoldsToItsLimitForATargetInTheHipAsBesideIt) {
  // thigh and shin of equal length; the foot is at 2 sin((pi - knee) / 2) times 0.5 m from the hip
  struct Row {
    double lower, upper, initial;
    double least;  // largest |knee| in the range
  };
  for (const Row& row : {Row{0.0, 2.6, 0.0, 2.6}, Row{-2.6, 0.0, 0.0, 2.6}, Row{0.0, 2.6, 1.0, 2.6},
                         Row{-2.2, 0.1, 0.0, 2.2}, Row{-0.1, 2.9, 0.05, 2.9}}) {
    std::vector<ik::Joint> joints(4);
    const Vector3d axes[] = {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ(),
                             Vector3d::UnitX()};
    for (std::size_t j = 0; j < 4; ++j) {
      joints[j].parent = static_cast<int>(j) - 1;
      joints[j].axis = axes[j];
    }
    joints[0].parent_from_joint.translation() = Vector3d(0.0, 1.0, 0.0);
    joints[3].parent_from_joint.translation() = Vector3d(0.0, -0.5, 0.0);
    joints[3].lower = row.lower;
    joints[3].upper = row.upper;
    joints[3].initial = row.initial;
    const ik::Multibody body(joints, {{"foot", 3, Vector3d(0.0, -0.5, 0.0)}});
    const double least = 2.0 * 0.5 * std::sin(0.5 * (kPi - row.least));
    for (const double beside : {0.0, 1e-6}) {
      ik::Solver solver(body, "two-bone");
      solver.set("angle-cap", 10.0);
      solver.target(0) = Vector3d(beside, 1.0, 0.0);
      ik::Report report;
      for (int i = 0; i < 3; ++i) report = solver.step();
      EXPECT_NEAR(report.error, least, 2e-6) << row.lower << ' ' << row.upper << ' ' << beside;
    }
  }
}

}  // namespace
