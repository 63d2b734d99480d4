#include "ik/methods/constrained.h"

#include <gtest/gtest.h>

#include "ik/body/joint.h"
#include "ik/methods/dls.h"
#include "ik/task/limits.h"
#include "support/algebra.h"
#include "support/clearance.h"
#include "support/count_allocations.h"
#include "support/step.h"

namespace {

using Eigen::Vector3d;
using ik::VectorX;

/// The body with limits at a distance `room` on both sides of a pose.
ik::Multibody limited(const ik::Multibody& body, const VectorX& theta, double room) {
  std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const double at = theta[static_cast<Eigen::Index>(j)];
    joints[j].lower = at - room;
    joints[j].upper = at + (j % 3 == 0 ? ik::kUnlimited : room);
  }
  return ik::Multibody(joints, {body.effectors().begin(), body.effectors().end()});
}

/// A step among obstacles that owns everything it refers to.
struct Among {
  Among(const ik::Multibody& of, const VectorX& theta, std::vector<Vector3d> to,
        std::vector<ik::Obstacle> around)
      : body(of), pose(ik::pose_at(of, theta)), targets(std::move(to)), obstacles(around) {}
  ik::Problem problem() const {
    ik::Problem result{body, pose, targets};
    result.obstacles = obstacles;
    result.mobility = mobility;
    result.held = held;
    return result;
  }
  VectorX take(const ik::Constrained& method) {
    outcome = ik::AnyMethod(method).step(problem(), workspace);
    return workspace.dtheta;
  }
  double clearance() const { return bodies::least_clearance(body, pose, obstacles); }
  void move(const VectorX& dtheta) { pose = ik::pose_at(body, pose.theta + dtheta); }

  const ik::Multibody& body;
  ik::Pose pose;
  std::vector<Vector3d> targets;
  std::vector<ik::Obstacle> obstacles;
  std::vector<double> mobility, held;
  ik::Workspace workspace;
  ik::Outcome outcome = ik::Outcome::kMoved;
};

TEST(Constrained, IsDlsWhereNothingIsInTheWay) {
  for (const bodies::Named& named : bodies::all()) {
    if (ik::has_limits(named.body)) continue;
    for (const double lambda : {0.05, 0.5, 2.0}) {
      Step step = random_step(named.body, 3);
      const VectorX free = step.take(ik::Dls{lambda});
      EXPECT_LT((step.take(ik::Constrained{lambda}) - free).norm(), 1e-10 * (1.0 + free.norm()))
          << named.name;
    }
  }
}

TEST(Constrained, NoPointWithinTheConstraintsIsBetter) {
  // limits and obstacles are close, so that some of both are active; compared with random points
  int bound = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const ik::Multibody free = bodies::forked_tree();
    const VectorX theta = bodies::Numbers(seed).vector(free.joint_count());
    const ik::Multibody body = limited(free, theta, 0.15);
    bodies::Numbers numbers(100 + seed);
    std::vector<Vector3d> targets = bodies::effectors_at(body, theta);
    for (Vector3d& target : targets) target += 0.3 * numbers.vector();
    // a ball near each hand, in the direction of its target
    std::vector<ik::Obstacle> obstacles;
    for (int i = 0; i < 2; ++i) {
      const Vector3d hand = bodies::effectors_at(body, theta)[static_cast<std::size_t>(i)];
      const Vector3d at = hand + 0.16 * (targets[static_cast<std::size_t>(i)] - hand).normalized();
      obstacles.push_back({"ball", at, at, 0.1});
    }
    Among step(body, theta, targets, obstacles);
    if (step.clearance() < 0.02) continue;
    const ik::Constrained method{0.3, 0.02};
    const VectorX dtheta = step.take(method);
    const ik::MatrixX& J = step.workspace.jacobian(step.problem());
    const VectorX& e = step.workspace.error(step.problem());
    const auto cost = [&](const VectorX& x) {
      return (J * x - e).squaredNorm() + 0.09 * x.squaredNorm();
    };
    const auto room = [&](const VectorX& x) {
      double least = 1.0;
      for (int j = 0; j < body.joint_count(); ++j) {
        least = std::min(
            {least, theta[j] + x[j] - body.joint(j).lower, body.joint(j).upper - theta[j] - x[j]});
      }
      ik::for_each_link(body, [&](const ik::LinkSegment& link) {
        for (const ik::Obstacle& obstacle : obstacles) {
          const ik::Clearance found = ik::clearance(step.pose, link, obstacle);
          VectorX gradient;
          ik::clearance_gradient(body, step.pose, link, found, gradient);
          least = std::min(least, found.distance + gradient.dot(x) - 0.02);
        }
      });
      return least;
    };
    EXPECT_GT(room(dtheta), -1e-12) << seed;
    // the step is halved while the true error would rise, so the solution may be a multiple of it
    VectorX whole = dtheta;
    while (room(2.0 * whole) > -1e-12 && cost(2.0 * whole) < cost(whole)) whole *= 2.0;
    bound += room(whole) < 1e-12;
    for (int i = 0; i < 3000; ++i) {
      const double reach = std::pow(10.0, -1.0 - i % 4);
      const VectorX other = whole + reach * numbers.vector(body.joint_count());
      if (room(other) < 0.0) continue;
      EXPECT_GE(cost(other), cost(whole) - 1e-12) << seed;
    }
  }
  EXPECT_GT(bound, 10) << "too few examples had anything in the way";
}

