#include <gtest/gtest.h>

#include "ik/methods/nullspace.h"
#include "support/aiming.h"
#include "support/algebra.h"
#include "support/step.h"

namespace {

using Eigen::Vector3d;
using ik::MatrixX;
using ik::VectorX;

/// Damped step for three rows alone.
VectorX alone(const MatrixX& J, const Vector3d& e, double lambda) {
  const Eigen::Matrix3d A = J * J.transpose() + lambda * lambda * Eigen::Matrix3d::Identity();
  return J.transpose() * algebra::solve(A, e);
}

/// A basis of the nullspace of J.
MatrixX kernel(const MatrixX& J) { return algebra::kernel(J, 1e-9); }

TEST(TaskPriority, ServesTheFirstTaskAsIfItWereAlone) {
  for (const bodies::Named& named : bodies::all()) {
    for (int seed = 0; seed < 10; ++seed) {
      for (const bool reverse : {false, true}) {
        const int k = named.body.effector_count();
        const int first = seed % k;
        Step step = random_step(named.body, seed);
        const VectorX dtheta = step.take(ik::TaskPriority{
            .lambda = 0.2, .first = static_cast<double>(first), .reverse = reverse});
        const MatrixX J = step.J().middleRows<3>(3 * first);
        const Vector3d e = step.e().segment<3>(3 * first);
        EXPECT_LT((J * (dtheta - alone(J, e, 0.2))).norm(), 1e-12 * (1.0 + dtheta.norm()))
            << named.name;
      }
    }
  }
}

TEST(TaskPriority, MinimisesEachErrorAmongAllMinimaOfThoseBefore) {
  // the gradient of each task's error vanishes along every motion that keeps the earlier tasks;
  // the step has minimum norm: it is orthogonal to motions that keep all tasks
  for (const bodies::Named& named : bodies::all()) {
    for (int seed = 0; seed < 10; ++seed) {
      Step step = random_step(named.body, seed);
      const VectorX x = step.take(ik::TaskPriority{.lambda = 0.0});
      const MatrixX& J = step.J();
      MatrixX free = MatrixX::Identity(J.cols(), J.cols());
      for (int i = 0; i < named.body.effector_count(); ++i) {
        const MatrixX rows = J.middleRows<3>(3 * i);
        const Vector3d left = step.e().segment<3>(3 * i) - rows * x;
        const VectorX slope = free.transpose() * (rows.transpose() * left);
        EXPECT_LT(slope.norm(), 1e-8 * (1.0 + free.norm() * x.norm())) << named.name << i;
        free = kernel(J.topRows(3 * (i + 1)));
      }
      EXPECT_LT((free.transpose() * x).norm(), 1e-8 * (1.0 + free.norm() * x.norm()));
    }
  }
}

TEST(TaskPriority, FollowsTheOrderItIsGiven) {
  // for any order, each task is a minimum subject to the previous tasks, as above
  const ik::Multibody body = bodies::random_tree(2, 5, 6);
  for (const bool reverse : {false, true}) {
    for (int first = 0; first < 6; ++first) {
      Step step = random_step(body, 1);
      const VectorX x =
          step.take(ik::TaskPriority{.lambda = 0.0, .first = first + 0.7, .reverse = reverse});
      MatrixX above(0, 5);
      for (int i = 0; i < 6; ++i) {
        const int task = (first + (reverse ? 6 - i : i)) % 6;
        const MatrixX rows = step.J().middleRows<3>(3 * task);
        const MatrixX free = i == 0 ? MatrixX(MatrixX::Identity(5, 5)) : kernel(above);
        const Vector3d left = step.e().segment<3>(3 * task) - rows * x;
        EXPECT_LT((free.transpose() * rows.transpose() * left).norm(),
                  1e-8 * (1.0 + free.norm() * x.norm()))
            << first << reverse << task;
        MatrixX joined(above.rows() + 3, 5);
        joined << above, rows;
        above = joined;
      }
    }
  }
}

TEST(TaskPriority, CountsEffectorsBeyondTheLastAsTheLast) {
  const ik::Multibody body = bodies::forked_tree();
  Step step = random_step(body, 2);
  EXPECT_EQ(step.take(ik::TaskPriority{.first = 1.0}), step.take(ik::TaskPriority{.first = 1e100}));
}

TEST(TaskPriority, GivesUpWhatContradictsAHigherTask) {
  // two hands in one place, pulled apart: the first wins, the second causes no motion
  const ik::Multibody arm = bodies::planar_arm(3);
  const ik::Multibody body({arm.joints().begin(), arm.joints().end()},
                           {{"first", 2, Vector3d::UnitX()}, {"second", 2, Vector3d::UnitX()}});
  const VectorX theta = Vector3d(0.3, 0.5, 0.4);
  const Vector3d hand = bodies::effectors_at(body, theta)[0];
  const Vector3d pull(0.05, 0.1, 0.0);
  for (const double lambda : {0.0, 0.3}) {
    Step both(body, theta, {hand + pull, hand - pull});
    Step one(arm, theta, {hand + pull});
    const ik::TaskPriority method{.lambda = lambda};
    const VectorX expected = one.take(method);
    EXPECT_LT((both.take(method) - expected).norm(), 1e-10) << lambda;
    EXPECT_GT(expected.norm(), 0.01);
  }
}

TEST(TaskPriority, StaysBoundedAtAlgorithmicSingularities) {
  // the second hand is almost at the first one: its remaining task is nearly singular
  const ik::Multibody arm = bodies::planar_arm(4);
  for (const double apart : {1e-3, 1e-6, 1e-9, 1e-13}) {
    const ik::Multibody body(
        {arm.joints().begin(), arm.joints().end()},
        {{"first", 3, Vector3d::UnitX()}, {"second", 3, Vector3d::UnitX() * (1.0 + apart)}});
    const ik::VectorX theta = Eigen::Vector4d(0.3, 0.5, 0.4, 0.2);
    const auto hands = bodies::effectors_at(body, theta);
    const Vector3d pull(0.3, 0.4, 0.0);
    Step step(body, theta, {hands[0] + pull, hands[1] - pull});
    const VectorX dtheta = step.take(ik::TaskPriority{.lambda = 0.1});
    // a damped inverse has norm at most 1 / (2 lambda); first error 0.5 m, second 0.5 m plus the
    // first task's motion
    EXPECT_LT(dtheta.norm(), 2.5 + 5.0 * (0.5 + 0.6)) << apart;
    const MatrixX J = step.J().topRows<3>();
    EXPECT_LT((J * (dtheta - alone(J, pull, 0.1))).norm(), 1e-11) << apart;
  }
}

TEST(TaskPriority, KeepsTheOrderWhereLittleIsLeftToTheSecondTask) {
  // the second hand lies just beyond the first, so its step is huge. The first hand must not move,
  // and the second error must vanish across the last link
  const ik::Multibody arm = bodies::planar_arm(4);
  for (const double apart : {1e-3, 1e-5, 1e-8}) {
    const ik::Multibody body(
        {arm.joints().begin(), arm.joints().end()},
        {{"first", 3, Vector3d::UnitX()}, {"second", 3, Vector3d::UnitX() * (1.0 + apart)}});
    const VectorX theta = Eigen::Vector4d(0.3, 0.5, 0.4, 0.2);
    const auto hands = bodies::effectors_at(body, theta);
    Step step(body, theta, {hands[0], hands[1] + Vector3d(0.3, 0.4, 0.0)});
    const VectorX dtheta = step.take(ik::TaskPriority{.lambda = 0.0});
    EXPECT_GT(dtheta.norm(), 0.1 / apart);
    EXPECT_LT((step.J().topRows<3>() * dtheta).norm(), 1e-13 * dtheta.norm()) << apart;
    const Vector3d across(-std::sin(1.4), std::cos(1.4), 0.0);
    const Vector3d left = step.e().tail<3>() - step.J().bottomRows<3>() * dtheta;
    EXPECT_NEAR(across.dot(left), 0.0, 1e-13 * dtheta.norm()) << apart;
  }
}

TEST(TaskPriority, KeepsTheOrderWhereOneDirectionIsFreeAndAnotherNearlyTaken) {
  // the second hand is one more link away, on a hinge almost at the first hand: it is free across
  // that link and nearly fixed along it
  const ik::Multibody arm = bodies::planar_arm(5);
  for (const double apart : {1e-4, 1e-7, 1e-9}) {
    const ik::Multibody body(
        {arm.joints().begin(), arm.joints().end()},
        {{"first", 3, Vector3d(1.0, apart, 0.0)}, {"second", 4, Vector3d::UnitX()}});
    const VectorX theta = (VectorX(5) << 0.3, 0.5, 0.4, 0.2, 0.9).finished();
    const auto hands = bodies::effectors_at(body, theta);
    Step step(body, theta, {hands[0], hands[1] + Vector3d(0.3, 0.4, 0.0)});
    const VectorX dtheta = step.take(ik::TaskPriority{.lambda = 0.0});
    EXPECT_GT(dtheta.norm(), 0.01 / apart);
    EXPECT_LT((step.J().topRows<3>() * dtheta).norm(), 1e-13 * dtheta.norm()) << apart;
  }
}

TEST(TaskPriority, KeepsTheOrderWhereAllDirectionsOfTheSecondTaskAreSmall) {
  // the second hand hangs on three short links at the first hand: these alone can serve it
  for (const double link : {0.3, 0.03, 0.01}) {
    std::vector<ik::Joint> joints(9);
    for (int j = 0; j < 9; ++j) {
      ik::Joint& joint = joints[static_cast<std::size_t>(j)];
      joint.parent = j - 1;
      joint.axis = Vector3d::Unit(j % 3);
      if (j > 0) joint.parent_from_joint.translation() = Vector3d(j < 6 ? 1.0 : link, 0.0, 0.0);
    }
    const ik::Multibody body(
        joints, {{"first", 6, Vector3d::Zero()}, {"second", 8, Vector3d(link, link, 0.5 * link)}});
    for (int seed = 0; seed < 20; ++seed) {
      const VectorX theta = bodies::Numbers(seed).vector(9);
      const auto hands = bodies::effectors_at(body, theta);
      const Vector3d pull(0.3 * link, 0.4 * link, -0.2 * link);
      Step step(body, theta, {hands[0], hands[1] + pull});
      const VectorX x = step.take(ik::TaskPriority{.lambda = 0.0});
      const double size = step.J().norm();
      EXPECT_LT((step.J().topRows<3>() * x).norm(), 1e-15 * size * x.norm()) << link;
      EXPECT_LT((step.J().bottomRows<3>() * x - pull).norm(), 2e-15 * size * x.norm()) << link;
    }
  }
}

TEST(TaskPriority, StaysFiniteForAnyDamping) {
  const ik::Multibody body = bodies::random_tree(1, 9, 3);
  for (const double lambda : {0.0, 1e-200, 1e100, 1e160, 1e300}) {
    Step step = random_step(body, 3);
    EXPECT_TRUE(step.take(ik::TaskPriority{.lambda = lambda}).allFinite()) << lambda;
    EXPECT_NE(step.outcome, ik::Outcome::kNotFinite) << lambda;
  }
}

TEST(TaskPriority, PutsAimsBehindPositions) {
  for (const bodies::Named& named : bodies::aiming()) {
    bodies::Numbers numbers(3);
    const VectorX theta = numbers.vector(named.body.joint_count());
    const ik::Pose pose = ik::pose_at(named.body, theta);
    auto targets = bodies::effectors_at(named.body, theta);
    for (Vector3d& target : targets) target += 0.2 * numbers.vector();
    const auto aims = bodies::random_aims(named.body, numbers);
    ik::Problem problem{.multibody = named.body, .pose = pose, .targets = targets};
    problem.aims = aims;
    ik::Workspace w;
    ik::AnyMethod(ik::TaskPriority{.lambda = 0.0}).step(problem, w);
    const MatrixX& J = w.jacobian(problem);
    const VectorX left = w.error(problem) - J * w.dtheta;
    MatrixX free = MatrixX::Identity(J.cols(), J.cols());
    for (int g = 0; g < named.body.goal_count(); ++g) {
      const VectorX slope =
          free.transpose() * (J.middleRows<3>(3 * g).transpose() * left.segment<3>(3 * g));
      EXPECT_LT(slope.norm(), 1e-8 * (1.0 + free.norm() * w.dtheta.norm())) << named.name << g;
      free = kernel(J.topRows(3 * (g + 1)));
    }
  }
}

}  // namespace
