#include <cmath>

#include <gtest/gtest.h>

#include "iklab/batch.h"
#include "support/lanes.h"
#include "support/robot_arms.h"

// Where BatchSolver::solve ends if no pose reaches, beside a Solver.
namespace {

/// The limited arm with its joints given from the hand to the base.
ik::Multibody limited_arm_backward() {
  const ik::Multibody arm = bodies::limited_arm();
  std::vector<ik::Joint> joints(arm.joints().rbegin(), arm.joints().rend());
  const int n = arm.joint_count();
  for (ik::Joint& joint : joints) joint.parent = joint.parent < 0 ? -1 : n - 1 - joint.parent;
  ik::Effector hand = arm.effector(0);
  hand.joint = n - 1 - hand.joint;
  return {joints, {hand}};
}

TEST(LaneSearch, EndsAtTheClosestPoseOfASolverWhereTheGoalsAreOutOfReach) {
  constexpr int kPoses = 24;
  const ik::Multibody body = limited_arm_backward();
  ik::BatchSolver batch(body, kPoses);
  for (int b = 0; b < kPoses; ++b) {
    batch.set_target(b, 0, (b % 2 == 0 ? 6.0 : 1.0) * bodies::Numbers(b).vector());
  }
  batch.solve({.updates = 4000, .restarts = 20});
  int failed = 0, limits = 0;
  for (int b = 0; b < kPoses; ++b) {
    ik::Solver solver(body);
    solver.target(0) = batch.target(b, 0);
    const ik::Report alone = solver.solve({.updates = 4000, .restarts = 20});
    const ik::Report& report = batch.report(b);
    EXPECT_EQ(report.outcome, alone.outcome) << b;
    EXPECT_EQ(report.verdict, alone.verdict) << b;
    EXPECT_EQ(report.proof, alone.proof) << b;
    EXPECT_EQ(report.joint, alone.joint) << b;
    EXPECT_NEAR(report.error, alone.error, 1e-6) << b;
    EXPECT_NEAR(batch.error(b), report.error, 1e-12) << b;
    EXPECT_LE(report.updates, 4000);
    failed += report.outcome == ik::Outcome::kReached ? 0 : 1;
    limits += report.joint >= 0 ? 1 : 0;
  }
  EXPECT_GT(failed, kPoses / 3);
  EXPECT_LT(failed, kPoses);
  EXPECT_GT(limits, 0);
}

TEST(LaneSearch, EndsAtTheClosestPlacesAndAimsOfASolver) {
  // within a third of an arm's ranges few poses can be reached; a short lever makes aims cheap
  constexpr int kPoses = 80;
  const bodies::Arm& wide = bodies::arms()[0];
  bodies::Arm arm = wide;
  for (bodies::ArmJoint& joint : arm.joints) {
    joint.lower *= 0.3;
    joint.upper *= 0.3;
  }
  const ik::Multibody plain = arm.body();
  ik::Effector hand = plain.effector(0);
  hand.lever = 0.003;
  const ik::Multibody body({plain.joints().begin(), plain.joints().end()}, {hand});
  ik::BatchSolver batch(body, kPoses);
  ik::Solver solver(body);
  const ik::Stop stop{.restarts = 3};
  for (int b = 0; b < kPoses; ++b) {
    lanes::want_frame(wide.frame(0.5 * bodies::drawn(wide, b)), b, batch);
  }
  batch.solve(stop);
  int failed = 0, same = 0;
  for (int b = 0; b < kPoses; ++b) {
    solver.set_theta(arm.middle());
    bodies::want_frame(wide.frame(0.5 * bodies::drawn(wide, b)), solver);
    const ik::Report alone = solver.solve(stop);
    EXPECT_TRUE(arm.keeps_limits(lanes::theta(batch, b)));
    if (alone.outcome == ik::Outcome::kReached) continue;
    ++failed;
    same += std::abs(batch.report(b).error - alone.error) < 1e-6 &&
                    std::abs(batch.report(b).aim_error - alone.aim_error) < 1e-6
                ? 1
                : 0;
  }
  EXPECT_GT(failed, kPoses / 3);
  EXPECT_GT(same, 0.95 * failed) << failed;  // rounding leads some elsewhere
}

}  // namespace