TEST(Constrained, HoldsLimitsExactlyAndBringsJointsBackOverThem) {
  const ik::Multibody free = bodies::planar_arm(5);
  const VectorX theta = bodies::Numbers(1).vector(5);
  const ik::Multibody body = limited(free, theta, 0.05);
  for (int seed = 0; seed < 20; ++seed) {
    Among step(body, theta, {3.0 * bodies::Numbers(seed).vector()}, {});
    for (int i = 0; i < 30; ++i) step.move(step.take({}));
    for (int j = 0; j < 5; ++j) {
      EXPECT_GE(step.pose.theta[j], body.joint(j).lower - 1e-15);
      EXPECT_LE(step.pose.theta[j], body.joint(j).upper + 1e-15);
    }
    // from outside the limits the joint may only move back
    VectorX outside = theta;
    outside[1] += 0.2;
    Among beyond(body, outside, {3.0 * bodies::Numbers(seed).vector()}, {});
    EXPECT_LE(beyond.take({})[1], 0.0);
  }
}

TEST(Constrained, LetsOtherJointsMakeUpForOneAtItsLimit) {
  // clamping after the step would leave a larger error
  const ik::Multibody free = bodies::planar_arm(4);
  const VectorX theta = VectorX::Constant(4, 0.4);
  const ik::Multibody body = limited(free, theta, 0.02);
  const Vector3d target = bodies::effectors_at(body, theta)[0] + Vector3d(0.1, 0.1, 0.0);
  Among step(body, theta, {target}, {});
  const VectorX held = step.take(ik::Constrained{0.1});
  const ik::MatrixX J = step.workspace.jacobian(step.problem());
  const VectorX e = step.workspace.error(step.problem());
  Step other(free, theta, {target});
  VectorX cut = other.take(ik::Dls{0.1});
  for (int j = 0; j < 4; ++j) {
    cut[j] = std::clamp(cut[j], body.joint(j).lower - theta[j], body.joint(j).upper - theta[j]);
  }
  EXPECT_LT((J * held - e).norm(), (J * cut - e).norm() - 1e-3);
}

