#include "ik/solve/descent.h"

#include <gtest/gtest.h>

#include "support/aiming.h"

namespace {

using ik::VectorX;

/// Goals of a body that no pose meets, and what a descent needs.
struct Wanted {
  Wanted(const ik::Multibody& of, int seed) : body(of), start(of.initial_theta()) {
    bodies::Numbers numbers(seed);
    for (int i = 0; i < body.effector_count(); ++i) targets.push_back(3.0 * numbers.vector());
    aims = bodies::random_aims(body, numbers);
    for (int g = 0; g < body.goal_count(); ++g) weights.push_back(0.5 + 0.2 * g);
    rows.reserve(body);
    EXPECT_TRUE(rows.begin(goals(), ik::pose_at(body, start)));
    ranges.reserve(body);
    ranges.begin(body, rows.joints(), start, rows.unit(), 1);
    descent.reserve(body);
    VectorX theta = start + 0.8 * numbers.vector(body.joint_count());
    ranges.clamp(theta);
    first = ik::pose_at(body, theta);
  }
  ik::Goals goals() const { return {body, targets, aims, weights, {}, stop}; }
  /// The objective half of the weighted sum of squares, by the goals' errors themselves.
  double objective(const VectorX& theta) {
    double sum = 0.0;
    const ik::Pose pose = ik::pose_at(body, theta);
    rows.look(pose);
    sum = rows.objective();
    return sum;
  }
  const ik::Multibody& body;
  VectorX start;
  std::vector<Eigen::Vector3d> targets;
  std::vector<ik::Aim> aims;
  std::vector<double> weights;
  ik::Stop stop;
  ik::GoalRows rows;
  ik::JointRanges ranges;
  ik::Descent descent;
  ik::Pose first;
};

const std::vector<bodies::Named>& descended_bodies() {
  static const std::vector<bodies::Named> all = [] {
    std::vector<bodies::Named> some = bodies::all();
    // directions are left out: the descent measures them by chords
    some.push_back(
        {"Turning", bodies::with_aims(bodies::limited_arm(), {ik::AimKind::kOrientation})});
    return some;
  }();
  return all;
}

TEST(Descent, NeverRaisesTheError) {
  for (const bodies::Named& named : descended_bodies()) {
    for (int seed = 0; seed < 10; ++seed) {
      Wanted wanted(named.body, seed);
      double last = wanted.objective(wanted.first.theta);
      ik::Pose pose = wanted.first;
      for (int k = 0; k < 60; ++k) {
        wanted.descent.run(wanted.goals(), wanted.rows, wanted.ranges, 1, pose);
        const double now = wanted.objective(pose.theta);
        ASSERT_LE(now, last * (1.0 + 1e-14)) << named.name << ' ' << seed << ' ' << k;
        ASSERT_TRUE(wanted.ranges.holds(pose.theta)) << named.name;
        last = now;
      }
    }
  }
}

TEST(Descent, RestsWhereNoJointLowersTheError) {
  int at_limits = 0, rested = 0, runs = 0;
  for (const bodies::Named& named : descended_bodies()) {
    for (int seed = 0; seed < 10; ++seed) {
      Wanted wanted(named.body, seed);
      ik::Pose pose = wanted.first;
      EXPECT_LE(wanted.descent.run(wanted.goals(), wanted.rows, wanted.ranges, 200, pose), 200);
      ++runs;
      if (!wanted.descent.rests()) continue;
      ++rested;
      std::vector<char> marks(static_cast<std::size_t>(named.body.joint_count()));
      if (wanted.descent.next_pushing(marks) >= 0) ++at_limits;
      const double there = wanted.objective(pose.theta);
      for (int j = 0; j < named.body.joint_count(); ++j) {
        for (const double way : {-1e-4, 1e-4}) {
          VectorX theta = pose.theta;
          theta[j] += way;
          if (!wanted.ranges.holds(theta)) continue;
          EXPECT_GE(wanted.objective(theta), there - 1e-9) << named.name << ' ' << seed << ' ' << j;
        }
      }
    }
  }
  EXPECT_GT(at_limits, 5);
  EXPECT_GT(rested, 0.95 * runs);
}

}  // namespace
