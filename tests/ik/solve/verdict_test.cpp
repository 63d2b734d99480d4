#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "support/aiming.h"
#include "support/robot_arms.h"

// What Solver::solve says of goals that it does not reach, beside what other solves find.
namespace {

using ik::Report, ik::VectorX, ik::Verdict;

/// n hinges about z between -limit and limit, with links of 1 m in all.
ik::Multibody spine(int n, double limit) {
  std::vector<ik::Joint> joints(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) {
    ik::Joint& joint = joints[static_cast<std::size_t>(j)];
    joint.parent = j - 1;
    if (j > 0) joint.parent_from_joint.translation().x() = 1.0 / n;
    joint.lower = -limit;
    joint.upper = limit;
  }
  ik::Effector tip{"tip", n - 1, {1.0 / n, 0.0, 0.0}};
  tip.aim = ik::AimKind::kOrientation;
  return {joints, {tip}};
}

/// Asks a solver for the frame of its effector at theta.
void want_pose_at(const VectorX& theta, ik::Solver& solver) {
  const ik::Solver there = [&] {
    ik::Solver copy = solver;
    copy.set_theta(theta);
    return copy;
  }();
  solver.target(0) = there.position(0);
  solver.orientation(0) = there.frame(0).linear();
}

TEST(Verdict, TellsASpentBudgetFromGoalsThatNothingReaches) {
  int spent = 0;
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::Solver solver(arm.body());
    for (int i = 0; i < 60; ++i) {
      bodies::want_frame(arm.frame(bodies::drawn(arm, i)), solver);  // reachable
      solver.set_theta(arm.middle());
      const Report report = solver.solve({.updates = 20});
      if (report.outcome == ik::Outcome::kReached) {
        EXPECT_EQ(report.verdict, Verdict::kReached);
        continue;
      }
      ++spent;
      ASSERT_EQ(report.verdict, Verdict::kUnfinished) << arm.name << ' ' << i;
      EXPECT_EQ(report.outcome, ik::Outcome::kMoved);
      EXPECT_LT(report.attempts, report.starts);
      EXPECT_EQ(report.joint, -1);
      EXPECT_LE(report.updates, 20);
    }
  }
  EXPECT_GT(spent, 10);
}

TEST(Verdict, UsesEveryStartBeforeItSaysSearched) {
  const bodies::Arm& arm = bodies::arms()[0];
  ik::Solver solver(arm.body());
  solver.set_weight(0, 1.0, 0.0);
  solver.target(0) = {0.3, 0.3, 0.85};
  for (const int restarts : {5, 20}) {
    solver.set_theta(arm.middle());
    const Report report = solver.solve({.restarts = restarts});
    ASSERT_EQ(report.verdict, Verdict::kSearched);
    EXPECT_EQ(report.attempts, restarts + 1);
    EXPECT_EQ(report.starts, restarts + 1);
  }
}

