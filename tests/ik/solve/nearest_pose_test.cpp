#include "ik/solve/nearest_pose.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "iklab/batch.h"
#include "support/count_allocations.h"
#include "support/lanes.h"
#include "support/robot_arms.h"

// Solver::solve of arms with a closed form ends at the nearest of all poses.
namespace {

using Eigen::Vector3d;
using ik::NearestPose;
using ik::SixHinges;
using ik::VectorX;
using HingeRanges = std::array<NearestPose::Range, SixHinges::kJoints>;
using std::numbers::pi;

/// The arms of bodies::arms() with six hinges.
constexpr std::size_t kSixAxisArms[] = {0, 1, 2};

Vector3d unit(bodies::Numbers& numbers) { return Vector3d(numbers.vector(3)).normalized(); }

/// A chain of six axes of a geometry, as published arms have by their own numbers.
/// \param signs the directions of parallel axes beside the first of them
std::array<ik::HingeAxis, 6> drawn_axes(SixHinges::Geometry geometry, const Vector3d& signs,
                                        bodies::Numbers& numbers) {
  using enum SixHinges::Geometry;
  std::array<ik::HingeAxis, 6> axes;
  for (ik::HingeAxis& axis : axes) axis = {0.5 * Vector3d(numbers.vector(3)), unit(numbers)};
  const bool planar = geometry == kParallel || geometry == kParallelFromTip;
  axes[2].direction = signs[0] * axes[1].direction;
  if (planar) axes[3].direction = signs[1] * axes[1].direction;
  for (const std::size_t i : {std::size_t{3}, std::size_t{4}, std::size_t{5}}) {
    if (i > 3 || !planar) axes[i].point = axes[5].point + 0.1 * signs[2] * axes[i].direction;
  }
  if (geometry == kShoulder || geometry == kParallelFromTip) std::reverse(axes.begin(), axes.end());
  return axes;
}

ik::Isometry product(const std::array<ik::HingeAxis, 6>& axes, const SixHinges::Angles& theta) {
  ik::Isometry motion = ik::Isometry::Identity();
  for (std::size_t j = 0; j < axes.size(); ++j) motion = motion * motion_about(axes[j], theta[j]);
  return motion;
}

/// The distance of a pose by whole turns within the limits, of many turns the nearest; infinity if
/// there is none.
double distance(const SixHinges::Angles& theta, const HingeRanges& ranges) {
  double square = 0.0;
  for (std::size_t j = 0; j < theta.size(); ++j) {
    const NearestPose::Range& range = ranges[j];
    double least = ik::kUnlimited;
    for (int turns = -8; turns <= 8; ++turns) {
      const double at = theta[j] + 2.0 * pi * turns;
      if (at < range.lower || at > range.upper) continue;
      least = std::min(least, std::abs(at - range.start) / range.unit);
    }
    square += least * least;
  }
  return std::sqrt(square);
}

TEST(NearestPose, IsTheNearestOfAllPosesThatAreProven) {
  using enum SixHinges::Geometry;
  bodies::Numbers numbers(8);
  int none = 0, opposite = 0;
  for (const SixHinges::Geometry geometry : {kWrist, kShoulder, kParallel, kParallelFromTip}) {
    int compared = 0;
    for (int k = 0; k < 24; ++k) {
      const Vector3d signs(k % 2 == 0 ? 1.0 : -1.0, k % 4 < 2 ? 1.0 : -1.0, k % 3 - 1.0);
      const auto axes = drawn_axes(geometry, signs, numbers);
      ik::Isometry effector = ik::Isometry::Identity();
      effector.translation() = numbers.vector(3);
      SixHinges hinges;
      hinges.take(axes, effector);
      ASSERT_EQ(hinges.geometry(), geometry);
      NearestPose nearest;
      nearest.take(hinges);
      ASSERT_TRUE(nearest.known());
      for (int i = 0; i < 20; ++i) {
        SixHinges::Angles theta;
        HingeRanges ranges;
        const double widest[] = {ik::kUnlimited, 2.0, 1.5 * pi};
        for (std::size_t j = 0; j < theta.size(); ++j) {
          const Vector3d drawn = numbers.vector(3);
          const double most = widest[i % 3];
          theta[j] = std::min(most, pi) * drawn.x();
          ranges[j] = {std::min(most, 9.0) * drawn.y(), -most, most, 1.5 + drawn.z()};
        }
        if (i % 4 == 3) ranges[0].lower = ranges[0].upper = ranges[0].start = 0.3;  // often none
        const ik::Isometry goal = product(axes, theta) * effector;
        SixHinges::Angles found;
        const NearestPose::Answer answer = nearest.find(goal, ranges, found);
        ASSERT_NE(answer, NearestPose::Answer::kUnknown);
        const double own = distance(theta, ranges);
        if (answer == NearestPose::Answer::kPose) {
          EXPECT_LT((product(axes, found).matrix() * effector.matrix() - goal.matrix()).norm(),
                    1e-7);
          double square = 0.0;
          for (std::size_t j = 0; j < theta.size(); ++j) {
            EXPECT_GE(found[j], ranges[j].lower - 1e-8);
            EXPECT_LE(found[j], ranges[j].upper + 1e-8);
            square += std::pow((found[j] - ranges[j].start) / ranges[j].unit, 2);
          }
          EXPECT_LE(std::sqrt(square), own + 1e-7);
          EXPECT_NEAR(std::sqrt(square), distance(found, ranges), 1e-7);
          opposite += signs[0] < 0.0 ? 1 : 0;
        } else {
          EXPECT_EQ(own, ik::kUnlimited);
          ++none;
        }
        if (!hinges.solve(goal)) continue;
        ++compared;
        double least = ik::kUnlimited;
        for (int p = 0; p < hinges.count(); ++p) {
          least = std::min(least, distance(hinges.pose(p), ranges));
        }
        const bool pose = answer == NearestPose::Answer::kPose;
        ASSERT_EQ(pose, least < ik::kUnlimited) << k << ' ' << i;
        if (pose) {
          EXPECT_NEAR(distance(found, ranges), least, 1e-6) << k << ' ' << i;
        }
      }
    }
    EXPECT_GT(compared, 100);
  }
  EXPECT_GT(none, 100);
  EXPECT_GT(opposite, 100);
}

TEST(NearestPose, IsReachedWhereTheWristIsStraight) {
  const bodies::Arm& arm = bodies::arms()[2];
  ik::Solver solver(arm.body());
  // the wrist is straight: its outer hinges turn about one axis
  VectorX singular = bodies::drawn(arm, 3);
  singular[4] = 0.0;
  bodies::want_frame(arm.frame(singular), solver);
  VectorX near = singular;
  near[4] = 0.05;
  solver.set_theta(near);
  EXPECT_EQ(solver.solve().outcome, ik::Outcome::kReached);
  EXPECT_TRUE(arm.keeps_limits(solver.theta()));
}

/// theta by whole turns, each joint within its limits and as near to a start as they allow.
/// \returns false if a joint has no place
bool unwind(const bodies::Arm& arm, const VectorX& start, VectorX& theta) {
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const bodies::ArmJoint& joint = arm.joints[static_cast<std::size_t>(j)];
    double best = ik::kUnlimited;
    for (int turns = -3; turns <= 3; ++turns) {
      const double at = theta[j] + 2.0 * pi * turns;
      if (at < joint.lower || at > joint.upper) continue;
      if (std::abs(at - start[j]) < std::abs(best - start[j])) best = at;
    }
    if (best == ik::kUnlimited) return false;
    theta[j] = best;
  }
  return true;
}

