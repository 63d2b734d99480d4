#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "support/aiming.h"
#include "support/count_allocations.h"
#include "support/robot_arms.h"

// Solver::solve with restarts: reachable goals are reached, others end at the closest pose.
namespace {

using bodies::drawn;
using ik::VectorX;
constexpr double kHalfTurn = std::numbers::pi;

TEST(Reach, ReachesEveryDrawnPoseOfFiveRealArmsWithinTheirLimits) {
  constexpr int kPoses = 400;
  constexpr double kTolerance = 1e-5;
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::Solver solver(arm.body());
    int updates = 0, attempts = 0;
    for (int i = 0; i < kPoses; ++i) {
      const Eigen::Isometry3d goal = arm.frame(drawn(arm, i));
      solver.set_theta(arm.middle());
      bodies::want_frame(goal, solver);
      const ik::Report report = solver.solve({.error = kTolerance, .aim_error = kTolerance});
      ASSERT_EQ(report.outcome, ik::Outcome::kReached) << arm.name << ' ' << i;
      EXPECT_EQ(report.verdict, ik::Verdict::kReached);
      ASSERT_TRUE(arm.keeps_limits(solver.theta())) << arm.name << ' ' << i;
      const Eigen::Isometry3d there = arm.frame(solver.theta());
      ASSERT_LE((there.translation() - goal.translation()).norm(), kTolerance + 1e-11);
      ASSERT_LE(bodies::angle_between(there.linear(), goal.linear()), kTolerance + 1e-7);
      EXPECT_LE(report.error, kTolerance);
      EXPECT_LE(report.aim_error, kTolerance);
      updates += report.updates;
      attempts += report.attempts;
    }
    // 10 to 21 updates in 1.05 to 1.6 attempts; a quarter more is a fault
    EXPECT_LT(updates, 27 * kPoses) << arm.name;
    EXPECT_LT(attempts, 2.0 * kPoses) << arm.name;
  }
}

/// How close a solver is, m: its position, and its orientation by the arm's lever of 0.3 m.
double closeness(const ik::Report& report) {
  return std::hypot(report.error, 0.3 * report.aim_error);
}

TEST(Reach, ComesAsCloseToPosesBeyondTheShellAsOtherSeedsDo) {
  int farther = 0, goals = 0;
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::Solver solver(arm.body());
    bodies::Numbers numbers(11);
    for (int i = 0; i < 40; ++i) {
      solver.target(0) = 1.5 * numbers.vector().normalized();
      solver.orientation(0) = numbers.rotation(3.0);
      double ours = 0.0, others = std::numeric_limits<double>::infinity();
      for (const int seed : {1, 101, 102, 103}) {
        solver.set_theta(arm.middle());
        const ik::Report report = solver.solve({.seed = static_cast<std::uint64_t>(seed)});
        ASSERT_EQ(report.proof, ik::Proof::kDistance);
        (seed == 1 ? ours : others) =
            std::min(seed == 1 ? closeness(report) : others, closeness(report));
      }
      ++goals;
      if (ours > 1.02 * others) ++farther;
    }
  }
  EXPECT_EQ(goals, 200);
  EXPECT_LE(farther, 4) << "with four starts of the descent it was 29";
}

TEST(Reach, TakesFourUpdatesFromATenthOfARadianAway) {
  bodies::Numbers numbers(3);
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::Solver solver(arm.body());
    int updates = 0, attempts = 0;
    constexpr int kPoses = 200;
    for (int i = 0; i < kPoses; ++i) {
      const VectorX theta = drawn(arm, i);
      solver.set_theta(theta + 0.1 * numbers.vector(static_cast<int>(theta.size())));
      bodies::want_frame(arm.frame(theta), solver);
      const ik::Report report = solver.solve();
      ASSERT_EQ(report.outcome, ik::Outcome::kReached);
      updates += report.updates;
      attempts += report.attempts;
    }
    EXPECT_LT(updates, 4 * kPoses) << arm.name;
    EXPECT_LT(attempts, 1.05 * kPoses) << arm.name;
  }
}