TEST(Constrained, StaysClearOfObstaclesInItsWay) {
  for (const double margin : {0.005, 0.05}) {
    const ik::Multibody body = bodies::planar_arm(4);
    Among step(body, Eigen::Vector4d(0.3, 0.3, 0.3, 0.3), {Vector3d(1.5, -2.0, 0.0)},
               {{"post", {2.6, 0.2, -1.0}, {2.6, 0.2, 1.0}, 0.2},
                {"ball", {1.0, -0.9, 0.0}, {1.0, -0.9, 0.0}, 0.3}});
    ASSERT_GT(step.clearance(), margin);
    const ik::Constrained method{0.2, margin};
    double least = 1.0;
    for (int i = 0; i < 400; ++i) {
      VectorX dtheta = step.take(method);
      ik::clamp_max_angle(body, 0.1, dtheta);
      step.move(dtheta);
      least = std::min(least, step.clearance());
    }
    EXPECT_GT(least, 0.0);
    // it goes as near as allowed and stays there
    EXPECT_NEAR(step.clearance(), margin, 0.2 * margin);
  }
}

TEST(Constrained, MovesOutOfAnObstacleAndNeverDeeperIn) {
  for (int seed = 0; seed < 10; ++seed) {
    const ik::Multibody body = bodies::planar_arm(4);
    const VectorX theta = 0.5 * bodies::Numbers(seed).vector(4);
    const ik::Pose pose = ik::pose_at(body, theta);
    // a ball around the middle of the last link, on one side; the target is on the other side
    const Vector3d middle = 0.5 * (pose.origin.col(3) + pose.effector.col(0));
    const Vector3d side = Vector3d::UnitZ().cross(pose.effector.col(0) - pose.origin.col(3));
    const Vector3d at = middle + 0.05 * side;
    Among step(body, theta, {middle + 0.5 * side}, {{"ball", at, at, 0.2}});
    double before = step.clearance();
    ASSERT_LT(before, -0.1);
    for (int i = 0; i < 100; ++i) {
      step.move(step.take({}));
      EXPECT_GE(step.clearance(), std::min(before, 0.0)) << seed;
      before = step.clearance();
    }
    EXPECT_GT(before, 0.015) << seed;
  }
}

TEST(Constrained, WinsBackATenthOfAMetreAStepAndNoMore) {
  // a hinge with its hand deep in a ball and at its target
  const ik::Multibody body = bodies::planar_arm(1);
  for (const double deep : {0.05, 0.3}) {
    const Vector3d at(1.0, -0.4 + deep, 0.0);
    Among step(body, VectorX::Zero(1), {Vector3d::UnitX()}, {{"ball", at, at, 0.4}});
    const double dtheta = step.take(ik::Constrained{0.01, 0.02})[0];
    // the hand moves by 1 m per radian; damping and target contribute about 1e-4
    EXPECT_NEAR(dtheta, std::min(deep + 0.02, 0.1), 1e-3) << deep;
  }
}

TEST(Constrained, LeavesALinkThatIsPressedFromBothSidesAndMovesTheRest) {
  // leaving one ball means entering the other: neither clearance may shrink, and the step must
  // still move the other joint although not both can be restored
  const ik::Multibody body = bodies::planar_arm(2);
  const VectorX theta = Eigen::Vector2d(0.0, 0.5);
  const Vector3d hand = bodies::effectors_at(body, theta)[0];
  Among step(body, theta, {hand + Vector3d(-0.1, 0.2, 0.0)},
             {{"above", {0.5, 0.15, 0.0}, {0.5, 0.15, 0.0}, 0.2},
              {"below", {0.5, -0.1, 0.0}, {0.5, -0.1, 0.0}, 0.2}});
  const VectorX dtheta = step.take(ik::Constrained{0.1, 0.02});
  EXPECT_NEAR(dtheta[0], 0.0, 1e-9);
  EXPECT_GT(dtheta[1], 0.01);
}

TEST(Constrained, TurnsNoJointByMoreThan45DegreesWhereThereAreObstacles) {
  const ik::Multibody body = bodies::planar_arm(3);
  Among step(body, Vector3d(0.2, 0.4, 0.6), {Vector3d(-90.0, 50.0, 0.0)},
             {{"far", {500.0, 0.0, 0.0}, {500.0, 0.0, 0.0}, 1.0}});
  EXPECT_NEAR(step.take(ik::Constrained{0.01}).lpNorm<Eigen::Infinity>(), M_PI / 4.0, 1e-12);
}

