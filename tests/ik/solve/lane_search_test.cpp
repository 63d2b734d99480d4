#include "ik/solve/lane_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "iklab/batch.h"
#include "support/aiming.h"
#include "support/count_allocations.h"
#include "support/lanes.h"
#include "support/robot_arms.h"

// BatchSolver::solve: poses are reached as by Solver::solve, and independently of each other.
namespace {

using ik::VectorX;

/// Poses of an arm from the middle of its ranges; every third one from nearby.
ik::BatchSolver arm_in_lanes(const bodies::Arm& arm, int count, int threads = 1) {
  ik::BatchSolver batch(arm.body(), count, "dls", threads);
  for (int b = 0; b < count; ++b) {
    const VectorX theta = bodies::drawn(arm, b);
    lanes::want_frame(arm.frame(theta), b, batch);
    batch.set_theta(b, b % 3 == 0 ? VectorX(0.95 * theta) : arm.middle());
  }
  return batch;
}

TEST(LaneSearch, ReachesWhatASolverReaches) {
  constexpr int kPoses = 400;
  constexpr double kTolerance = 1e-5;
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::BatchSolver batch = arm_in_lanes(arm, kPoses);
    ik::Solver solver(arm.body());
    std::vector<VectorX> starts;
    for (int b = 0; b < kPoses; ++b) starts.push_back(lanes::theta(batch, b));
    batch.solve({.error = kTolerance, .aim_error = kTolerance});
    int same = 0;
    for (int b = 0; b < kPoses; ++b) {
      const ik::Report& report = batch.report(b);
      ASSERT_EQ(report.outcome, ik::Outcome::kReached) << arm.name << ' ' << b;
      EXPECT_EQ(report.verdict, ik::Verdict::kReached);
      const VectorX theta = lanes::theta(batch, b);
      ASSERT_TRUE(arm.keeps_limits(theta)) << arm.name << ' ' << b;
      const Eigen::Isometry3d there = arm.frame(theta), goal = arm.frame(bodies::drawn(arm, b));
      const double error = (there.translation() - goal.translation()).norm();
      const double aim_error = bodies::angle_between(there.linear(), goal.linear());
      ASSERT_LE(error, kTolerance);
      ASSERT_LE(aim_error, kTolerance + 1e-7);  // Eigen's angle of a matrix has half the digits
      EXPECT_NEAR(report.error, error, 1e-13);
      EXPECT_NEAR(report.aim_error, batch.aim_error(b), 1e-13);
      EXPECT_NEAR(batch.error(b), error, 1e-13);

      solver.set_theta(starts[static_cast<std::size_t>(b)]);
      bodies::want_frame(goal, solver);
      const ik::Report alone = solver.solve({.error = kTolerance, .aim_error = kTolerance});
      const bool as_alone = (solver.theta() - theta).norm() < 1e-6 &&
                            alone.updates == report.updates && alone.attempts == report.attempts;
      same += as_alone ? 1 : 0;
    }
    // rounding leads some from their far starts to another solution
    EXPECT_GT(same, 0.97 * kPoses) << arm.name;
  }
}

std::vector<bodies::Named> solved_in_lanes() {
  std::vector<bodies::Named> all = bodies::all();
  all.insert(all.end(), bodies::aiming().begin(), bodies::aiming().end());
  all.push_back({"MixedTree", bodies::mixed_tree()});
  return all;
}

