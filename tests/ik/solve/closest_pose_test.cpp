#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "iklab/solver.h"
#include "support/bodies.h"

// Where Solver::solve ends if no pose reaches, beside closed forms, and the reason that it gives.
namespace {

TEST(ClosestPose, EndsAtTheNearestPoseOfTargetsOutOfTheShellOfTwoLinks) {
  for (const double d : {1.9, 3.0, 50.0, 0.35, 0.1}) {
    for (const double bearing : {0.1, 2.0, -2.9}) {
      ik::Solver solver(bodies::elbow_arm(1.0, 0.5));
      solver.target("tip") = bodies::out_at(d, bearing);
      const ik::Report report = solver.solve();
      EXPECT_EQ(report.outcome, ik::Outcome::kStalled);
      EXPECT_EQ(report.verdict, ik::Verdict::kProven);
      EXPECT_EQ(report.proof, ik::Proof::kDistance);
      const double nearest = d > 1.0 ? 1.5 : 0.5;
      EXPECT_NEAR(report.error, std::abs(d - nearest), 1e-9) << d << ' ' << bearing;
      EXPECT_LT((solver.position("tip") - bodies::out_at(nearest, bearing)).norm(), 1e-6) << d;
      EXPECT_LE(report.attempts, 1);
      EXPECT_LT(report.updates, 60);
    }
  }
}

TEST(ClosestPose, EndsAtTheNearestPoseThatALimitAllowsAndNamesTheJoint) {
  // the elbow cannot open beyond 1 rad
  ik::Solver solver(bodies::elbow_arm(1.0, 0.8, 1.0, 2.5));
  const double most = std::sqrt(1.64 + 1.6 * std::cos(1.0)),
               least = std::sqrt(1.64 + 1.6 * std::cos(2.5));
  for (const double d : {0.5 * (most + 1.8), 0.5 * (least + 0.2)}) {
    solver.target("tip") = bodies::out_at(d, 0.7);
    const ik::Report report = solver.solve();
    EXPECT_EQ(report.outcome, ik::Outcome::kStalled);
    EXPECT_EQ(report.proof, ik::Proof::kPoses);
    EXPECT_EQ(report.joint, 1);
    EXPECT_EQ(solver.theta()[1], d > 1.0 ? 1.0 : 2.5);
    EXPECT_NEAR(report.gain, 1.0, 1e-6);  // without that limit the goal is reached
    EXPECT_NEAR(report.error, std::abs(d - (d > 1.0 ? most : least)), 1e-9);
  }
}

TEST(ClosestPose, LeavesAStraightArmThatIsPushedAlongItself) {
  for (const double x : {-3.0, -1.0, 0.3, 0.05}) {
    ik::Solver solver(bodies::elbow_arm(1.0, 0.8));
    solver.set_theta(Eigen::Vector2d::Zero());
    solver.target("tip") = {x, 0.0, 0.0};
    solver.solve();
    const double nearest = std::clamp(std::abs(x), 0.2, 1.8);
    EXPECT_NEAR((solver.position("tip") - solver.target("tip")).norm(),
                std::abs(std::abs(x) - nearest), 1e-6)
        << x;
  }
}

TEST(ClosestPose, TellsAGoalAcrossAllJointsFromOneThatIsTooFar) {
  // planar arms cannot leave their plane
  ik::Solver solver(bodies::elbow_arm(1.0, 0.8));
  solver.target("tip") = {0.9, 0.6, 0.3};
  const ik::Report report = solver.solve();
  EXPECT_EQ(report.outcome, ik::Outcome::kStalled);
  EXPECT_EQ(report.verdict, ik::Verdict::kProven);
  EXPECT_EQ(report.proof, ik::Proof::kPlace);
  EXPECT_LE(report.attempts, 3);
  EXPECT_NEAR(report.error, 0.3, 1e-9);
}

TEST(ClosestPose, NamesTheJointInTheOrderGiven) {
  // the child is listed first
  std::vector<ik::Joint> joints(2);
  joints[0].name = "elbow";
  joints[0].parent = 1;
  joints[0].parent_from_joint.translation().x() = 1.0;
  joints[0].lower = 0.5;
  joints[0].upper = 1.0;
  joints[1].name = "shoulder";
  ik::Solver solver(ik::Multibody(joints, {{"hand", 0, Eigen::Vector3d(0.8, 0.0, 0.0)}}));
  solver.target("hand") = {1.79, 0.0, 0.0};
  const ik::Report report = solver.solve();
  EXPECT_EQ(report.proof, ik::Proof::kPoses);
  EXPECT_EQ(report.joint, solver.joint_index("elbow"));
  EXPECT_EQ(solver.theta()[0], 0.5);
}

TEST(ClosestPose, BlamesNoLimitOfAnArmThatIsStretched) {
  // a post that turns, and two hinges beside it: the target is in the shell, but too far for the
  // two
  std::vector<ik::Joint> joints(3);
  for (int j = 1; j < 3; ++j) {
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].axis = Eigen::Vector3d::UnitY();
    joints[static_cast<std::size_t>(j)].initial = 0.4;
  }
  joints[1].parent_from_joint.translation().x() = 0.2;
  joints[2].parent_from_joint.translation().x() = 0.5;
  ik::Solver solver(ik::Multibody(joints, {{"hand", 2, Eigen::Vector3d(0.4, 0.0, 0.0)}}));
  solver.target(0) = {0.0, 0.01, 1.05};
  const ik::Report report = solver.solve();
  EXPECT_EQ(report.outcome, ik::Outcome::kStalled);
  EXPECT_EQ(report.proof, ik::Proof::kPoses);
  EXPECT_EQ(report.joint, -1);
  // the post turns the shoulder to the target's side
  EXPECT_NEAR(report.error, std::hypot(1.05, 0.2 - 0.01) - 0.9, 1e-9);
}

}  // namespace