TEST(Constrained, TakesAStepOfLeastSquaresWithoutAnyDamping) {
  const ik::Multibody body = bodies::planar_arm(5);
  const VectorX theta = VectorX::Constant(5, 0.4);
  Step step(body, theta, {bodies::effectors_at(body, theta)[0] + Vector3d(0.1, 0.2, 0.0)});
  const VectorX dtheta = step.take(ik::Constrained{0.0});
  EXPECT_LT((step.J() * dtheta - step.e()).norm(), 1e-4 * step.e().norm());
  EXPECT_LT(dtheta.norm(), 1.0);
}

TEST(Constrained, StaysFiniteWhereThereIsNoWayOut) {
  // two posts press the only link from both sides, and another post stands on its hinge
  const ik::Multibody body = bodies::planar_arm(1);
  Among step(body, VectorX::Zero(1), {Vector3d(0.0, 1.0, 0.0)},
             {{"above", {0.5, 0.1, -1}, {0.5, 0.1, 1}, 0.2},
              {"below", {0.5, -0.1, -1}, {0.5, -0.1, 1}, 0.2},
              {"on the hinge", {0, 0, -1}, {0, 0, 1}, 0.3},
              {"through the link", {0.7, 0, 0}, {0.7, 0, 0}, 0.1}});
  const double before = step.clearance();
  EXPECT_TRUE(step.take({}).allFinite());
  step.move(step.workspace.dtheta);
  EXPECT_GE(step.clearance(), before);
}

TEST(Constrained, StaysFiniteAmongObstaclesWhateverTheTargets) {
  for (const bodies::Named& named : bodies::all()) {
    for (const double far : {1e-300, 1.0, 1e9, 1e150, 1.7e308}) {
      bodies::Numbers numbers(4);
      const VectorX theta = numbers.vector(named.body.joint_count());
      std::vector<Vector3d> targets;
      for (int i = 0; i < named.body.effector_count(); ++i) {
        targets.push_back(far * numbers.vector());
      }
      Among step(named.body, theta, targets,
                 {{"post", {0.6, 0.2, -1}, {0.6, 0.3, 1}, 0.2},
                  {"far", {1e200, 0, 0}, {0, 1e200, 0}, 1.0},
                  {"wide", {9, 9, 9}, {9, 9, 9}, 1e9}});
      EXPECT_TRUE(step.take({}).allFinite()) << named.name << " at " << far;
      EXPECT_NE(step.outcome, ik::Outcome::kNotFinite) << named.name << " at " << far;
    }
  }
}

TEST(Constrained, HeldFirstEffectorFollowsExactlyAndTheOthersTakeWhatIsLeft) {
  int followed = 0;
  for (int seed = 0; seed < 10; ++seed) {
    const ik::Multibody body = bodies::forked_tree();
    const VectorX theta = bodies::Numbers(seed).vector(body.joint_count());
    std::vector<Vector3d> targets = bodies::effectors_at(body, theta);
    targets[0] += 0.05 * bodies::Numbers(50 + seed).vector();
    targets[1] += 0.5 * bodies::Numbers(70 + seed).vector();
    Step step(body, theta, targets);
    const VectorX dtheta = step.take(ik::Constrained{0.2, 0.02, true});
    const ik::MatrixX J = step.J();
    const VectorX e = step.e();
    // Lagrange conditions, solved as one linear system
    const Eigen::Index n = J.cols();
    ik::MatrixX K = ik::MatrixX::Zero(n + 3, n + 3);
    K.topLeftCorner(n, n) = J.transpose() * J + 0.04 * ik::MatrixX::Identity(n, n);
    K.topRightCorner(n, 3) = J.topRows(3).transpose();
    K.bottomLeftCorner(3, n) = J.topRows(3);
    VectorX right(n + 3);
    right << J.transpose() * e, e.head(3);
    const VectorX expected = algebra::solve(K, right).head(n);
    if (expected.lpNorm<Eigen::Infinity>() > 0.785) {
      EXPECT_EQ(dtheta, step.take(ik::Constrained{0.2})) << seed;
      continue;
    }
    ++followed;
    EXPECT_LT((J.topRows(3) * dtheta - e.head(3)).norm(), 1e-12) << seed;
    EXPECT_LT((dtheta - expected).norm(), 1e-9) << seed;
  }
  EXPECT_GE(followed, 7);
}

