#include "ik/solve/goal_rows.h"

#include <gtest/gtest.h>

#include "support/aiming.h"

namespace {

using ik::VectorX;

/// The rows of goals that a body meets at `there`.
struct Rows {
  Rows(const ik::Multibody& of, const VectorX& there, ik::Stop how = {}) : body(of), stop(how) {
    targets = bodies::effectors_at(body, there);
    aims = bodies::aims_at(body, there);
    weights.assign(static_cast<std::size_t>(body.goal_count()), 1.0);
    rows.reserve(body);
    EXPECT_TRUE(begin());
  }
  bool begin(std::span<const double> mobility = {}) {
    return rows.begin({body, targets, aims, weights, mobility, stop},
                      ik::pose_at(body, body.initial_theta()));
  }
  /// e at theta, unit: lengths in shares of the body's.
  VectorX e(const VectorX& theta) {
    const ik::Pose pose = ik::pose_at(body, theta);
    rows.look(pose);
    rows.linearise(pose);
    return Eigen::Map<const VectorX>(rows.system().e(), rows.system().rows());
  }
  const ik::Multibody& body;
  ik::Stop stop;
  std::vector<Eigen::Vector3d> targets;
  std::vector<ik::Aim> aims;
  std::vector<double> weights;
  ik::GoalRows rows;
};

std::vector<bodies::Named> measured_bodies() {
  std::vector<bodies::Named> all = bodies::all();
  all.insert(all.end(), bodies::aiming().begin(), bodies::aiming().end());
  const ik::Multibody plain = bodies::random_tree(1, 9, 3);
  std::vector<ik::Joint> joints;
  for (int given = 0; given < 9; ++given) {
    ik::Joint joint = plain.joint(plain.solver_index(given));
    if (joint.parent >= 0) joint.parent = plain.given_index(joint.parent);
    joints.push_back(joint);
  }
  joints[2].leader = 5;
  joints[2].ratio = -0.7;
  std::vector<ik::Effector> effectors(plain.effectors().begin(), plain.effectors().end());
  for (ik::Effector& effector : effectors) effector.joint = plain.given_index(effector.joint);
  all.push_back({"Following", ik::Multibody(joints, effectors)});
  return all;
}

TEST(GoalRows, HaveTheDerivativeOfTheErrorAtASolution) {
  constexpr double kStep = 1e-6;
  for (const bodies::Named& named : measured_bodies()) {
    VectorX there =
        named.body.initial_theta() + 0.3 * bodies::Numbers(4).vector(named.body.joint_count());
    there = ik::pose_at(named.body, there).theta;  // sets followers
    Rows at(named.body, there);
    const VectorX zero = at.e(there);
    EXPECT_LT(zero.norm(), 1e-12) << named.name;
    EXPECT_TRUE(at.rows.reached());
    const int columns = at.rows.system().columns();
    ik::MatrixX J(zero.size(), columns);
    for (int c = 0; c < columns; ++c) {
      J.col(c) = Eigen::Map<const VectorX>(at.rows.system().column(c), zero.size());
    }
    for (int c = 0; c < columns; ++c) {
      VectorX before = there, after = there;
      const int j = at.rows.joints()[static_cast<std::size_t>(c)];
      before[j] -= kStep * at.rows.theta_per_x(c);
      after[j] += kStep * at.rows.theta_per_x(c);
      const VectorX slope = (at.e(after) - at.e(before)) / (2.0 * kStep);
      EXPECT_LT((slope + J.col(c)).norm(), 1e-8) << named.name << ' ' << c;
    }
  }
}

TEST(GoalRows, MeasureTurnsOfAnySizeByTheShortestRotation) {
  const ik::Multibody arm = bodies::with_aims(bodies::planar_arm(1), {ik::AimKind::kOrientation});
  for (const double angle : {1e-9, 1e-3, 0.02, 0.9, 1.6, 2.8, 3.1, 3.14159265, -2.9, -1e-5}) {
    Rows at(arm, VectorX::Constant(1, angle));
    at.rows.look(ik::pose_at(arm, VectorX::Zero(1)));
    // about z, and a place that moves on a circle of the body's length
    const double chord = 2.0 * std::sin(0.5 * std::abs(angle));
    EXPECT_NEAR(at.rows.size(), std::hypot(angle, chord), 1e-14 + 1e-13 * std::abs(angle)) << angle;
    EXPECT_NEAR(at.rows.system().e()[5], angle, 1e-14);
    const double lever = arm.effector(0).lever * angle;
    EXPECT_NEAR(at.rows.objective(), chord * chord + lever * lever, 1e-12);
  }
}

TEST(GoalRows, KnowTheAxisOfHalfATurn) {
  const ik::Multibody arm = bodies::with_aims(bodies::planar_arm(2), {ik::AimKind::kOrientation});
  const VectorX theta = Eigen::Vector2d(0.4, 0.5);
  Rows at(arm, theta);
  for (int axis = 0; axis < 3; ++axis) {
    const Eigen::Vector3d v = Eigen::Vector3d::Unit(axis);
    const Eigen::Matrix3d turn = 2.0 * v * v.transpose() - Eigen::Matrix3d::Identity();
    at.aims[0].orientation = turn * bodies::aims_at(arm, theta)[0].orientation;
    ASSERT_TRUE(at.begin());
    at.rows.look(ik::pose_at(arm, theta));
    const Eigen::Map<const Eigen::Vector3d> e(at.rows.system().e() + 3);
    EXPECT_NEAR(std::abs(e.dot(v)), 3.14159265358979, 1e-13);
    EXPECT_LT(e.cross(v).norm(), 1e-12);
  }
}

TEST(GoalRows, LeavesOutGoalsOfWeightZeroAndFrozenJoints) {
  const ik::Multibody tree = bodies::forked_tree();
  Rows at(tree, tree.initial_theta());
  EXPECT_EQ(at.rows.system().rows(), 6);
  EXPECT_EQ(at.rows.system().columns(), 8);
  at.weights[1] = 0.0;
  std::vector<double> mobility(8, 1.0);
  mobility[2] = 0.0;
  ASSERT_TRUE(at.begin(mobility));
  EXPECT_EQ(at.rows.system().rows(), 3);
  EXPECT_EQ(at.rows.system().columns(), 7);
  at.targets[1].x() = ik::kUnlimited;
  EXPECT_FALSE(at.begin(mobility));
}

}  // namespace