TEST(LaneSearch, ReachesPosesOfTreesOfAllJointTypesAimsAndFrozenJoints) {
  constexpr int kPoses = 40;
  for (const bodies::Named& named : solved_in_lanes()) {
    ik::BatchSolver batch(named.body, kPoses);
    const VectorX start = named.body.initial_theta();
    std::vector<ik::Pose> goals;
    for (int b = 0; b < kPoses; ++b) {
      bodies::Numbers numbers(b);
      const VectorX theta = bodies::allowed(
          named.body, named.body.initial_theta() + 1.5 * numbers.vector(named.body.joint_count()));
      goals.push_back(ik::pose_at(named.body, theta));
      lanes::want_pose(goals.back(), b, batch);
    }
    batch.solve();
    int same = 0;
    for (int b = 0; b < kPoses; ++b) {
      const ik::Report& report = batch.report(b);
      EXPECT_EQ(report.outcome, ik::Outcome::kReached) << named.name << ' ' << b;
      EXPECT_LE(std::max(batch.error(b), batch.aim_error(b)), 1e-6) << named.name << ' ' << b;
      for (int j = 0; j < named.body.joint_count(); ++j) {
        const ik::Joint& joint = named.body.joint(j);
        const double at = batch.theta(b, named.body.given_index(j));
        EXPECT_GE(at, joint.lower);
        EXPECT_LE(at, joint.upper);
        if (joint.weight == 0.0) {
          EXPECT_EQ(at, start[j]);
        }
      }
      ik::Solver solver(named.body);
      for (int i = 0; i < named.body.effector_count(); ++i) {
        solver.target(i) = goals[static_cast<std::size_t>(b)].effector.col(i);
      }
      bodies::want_aims_of(goals[static_cast<std::size_t>(b)], solver);
      const ik::Report alone = solver.solve();
      same += alone.updates == report.updates && alone.attempts == report.attempts &&
                      (solver.theta() - lanes::theta(batch, b)).norm() < 1e-6
                  ? 1
                  : 0;
    }
    // rounding leads some from their far starts to another solution
    EXPECT_GE(same, kPoses - 3) << named.name;
  }
}

TEST(LaneSearch, GivesTheSameBitsByEverySetOfInstructions) {
  constexpr int kPoses = 60;
  std::vector<bodies::Named> all = solved_in_lanes();
  for (const bodies::Arm& arm : bodies::arms()) all.push_back({arm.name, arm.body()});
  for (const bodies::Named& named : all) {
    std::vector<ik::Report> first;
    std::vector<double> thetas;
    for (const ik::InstructionSet* set : ik::machine_instructions()) {
      ik::Batch batch(named.body, kPoses, ik::known_method("dls"));
      batch.use(*set);
      const int n = named.body.joint_count();
      for (int b = 0; b < kPoses; ++b) {
        const ik::Pose pose = ik::pose_at(
            named.body, named.body.initial_theta() + 1.3 * bodies::Numbers(b).vector(n));
        for (int i = 0; i < 3 * named.body.effector_count(); ++i) {
          batch.targets()(i, b) = pose.effector(i % 3, i / 3);
        }
        const std::vector<ik::Aim> aims = bodies::aims_at(named.body, pose.theta);
        for (int a = 0; a < named.body.aim_count(); ++a) {
          batch.want_aim(a, b, aims[static_cast<std::size_t>(a)]);
        }
      }
      ik::LaneSearch search(batch);
      std::vector<ik::Report> reports(kPoses);
      search.run(0, kPoses, {}, reports);
      std::vector<double> own;
      for (int b = 0; b < kPoses; ++b) {
        for (int j = 0; j < n; ++j) own.push_back(std::as_const(batch).theta()(j, b));
      }
      if (first.empty()) {
        first = reports;
        thetas = own;
      }
      for (std::size_t i = 0; i < own.size(); ++i) {
        ASSERT_EQ(own[i], thetas[i]) << named.name << ' ' << set->name;
      }
      for (std::size_t b = 0; b < kPoses; ++b) {
        EXPECT_EQ(reports[b].updates, first[b].updates);
        EXPECT_EQ(reports[b].attempts, first[b].attempts);
        EXPECT_EQ(reports[b].error, first[b].error);
        EXPECT_EQ(reports[b].aim_error, first[b].aim_error);
      }
    }
  }
}

