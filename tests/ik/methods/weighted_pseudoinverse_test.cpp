#include <gtest/gtest.h>

#include "ik/body/joint.h"
#include "ik/methods/pseudoinverse.h"
#include "support/algebra.h"
#include "support/step.h"

namespace {

using Eigen::Vector3d;
using ik::MatrixX;
using ik::VectorX;

/// 1 / w_j for a stiffness, with the descendant joints counted one by one.
VectorX inverse_weights(const ik::Multibody& body, double stiffness) {
  const int n = body.joint_count();
  VectorX count = VectorX::Zero(n);
  for (int j = 0; j < n; ++j) {
    for (int a = j; a >= 0; a = body.joint(a).parent) count[a] += 1.0;
  }
  return count.array().pow(-stiffness);
}

TEST(WeightedPseudoinverse, IsTheDampedStepInScaledJoints) {
  for (const bodies::Named& named : bodies::all()) {
    for (const double stiffness : {0.0, 0.5, 2.0}) {
      Step step = random_step(named.body, 1);
      const VectorX dtheta = step.take(ik::WeightedPseudoinverse{
          .lambda = 0.3, .stiffness = stiffness, .limit_avoidance = false});
      const MatrixX& J = step.J();
      const VectorX shorten = inverse_weights(named.body, stiffness).cwiseSqrt();
      const MatrixX scaled = J * shorten.asDiagonal();
      const MatrixX A = scaled * scaled.transpose() + 0.09 * MatrixX::Identity(J.rows(), J.rows());
      const VectorX expected =
          shorten.asDiagonal() * (scaled.transpose() * algebra::solve(A, step.e()));
      EXPECT_LT((dtheta - expected).norm(), 1e-12 * (1.0 + expected.norm())) << named.name;
    }
  }
}

TEST(WeightedPseudoinverse, MinimisesItsWeightedLengthAmongAllSolutions) {
  // least squares, and W-orthogonal to every motion that does not move the effectors
  for (const bodies::Named& named : bodies::all()) {
    Step step = random_step(named.body, 2);
    const double lambda = named.body.joint_count() % 2 == 0 ? 0.0 : 1e-9;  // practically undamped
    const VectorX dtheta = step.take(
        ik::WeightedPseudoinverse{.lambda = lambda, .stiffness = 1.5, .limit_avoidance = false});
    const MatrixX& J = step.J();
    EXPECT_LT((J.transpose() * (J * dtheta - step.e())).norm(), 1e-10 * (1.0 + dtheta.norm()));
    const MatrixX kernel = algebra::kernel(J, 1e-10);
    const VectorX weighted = dtheta.array() / inverse_weights(named.body, 1.5).array();
    const double along = (kernel.transpose() * weighted).norm();
    EXPECT_LT(along, 1e-10 * (1.0 + kernel.norm() * weighted.norm())) << named.name;
  }
}

TEST(WeightedPseudoinverse, KeepsItsDigitsHoweverSmallTheDamping) {
  // nearly and fully stretched: a damping of 1e-6 has a square of 1e-12, lost in the rounding of
  // J J^T
  const ik::Multibody body = bodies::planar_arm(3);
  for (const double bend : {1e-3, 1e-6, 0.0}) {
    for (const double lambda : {1e-5, 1e-6, 0.0}) {
      const VectorX theta = Vector3d(0.3, bend, bend);
      const Vector3d hand = bodies::effectors_at(body, theta)[0];
      Step step(body, theta, {hand + Vector3d(0.4, 0.3, 0.2)});
      const VectorX dtheta = step.take(
          ik::WeightedPseudoinverse{.lambda = lambda, .stiffness = 1.0, .limit_avoidance = false});
      const VectorX shorten = inverse_weights(body, 1.0).cwiseSqrt();
      const algebra::Svd svd(step.J() * shorten.asDiagonal());
      VectorX expected = VectorX::Zero(3);
      for (int i = 0; i < 3; ++i) {
        const double sigma = svd.sigma[i];
        if (sigma < 1e-11) continue;  // rounding
        expected +=
            sigma / (sigma * sigma + lambda * lambda) * svd.U.col(i).dot(step.e()) * svd.V.col(i);
      }
      expected.array() *= shorten.array();
      EXPECT_LT((dtheta - expected).norm(), 1e-8 * expected.norm()) << bend << " " << lambda;
    }
  }
}

TEST(WeightedPseudoinverse, ScalesWithTheSceneWeights) {
  const ik::Multibody body = bodies::forked_tree();
  Step step = random_step(body, 3);
  const std::vector<double> mobility = {0.0, 0.5, 1.0, 2.0, 1.0, 1.5, 0.7, 1.0};
  ik::Problem problem = step.problem();
  problem.mobility = mobility;
  ik::Workspace w;
  const ik::WeightedPseudoinverse method{.lambda = 0.2, .stiffness = 1.0, .limit_avoidance = false};
  ik::AnyMethod(method).step(problem, w);
  const VectorX D = Eigen::Map<const VectorX>(mobility.data(), 8);
  const MatrixX J = step.J();
  const VectorX inverse = D.array().square() * inverse_weights(body, 1.0).array();
  const MatrixX A = J * inverse.asDiagonal() * J.transpose() + 0.04 * MatrixX::Identity(6, 6);
  const VectorX expected = inverse.asDiagonal() * (J.transpose() * algebra::solve(A, step.e()));
  EXPECT_LT((w.dtheta - expected).norm(), 1e-12);
  EXPECT_EQ(w.dtheta[0], 0.0);
}

TEST(WeightedPseudoinverse, KeepsAStifferTrunkStiller) {
  const ik::Multibody body = bodies::forked_tree();
  double before = 1.0;
  for (const double stiffness : {0.0, 1.0, 3.0, 8.0}) {
    double trunk = 0.0;
    for (int seed = 0; seed < 20; ++seed) {
      const VectorX dtheta =
          random_step(body, seed)
              .take(ik::WeightedPseudoinverse{
                  .lambda = 0.1, .stiffness = stiffness, .limit_avoidance = false});
      trunk += dtheta.head(2).norm() / dtheta.norm() / 20.0;
    }
    EXPECT_LT(trunk, before) << stiffness;
    before = trunk;
  }
  EXPECT_LT(before, 0.1);
}

ik::Joint limited(double lower, double upper) {
  ik::Joint joint;
  joint.lower = lower;
  joint.upper = upper;
  return joint;
}

TEST(LimitFreedom, IsThatOfChanAndDubeysPotential) {
  const ik::Joint joint = limited(-1.0, 2.0);
  const auto potential = [](double x) { return 0.25 * 9.0 / ((2.0 - x) * (x + 1.0)); };
  for (const double theta : {-0.95, -0.3, 0.2, 0.5, 0.9, 1.99}) {
    const double slope = (potential(theta + 1e-6) - potential(theta - 1e-6)) / 2e-6;
    const double towards = theta < 0.5 ? -0.1 : 0.1;
    const double expected = 1.0 / (1.0 + std::abs(slope));
    EXPECT_NEAR(ik::limit_freedom(joint, theta, towards), expected, 1e-6) << theta;
    EXPECT_EQ(ik::limit_freedom(joint, theta, -towards), 1.0) << theta;
    EXPECT_EQ(ik::limit_freedom(joint, theta, 0.0), 1.0) << theta;
  }
}

TEST(LimitFreedom, IsNothingAtALimitAndBeyondButForTheWayBack) {
  const ik::Joint joint = limited(-1.0, 2.0);
  for (const double beyond : {0.0, 0.5}) {
    EXPECT_EQ(ik::limit_freedom(joint, 2.0 + beyond, 0.1), 0.0);
    EXPECT_EQ(ik::limit_freedom(joint, 2.0 + beyond, -0.1), 1.0);
    EXPECT_EQ(ik::limit_freedom(joint, -1.0 - beyond, -0.1), 0.0);
    EXPECT_EQ(ik::limit_freedom(joint, -1.0 - beyond, 0.1), 1.0);
  }
  EXPECT_EQ(ik::limit_freedom(limited(-1.0, ik::kUnlimited), -1.0, -0.1), 1.0);
}

TEST(WeightedPseudoinverse, StiffensTheJointsThatComeCloserToALimitAndNoOthers) {
  const ik::Multibody body = bodies::limited_arm();
  int stiffened = 0;
  for (int seed = 0; seed < 40; ++seed) {
    const double lambda = seed % 2 == 0 ? 0.2 : 1e-5;
    bodies::Numbers numbers(seed / 2);
    const VectorX theta = numbers.vector(5);
    Step step(body, theta, {bodies::effectors_at(body, theta)[0] + 0.3 * numbers.vector()});
    ik::WeightedPseudoinverse method{.lambda = lambda, .stiffness = 0.0, .limit_avoidance = false};
    const VectorX free = step.take(method);
    VectorX inverse(5);
    for (int j = 0; j < 5; ++j) {
      inverse[j] = ik::limit_freedom(body.joint(j), theta[j], free[j]);
      if (inverse[j] < 0.5) ++stiffened;
    }
    method.limit_avoidance = true;
    const VectorX dtheta = step.take(method);
    const MatrixX& J = step.J();
    const MatrixX A =
        J * inverse.asDiagonal() * J.transpose() + lambda * lambda * MatrixX::Identity(3, 3);
    const VectorX expected = inverse.asDiagonal() * (J.transpose() * algebra::solve(A, step.e()));
    EXPECT_LT((dtheta - expected).norm(), (lambda < 0.1 ? 1e-9 : 1e-12) * (1.0 + expected.norm()))
        << seed;
  }
  EXPECT_GT(stiffened, 5);
}

TEST(WeightedPseudoinverse, ReachesWithoutEverLeavingTheLimits) {
  const ik::Multibody body = bodies::limited_arm();
  const VectorX goal = (VectorX(5) << 1.2, -1.2, 1.5, -1.7, 0.4).finished();
  VectorX theta = VectorX::Zero(5);
  const auto targets = bodies::effectors_at(body, goal);
  ik::Workspace w;
  const ik::AnyMethod method(ik::WeightedPseudoinverse{.lambda = 0.3});
  for (int k = 0; k < 400; ++k) {
    const ik::Pose pose = ik::pose_at(body, theta);
    method.step({body, pose, targets}, w);
    ik::clamp_max_angle(body, 0.05, w.dtheta);
    theta += w.dtheta;
    for (int j = 0; j < 4; ++j) {
      EXPECT_GT(theta[j], body.joint(j).lower) << k;
      EXPECT_LT(theta[j], body.joint(j).upper) << k;
    }
  }
  EXPECT_LT((bodies::effectors_at(body, theta)[0] - targets[0]).norm(), 1e-3);
}

}  // namespace