TEST(Constrained, HeldFirstEffectorThatCannotFollowIsOneAmongTheOthers) {
  const ik::Multibody body = bodies::planar_arm(3);
  Step step(body, VectorX::Zero(3), {Vector3d(3.5, 0.2, 0.0)});  // no joint moves the hand along x
  const VectorX free = step.take(ik::Constrained{0.3});
  EXPECT_EQ(step.take(ik::Constrained{0.3, 0.02, true}), free);
  EXPECT_FALSE(free.isZero(0.0));
}

TEST(Constrained, LeavesFrozenJointsAloneAndReckonsWithHeldOnes) {
  const ik::Multibody body = bodies::planar_arm(4);
  const VectorX theta = VectorX::Constant(4, 0.3);
  const Vector3d hand = bodies::effectors_at(body, theta)[0];
  const Vector3d ahead(std::cos(0.9), std::sin(0.9), 0.0);
  const Vector3d at = hand + 0.26 * ahead;
  Among step(body, theta, {hand + 0.3 * ahead}, {{"ball", at, at, 0.2}});
  step.mobility = {0.0, 1.0, 0.5, 2.0};
  step.held = {-0.05, 0.0, 0.0, 0.0};
  const VectorX dtheta = step.take(ik::Constrained{0.2, 0.02});
  EXPECT_EQ(dtheta[0], -0.05);
  EXPECT_GT(dtheta.tail(3).norm(), 0.01);
  // held and free motion together just keep the margin to the ball, to first order
  double least = 1.0;
  ik::for_each_link(body, [&](const ik::LinkSegment& link) {
    const ik::Clearance found = ik::clearance(step.pose, link, step.obstacles[0]);
    VectorX gradient;
    ik::clearance_gradient(body, step.pose, link, found, gradient);
    least = std::min(least, found.distance + gradient.dot(dtheta));
  });
  EXPECT_NEAR(least, 0.02, 1e-12);
}

TEST(Constrained, TakesAFartherErrorForOneOfAHundredTimesJ) {
  const ik::Multibody body = bodies::forked_tree();
  const VectorX theta = bodies::Numbers(2).vector(body.joint_count());
  const auto towards = [&](double d) {
    std::vector<Vector3d> targets = bodies::effectors_at(body, theta);
    targets[0] += d * Vector3d(0.6, 0.8, 0.0);
    Step step(body, theta, targets);
    return VectorX(step.take(ik::Constrained{20.0}));
  };
  Step at(body, theta, bodies::effectors_at(body, theta));
  const double most = 100.0 * longest_rows(at.J());
  const VectorX longest = towards(most);
  EXPECT_LT((towards(1e6) - longest).norm(), 1e-9 * longest.norm());
  EXPECT_LT((towards(0.9 * most) - 0.9 * longest).norm(), 1e-9 * longest.norm());
}

TEST(Constrained, HeldFirstEffectorMovesByAFifthOfJAtMost) {
  int followed = 0;
  for (int seed = 0; seed < 10; ++seed) {
    const ik::Multibody body = bodies::forked_tree();
    const VectorX theta = bodies::Numbers(seed).vector(body.joint_count());
    std::vector<Vector3d> targets = bodies::effectors_at(body, theta);
    const Vector3d way = bodies::Numbers(50 + seed).vector();
    targets[0] += 2.0 * way.normalized();
    Step step(body, theta, targets);
    const VectorX dtheta = step.take(ik::Constrained{0.2, 0.02, true});
    if (dtheta == step.take(ik::Constrained{0.2})) continue;  // the target could not be followed
    ++followed;
    const Vector3d most = 0.2 * longest_rows(step.J()) * way.normalized();
    EXPECT_LT((step.J().topRows(3) * dtheta - most).norm(), 1e-12) << seed;
  }
  EXPECT_GE(followed, 4);
}