TEST(Reach, ConvergesQuadratically) {
  // the error after each update, by ever smaller tolerances
  std::vector<double> orders;
  for (int i = 0; i < 40; ++i) {
    const bodies::Arm& arm = bodies::arms()[3 + static_cast<std::size_t>(i) % 2];  // no closed form
    std::map<int, double> errors;
    for (double tolerance = 0.1; tolerance > 1e-12; tolerance *= 0.5) {
      ik::Solver solver(arm.body());
      solver.set_theta(drawn(arm, i) + VectorX::Constant(arm.middle().size(), 0.05));
      bodies::want_frame(arm.frame(drawn(arm, i)), solver);
      const ik::Report report = solver.solve({.error = tolerance, .aim_error = tolerance});
      if (report.attempts == 1) errors[report.updates] = std::max(report.error, report.aim_error);
    }
    // of three errors in sequence, above rounding and within the range of the model
    for (const auto& [k, error] : errors) {
      if (!errors.contains(k + 1) || !errors.contains(k + 2)) continue;
      const double next = errors[k + 1], last = errors[k + 2];
      if (error > 3e-2 || last < 1e-13) continue;
      orders.push_back(std::log(last / next) / std::log(next / error));
    }
  }
  ASSERT_GT(orders.size(), 15U);
  std::sort(orders.begin(), orders.end());
  EXPECT_GT(orders[orders.size() / 2], 1.7);
  EXPECT_LT(orders[orders.size() / 2], 2.6);
}

TEST(Reach, TurnsHingesByWholeTurnsIntoTheirRange) {
  for (const double from : {-9.0, -2.0, 3.0, 8.0}) {
    const ik::Multibody plain = ik::chain({1.0, 0.8});
    std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
    joints[0].lower = from;
    joints[0].upper = from + 6.5;
    joints[0].initial = from + 1.0;
    ik::Solver solver(ik::Multibody(joints, {plain.effector(0)}));
    ik::Solver free(plain);
    free.set_theta(Eigen::Vector2d(10.0, 0.3));
    for (int i = 0; i < 40; ++i) {
      const Eigen::Vector3d target = bodies::out_at(0.4 + 0.03 * i, 0.7 * i);
      solver.target("tip") = free.target("tip") = target;
      ASSERT_EQ(solver.solve().outcome, ik::Outcome::kReached) << from << ' ' << i;
      EXPECT_GE(solver.theta()[0], from);
      EXPECT_LE(solver.theta()[0], from + 6.5);
      const VectorX before = free.theta();
      ASSERT_EQ(free.solve().outcome, ik::Outcome::kReached);
      EXPECT_LE((free.theta() - before).lpNorm<Eigen::Infinity>(), kHalfTurn + 1e-12);
    }
  }
}

/// Moves the goals of a solver to where the body is at theta, solver's order.
void want_pose(const ik::Multibody& body, const VectorX& theta, ik::Solver& solver) {
  const ik::Pose pose = ik::pose_at(body, theta);
  for (int i = 0; i < body.effector_count(); ++i) solver.target(i) = pose.effector.col(i);
  bodies::want_aims_of(pose, solver);
}

/// The mixed tree with a follower.
ik::Multibody mixed_tree() {
  const ik::Multibody plain = bodies::mixed_tree();
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[7].leader = 6;
  joints[7].ratio = -0.5;
  joints[7].shift = 0.1;
  return {joints, {plain.effectors().begin(), plain.effectors().end()}};
}