/// A start for goal i of an arm: near to its pose, in the middle, or anywhere.
VectorX start_of(const bodies::Arm& arm, int i, bodies::Numbers& numbers) {
  const VectorX theta = bodies::drawn(arm, i);
  VectorX start = i % 3 == 0   ? VectorX(theta + 0.1 * numbers.vector(6))
                  : i % 3 == 1 ? arm.middle()
                               : bodies::drawn(arm, i + 1000);
  for (Eigen::Index j = 0; j < start.size(); ++j) {
    const bodies::ArmJoint& joint = arm.joints[static_cast<std::size_t>(j)];
    start[j] = std::clamp(start[j], joint.lower, joint.upper);
  }
  return start;
}

TEST(NearestPose, IsTheNearestOfAllThatManyStartsOfNewtonsMethodFind) {
  constexpr int kGoals = 200, kStarts = 30;
  bodies::Numbers numbers(2);
  for (const std::size_t number : kSixAxisArms) {
    const bodies::Arm& arm = bodies::arms()[number];
    ik::Solver solver(arm.body());
    ik::Solver newton(arm.body(), "gauss-newton");
    newton.set_limits(ik::LimitRule::kIgnore);
    int same = 0, first_is_farther = 0;
    for (int i = 0; i < kGoals; ++i) {
      const Eigen::Isometry3d goal = arm.frame(bodies::drawn(arm, i));
      const VectorX start = start_of(arm, i, numbers);
      bodies::want_frame(goal, solver);
      bodies::want_frame(goal, newton);
      solver.set_theta(start);
      ASSERT_EQ(solver.solve().outcome, ik::Outcome::kReached) << arm.name << ' ' << i;
      ASSERT_TRUE(arm.keeps_limits(solver.theta()));
      const double own = (solver.theta() - start).norm();
      double least = ik::kUnlimited;
      for (int k = 0; k < kStarts; ++k) {
        newton.set_theta(k == 0 ? start : bodies::drawn(arm, 2000 + kStarts * i + k));
        const ik::Stop stop{.error = 1e-9, .aim_error = 1e-9, .updates = 60, .restarts = 0};
        const bool reached = newton.solve(stop).outcome == ik::Outcome::kReached;
        VectorX theta = newton.theta();
        const double way =
            reached && unwind(arm, start, theta) ? (theta - start).norm() : ik::kUnlimited;
        if (k == 0 && way > own + 1e-4) ++first_is_farther;
        least = std::min(least, way);
      }
      EXPECT_LE(own, least + 1e-5) << arm.name << ' ' << i;
      same += own > least - 1e-5 ? 1 : 0;
    }
    EXPECT_GT(same, 0.95 * kGoals) << arm.name;
    EXPECT_GT(first_is_farther, kGoals / 8) << arm.name;
  }
}