TEST(LaneSearch, GivesAPoseTheSameBitsInAnyOrderAndDividedAmongThreads) {
  constexpr int kPoses = 203;
  for (const bodies::Arm& arm : bodies::arms()) {
    ik::BatchSolver whole = arm_in_lanes(arm, kPoses), backward = arm_in_lanes(arm, kPoses);
    ik::BatchSolver parts = arm_in_lanes(arm, kPoses, 3);
    const ik::BatchSolver starts = arm_in_lanes(arm, kPoses);
    for (int b = 0; b < kPoses; ++b) {
      lanes::want_frame(arm.frame(bodies::drawn(arm, kPoses - 1 - b)), b, backward);
      backward.set_theta(b, lanes::theta(starts, kPoses - 1 - b));
    }
    whole.solve();
    backward.solve();
    std::vector<std::thread> threads;
    const int blocks = parts.blocks();
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back(
          [&parts, blocks, i] { parts.solve(blocks * i / 3, blocks * (i + 1) / 3, i); });
    }
    for (std::thread& thread : threads) thread.join();
    for (int b = 0; b < kPoses; ++b) {
      const VectorX theta = lanes::theta(whole, b);
      ASSERT_EQ(lanes::theta(backward, kPoses - 1 - b), theta) << arm.name << ' ' << b;
      ASSERT_EQ(lanes::theta(parts, b), theta) << arm.name << ' ' << b;
      EXPECT_EQ(parts.report(b).updates, whole.report(b).updates);
      EXPECT_EQ(backward.report(kPoses - 1 - b).error, whole.report(b).error);
    }
    // alone
    for (int b = 0; b < kPoses; b += 40) {
      ik::BatchSolver lone(arm.body(), 1);
      lanes::want_frame(arm.frame(bodies::drawn(arm, b)), 0, lone);
      lone.set_theta(0, lanes::theta(starts, b));
      lone.solve();
      EXPECT_EQ(lanes::theta(lone, 0), lanes::theta(whole, b)) << arm.name << ' ' << b;
    }
  }
}

TEST(LaneSearch, LeavesOthersAloneBesidePosesThatAreNotFiniteOrOutOfReach) {
  constexpr int kPoses = 90;
  const bodies::Arm& arm = bodies::arms()[0];
  ik::BatchSolver batch = arm_in_lanes(arm, kPoses), whole = arm_in_lanes(arm, kPoses);
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<VectorX> starts;
  for (int b = 0; b < kPoses; ++b) {
    starts.push_back(lanes::theta(batch, b));
    Eigen::Matrix3d broken = Eigen::Matrix3d::Identity();
    broken(2, 1) = infinity;
    if (b % 9 == 1) batch.set_target(b, 0, {0.1, std::nan(""), 0.2});
    if (b % 9 == 4) batch.set_orientation(b, 0, broken);
    if (b % 9 == 7) batch.set_target(b, 0, {5.0, 0.1 * b, 0.0});
  }
  batch.solve();
  whole.solve();
  for (int b = 0; b < kPoses; ++b) {
    const ik::Report& report = batch.report(b);
    const VectorX theta = lanes::theta(batch, b);
    if (b % 9 == 1 || b % 9 == 4) {
      EXPECT_EQ(report.outcome, ik::Outcome::kNotFinite);
      EXPECT_EQ(theta, starts[static_cast<std::size_t>(b)]);
      EXPECT_TRUE(std::isnan(report.error) || std::isnan(report.aim_error));
    } else if (b % 9 == 7) {
      EXPECT_EQ(report.proof, ik::Proof::kDistance);
      EXPECT_TRUE(arm.keeps_limits(theta));
    } else {
      EXPECT_EQ(theta, lanes::theta(whole, b)) << b;
      EXPECT_EQ(report.outcome, ik::Outcome::kReached);
    }
  }
}

TEST(LaneSearch, LeavesABodyThatStandsWhereItIs) {
  const bodies::Arm& arm = bodies::arms()[3];
  ik::BatchSolver batch(arm.body(), 10);
  const VectorX theta = bodies::drawn(arm, 3);
  for (int b = 0; b < 10; ++b) batch.set_theta(b, theta);
  lanes::want_frame(arm.frame(theta), 7, batch);
  batch.solve();
  EXPECT_EQ(lanes::theta(batch, 7), theta);
  EXPECT_EQ(batch.report(7).updates, 0);
  EXPECT_EQ(batch.report(7).attempts, 0);
  EXPECT_EQ(batch.report(7).outcome, ik::Outcome::kReached);
  EXPECT_GT(batch.report(6).updates, 0);
}

TEST(LaneSearch, TurnsHingesByWholeTurnsToTheStart) {
  ik::BatchSolver batch(ik::chain({1.0, 0.8}), 12);
  for (int b = 0; b < 12; ++b) {
    batch.set_theta(b, Eigen::Vector2d(2.0 * b - 10.0, 0.3));
    const double bearing = 0.7 * b;
    batch.set_target(b, 0, {1.2 * std::cos(bearing), 1.2 * std::sin(bearing), 0.0});
  }
  batch.solve();
  for (int b = 0; b < 12; ++b) {
    ASSERT_EQ(batch.report(b).outcome, ik::Outcome::kReached);
    EXPECT_LE(std::abs(batch.theta(b, 0) - (2.0 * b - 10.0)), std::numbers::pi + 1e-12);
  }
}

