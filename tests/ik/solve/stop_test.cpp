#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "iklab/batch.h"
#include "support/refusal.h"
#include "support/robot_arms.h"

// What Stop asks of Solver::solve: bounds, tolerances by axis, choice.
namespace {

using bodies::drawn;
using ik::VectorX;

TEST(Stop, LooksOnceAtAPoseThatStands) {
  const bodies::Arm& arm = bodies::arms()[3];
  ik::Solver solver(arm.body());
  const VectorX theta = drawn(arm, 5);
  solver.set_theta(theta);
  bodies::want_frame(arm.frame(theta), solver);
  int asked = 0;
  const ik::Report report = solver.solve({.give_up = [&asked] { return ++asked > 0; }});
  EXPECT_EQ(report.outcome, ik::Outcome::kReached);
  EXPECT_EQ(report.updates, 0);
  EXPECT_EQ(report.attempts, 0);
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(solver.theta(), theta);
}

TEST(Stop, EndsWhenItIsToldToAndAtItsBoundOfUpdates) {
  const bodies::Arm& arm = bodies::arms()[3];  // with seven joints: no equations
  ik::Solver solver(arm.body());
  // just out of reach from the shoulder, but not from the base
  bodies::want_frame(arm.frame(drawn(arm, 3)), solver);
  solver.target(0) = {0.7, 0.7, 0.34};
  int asked = 0;
  ik::Report report = solver.solve({.give_up = [&asked] { return ++asked > 37; }});
  EXPECT_EQ(report.outcome, ik::Outcome::kMoved);
  EXPECT_TRUE(report.given_up);
  EXPECT_EQ(report.verdict, ik::Verdict::kUnfinished);
  EXPECT_EQ(report.updates, 37);
  for (const int most : {0, 1, 5, 100, 400}) {
    solver.set_theta(arm.middle());
    report = solver.solve({.updates = most});
    EXPECT_LE(report.updates, most);
    EXPECT_NE(report.outcome, ik::Outcome::kReached);
    EXPECT_TRUE(arm.keeps_limits(solver.theta()));
    // an attempt that fails costs no more than a few good ones
    if (most == 400) {
      EXPECT_GT(report.attempts, 10);
    }
  }
}

TEST(Stop, IsAskedInTheDescentToAGoalOutOfReachToo) {
  ik::Solver solver(bodies::arms()[0].body());
  solver.set_weight(0, 1.0, 0.0);
  solver.target(0) = {5.0, 3.0, 1.0};
  ASSERT_GT(solver.solve().updates, 3);
  solver.set_theta(bodies::arms()[0].middle());
  int asked = 0;
  const ik::Report report = solver.solve({.give_up = [&asked] { return ++asked > 3; }});
  EXPECT_EQ(report.updates, 3);
  EXPECT_EQ(report.outcome, ik::Outcome::kMoved);
}

TEST(Stop, CountsNoAttemptWhereTolerancesHoldFromTheStart) {
  const bodies::Arm& arm = bodies::arms()[0];
  ik::Solver solver(arm.body());
  solver.set_theta(arm.middle());
  bodies::want_frame(arm.frame(arm.middle()), solver);
  ik::AxisTolerance tolerance;
  tolerance.aim[2] = ik::kUnlimited;
  const ik::Report report = solver.solve({.tolerances = {&tolerance, 1}});
  EXPECT_EQ(report.outcome, ik::Outcome::kReached);
  EXPECT_EQ(report.updates, 0);
  EXPECT_EQ(report.attempts, 0);
}

TEST(Stop, EndsCloserTheLongerItSearches) {
  bodies::Arm arm = bodies::arms()[0];
  arm.joints[5].place = {0.02, 0.0, 0.0};  // the wrist's axes do not meet: no closed form
  int closer = 0;
  for (int i = 0; i < 40; ++i) {
    double first = 0.0, last = ik::kUnlimited;
    for (const int restarts : {1, 4, 16, 60}) {
      ik::Solver solver(arm.body());
      solver.set_theta(arm.middle());
      Eigen::Isometry3d goal = arm.frame(drawn(arm, i));
      goal.translation() *= 1.3;
      bodies::want_frame(goal, solver);
      const ik::Report report = solver.solve({.updates = 100000, .restarts = restarts});
      EXPECT_TRUE(arm.keeps_limits(solver.theta()));
      const double objective =
          report.error * report.error + 0.09 * report.aim_error * report.aim_error;
      EXPECT_LE(objective, 1.05 * last + 1e-9);
      last = std::min(last, objective);
      if (restarts == 1) first = objective;
    }
    closer += last < 0.7 * first ? 1 : 0;
  }
  EXPECT_GT(closer, 3);
}

TEST(Stop, FreesAnAxisOfATool) {
  const bodies::Arm& arm = bodies::arms()[0];
  for (const int axis : {0, 1, 2}) {
    int spun = 0;
    for (int i = 0; i < 30; ++i) {
      ik::Solver solver(arm.body());
      solver.set_theta(arm.middle());
      Eigen::Isometry3d goal = arm.frame(drawn(arm, i));
      bodies::want_frame(goal, solver);
      ik::AxisTolerance tolerance;
      tolerance.aim[axis] = ik::kUnlimited;
      const ik::Report report = solver.solve({.tolerances = {&tolerance, 1}});
      ASSERT_EQ(report.outcome, ik::Outcome::kReached) << axis << ' ' << i;
      const Eigen::Isometry3d there = arm.frame(solver.theta());
      EXPECT_LT((there.translation() - goal.translation()).norm(), 2e-6);
      // the free axis itself points where it should
      EXPECT_LT((there.linear().col(axis) - goal.linear().col(axis)).norm(), 2e-6);
      spun += bodies::angle_between(there.linear(), goal.linear()) > 0.01;
    }
    EXPECT_GT(spun, 20);
  }
}

TEST(Stop, FreesAxesOfAPlaceAndKeepsToBandsOfOthers) {
  const bodies::Arm& arm = bodies::arms()[1];
  int used = 0;
  for (int i = 0; i < 30; ++i) {
    ik::Solver solver(arm.body());
    solver.set_theta(arm.middle());
    const Eigen::Isometry3d goal = arm.frame(drawn(arm, i));
    bodies::want_frame(goal, solver);
    ik::AxisTolerance tolerance;
    tolerance.position = {1e-6, 0.05, ik::kUnlimited};
    tolerance.aim = {1e-6, 1e-6, 0.3};
    const ik::Report report = solver.solve({.tolerances = {&tolerance, 1}});
    ASSERT_EQ(report.outcome, ik::Outcome::kReached) << i;
    const Eigen::Isometry3d there = arm.frame(solver.theta());
    const Eigen::Vector3d way =
        goal.linear().transpose() * (goal.translation() - there.translation());
    const Eigen::AngleAxisd turn(Eigen::Matrix3d(goal.linear() * there.linear().transpose()));
    const Eigen::Vector3d left = goal.linear().transpose() * (turn.angle() * turn.axis());
    EXPECT_LE(std::abs(way.x()), 1.001e-6);
    EXPECT_LE(std::abs(way.y()), 0.05);
    EXPECT_LE(std::abs(left.x()), 1.1e-6);
    EXPECT_LE(std::abs(left.y()), 1.1e-6);
    EXPECT_LE(std::abs(left.z()), 0.3);
    used += std::abs(way.z()) > 0.01 && std::abs(left.z()) > 0.01;
  }
  EXPECT_GT(used, 10);
  ik::Solver solver(arm.body());
  const std::vector<ik::AxisTolerance> two(2);
  EXPECT_THROW(solver.solve({.tolerances = two}), std::invalid_argument);
}

TEST(Stop, LeavesAPoseThatStandsForABetterOne) {
  const bodies::Arm& arm = bodies::arms()[2];
  int moved = 0;
  for (int i = 0; i < 10; ++i) {
    ik::Solver solver(arm.body());
    solver.set_theta(drawn(arm, i));
    bodies::want_frame(arm.frame(drawn(arm, i)), solver);
    EXPECT_EQ(solver.solve({.choice = ik::Choice::kNearest}).updates, 0);
    EXPECT_EQ(solver.solve({.choice = ik::Choice::kFromLimits}).outcome, ik::Outcome::kReached);
    moved += (solver.theta() - drawn(arm, i)).norm() > 0.1 ? 1 : 0;
  }
  EXPECT_GT(moved, 4);
}

TEST(Stop, ChoosesAmongSolutions) {
  const bodies::Arm& arm = bodies::arms()[2];
  int better[2] = {};
  for (int i = 0; i < 25; ++i) {
    VectorX theta[4];
    for (const ik::Choice choice : {ik::Choice::kFirst, ik::Choice::kNearest,
                                    ik::Choice::kFromLimits, ik::Choice::kManipulable}) {
      ik::Solver solver(arm.body());
      solver.set_theta(drawn(arm, i + 50));
      bodies::want_frame(arm.frame(drawn(arm, i)), solver);
      ASSERT_EQ(solver.solve({.choice = choice}).outcome, ik::Outcome::kReached);
      theta[static_cast<int>(choice)] = solver.theta();
      EXPECT_TRUE(arm.keeps_limits(solver.theta()));
    }
    const auto off = [&](int c) { return (theta[c] - drawn(arm, i + 50)).norm(); };
    const auto out = [&](int c) {
      double most = 0.0;
      for (int j = 0; j < 6; ++j) {
        most =
            std::max(most, std::abs(theta[c][j]) / arm.joints[static_cast<std::size_t>(j)].upper);
      }
      return most;
    };
    const auto singular = [&](int c) {
      const ik::Multibody body = arm.body();
      const ik::Pose pose = ik::pose_at(body, theta[c]);
      Eigen::Matrix<double, 6, 6> J;
      for (int j = 0; j < 6; ++j) {
        const Eigen::Vector3d v = pose.axis.col(j), p = pose.origin.col(j),
                              s = pose.effector.col(0);
        J.col(j) << v.cross(s - p), v;
      }
      return -std::abs(J.determinant());
    };
    for (int c = 0; c < 4; ++c) {
      EXPECT_LE(off(1), off(c) + 1e-6);
      EXPECT_LE(out(2), out(c) + 1e-6);
      EXPECT_LE(singular(3), singular(c) + 1e-6);
    }
    EXPECT_NEAR(off(0), off(1), 1e-6);  // the arm has a closed form
    better[0] += out(2) < out(0) - 0.01;
    better[1] += singular(3) < singular(0) - 1e-4;
  }
  for (const int count : better) EXPECT_GT(count, 3);
}

TEST(Stop, RefusesNumbersThatAreNone) {
  const bodies::Arm& arm = bodies::arms()[0];
  ik::Solver solver(arm.body());
  ik::BatchSolver batch(arm.body(), 1);
  solver.target(0) += Eigen::Vector3d(0.1, 0.0, 0.0);
  const VectorX before = solver.theta();
  const double nan = std::nan("");
  struct Row {
    ik::Stop stop;
    const char* message;
  };
  const Row rows[] = {
      {{.error = nan}, "Stop::error is nan: it must be a number of at least 0"},
      {{.error = -1.0}, "Stop::error is -1: it must be a number of at least 0"},
      {{.aim_error = nan}, "Stop::aim_error is nan: it must be a number of at least 0"},
      {{.aim_error = -1e-9}, "Stop::aim_error is -1e-09: it must be a number of at least 0"},
      {{.updates = -5}, "Stop::updates is -5: it must be at least 0"},
      {{.restarts = -1}, "Stop::restarts is -1: it must be at least 0"}};
  for (const Row& row : rows) {
    EXPECT_EQ(refusal([&] { solver.solve(row.stop); }), row.message);
    EXPECT_EQ(refusal([&] { solver.solutions(2, row.stop); }), row.message);
    EXPECT_EQ(refusal([&] { batch.solve(row.stop); }), row.message);
  }
  for (int axis = 0; axis < 3; ++axis) {
    for (const double wrong : {nan, -0.1}) {
      ik::AxisTolerance position, aim;
      position.position[axis] = wrong;
      aim.aim[axis] = wrong;
      for (const ik::AxisTolerance& tolerance : {position, aim}) {
        EXPECT_EQ(refusal([&] {
                    solver.solve({.tolerances = {&tolerance, 1}});
                  }).substr(0, 19),
                  "Stop::tolerances is")
            << axis;
      }
    }
  }
  EXPECT_EQ(refusal([&] { solver.solutions(-1); }),
            "the number of solutions is -1: it must be at least 0");
  EXPECT_EQ(solver.theta(), before);
  // the ends of the ranges are taken
  EXPECT_EQ(solver.solve({.error = ik::kUnlimited, .aim_error = ik::kUnlimited}).outcome,
            ik::Outcome::kReached);
  EXPECT_EQ(solver.solve({.error = 0.0, .aim_error = 0.0, .updates = 0, .restarts = 0}).updates, 0);
}

TEST(Stop, ListsNoMoreSolutionsThanAreAskedFor) {
  const bodies::Arm& arm = bodies::arms()[2];
  ik::Solver solver(arm.body());
  bodies::want_frame(arm.frame(drawn(arm, 3)), solver);
  const std::vector<VectorX> all = solver.solutions(100, {.updates = 20000}).theta;
  ASSERT_GT(all.size(), 1U);
  for (std::size_t count = 0; count < all.size(); ++count) {
    const std::vector<VectorX> some =
        solver.solutions(static_cast<int>(count), {.updates = 20000}).theta;
    ASSERT_EQ(some.size(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(some[i], all[i]) << "the nearest ones";
  }
}

}  // namespace
