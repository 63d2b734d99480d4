#include "iklab/iklab.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

TEST(Solver, PointsAlongADirection) {
  ik::Solver solver(ik::chain({1.0, 0.8, 0.5}, ik::AimKind::kDirection), "dls");
  solver.set("lambda", 0.2);
  solver.target("tip") = {1.2, 0.6, 0.0};
  solver.direction("tip") = {0.0, -3.0, 0.0};
  const ik::Report report = solver.solve();
  EXPECT_EQ(report.outcome, ik::Outcome::kReached);
  // the last link's bearing is the sum of the angles
  EXPECT_NEAR(std::remainder(solver.theta().sum(), 2.0 * std::numbers::pi), -std::numbers::pi / 2,
              2e-6);
}

TEST(Solver, IsNotDoneWhileAnAimIsLeft) {
  ik::Solver solver(ik::chain({1.0, 0.8, 0.5}, ik::AimKind::kDirection), "levenberg-marquardt");
  solver.set_theta(Eigen::Vector3d(1.4, -1.2, -0.6));
  solver.target("tip") = solver.position("tip");
  solver.direction("tip") = {0.0, 1.0, 0.0};
  EXPECT_EQ(solver.solve({.updates = 0}).outcome, ik::Outcome::kMoved);
  const ik::Report report = solver.solve();
  EXPECT_EQ(report.outcome, ik::Outcome::kReached);
  EXPECT_GT(report.updates, 0);
  EXPECT_NEAR(solver.theta().sum(), std::numbers::pi / 2, 2e-6);
}

TEST(Solver, GivesUpAGoalOfWeightZero) {
  const ik::Multibody tree = bodies::forked_tree();
  ASSERT_EQ(tree.effector_count(), 2);
  ik::Solver solver(tree, "levenberg-marquardt");
  const std::string lost = tree.effector(1).name;
  solver.target(lost) = {50.0, 0.0, 0.0};
  EXPECT_EQ(solver.solve().outcome, ik::Outcome::kStalled);
  solver.set_weight(lost, 0.0);
  solver.set_theta(ik::VectorX::Constant(tree.joint_count(), 0.1));
  const ik::Report report = solver.solve();
  EXPECT_EQ(report.outcome, ik::Outcome::kReached);
  EXPECT_LE(report.error, 1e-6);
}

}  // namespace
