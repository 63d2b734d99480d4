#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "ik/math/symmetric.h"
#include "ik/methods/newton.h"
#include "ik/task/jacobian.h"
#include "support/algebra.h"
#include "support/robot_arms.h"
#include "support/step.h"

// Newton's method alone, repeated until standing targets are reached.
namespace {

using ik::VectorX;
const ik::Stop kAlone = {.error = 1e-6, .aim_error = 1e-6, .restarts = 0};

/// A solver by Newton's method whose goals are met at theta.
ik::Solver newton_towards(const ik::Multibody& body, const VectorX& theta) {
  ik::Solver solver(body, "newton");
  solver.set_limits(ik::LimitRule::kIgnore);
  const ik::Pose there = ik::pose_at(body, theta);
  for (int i = 0; i < body.effector_count(); ++i) {
    solver.target(i) = there.effector.col(i);
    if (body.effector(i).aim == ik::AimKind::kOrientation) {
      solver.orientation(i) = ik::effector_axes(there, body.effector(i));
    }
  }
  return solver;
}

/// Orders of convergence log(e_k+2 / e_k+1) / log(e_k+1 / e_k) of a few solved poses of a body.
std::vector<double> orders_of(const ik::Multibody& body, int poses) {
  const int n = body.joint_count();
  std::vector<double> orders;
  for (int i = 0; i < poses; ++i) {
    bodies::Numbers numbers(40 + i);
    const VectorX goal = 1.5 * numbers.vector(n);
    ik::Solver solver = newton_towards(body, goal);
    solver.set_theta(goal + 0.05 * numbers.vector(n));
    std::vector<double> errors;
    for (int k = 0; k < 12; ++k) {
      const ik::Report report = solver.step();
      errors.push_back(report.error + report.aim_error);
    }
    for (std::size_t k = 0; k + 2 < errors.size(); ++k) {
      // within the range of the model and above rounding
      if (errors[k] > 0.03 || errors[k + 2] < 1e-14) continue;
      orders.push_back(std::log(errors[k + 2] / errors[k + 1]) /
                       std::log(errors[k + 1] / errors[k]));
    }
  }
  std::sort(orders.begin(), orders.end());
  return orders;
}

TEST(NewtonSolved, ConvergesWithOrderTwoAtReachableTargets) {
  std::vector<bodies::Named> all = {{"LongArm", bodies::planar_arm(12)},
                                    {"ForkedTree", bodies::forked_tree()},
                                    {"LimitedArm", bodies::limited_arm()}};
  for (const bodies::Arm& arm : bodies::arms()) all.push_back({arm.name, arm.body()});
  for (const bodies::Named& named : all) {
    const std::vector<double> orders = orders_of(named.body, 60);
    ASSERT_GT(orders.size(), 20U) << named.name;
    EXPECT_GT(orders[orders.size() / 2], 1.7) << named.name;
    EXPECT_LT(orders[orders.size() / 2], 2.5) << named.name;
  }
}

TEST(NewtonSolved, ReachesPosesOfRealArmsFromATenthOfARadianAway) {
  constexpr int kPoses = 400;
  bodies::Numbers numbers(3);
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::Solver solver(arm.body(), "newton");
    solver.set_limits(ik::LimitRule::kIgnore);
    std::vector<int> updates;
    for (int i = 0; i < kPoses; ++i) {
      const VectorX goal = bodies::drawn(arm, i);
      solver.set_theta(goal + 0.1 * numbers.vector(static_cast<int>(goal.size())));
      bodies::want_frame(arm.frame(goal), solver);
      const ik::Report report = solver.solve(kAlone);
      if (report.outcome == ik::Outcome::kReached) updates.push_back(report.updates);
    }
    const auto reached = static_cast<double>(updates.size());
    EXPECT_GE(reached, 0.995 * kPoses) << arm.name;
    std::sort(updates.begin(), updates.end());
    EXPECT_LE(updates[updates.size() / 2], 4) << arm.name;
    // few poses next to a singular one take some hundred
    EXPECT_LT(std::accumulate(updates.begin(), updates.end(), 0.0), 6.0 * reached) << arm.name;
  }
}

/// A planar arm of links that lie on one line at an angle from x; signs[j] -1 folds link j back.
struct LineArm {
  std::vector<double> lengths, signs;
  double angle;

  ik::Multibody body() const { return ik::chain(lengths); }
  VectorX theta() const {
    VectorX theta = VectorX::Zero(static_cast<Eigen::Index>(lengths.size()));
    double sign = 1.0;
    for (std::size_t j = 0; j < signs.size(); ++j) {
      if (signs[j] != sign) theta[static_cast<Eigen::Index>(j)] = std::numbers::pi;
      sign = signs[j];
    }
    theta[0] += angle;
    return theta;
  }
  Eigen::Vector3d at(double along) const {
    return {along * std::cos(angle), along * std::sin(angle), 0.0};
  }
};

