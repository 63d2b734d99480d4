#include "ik/batch/aim_lanes.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "ik/batch/batch.h"
#include "iklab/batch.h"
#include "support/aiming.h"
#include "support/robot_arms.h"

// Aims in lanes: rotation vectors beside their definition, and steps beside those of a Solver.
namespace {

typedef double TwoDoubles __attribute__((vector_size(16)));

/// Angles from tiny ones to half a turn, and many between.
std::vector<double> turning_angles() {
  std::vector<double> angles = {0.0, 1e-300, 1e-9, 1e-4, 0.044, 0.045, 0.5 * std::numbers::pi};
  for (int i = 0; i < 200; ++i) angles.push_back(std::numbers::pi * bodies::halton(i, 2));
  for (double near = 0.1; near > 1e-7; near *= 0.3) angles.push_back(std::numbers::pi - near);
  return angles;
}

ik::Vec<TwoDoubles> in_lane_one(const Eigen::Vector3d& v) {
  return {TwoDoubles{0.3, v.x()}, TwoDoubles{-0.2, v.y()}, TwoDoubles{0.1, v.z()}};
}
ik::Axes<TwoDoubles> axes_in_lane_one(const Eigen::Matrix3d& R) {
  return {in_lane_one(R.col(0)), in_lane_one(R.col(1)), in_lane_one(R.col(2))};
}
Eigen::Vector3d of_lane_one(const ik::Vec<TwoDoubles>& v) { return {v.x[1], v.y[1], v.z[1]}; }

TEST(AimLanes, FindTheRotationVectorOfEveryAngle) {
  bodies::Numbers numbers(4);
  for (const double angle : turning_angles()) {
    const Eigen::Vector3d axis = numbers.vector().normalized();
    const Eigen::Matrix3d from = numbers.rotation(3.0);
    const Eigen::Matrix3d to = Eigen::AngleAxisd(angle, axis).matrix() * from;
    const ik::Rotation<TwoDoubles> turn =
        ik::turn_between<TwoDoubles>(axes_in_lane_one(from), axes_in_lane_one(to));
    // near half a turn rounding of the matrix turns the axis, and the angle's cosine is flat
    EXPECT_LT((of_lane_one(turn.vector) - angle * axis).norm(), 3e-14) << angle;
    EXPECT_NEAR(turn.angle[1], angle, 3e-14);
    const ik::Rotation<TwoDoubles> back =
        ik::turn_between<TwoDoubles>(axes_in_lane_one(to), axes_in_lane_one(from));
    EXPECT_LT((of_lane_one(back.vector) + of_lane_one(turn.vector)).norm(), 3e-14) << angle;
  }
}

TEST(AimLanes, FindAnAxisOfHalfATurn) {
  bodies::Numbers numbers(5);
  for (int i = 0; i < 30; ++i) {
    const Eigen::Vector3d axis =
        i < 3 ? Eigen::Vector3d(Eigen::Vector3d::Unit(i)) : numbers.vector().normalized();
    const Eigen::Matrix3d to = 2.0 * axis * axis.transpose() - Eigen::Matrix3d::Identity();
    const ik::Rotation<TwoDoubles> turn = ik::turn_between<TwoDoubles>(
        axes_in_lane_one(Eigen::Matrix3d::Identity()), axes_in_lane_one(to));
    EXPECT_NEAR(std::abs(of_lane_one(turn.vector).dot(axis)), std::numbers::pi, 1e-7);
    EXPECT_NEAR(of_lane_one(turn.vector).norm(), std::numbers::pi, 1e-7);
  }
}

TEST(AimLanes, FindTheShortestRotationBetweenDirections) {
  bodies::Numbers numbers(6);
  for (const double angle : turning_angles()) {
    const Eigen::Vector3d d = numbers.vector().normalized();
    const Eigen::Vector3d axis = d.cross(numbers.vector()).normalized();
    const Eigen::Vector3d t = Eigen::AngleAxisd(angle, axis) * d;
    const ik::Rotation<TwoDoubles> swing =
        ik::swing_between<TwoDoubles>(in_lane_one(d), in_lane_one(t));
    const double sine = std::max(1e-9, std::sin(angle));  // rounding of t turns the axis
    EXPECT_LT((of_lane_one(swing.vector) - angle * axis).norm(), 3e-14 / sine) << angle;
    EXPECT_NEAR(swing.angle[1], angle, 3e-15);
  }
  const Eigen::Vector3d d(0.0, 0.6, 0.8);
  const Eigen::Vector3d opposite =
      of_lane_one(ik::swing_between<TwoDoubles>(in_lane_one(d), in_lane_one(-d)).vector);
  EXPECT_NEAR(opposite.norm(), std::numbers::pi, 1e-14);
  EXPECT_NEAR(opposite.dot(d), 0.0, 1e-14);
  const Eigen::Vector3d nothing = Eigen::Vector3d::Zero();
  EXPECT_EQ(of_lane_one(ik::swing_between<TwoDoubles>(in_lane_one(d), in_lane_one(nothing)).vector),
            nothing);
}

/// Bodies with aims: trees, real arms, and a tree with weights, limits and a frozen joint.
std::vector<bodies::Named> aiming_in_lanes() {
  std::vector<bodies::Named> all = bodies::aiming();
  for (const bodies::Arm& arm : bodies::arms()) all.push_back({arm.name, arm.body()});
  const ik::Multibody& plain = all[1].body;
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[0].weight = 0.3;
  joints[3].weight = 0.0;
  joints[5].type = ik::JointType::kPrismatic;
  joints[1].lower = -0.1;
  all.push_back({"Weighted", {joints, {plain.effectors().begin(), plain.effectors().end()}}});
  return all;
}

/// Gives body b of a batch and a solver the same goals, those of a pose.
void want_goals_of(const ik::Pose& pose, int b, ik::BatchSolver& batch, ik::Solver& solver) {
  bodies::want_aims_of(pose, solver);
  for (int i = 0; i < solver.multibody().effector_count(); ++i) {
    solver.target(i) = pose.effector.col(i);
    batch.set_target(b, i, solver.target(i));
    const ik::AimKind kind = solver.multibody().effector(i).aim;
    if (kind == ik::AimKind::kDirection) batch.set_direction(b, i, 3.0 * solver.direction(i));
    if (kind == ik::AimKind::kOrientation) batch.set_orientation(b, i, solver.orientation(i));
  }
}

/// Steps with a damping, beside solvers.
void expect_steps_of_solvers(const bodies::Named& named, double lambda, double tolerance) {
  constexpr int kBodies = 10;
  const int n = named.body.joint_count();
  ik::BatchSolver batch(named.body, kBodies, "dls");
  std::vector<ik::Solver> solvers(kBodies, ik::Solver(named.body, "dls"));
  batch.set("lambda", lambda);
  batch.set(2, "d-max", 0.1);
  solvers[2].set("d-max", 0.1);
  for (int b = 0; b < kBodies; ++b) {
    ik::Solver& solver = solvers[static_cast<std::size_t>(b)];
    solver.set("lambda", lambda);
    solver.set_limits(ik::LimitRule::kClamp);
    const ik::VectorX goal = named.body.initial_theta() + bodies::Numbers(b).vector(n);
    want_goals_of(ik::pose_at(named.body, goal), b, batch, solver);
  }
  for (int step = 0; step < 6; ++step) {
    batch.step();
    for (int b = 0; b < kBodies; ++b) {
      ik::Solver& solver = solvers[static_cast<std::size_t>(b)];
      const ik::Report report = solver.step();
      for (int j = 0; j < n; ++j) {
        ASSERT_NEAR(batch.theta(b, j), solver.theta()[j], tolerance)
            << named.name << ", body " << b << ", step " << step << ", joint " << j;
      }
      ASSERT_NEAR(batch.error(b), report.error, 10 * tolerance);
      ASSERT_NEAR(batch.aim_error(b), report.aim_error, 10 * tolerance);
      ASSERT_EQ(batch.outcome(b), report.outcome);
    }
  }
}

TEST(AimLanes, TakeTheStepsOfSolvers) {
  for (const bodies::Named& named : aiming_in_lanes()) {
    expect_steps_of_solvers(named, 0.3, 1e-11);
    if (HasFailure()) return;
  }
}

TEST(AimLanes, TakeTheStepsOfSolversWithLittleDamping) {
  // beside J the damping is lost in rounding: a body alone, by singular values
  for (const bodies::Named& named : aiming_in_lanes()) {
    expect_steps_of_solvers(named, 1e-6, 1e-7);
    if (HasFailure()) return;
  }
}

TEST(AimLanes, LeaveABodyAloneWhoseAimIsNotFinite) {
  const bodies::Arm& arm = bodies::arms()[0];
  ik::BatchSolver batch(arm.body(), 9), whole(arm.body(), 9);
  for (int b = 0; b < 9; ++b) {
    const Eigen::Isometry3d goal = arm.frame(bodies::drawn(arm, b));
    for (ik::BatchSolver* some : {&batch, &whole}) {
      some->set_target(b, 0, goal.translation());
      some->set_orientation(b, 0, goal.linear());
    }
  }
  Eigen::Matrix3d broken = Eigen::Matrix3d::Identity();
  broken(1, 2) = std::nan("");
  batch.set_orientation(4, 0, broken);
  batch.step();
  whole.step();
  for (int b = 0; b < 9; ++b) {
    EXPECT_EQ(batch.outcome(b), b == 4 ? ik::Outcome::kNotFinite : ik::Outcome::kMoved);
    for (int j = 0; j < 6; ++j) {
      EXPECT_EQ(batch.theta(b, j), b == 4 ? 0.0 : whole.theta(b, j));
    }
  }
}

}  // namespace