TEST(LaneSearch, DrawsStartsBySeedAndStopsAtTheUpdates) {
  const bodies::Arm& arm = bodies::arms()[4];
  constexpr int kPoses = 60;
  ik::BatchSolver one = arm_in_lanes(arm, kPoses), other = arm_in_lanes(arm, kPoses);
  ik::BatchSolver brief = arm_in_lanes(arm, kPoses);
  one.solve();
  other.solve({.seed = 2});
  brief.solve({.updates = 9});
  int differ = 0, reached = 0;
  for (int b = 0; b < kPoses; ++b) {
    const bool more = one.report(b).attempts > 1;
    if (!more) {
      EXPECT_EQ(lanes::theta(one, b), lanes::theta(other, b));
    }
    differ += lanes::theta(one, b) != lanes::theta(other, b) ? 1 : 0;
    EXPECT_LE(brief.report(b).updates, 9);
    reached += brief.report(b).outcome == ik::Outcome::kReached ? 1 : 0;
    if (one.report(b).updates <= 7 && !more) {  // two are kept for the descent
      EXPECT_EQ(lanes::theta(one, b), lanes::theta(brief, b)) << b;
    }
  }
  EXPECT_GT(differ, 5);
  EXPECT_GT(reached, kPoses / 10);
  EXPECT_LT(reached, kPoses);
}

TEST(LaneSearch, AllocatesNothingAfterTheFirstCall) {
  const bodies::Arm& arm = bodies::arms()[2];
  constexpr int kPoses = 100;
  ik::BatchSolver batch = arm_in_lanes(arm, kPoses);
  batch.set_target(5, 0, {9.0, 0.0, 0.0});
  batch.solve();
  const std::size_t before = allocation_count();
  for (int b = 0; b < kPoses; ++b) {
    batch.set_target(
        b, 0,
        b % 10 == 0 ? Eigen::Vector3d(0.0, 7.0, 0.1 * b) : Eigen::Vector3d(0.3, 0.004 * b, 0.2));
  }
  batch.solve();
  EXPECT_EQ(allocation_count(), before);
}

TEST(LaneSearch, StepsOnFromItsResult) {
  const bodies::Arm& arm = bodies::arms()[1];
  ik::BatchSolver batch = arm_in_lanes(arm, 11);
  batch.solve();
  ik::Solver solver(arm.body());
  solver.set_limits(ik::LimitRule::kClamp);
  solver.set_theta(lanes::theta(batch, 9));
  bodies::want_frame(arm.frame(bodies::drawn(arm, 2)), solver);
  lanes::want_frame(arm.frame(bodies::drawn(arm, 2)), 9, batch);
  batch.step();
  solver.step();
  EXPECT_LT((lanes::theta(batch, 9) - solver.theta()).norm(), 1e-12);
}

TEST(LaneSearch, NamesWhatNeedsASolver) {
  const auto complaint = [](auto&& action) -> std::string {
    try {
      action();
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  const bodies::Arm& arm = bodies::arms()[0];
  ik::BatchSolver batch(arm.body(), 4);
  EXPECT_EQ(complaint([&] { batch.solve({.choice = ik::Choice::kNearest}); }),
            "a batch looks for the first solution only");
  EXPECT_EQ(complaint([&] { batch.solve({.restarts = 0}); }), "a batch needs restarts");
  const ik::AxisTolerance tolerance[1] = {};
  EXPECT_EQ(complaint([&] { batch.solve({.tolerances = tolerance}); }),
            "a batch has no tolerances by axis");
  EXPECT_EQ(complaint([&] { batch.solve({.give_up = [] { return false; }}); }),
            "a batch does not ask give_up");
  EXPECT_EQ(complaint([&] { batch.solve(0, 2, 0); }), "no block with index 1");
  EXPECT_EQ(complaint([&] { batch.report(4); }), "no body with index 4");
  EXPECT_EQ(complaint([&] {
              batch.set_direction(0, 0, {1, 0, 0});
            }),
            "effector 'tool' aims at no direction");
  EXPECT_EQ(complaint([&] { ik::BatchSolver(arm.body(), 4, "sdls"); }), "sdls cannot aim in lanes");
}

}  // namespace