/// Arms on a line and points of that line: the gradient of the error is zero at all of them.
struct LinePose {
  LineArm arm;
  double target;   ///< along the line, m
  double closest;  ///< least possible distance from the target, m
};
const std::vector<LinePose>& saddles() {
  static const std::vector<LinePose> all = {
      {{{1.0, 1.0, 1.0}, {1, 1, 1}, 0.0}, 1.5, 0.0},
      {{{1.0, 1.0, 1.0}, {1, 1, 1}, 0.7}, 1.5, 0.0},
      {{{1.0, 0.8}, {1, 1}, 0.0}, 0.6, 0.0},
      {{{1.0, 0.8}, {1, -1}, 2.1}, 1.5, 0.0},
      {{{0.5, 0.4, 0.6, 0.3, 0.2}, {1, 1, 1, 1, 1}, -1.2}, 1.9, 0.0},
      {{{0.5, 0.4, 0.6, 0.3, 0.2}, {1, -1, 1, -1, 1}, 0.3}, -1.0, 0.0},
      {{{1.0, 1.0, 1.0}, {1, 1, 1}, 0.0}, -5.0, 2.0},  // a maximum
      {{{1.0, 1.0, 1.0}, {1, 1, -1}, 1.0}, 4.0, 1.0},  // folded, out of reach
      {{{3.0, 1.0}, {1, 1}, 0.4}, 1.0, 1.0}};          // the target is too near the root
  return all;
}

TEST(NewtonAtASaddle, LeavesArmsWhoseLineLeadsToTheirTarget) {
  for (const LinePose& pose : saddles()) {
    for (const bool spatial : {false, true}) {
      ik::Multibody body = pose.arm.body();
      if (spatial) {
        // the last joint bends out of the plane; the others reach all that three links reach
        if (pose.arm.lengths.size() < 3) continue;
        std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
        joints.back().axis = Eigen::Vector3d(0.0, 1.0, 0.0);
        body = ik::Multibody(joints, {body.effector(0)});
      }
      ik::Solver solver(body, "newton");
      solver.set_theta(pose.arm.theta());
      solver.target(0) = pose.arm.at(pose.target);
      ASSERT_LT((solver.jacobian().transpose() * solver.error_vector()).norm(), 1e-14);
      for (int k = 0; k < 60; ++k) solver.step();
      const double distance = (solver.position(0) - solver.target(0)).norm();
      EXPECT_NEAR(distance, pose.closest, 1e-8) << pose.target << ' ' << spatial;
      EXPECT_LT(solver.last_step().norm(), 1e-6) << pose.target;
    }
  }
}

TEST(NewtonAtASaddle, StaysAtTheClosestPose) {
  for (const double angle : {0.0, 0.4, 2.0}) {
    const LineArm arm{{1.0, 0.7, 0.5}, {1, 1, 1}, angle};
    ik::Solver solver(arm.body(), "newton");
    solver.set_theta(arm.theta());
    for (const double along : {2.2, 2.5, 40.0}) {
      solver.target(0) = arm.at(along);
      for (int k = 0; k < 5; ++k) solver.step();
      EXPECT_LT((solver.theta() - arm.theta()).norm(), 1e-9) << angle << ' ' << along;
    }
  }
}

TEST(NegativeCurvature, IsFoundWhereAnEigenvalueIsNegativeAlone) {
  ik::MatrixX A;
  VectorX scratch;
  for (int seed = 0; seed < 40; ++seed) {
    const int n = 1 + seed % 9;
    bodies::Numbers numbers(seed);
    ik::MatrixX B(n, n);
    for (int j = 0; j < n; ++j) B.col(j) = numbers.vector(n);
    // symmetric of either kind: some definite, some not
    const ik::MatrixX H =
        seed % 3 == 0 ? ik::MatrixX(B * B.transpose()) : ik::MatrixX(B + B.transpose());
    VectorX x(n);
    const double curvature = ik::negative_curvature(H, A, scratch, x);
    const double least = algebra::eigenvalues(H)[0];
    if (least > -1e-9 * H.norm()) {
      EXPECT_EQ(curvature, 0.0) << seed;
      continue;
    }
    EXPECT_NEAR(x.norm(), 1.0, 1e-12) << seed;
    EXPECT_NEAR(curvature, x.dot(H * x), 1e-12) << seed;
    EXPECT_LT(curvature, 0.9 * least) << seed;
  }
}

}  // namespace
