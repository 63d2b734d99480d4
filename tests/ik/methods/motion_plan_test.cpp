#include "ik/methods/motion_plan.h"

#include <gtest/gtest.h>

#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "support/bodies.h"

namespace {

using Eigen::Vector3d;
using ik::VectorX;

/// A random tree of all joint types after three steps of uniform target motion.
struct Underway {
  explicit Underway(int seed, bool clamped = false) : body(bodies::random_tree(seed, 7, 3)) {
    std::srand(static_cast<unsigned>(seed));
    const auto n = static_cast<Eigen::Index>(body.joint_count());
    pose = ik::pose_at(body, VectorX::Random(n));
    for (int i = 0; i < body.effector_count(); ++i) {
      targets.emplace_back(pose.effector.col(i) + Vector3d::Random());
      velocities.emplace_back(0.05 * Vector3d::Random());
      if (clamped) d_max.push_back(0.5);
      weights.push_back(1.0 + 0.5 * i);
    }
    for (int j = 0; j < n; ++j) mobility.push_back(1.0 - 0.1 * j);
    scale = VectorX::Ones(n) + 0.3 * VectorX::Random(n);
    for (int step = 0; step < 3; ++step) {
      for (std::size_t i = 0; i < targets.size(); ++i) targets[i] += velocities[i];
      motion.observe(problem(), step > 0);
    }
    plan.reserve(problem());
    plan.begin(0.02 * VectorX::Random(n), false);
  }
  ik::Problem problem() const {
    ik::Problem result{body, pose, targets};
    result.d_max = d_max;
    result.mobility = mobility;
    result.weights = weights;
    return result;
  }