TEST(NearestPose, CountsAJointsWayByItsWeight) {
  bodies::Numbers numbers(5);
  int differ = 0;
  for (const std::size_t number : kSixAxisArms) {
    const bodies::Arm& arm = bodies::arms()[number];
    const ik::Multibody plain = arm.body();
    std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
    for (std::size_t j = 0; j < joints.size(); ++j) joints[j].weight = j < 3 ? 0.04 : 4.0;
    ik::Solver solver({joints, {plain.effector(0)}}), even(plain);
    for (int i = 0; i < 100; ++i) {
      const VectorX start = start_of(arm, i, numbers);
      for (ik::Solver* one : {&solver, &even}) {
        bodies::want_frame(arm.frame(bodies::drawn(arm, i)), *one);
        one->set_theta(start);
      }
      const auto way = [&](const VectorX& theta) {
        double square = 0.0;
        for (std::size_t j = 0; j < joints.size(); ++j) {
          const auto at = static_cast<Eigen::Index>(j);
          square += std::pow(theta[at] - start[at], 2) / joints[j].weight;
        }
        return std::sqrt(square);
      };
      const ik::Solutions all = even.solutions(16);
      if (!all.proven) continue;
      double least = ik::kUnlimited;
      for (VectorX theta : all.theta) {
        if (unwind(arm, start, theta)) least = std::min(least, way(theta));
      }
      ASSERT_EQ(solver.solve().outcome, ik::Outcome::kReached);
      EXPECT_NEAR(way(solver.theta()), least, 1e-4 * (1.0 + least)) << arm.name << ' ' << i;
      even.solve();
      differ += (even.theta() - solver.theta()).norm() > 0.1 ? 1 : 0;
    }
  }
  EXPECT_GT(differ, 20);
}