TEST(Verdict, ProvesByTheEquationsOfAnArmAndNoOtherStartReaches) {
  int proven = 0;
  for (const int number : {0, 1, 2}) {
    const bodies::Arm& arm = bodies::arms()[static_cast<std::size_t>(number)];
    ik::Solver solver(arm.body());
    for (int i = 0; i < 40; ++i) {
      Eigen::Isometry3d goal = arm.frame(bodies::drawn(arm, i));
      goal.translation() *= 1.15;
      bodies::want_frame(goal, solver);
      solver.set_theta(arm.middle());
      const Report report = solver.solve({.restarts = 5});
      if (report.proof != ik::Proof::kPoses) continue;
      ++proven;
      EXPECT_EQ(report.verdict, Verdict::kProven);
      EXPECT_GT(report.error + report.aim_error, 0.0);
      solver.set_theta(arm.middle());
      const Report more = solver.solve({.updates = 100'000, .restarts = 60, .seed = 7});
      EXPECT_EQ(more.verdict, Verdict::kProven) << arm.name << ' ' << i;
    }
  }
  EXPECT_GT(proven, 30);
}

TEST(Verdict, NamesALimitOnlyIfTheErrorFallsWithoutIt) {
  int named = 0, unnamed = 0;
  for (const int number : {0, 2, 3}) {
    const bodies::Arm& arm = bodies::arms()[static_cast<std::size_t>(number)];
    const ik::Multibody body = arm.body();
    ik::Solver solver(body);
    solver.set_weight(0, 1.0, 0.0);
    for (int i = 0; i < 40; ++i) {
      solver.target(0) =
          0.95 * Eigen::Vector3d(2.0 * bodies::halton(i, 2) - 1.0, 2.0 * bodies::halton(i, 3) - 1.0,
                                 2.0 * bodies::halton(i, 5) - 1.0);
      solver.set_theta(arm.middle());
      const Report report = solver.solve({.restarts = 30});
      if (report.verdict != Verdict::kSearched) continue;
      if (report.joint < 0) {
        ++unnamed;
        continue;
      }
      ++named;
      std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
      ik::Joint& released = joints[static_cast<std::size_t>(body.solver_index(report.joint))];
      released.lower = -ik::kUnlimited;
      released.upper = ik::kUnlimited;
      ik::Solver freer(ik::Multibody(joints, {body.effector(0)}));
      freer.set_weight(0, 1.0, 0.0);
      freer.target(0) = solver.target(0);
      freer.set_theta(solver.theta());
      const Report without = freer.solve({.restarts = 30});
      EXPECT_GE(report.gain, 0.01);
      EXPECT_LE(without.error, (1.0 - report.gain) * report.error + 1e-6) << arm.name << ' ' << i;
    }
  }
  EXPECT_GT(named, 10);
  EXPECT_GT(named + unnamed, 20);
}

TEST(Verdict, ProvesThatNoJointMovesAnEffectorAcrossAPlane) {
  // hinges about z, and a slide along x: every place has the height of the start
  std::vector<ik::Joint> joints(4);
  for (int j = 1; j < 4; ++j) {
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].parent_from_joint.translation() =
        Eigen::Vector3d(0.4, 0.1 * j, 0.2);
  }
  joints[2].type = ik::JointType::kPrismatic;
  joints[2].axis = Eigen::Vector3d::UnitX();
  joints[2].lower = -0.2;
  joints[2].upper = 0.3;
  ik::Solver solver(ik::Multibody(joints, {{"hand", 3, {0.3, 0.0, 0.0}}}));
  const double height = solver.position(0).z();
  for (const double off : {1e-5, 0.1, -0.3}) {
    solver.target(0) = {0.6, 0.5, height + off};
    const Report report = solver.solve();
    EXPECT_EQ(report.verdict, Verdict::kProven) << off;
    EXPECT_EQ(report.proof, ik::Proof::kPlace);
    EXPECT_GE(report.error, std::abs(off) - 1e-12);
    EXPECT_LE(report.attempts, 3);
  }
  solver.target(0) = {0.6, 0.5, height + 5e-7};  // within the tolerance
  EXPECT_EQ(solver.solve().verdict, Verdict::kReached);
}

TEST(Verdict, ProvesThatAnOrientationNeedsAnotherAxis) {
  ik::Solver solver(spine(4, 2.0));
  VectorX theta(4);
  theta << 0.3, -0.5, 0.7, 0.2;
  want_pose_at(theta, solver);
  EXPECT_EQ(solver.solve().verdict, Verdict::kReached);
  solver.orientation(0) =
      solver.orientation(0) * Eigen::AngleAxisd(0.2, Eigen::Vector3d::UnitY()).matrix();
  const Report report = solver.solve();
  EXPECT_EQ(report.verdict, Verdict::kProven);
  EXPECT_EQ(report.proof, ik::Proof::kTurn);
  EXPECT_GE(report.aim_error, 0.2 - 1e-6);
}

TEST(Verdict, ProvesNothingOfGoalsThatAPoseReaches) {
  // a start that does not suffice, so that the search asks for a proof
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::Solver solver(arm.body());
    for (int i = 0; i < 100; ++i) {
      bodies::want_frame(arm.frame(bodies::drawn(arm, i)), solver);
      solver.set_theta(arm.middle());
      ASSERT_NE(solver.solve({.restarts = 3}).verdict, Verdict::kProven) << arm.name << ' ' << i;
    }
  }
  ik::Solver planar(spine(6, 0.4));
  for (int i = 0; i < 50; ++i) {
    VectorX theta(6);
    for (int j = 0; j < 6; ++j) theta[j] = 0.8 * bodies::halton(i, j < 3 ? 2 + j : 5 + 2 * j) - 0.4;
    want_pose_at(theta, planar);
    planar.set_theta(VectorX::Zero(6));
    ASSERT_NE(planar.solve({.restarts = 3}).verdict, Verdict::kProven) << i;
  }
}

TEST(Verdict, ReachesSpinesThatCurl) {
  constexpr int kJoints = 30;
  ik::Solver solver(spine(kJoints, 0.2));
  bodies::Numbers numbers(9);
  for (int i = 0; i < 40; ++i) {
    // every joint in the outer fifth, all on one side
    VectorX theta = VectorX::Constant(kJoints, 0.18) + 0.02 * numbers.vector(kJoints);
    if (i % 2 == 1) theta = -theta;
    want_pose_at(theta, solver);
    solver.set_theta(VectorX::Zero(kJoints));
    const Report report = solver.solve();
    ASSERT_EQ(report.verdict, Verdict::kReached) << i << ' ' << report.error;
    EXPECT_LE(report.error, 1e-6);
  }
}

