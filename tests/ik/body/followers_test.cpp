// Follower joints: theta = ratio theta_leader + shift.

#include <gtest/gtest.h>

#include <cmath>

#include "ik/task/jacobian.h"
#include "ik/task/objective.h"
#include "ik/task/redundancy.h"
#include "iklab/batch.h"
#include "iklab/solver.h"
#include "support/bodies.h"

namespace {

using ik::MatrixX;
using ik::VectorX;

/// random_tree in which every third joint follows the joint two places earlier in the list.
ik::Multibody with_followers(int seed, int n, int k, ik::AimKind aim = ik::AimKind::kNone) {
  const ik::Multibody tree = bodies::random_tree(seed, n, k);
  bodies::Numbers numbers(seed);
  std::vector<ik::Joint> joints;
  for (int given = 0; given < n; ++given) {
    ik::Joint joint = tree.joint(tree.solver_index(given));
    if (joint.parent >= 0) joint.parent = tree.given_index(joint.parent);
    if (given % 3 == 2) {
      joint.leader = given - 2;
      joint.ratio = given % 2 == 0 ? 0.5 + std::abs(numbers.next()) : -1.5;
      joint.shift = 0.3 * numbers.next();
    }
    joints.push_back(std::move(joint));
  }
  std::vector<ik::Effector> effectors;
  for (ik::Effector effector : tree.effectors()) {
    effector.joint = tree.given_index(effector.joint);
    effector.aim = aim;
    effectors.push_back(std::move(effector));
  }
  return {std::move(joints), std::move(effectors)};
}

std::vector<Eigen::Vector3d> far_and_near(const ik::Multibody& body, int seed) {
  bodies::Numbers numbers(seed + 50);
  std::vector<Eigen::Vector3d> targets;
  for (int i = 0; i < body.effector_count(); ++i) targets.push_back(2.0 * numbers.vector());
  return targets;
}

TEST(Followers, KinematicsGivesThemTheirLeadersMotion) {
  const ik::Multibody body = with_followers(1, 9, 2);
  ASSERT_EQ(body.followers().size(), 3U);
  const ik::Pose pose = ik::pose_at(body, bodies::Numbers(3).vector(9));
  for (const int j : body.followers()) {
    const ik::Joint& joint = body.joint(j);
    EXPECT_EQ(pose.theta[j], joint.ratio * pose.theta[joint.leader] + joint.shift);
    EXPECT_TRUE(body.leads(joint.leader));
    EXPECT_FALSE(body.leads(j));
  }
}

TEST(Followers, TheJacobianIsTheDerivativeByTheFreeJoints) {
  for (int seed = 0; seed < 10; ++seed) {
    const ik::Multibody body = with_followers(seed, 9, 3);
    const VectorX theta = 2.0 * bodies::Numbers(seed).vector(9);
    const ik::Pose pose = ik::pose_at(body, theta);
    MatrixX J;
    ik::task_jacobian({.multibody = body, .pose = pose, .targets = {}}, J);
    for (int j = 0; j < 9; ++j) {
      const VectorX step = 1e-5 * VectorX::Unit(9, j);
      // a follower takes its leader's pose: its own entry of theta has no effect
      const ik::Matrix3X slope =
          (ik::pose_at(body, theta + step).effector - ik::pose_at(body, theta - step).effector) /
          2e-5;
      EXPECT_LT((J.col(j) - slope.reshaped()).norm(), 1e-8) << seed << ' ' << j;
    }
  }
}

/// True if a follower with a ratio of this sign moves an effector.
bool follower_moves_effector(const ik::Multibody& body, double sign) {
  for (const int j : body.followers()) {
    if (sign * body.joint(j).ratio > 0.0 && !body.effectors_of(j).empty()) return true;
  }
  return false;
}

TEST(Followers, TheDescentAlongOneJointIsThatOfTheWholeJacobian) {
  bool rising = false, falling = false;
  for (int seed = 0; seed < 24; ++seed) {
    const auto aim = static_cast<ik::AimKind>(seed % 3);
    const ik::Multibody body = with_followers(seed, 9, 3, aim);
    rising |= follower_moves_effector(body, 1.0);
    falling |= follower_moves_effector(body, -1.0);
    const ik::Pose pose = ik::pose_at(body, bodies::Numbers(3).vector(9));
    const std::vector<Eigen::Vector3d> targets = far_and_near(body, 1);
    const std::vector<ik::Aim> aims(static_cast<std::size_t>(body.aim_count()));
    std::vector<double> weights(static_cast<std::size_t>(body.goal_count()), 0.7);
    weights[1] = 2.0;
    for (const ik::JacobianKind kind : {ik::JacobianKind::kEffector, ik::JacobianKind::kTarget}) {
      ik::Problem problem{body, pose, targets, kind};
      problem.aims = aims;
      problem.weights = weights;
      MatrixX J;
      VectorX e;
      ik::task_jacobian(problem, J);
      ik::task_error(problem, e);
      for (int j = 0; j < 9; ++j) {
        EXPECT_NEAR(ik::descent_entry(problem, j, e), J.col(j).dot(e), 1e-13 * (1.0 + e.norm()))
            << seed << ' ' << j;
      }
    }
  }
  EXPECT_TRUE(rising && falling) << "no test of the ratio";
}

TEST(Followers, TheHessianIsTheDerivativeOfTheGradient) {
  for (int seed = 0; seed < 10; ++seed) {
    const ik::Multibody body = with_followers(seed, 9, 3);
    const VectorX theta = 2.0 * bodies::Numbers(seed).vector(9);
    const std::vector<Eigen::Vector3d> targets = far_and_near(body, seed);
    std::vector<double> mobility;
    for (int j = 0; j < 9; ++j) mobility.push_back(j == 4 ? 0.0 : 0.5 + 0.2 * j);
    const auto gradient = [&](const VectorX& at) {
      const ik::Pose pose = ik::pose_at(body, at);
      ik::Problem problem{body, pose, targets};
      problem.mobility = mobility;
      ik::Workspace w;
      w.begin(problem);
      return VectorX(-(w.jacobian(problem).transpose() * w.error(problem)));
    };
    const ik::Pose pose = ik::pose_at(body, theta);
    ik::Problem problem{body, pose, targets};
    problem.mobility = mobility;
    ik::Workspace w;
    w.begin(problem);
    MatrixX scratch, H;
    ik::task_hessian(problem, w.jacobian(problem), w.error(problem), scratch, H);
    for (int j = 0; j < 9; ++j) {
      const VectorX step = 1e-5 * VectorX::Unit(9, j);
      const VectorX slope = mobility[static_cast<std::size_t>(j)] / 2e-5 *
                            (gradient(theta + step) - gradient(theta - step));
      const double scale = 1.0 + slope.norm();
      EXPECT_LT((H.col(j) - slope).norm(), 1e-7 * scale) << seed << ' ' << j;
    }
  }
}

TEST(Followers, TheGradientOfManipulabilityIsItsDerivative) {
  for (int seed = 0; seed < 6; ++seed) {
    const ik::Multibody body = with_followers(seed, 8, 2);
    const VectorX theta = bodies::Numbers(seed).vector(8);
    ik::PostureScratch scratch;
    const auto cost = [&](const VectorX& at) {
      VectorX unused = VectorX::Zero(8);
      return ik::manipulability_cost(body, ik::pose_at(body, at), 1.0, scratch, unused);
    };
    const ik::Pose pose = ik::pose_at(body, theta);
    VectorX gradient = VectorX::Zero(8);
    ik::manipulability_cost(body, pose, 1.0, scratch, gradient);
    ik::fold_columns(body, gradient.transpose());
    for (int j = 0; j < 8; ++j) {
      const VectorX step = 1e-5 * VectorX::Unit(8, j);
      EXPECT_NEAR(gradient[j], (cost(theta + step) - cost(theta - step)) / 2e-5, 1e-6) << seed;
    }
  }
}

TEST(Followers, TheirLimitsAreTheirLeadersToTheLastBit) {
  for (int seed = 0; seed < 200; ++seed) {
    bodies::Numbers numbers(seed);
    std::vector<ik::Joint> joints(2);
    joints[0].name = "leader";
    joints[1].name = "follower";
    joints[1].parent = joints[1].leader = 0;
    joints[1].ratio = 3.0 * numbers.next() + 0.01;
    joints[1].shift = numbers.next();
    joints[1].lower = joints[1].shift - std::abs(numbers.next());
    joints[1].upper = joints[1].shift + std::abs(numbers.next());
    const ik::Multibody body(joints, {{"tip", 1, {1.0, 0.0, 0.0}}});
    const ik::Joint& leader = body.joint(0);
    for (const double theta : {leader.lower, leader.upper}) {
      const double followed = joints[1].ratio * theta + joints[1].shift;
      EXPECT_GE(followed, joints[1].lower) << seed;
      EXPECT_LE(followed, joints[1].upper) << seed;
    }
    // the range shrinks only by rounding
    const double width = std::abs((joints[1].upper - joints[1].lower) / joints[1].ratio);
    EXPECT_NEAR(leader.upper - leader.lower, width, 1e-12 * (1.0 + width));
  }
}

/// Two links of 1 m. The elbow turns by -2 times the shoulder: the tip stays on the x axis, at
/// 2 cos theta.
ik::Multibody straight_slide() {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "shoulder";
  joints[0].initial = 0.5;
  joints[1].name = "elbow";
  joints[1].parent = joints[1].leader = 0;
  joints[1].parent_from_joint.translation().x() = 1.0;
  joints[1].ratio = -2.0;
  return {joints, {{"tip", 1, {1.0, 0.0, 0.0}}}};
}

TEST(Followers, EveryMethodFindsTheClosedFormOfAnArmWithOneDegreeOfFreedom) {
  const ik::Multibody body = straight_slide();
  for (const ik::MethodInfo& method : ik::methods()) {
    ik::Solver solver(body, method.id);
    solver.target(0) = {1.2, 0.0, 0.0};
    ik::Report report;
    for (int i = 0; i < 3000; ++i) report = solver.step();
    EXPECT_EQ(solver.theta()[1], -2.0 * solver.theta()[0]) << method.id;
    EXPECT_LT(std::abs(solver.position(0).y()), 1e-12) << method.id;
    // gradient methods go part of the way in a step; all others converge to the last digits
    EXPECT_NEAR(std::abs(std::cos(solver.theta()[0])), 0.6, 1e-3) << method.id;
  }
}

TEST(Followers, EveryMethodKeepsThemAndTheLimitsOnRandomTrees) {
  for (const ik::MethodInfo& method : ik::methods()) {
    for (int seed = 0; seed < 3; ++seed) {
      const ik::Multibody tree = with_followers(seed, 9, 2);
      std::vector<ik::Joint> joints;
      for (int given = 0; given < 9; ++given) {
        ik::Joint joint = tree.joint(tree.solver_index(given));
        if (joint.parent >= 0) joint.parent = tree.given_index(joint.parent);
        if (joint.leader >= 0) joint.leader = tree.given_index(joint.leader);
        joint.lower = joint.initial - 1.0;
        joint.upper = joint.initial + 1.0;
        joints.push_back(joint);
      }
      std::vector<ik::Effector> effectors(tree.effectors().begin(), tree.effectors().end());
      for (ik::Effector& effector : effectors) effector.joint = tree.given_index(effector.joint);
      const ik::Multibody body(joints, effectors);
      ik::Solver solver(body, method.id);
      const std::vector<Eigen::Vector3d> targets = far_and_near(body, seed);
      for (int i = 0; i < 300; ++i) {
        solver.target(0) = targets[0] + Eigen::Vector3d(0.3 * std::sin(0.05 * i), 0.0, 0.0);
        solver.target(1) = targets[1];
        solver.step();
        for (int given = 0; given < 9; ++given) {
          const ik::Joint& joint = body.joint(body.solver_index(given));
          const double theta = solver.theta()[given];
          ASSERT_TRUE(std::isfinite(theta)) << method.id;
          ASSERT_GE(theta, joint.lower) << method.id << ' ' << joint.name;
          ASSERT_LE(theta, joint.upper) << method.id << ' ' << joint.name;
          if (joint.leader < 0) continue;
          const double leader = solver.theta()[body.given_index(joint.leader)];
          ASSERT_EQ(theta, joint.ratio * leader + joint.shift) << method.id;
        }
      }
    }
  }
}

TEST(Followers, ABatchRefusesThem) {
  EXPECT_THROW(ik::BatchSolver(straight_slide(), 4, "dls"), std::invalid_argument);
}

TEST(Followers, AChainOfLeadersAndAnEmptyRangeAreRefused) {
  std::vector<ik::Joint> joints(3);
  for (std::size_t i = 0; i < 3; ++i) {
    joints[i].name = "j" + std::to_string(i);
    joints[i].parent = static_cast<int>(i) - 1;
  }
  joints[1].leader = 0;
  joints[2].leader = 1;
  const std::vector<ik::Effector> tip = {{"tip", 2, {1.0, 0.0, 0.0}}};
  EXPECT_THROW(ik::Multibody(joints, tip), std::invalid_argument);
  joints[2].leader = -1;
  joints[0].upper = -1.0;
  joints[1].lower = 0.0;
  EXPECT_THROW(ik::Multibody(joints, tip), std::invalid_argument);
  joints[1].leader = 7;
  EXPECT_THROW(ik::Multibody(joints, tip), std::invalid_argument);
}

}  // namespace