  ik::Multibody body;
  ik::Pose pose;
  std::vector<Vector3d> targets, velocities;
  std::vector<double> d_max, mobility, weights;
  VectorX scale;
  ik::GoalMotion motion;
  ik::MotionPlan plan;
};

constexpr ik::PlanSettings kSettings{.calm = 0.02, .horizon = 12.0, .least_way = 0.1};

/// u after the joints move a scaled distance x farther by the ends of the plan's two parts.
VectorX after(const ik::Outlook& outlook, const VectorX& u, const VectorX& x) {
  const Eigen::Index n = outlook.scale.size();
  VectorX result = u;
  const VectorX first = outlook.scale.cwiseProduct(x.head(n));
  const VectorX both = outlook.scale.cwiseProduct(x.tail(n));
  result.head(n) += first / outlook.first;
  result.tail(n) += (both - first) / outlook.rest;
  return result;
}

TEST(MotionPlan, KnowsTheSlopesOfItsCost) {
  for (int seed = 0; seed < 20; ++seed) {
    Underway way(seed, seed % 2 == 1);
    const ik::Problem problem = way.problem();
    const ik::Outlook outlook(problem, way.motion, way.scale, kSettings);
    const VectorX start = way.plan.start();
    const double here = way.plan.expand(outlook);
    const VectorX slopes = way.plan.gradient();
    EXPECT_NEAR(here, way.plan.cost(outlook, start), 1e-12 * here);
    constexpr double kStep = 1e-5;
    for (Eigen::Index i = 0; i < slopes.size(); ++i) {
      const VectorX x = kStep * VectorX::Unit(slopes.size(), i);
      const double rise = way.plan.cost(outlook, after(outlook, start, x)) -
                          way.plan.cost(outlook, after(outlook, start, -x));
      ASSERT_NEAR(rise / (2.0 * kStep), slopes[i], 1e-6 * here) << seed << " " << i;
    }
  }
}

TEST(MotionPlan, CostsTheDistancesAtItsEndsAndItsBends) {
  Underway way(3);
  way.weights.clear();
  way.mobility.clear();
  const ik::Problem problem = way.problem();
  const ik::Outlook outlook(problem, way.motion, way.scale, kSettings);
  ASSERT_GT(outlook.first, 1.0);
  const Eigen::Index n = way.scale.size();
  const VectorX before = way.plan.before();
  const VectorX u = 0.03 * VectorX::Random(2 * n);
  const auto rounded = [](double length, double c) { return std::sqrt(length * length + c * c); };

  double distances = 0.0;
  const double steps[] = {outlook.first, outlook.first + outlook.rest};
  const double weights[] = {0.5 * steps[1], 0.5 * outlook.rest};
  const VectorX ways[] = {outlook.first * u.head(n),
                          outlook.first * u.head(n) + outlook.rest * u.tail(n)};
  for (int part = 0; part < 2; ++part) {
    const ik::Pose then = ik::pose_at(way.body, way.pose.theta + ways[part]);
    // the targets' velocity is constant, and the first step of the plan is the current one
    const double ahead = std::min(steps[part], std::max(outlook.foresight, 1.0)) - 1.0;
    for (std::size_t i = 0; i < way.targets.size(); ++i) {
      const Vector3d target = way.targets[i] + ahead * way.velocities[i];
      const Vector3d error = target - then.effector.col(static_cast<Eigen::Index>(i));
      distances += weights[part] * rounded(error.norm(), outlook.delta);
    }
  }
  const VectorX now = (u.head(n) - before).cwiseQuotient(way.scale);
  const VectorX later = (u.tail(n) - u.head(n)).cwiseQuotient(way.scale);
  const double bends =
      rounded(now.norm(), outlook.epsilon) + rounded(later.norm(), outlook.epsilon);
  EXPECT_NEAR(way.plan.cost(outlook, u), distances + outlook.price * bends, 1e-12 * distances);
}

TEST(MotionPlan, FallsInCost) {
  for (int seed = 0; seed < 20; ++seed) {
    Underway way(seed, seed % 2 == 1);
    const ik::Problem problem = way.problem();
    const ik::Outlook outlook(problem, way.motion, way.scale, kSettings);
    way.plan.improve(outlook, ik::kUnlimited);
    const double before = way.plan.cost(outlook, way.plan.start());
    EXPECT_LT(way.plan.cost(outlook, way.plan.velocities()), before) << seed;
  }
}

TEST(MotionPlan, KeepsToTheLongestWay) {
  for (const double longest : {1.0, 0.1, 0.01}) {
    Underway way(5);
    const ik::Problem problem = way.problem();
    const ik::Outlook outlook(problem, way.motion, way.scale, kSettings);
    way.plan.improve(outlook, longest);
    const Eigen::Index n = way.scale.size();
    const VectorX change = way.plan.velocities() - way.plan.start();
    const VectorX first = outlook.first * change.head(n);
    const VectorX both = first + outlook.rest * change.tail(n);
    EXPECT_GT(ik::largest(change), 0.0);
    EXPECT_LE(ik::largest(VectorX(first.cwiseQuotient(way.scale))), longest * (1.0 + 1e-12));
    EXPECT_LE(ik::largest(VectorX(both.cwiseQuotient(way.scale))), longest * (1.0 + 1e-12));
  }
}

TEST(MotionPlan, IsAStepFartherInTheNextStep) {
  Underway way(7);
  const ik::Problem problem = way.problem();
  const ik::Outlook outlook(problem, way.motion, way.scale, kSettings);
  way.plan.improve(outlook, ik::kUnlimited);
  const Eigen::Index n = way.scale.size();
  const VectorX u = way.plan.velocities();
  ASSERT_GT(outlook.first, 1.0);

  way.plan.begin(u.head(n), true);
  // the first part keeps its length; its last step takes the velocity of the second part
  const VectorX first = (outlook.first - 1.0) * u.head(n) + u.tail(n);
  EXPECT_LT((outlook.first * way.plan.start().head(n) - first).norm(), 1e-13);
  EXPECT_EQ(way.plan.start().tail(n), u.tail(n));

  way.plan.begin(u.head(n), false);
  EXPECT_EQ(way.plan.start().head(n), u.head(n));
  EXPECT_EQ(way.plan.start().tail(n), u.head(n));

  way.plan.forget();
  way.plan.begin(u.head(n), true);
  EXPECT_EQ(way.plan.start().tail(n), u.head(n));
}

}  // namespace