TEST(Reach, ReachesPosesOfTreesOfAllJointTypesAimsFollowersAndFrozenJoints) {
  std::vector<bodies::Named> all = bodies::all();
  all.insert(all.end(), bodies::aiming().begin(), bodies::aiming().end());
  all.push_back({"MixedTree", mixed_tree()});
  int reached = 0, poses = 0;
  for (const bodies::Named& named : all) {
    ik::Solver solver(named.body);
    const VectorX start = solver.theta();
    for (int i = 0; i < 40; ++i) {
      bodies::Numbers numbers(i);
      const VectorX theta = bodies::allowed(
          named.body, named.body.initial_theta() + 1.5 * numbers.vector(named.body.joint_count()));
      solver.set_theta(start);
      want_pose(named.body, theta, solver);
      const ik::Report report = solver.solve();
      ++poses;
      reached += report.outcome == ik::Outcome::kReached ? 1 : 0;
      EXPECT_EQ(report.outcome, ik::Outcome::kReached)
          << named.name << ' ' << i << ' ' << report.error << ' ' << name(report.verdict);
      for (int j = 0; j < named.body.joint_count(); ++j) {
        const ik::Joint& joint = named.body.joint(j);
        const double at = solver.pose().theta[j];
        EXPECT_GE(at, joint.lower);
        EXPECT_LE(at, joint.upper);
        if (joint.weight == 0.0) {
          EXPECT_EQ(at, start[named.body.given_index(j)]);
        }
        if (joint.leader < 0) continue;
        EXPECT_EQ(at, joint.ratio * solver.pose().theta[joint.leader] + joint.shift);
      }
    }
  }
  EXPECT_EQ(reached, poses);
}

TEST(Reach, SearchesOnWhereAMethodThatGoesFirstFails) {
  for (const ik::MethodInfo& info : ik::methods()) {
    if (std::string_view(info.id) == "learned") continue;
    const bodies::Arm& arm = bodies::arms()[1];
    ik::Solver solver(arm.body(), info.id);
    for (int i = 0; i < 20; ++i) {
      bodies::want_frame(arm.frame(drawn(arm, i)), solver);
      const ik::Report report = solver.solve();
      ASSERT_EQ(report.outcome, ik::Outcome::kReached) << info.id << ' ' << i;
      ASSERT_TRUE(arm.keeps_limits(solver.theta()));
      EXPECT_LE(report.updates, 1000);
    }
  }
}

TEST(Reach, GoesOnWhereAMethodThatGoesFirstStopped) {
  bodies::Numbers numbers(4);
  int near = 0;
  for (const bodies::Arm& arm : bodies::arms()) {
    for (int i = 0; i < 20; ++i) {
      const VectorX theta = drawn(arm, i);
      // a method of a program's own goes first, here a slow one
      ik::Solver slow(arm.body(), ik::find_method("jacobian-transpose")->create());
      slow.set_theta(theta + 0.1 * numbers.vector(static_cast<int>(theta.size())));
      bodies::want_frame(arm.frame(theta), slow);
      ik::Solver alone = slow;
      const ik::Report first = alone.solve({.updates = 100, .restarts = 0});
      if (first.outcome == ik::Outcome::kReached || first.error > 0.01) continue;
      ++near;
      const ik::Report report = slow.solve();
      ASSERT_EQ(report.outcome, ik::Outcome::kReached);
      // quadratic from there: 0.01, 1e-4, 1e-8
      EXPECT_LE(report.updates, first.updates + 4) << arm.name << ' ' << i;
    }
  }
  EXPECT_GT(near, 20);
}

TEST(Reach, EndsNearestToThePoseBeforeAMethodThatGoesFirst) {
  const bodies::Arm& arm = bodies::arms()[2];
  for (int i = 0; i < 20; ++i) {
    ik::Solver led(arm.body(), ik::find_method("jacobian-transpose")->create()), plain(arm.body());
    const auto way = [&](ik::Solver& solver) {
      const VectorX start = drawn(arm, i + 50);
      solver.set_theta(start);
      bodies::want_frame(arm.frame(drawn(arm, i)), solver);
      EXPECT_EQ(solver.solve({.choice = ik::Choice::kNearest}).outcome, ik::Outcome::kReached);
      return (solver.theta() - start).norm();
    };
    EXPECT_LE(way(led), way(plain) + 1e-4) << i;
  }
}