TEST(Verdict, ReachesPosesWithEveryJointAtALimit) {
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::Solver solver(arm.body());
    const ik::Multibody& body = solver.multibody();
    for (int i = 0; i < 150; ++i) {
      VectorX theta(body.joint_count());
      for (int j = 0; j < theta.size(); ++j) {
        const ik::Joint& joint = body.joint(body.solver_index(j));
        const bool high = bodies::halton(i + 1, j < 4 ? 2 + j : 7 + 2 * j) > 0.5;
        theta[j] = high ? joint.upper : joint.lower;
      }
      bodies::want_frame(arm.frame(theta), solver);
      solver.set_theta(arm.middle());
      ASSERT_EQ(solver.solve().verdict, Verdict::kReached) << arm.name << ' ' << i;
    }
  }
}

TEST(Verdict, EndsAtTheSamePoseOutOfReachWhateverTheSeed) {
  // of one position out of the shell the closest pose is known: stretched towards it
  const bodies::Arm& arm = bodies::arms()[4];
  ik::Solver solver(arm.body());
  solver.set_weight(0, 1.0, 0.0);
  solver.target(0) = {1.4, 0.2, 0.9};
  double least = ik::kUnlimited, most = 0.0;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    solver.set_theta(arm.middle());
    const Report report = solver.solve({.seed = seed});
    EXPECT_EQ(report.proof, ik::Proof::kDistance);
    least = std::min(least, report.error);
    most = std::max(most, report.error);
  }
  EXPECT_LT(most, 1.02 * least);
}

TEST(Verdict, TurnsJointsFarFromTheirLimitsWhereTwoTurnsFit) {
  constexpr double kWholeTurn = 2.0 * std::numbers::pi;
  const bodies::Arm& arm = bodies::arms()[1];
  ik::Solver solver(arm.body());
  VectorX start(6);
  start << 5.0, -1.0, 1.5, -4.5, 5.5, 6.0;
  for (int i = 0; i < 30; ++i) {
    solver.set_theta(start);
    bodies::want_frame(arm.frame(bodies::drawn(arm, i)), solver);
    ASSERT_EQ(solver.solve({.choice = ik::Choice::kFromLimits}).verdict, Verdict::kReached);
    for (int j = 0; j < 6; ++j) {
      const ik::Joint& joint = solver.multibody().joint(solver.multibody().solver_index(j));
      const double middle = 0.5 * (joint.lower + joint.upper), at = solver.theta()[j];
      for (const double other : {at - kWholeTurn, at + kWholeTurn}) {
        if (other < joint.lower || other > joint.upper) continue;
        EXPECT_LE(std::abs(at - middle), std::abs(other - middle) + 1e-12) << i << ' ' << j;
      }
    }
  }
}

TEST(Verdict, NamesTheOneLimitBeyondWhichAPoseReachesThoughTheClosestPoseIsFarFromIt) {
  bodies::Arm arm = bodies::arms()[0];
  // behind the arm, beyond the range of j1; the closest pose bends over backwards instead
  const Eigen::Vector3d goal(-0.672479686058213, -0.03726016724959469, 0.5456121546316133);
  const auto solved = [&](const ik::Multibody& body) {
    std::vector<ik::Effector> tip = {body.effector(0)};
    tip[0].aim = ik::AimKind::kNone;
    ik::Solver solver(ik::Multibody({body.joints().begin(), body.joints().end()}, tip));
    solver.target(0) = goal;
    return solver.solve();
  };
  const ik::Report report = solved(arm.body());
  EXPECT_EQ(report.verdict, ik::Verdict::kSearched);
  EXPECT_EQ(report.joint, 0);
  EXPECT_EQ(report.gain, 1.0);
  arm.joints[0].lower = -4.0;
  arm.joints[0].upper = 4.0;
  EXPECT_EQ(solved(arm.body()).verdict, ik::Verdict::kReached);
}

TEST(Verdict, ProvesAlsoAfterTheUpdatesEnded) {
  ik::Solver solver(ik::chain({1.0, 0.8, 0.5}));
  solver.target(0) = {0.9, 0.9, 0.1};  // off the plane
  EXPECT_EQ(solver.solve({.updates = 1}).proof, ik::Proof::kPlace);
}

}  // namespace