TEST(NearestPose, StaysOnItsBranchAlongAPath) {
  constexpr int kPoints = 100;
  int followed = 0;
  for (const std::size_t number : kSixAxisArms) {
    const bodies::Arm& arm = bodies::arms()[number];
    ik::Solver solver(arm.body()), other(arm.body());
    for (int i = 0; i < 20; ++i) {
      const VectorX from = 0.7 * bodies::drawn(arm, i), to = 0.7 * bodies::drawn(arm, i + 1);
      const auto at = [&](int k) { return VectorX(from + 0.3 * k / kPoints * (to - from)); };
      bool alone = true;  // no other pose comes near
      for (int k = 0; k <= kPoints && alone; k += 10) {
        bodies::want_frame(arm.frame(at(k)), other);
        other.set_theta(at(k));
        const ik::Solutions all = other.solutions(2);
        alone = all.proven && (all.theta.size() < 2 || (all.theta[1] - at(k)).norm() > 0.2);
      }
      if (!alone) continue;
      ++followed;
      solver.set_theta(at(0));
      for (int k = 1; k <= kPoints; ++k) {
        bodies::want_frame(arm.frame(at(k)), solver);
        ASSERT_EQ(solver.solve().outcome, ik::Outcome::kReached);
        ASSERT_LT((solver.theta() - at(k)).norm(), 1e-3) << arm.name << ' ' << i << ' ' << k;
      }
    }
  }
  EXPECT_GT(followed, 15);
}

TEST(NearestPose, OfABatchHasTheBitsOfASolvers) {
  constexpr int kPoses = 300;
  bodies::Numbers numbers(6);
  for (const std::size_t number : kSixAxisArms) {
    const bodies::Arm& arm = bodies::arms()[number];
    ik::BatchSolver batch(arm.body(), kPoses, "dls", 2);
    std::vector<VectorX> starts;
    std::vector<Eigen::Isometry3d> goals;
    for (int b = 0; b < kPoses; ++b) {
      starts.push_back(b % 10 == 5 ? bodies::drawn(arm, b) : start_of(arm, b, numbers));
      goals.push_back(arm.frame(bodies::drawn(arm, b)));
      if (b % 37 == 9) goals.back().translation() *= 2.5;  // mostly out of reach
      batch.set_theta(b, starts.back());
      lanes::want_frame(goals.back(), b, batch);
    }
    const ik::Stop stop{.restarts = 20};
    batch.solve(stop);
    ik::Solver solver(arm.body());
    int unreached = 0;
    for (int b = 0; b < kPoses; ++b) {
      solver.set_theta(starts[static_cast<std::size_t>(b)]);
      bodies::want_frame(goals[static_cast<std::size_t>(b)], solver);
      const ik::Report alone = solver.solve(stop), &report = batch.report(b);
      EXPECT_EQ(solver.theta(), lanes::theta(batch, b)) << arm.name << ' ' << b;
      EXPECT_EQ(alone.outcome, report.outcome);
      EXPECT_EQ(alone.verdict, report.verdict);
      EXPECT_EQ(alone.updates, report.updates);
      EXPECT_EQ(alone.attempts, report.attempts);
      EXPECT_EQ(alone.error, report.error);
      EXPECT_EQ(alone.aim_error, report.aim_error);
      unreached += alone.outcome == ik::Outcome::kReached ? 0 : 1;
    }
    EXPECT_GT(unreached, 0);
  }
}

TEST(NearestPose, IsFoundWithoutAllocations) {
  for (const std::size_t number : kSixAxisArms) {
    const bodies::Arm& arm = bodies::arms()[number];
    std::vector<Eigen::Isometry3d> goals;
    for (int i = 0; i < 50; ++i) goals.push_back(arm.frame(bodies::drawn(arm, i)));
    ik::Solver solver(arm.body());
    solver.solve();
    const std::size_t before = allocation_count();
    int reached = 0;
    for (const Eigen::Isometry3d& goal : goals) {
      bodies::want_frame(goal, solver);
      const ik::Choice choice = reached % 2 == 0 ? ik::Choice::kFirst : ik::Choice::kNearest;
      reached += solver.solve({.choice = choice}).outcome == ik::Outcome::kReached ? 1 : 0;
    }
    EXPECT_EQ(reached, 50);
    EXPECT_EQ(allocation_count(), before) << arm.name;
  }
}

}  // namespace