TEST(Reach, IsTheSameToTheBitEveryTimeAndDependsOnTheSeed) {
  const bodies::Arm& arm = bodies::arms()[3];  // with seven joints: no equations
  ik::Solver one(arm.body()), other(arm.body());
  int differ = 0;
  for (int i = 0; i < 120; ++i) {
    for (ik::Solver* solver : {&one, &other}) {
      if (solver == &other && i % 3 == 0) {  // a detour leaves no trace
        bodies::want_frame(arm.frame(drawn(arm, i + 90)), other);
        other.solve();
      }
      solver->set_theta(arm.middle());
      bodies::want_frame(arm.frame(drawn(arm, i)), *solver);
    }
    const ik::Report a = one.solve(), b = other.solve();
    EXPECT_EQ(one.theta(), other.theta()) << i;
    EXPECT_EQ(a.updates, b.updates);
    other.set_theta(arm.middle());
    other.solve({.seed = 2});
    if (one.theta() != other.theta()) ++differ;
  }
  EXPECT_GT(differ, 2);
}

TEST(Reach, IsTheMethodAloneWithoutRestarts) {
  const bodies::Arm& arm = bodies::arms()[1];
  for (const char* method : {"dls", "gauss-newton", "ccd"}) {
    ik::Solver solver(arm.body(), method);
    solver.set_theta(drawn(arm, 1));
    bodies::want_frame(arm.frame(drawn(arm, 2)), solver);
    ik::Solver stepped = solver;
    const ik::Report report = solver.solve({.updates = 20, .restarts = 0});
    double least = ik::kUnlimited;
    VectorX best;
    for (int i = 0; i < 20; ++i) {
      const ik::Report step = stepped.step();
      const double objective = step.error * step.error + 0.09 * step.aim_error * step.aim_error;
      if (objective < least) best = stepped.theta();
      least = std::min(least, objective);
    }
    EXPECT_EQ(solver.theta(), best) << method;
    EXPECT_EQ(report.updates, 20);
    EXPECT_EQ(report.verdict, ik::Verdict::kUnfinished);
  }
}

/// A body of another size: lengths, slides and levers times a scale.
ik::Multibody scaled(const ik::Multibody& body, double scale) {
  std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
  for (ik::Joint& joint : joints) {
    joint.parent_from_joint.translation() *= scale;
    joint.pitch *= scale;
    if (joint.type != ik::JointType::kPrismatic) continue;
    joint.lower *= scale;
    joint.upper *= scale;
    joint.initial *= scale;
  }
  std::vector<ik::Effector> effectors(body.effectors().begin(), body.effectors().end());
  for (ik::Effector& effector : effectors) {
    effector.offset *= scale;
    effector.lever *= scale;
  }
  return {joints, effectors};
}

TEST(Reach, IsTheSameForABodyOfAnotherSize) {
  constexpr double kScale = 1024.0;  // a power of two scales without rounding
  for (const ik::Multibody& body : {mixed_tree(), bodies::crooked()}) {
    // in the solver's order: scaled() gives the joints in that order
    const ik::Multibody small = scaled(body, 1.0), large = scaled(body, kScale);
    const int n = small.joint_count();
    VectorX unit = VectorX::Ones(n);
    for (int j = 0; j < n; ++j) {
      if (small.joint(j).type == ik::JointType::kPrismatic) unit[j] = kScale;
    }
    for (int i = 0; i < 40; ++i) {
      const auto choice = i % 2 == 0 ? ik::Choice::kFirst : ik::Choice::kNearest;
      ik::Solver one(small), other(large);
      const VectorX there = bodies::allowed(small, 0.9 * bodies::Numbers(i).vector(n));
      want_pose(small, there, one);
      want_pose(large, there.cwiseProduct(unit), other);
      const ik::Report a = one.solve({.choice = choice}),
                       b = other.solve({.error = 1e-6 * kScale, .choice = choice});
      EXPECT_EQ(a.outcome, b.outcome);
      EXPECT_EQ(a.updates, b.updates);
      EXPECT_EQ(one.theta(), other.theta().cwiseQuotient(unit)) << i;
    }
  }
}

