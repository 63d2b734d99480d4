#include "iklab/iklab.h"

#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "support/bodies.h"
#include "support/refusal.h"
#include "support/robot_arms.h"

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

TEST(Solver, LeavesTheAimsWeightWhereThePositionsAloneIsSet) {
  const bodies::Arm& arm = bodies::arms()[0];
  ik::Solver solver(arm.body());
  bodies::want_frame(arm.frame(bodies::drawn(arm, 3)), solver);
  solver.set_weight(0, 1.0, 0.0);
  solver.set_weight(0, 0.5);
  EXPECT_EQ(solver.step().aim_error, 0.0) << "the aim is dropped";
  solver.set_weight(0, 0.5, 1.0);
  EXPECT_GT(solver.step().aim_error, 0.1);
  const ik::MatrixX J = solver.jacobian();
  solver.set_weight(0, 0.25 * 0.5);
  solver.step();
  EXPECT_NE(refusal([&] { solver.set_weight(0, 2.0, -1.0); }), "");
  // rows are multiplied by the weights' roots
  solver.set_theta(arm.middle());
  solver.step();
  const double root = std::sqrt(0.125);
  ik::Solver plain(arm.body());
  plain.set_theta(arm.middle());
  plain.step();
  const ik::MatrixX weighted = solver.jacobian(), unweighted = plain.jacobian();
  EXPECT_LT((weighted.topRows(3) - root * unweighted.topRows(3)).norm(), 1e-14);
  EXPECT_LT((weighted.bottomRows(3) - unweighted.bottomRows(3)).norm(), 1e-14);
}

TEST(Solver, ReadsItsGoalsWhereItIsConst) {
  const bodies::Arm& arm = bodies::arms()[0];
  ik::Solver solver(arm.body());
  solver.target(0) = {0.4, 0.1, 0.3};
  solver.orientation(0) = Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitY()).matrix();
  solver.obstacles().push_back({"ball", {1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 0.1});
  const ik::Solver& read = solver;
  const std::string& name = read.multibody().effector(0).name;
  EXPECT_EQ(read.target(0), Eigen::Vector3d(0.4, 0.1, 0.3));
  EXPECT_EQ(&read.target(name), &solver.target(0));
  EXPECT_NEAR(read.orientation(0)(0, 2), std::sin(0.3), 1e-15);
  EXPECT_EQ(&read.orientation(name), &solver.orientation(0));
  EXPECT_EQ(read.obstacles().size(), 1U);
  EXPECT_EQ(refusal([&] { read.direction(name); }), "effector '" + name + "' aims at no direction");
  EXPECT_EQ(refusal([&] { read.target(1); }), "no effector with index 1");
  ik::Solver pointing(ik::chain({1.0, 0.8}, ik::AimKind::kDirection));
  pointing.direction(0) = {0.0, 2.0, 0.0};
  const ik::Solver copy = pointing;
  EXPECT_EQ(copy.direction("tip"), Eigen::Vector3d(0.0, 2.0, 0.0));
  EXPECT_EQ(copy.direction(0), Eigen::Vector3d(0.0, 2.0, 0.0));
}

TEST(Solver, CallsByIndexWhatHasNoName) {
  std::vector<ik::Joint> joints(3);
  joints[1].parent = 0;
  joints[2].parent = 1;
  joints[0].name = "shoulder";
  ik::Effector hand{"", 2, {0.5, 0.0, 0.0}};
  hand.aim = ik::AimKind::kDirection;
  ik::Solver solver(ik::Multibody(joints, {hand}));
  EXPECT_EQ(refusal([&] { solver.joint_index("elbow"); }),
            "no joint 'elbow': there are shoulder, joint 1, joint 2");
  EXPECT_EQ(refusal([&] { solver.joint_index(""); }),
            "no joint '': there are shoulder, joint 1, joint 2");
  EXPECT_EQ(refusal([&] { solver.target("tip"); }), "no effector 'tip': there are effector 0");
  EXPECT_EQ(refusal([&] { solver.orientation(0); }), "effector 0 has no orientation");
  EXPECT_EQ(refusal([&] { solver.set_weight(0, -1.0); }),
            "effector 0: a weight must be at least 0");
  ik::BatchSolver batch(solver.multibody(), 1);
  EXPECT_EQ(refusal([&] { batch.set_orientation(0, 0, Eigen::Matrix3d::Identity()); }),
            "effector 0 has no orientation");

  // the messages of the body itself, in the order given
  joints[1].weight = -1.0;
  EXPECT_EQ(refusal([&] { ik::Multibody(joints, {hand}); }),
            "joint 1: its weight must be finite and not negative");
  joints[1].weight = 1.0;
  joints[0].parent = 2;
  EXPECT_EQ(refusal([&] { ik::Multibody(joints, {hand}); }),
            "joint 'shoulder': its parents form a cycle");
  joints[0].parent = -1;
  hand.lever = -1.0;
  EXPECT_EQ(refusal([&] { ik::Multibody(joints, {hand}); }),
            "effector 0: its lever must be finite and not negative");
  hand.lever = 1.0;
  // given child first: the solver's order differs
  std::vector<ik::Joint> turned(3);
  turned[0].parent = 1;
  turned[1].parent = 2;
  turned[0].leader = 2;
  turned[0].lower = turned[0].upper = 1.0;
  turned[2].lower = -1.0;
  turned[2].upper = 0.5;
  EXPECT_EQ(refusal([&] { ik::Multibody(turned, {hand}); }),
            "joint 0: its limits and those of joint 2, which it follows, leave no angle");
}

}  // namespace