TEST(Constrained, ALinkThatNoFreeJointMovesGivesNoOtherLeave) {
  const ik::Multibody body = bodies::planar_arm(2);
  const VectorX theta = Eigen::Vector2d(0.0, 0.5);
  const Vector3d hand = bodies::effectors_at(body, theta)[0];
  const Vector3d beside = hand + 0.15 * Vector3d(std::sin(0.5), -std::cos(0.5), 0.0);
  const ik::Obstacle fixed{"on the frozen link", {0.4, 0.1, 0.0}, {0.4, 0.1, 0.0}, 0.2};
  const ik::Obstacle other{"beside the hand", beside, beside, 0.2};
  Among one(body, theta, {hand}, {other});
  Among both(body, theta, {hand}, {other, fixed});
  one.mobility = both.mobility = {0.0, 1.0};
  const VectorX dtheta = one.take(ik::Constrained{0.1});
  EXPECT_GT(dtheta[1], 0.06);  // 1 m per radian, and 0.07 m are missing
  EXPECT_EQ(both.take(ik::Constrained{0.1}), dtheta);
}

TEST(Constrained, AnObstacleBeyondAllNumbersIsNone) {
  const ik::Multibody body = bodies::planar_arm(3);
  const VectorX theta = VectorX::Constant(3, 0.4);
  const Vector3d target = bodies::effectors_at(body, theta)[0] + Vector3d(0.05, 0.02, 0.0);
  Among alone(body, theta, {target}, {});
  Among among(body, theta, {target}, {{"rod", {1.7e308, 1e300, 0}, {-1.7e308, 1e300, 0}, 0.1}});
  const VectorX dtheta = alone.take(ik::Constrained{0.1});
  EXPECT_GT(dtheta.norm(), 0.01);
  EXPECT_EQ(among.take(ik::Constrained{0.1}), dtheta);
}

TEST(Constrained, MovesOutOfAnObstacleUndampedWhereNoJointMovesAnEffector) {
  // the hand is on the first hinge, which carries the link beside the ball
  std::vector<ik::Joint> joints(2);
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Vector3d::UnitX();
  const ik::Multibody body(joints, {{"hand", 0, Vector3d::Zero()}});
  Among step(body, VectorX::Zero(2), {Vector3d::Zero()},
             {{"ball", {1.0, -0.15, 0.0}, {1.0, -0.15, 0.0}, 0.2}});
  EXPECT_NEAR(step.take(ik::Constrained{0.0, 0.02})[0], 0.07, 1e-3);
}

TEST(Constrained, StaysInABodyTooLargeForItsSquares) {
  std::vector<ik::Joint> joints(2);
  joints[1].parent = 0;
  const ik::Multibody body(joints, {{"hand", 1, {1e160, 0.0, 0.0}}});
  Among step(body, VectorX::Zero(2), {Vector3d(0.0, 1e160, 0.0)}, {});
  EXPECT_TRUE(step.take(ik::Constrained()).isZero(0.0));
  EXPECT_EQ(step.outcome, ik::Outcome::kStalled);
}

TEST(Constrained, WarmStepAmongObstaclesAllocatesNothing) {
  const ik::Multibody free = bodies::forked_tree();
  const ik::Multibody body = limited(free, free.initial_theta(), 0.3);
  Among step(
      body, body.initial_theta(), {{1.0, 2.0, 0.5}, {-1.0, 1.0, 0.0}},
      {{"ball", {0.5, 1.9, 0.3}, {0.5, 1.9, 0.3}, 0.2}, {"rod", {-2, 0, 1}, {2, 2, 1}, 0.3}});
  const ik::AnyMethod method(ik::Constrained{0.2, 0.02, true});
  const auto update = [&] {
    method.step(step.problem(), step.workspace);
    step.pose.theta += step.workspace.dtheta;
    ik::forward_kinematics(body, step.pose);
  };
  update();
  const std::size_t before = allocation_count();
  for (int i = 0; i < 100; ++i) {
    step.targets[0].x() += 0.02;
    update();
  }
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