TEST(Reach, DependsOnNothingThatASolverDidBefore) {
  const ik::Multibody body = mixed_tree();
  ik::Solver one(body), other(body);
  VectorX there = 0.9 * bodies::Numbers(3).vector(8);
  there[0] = body.initial_theta()[0];
  want_pose(body, there, one);
  want_pose(body, there, other);
  other.set_limits(ik::LimitRule::kIgnore);
  other.solve();
  other.solutions(3);
  other.set_limits(ik::LimitRule::kProject);
  other.set_theta(one.theta());
  EXPECT_EQ(one.solve().updates, other.solve().updates);
  EXPECT_EQ(one.theta(), other.theta());
}

TEST(Reach, LeavesTheNumbersOfThePoseWhereItEnded) {
  ik::Solver solver(bodies::elbow_arm(1.0, 0.8));
  solver.target("tip") = {0.9, 0.9, 0.0};
  solver.step();
  solver.jacobian();
  ASSERT_EQ(solver.solve().outcome, ik::Outcome::kReached);
  const double sum = solver.theta().sum();
  EXPECT_NEAR(solver.jacobian()(0, 1), -0.8 * std::sin(sum), 1e-12);
  EXPECT_LT(solver.error_vector().norm(), 1e-6);
  EXPECT_EQ(solver.last_step(), VectorX::Zero(2));
}

/// The frame of the tool is the arm's at theta by its Denavit-Hartenberg numbers.
void expect_frame_of_theta(const bodies::Arm& arm, const ik::Solver& solver, const char* why) {
  const Eigen::Isometry3d there = arm.frame(solver.theta());
  EXPECT_LT((there.translation() - solver.position(0)).norm(), 1e-12) << arm.name << ' ' << why;
  EXPECT_LT((there.linear() - solver.frame(0).linear()).norm(), 1e-12) << arm.name << ' ' << why;
}

TEST(Reach, LeavesThePoseOfItsAnglesHoweverItEnds) {
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::Solver solver(arm.body());
    const Eigen::Isometry3d goal = arm.frame(drawn(arm, 7));
    for (const ik::Choice choice : {ik::Choice::kFirst, ik::Choice::kNearest,
                                    ik::Choice::kFromLimits, ik::Choice::kManipulable}) {
      bodies::want_frame(goal, solver);
      for (const VectorX& start : {arm.middle(), drawn(arm, 7), drawn(arm, 8)}) {
        solver.set_theta(start);
        ASSERT_EQ(solver.solve({.choice = choice}).outcome, ik::Outcome::kReached);
        expect_frame_of_theta(arm, solver, "reached");
        EXPECT_LT((solver.position(0) - goal.translation()).norm(), 1e-5);
      }
      solver.set_theta(arm.middle());
      ASSERT_NE(solver.solve({.updates = 3, .choice = choice}).outcome, ik::Outcome::kNotFinite);
      expect_frame_of_theta(arm, solver, "stopped");
      solver.target(0) *= 20.0;
      ASSERT_EQ(solver.solve({.choice = choice}).proof, ik::Proof::kDistance);
      expect_frame_of_theta(arm, solver, "out of reach");
      solver.target(0).x() = std::numeric_limits<double>::quiet_NaN();
      const VectorX before = solver.theta();
      ASSERT_EQ(solver.solve({.choice = choice}).outcome, ik::Outcome::kNotFinite);
      EXPECT_EQ(solver.theta(), before);
      expect_frame_of_theta(arm, solver, "not finite");
    }
  }
}

}  // namespace
