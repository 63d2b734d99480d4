#include <gtest/gtest.h>

#include "ik/methods/dls.h"
#include "ik/methods/pseudoinverse.h"
#include "ik/task/limits.h"
#include "ik/task/objective.h"
#include "support/algebra.h"
#include "support/step.h"

// Joints that move less than others, and frozen or held joints.
namespace {

using ik::VectorX;

TEST(Mobility, MakesAStepTheSameAsInScaledJoints) {
  // with theta_j = m_j x_j the Jacobian in x is J diag(m), and dtheta = diag(m) dx
  const ik::Multibody body = bodies::forked_tree();
  for (int seed = 0; seed < 10; ++seed) {
    Step step = random_step(body, seed);
    step.take("dls");
    const ik::MatrixX J = step.J();
    const ik::VectorX e = step.e();
    const ik::VectorX m = (bodies::Numbers(seed).vector(8).array() + 1.5).matrix();
    ik::Problem problem = step.problem();
    problem.mobility = {m.data(), 8};
    ik::Workspace workspace;
    ik::AnyMethod(ik::Dls{0.4}).step(problem, workspace);

    const ik::MatrixX scaled = J * m.asDiagonal();
    const ik::MatrixX A = scaled * scaled.transpose() + 0.16 * ik::MatrixX::Identity(6, 6);
    const ik::VectorX expected = m.asDiagonal() * (scaled.transpose() * algebra::solve(A, e));
    EXPECT_LT((workspace.dtheta - expected).norm(), 1e-12 * (1.0 + expected.norm()));
  }
}

TEST(Mobility, OfThePseudoinverseGivesTheWeightedShortestStep) {
  const ik::Multibody body = bodies::planar_arm(5);
  Step step = random_step(body, 3);
  step.take("dls");
  const ik::MatrixX J = step.J().topRows(2);
  const ik::VectorX weights = (ik::VectorX(5) << 0.1, 0.5, 1.0, 2.0, 4.0).finished();
  const ik::VectorX m = weights.cwiseSqrt();
  ik::Problem problem = step.problem();
  problem.mobility = {m.data(), 5};
  ik::Workspace workspace;
  ik::AnyMethod(ik::Pseudoinverse{1e-9}).step(problem, workspace);
  // minimum of sum dtheta_j^2 / w_j with J dtheta = e: dtheta = W J^T (J W J^T)^-1 e
  const ik::MatrixX W = weights.asDiagonal();
  const ik::VectorX e = step.e().head(2);
  const ik::VectorX expected = W * J.transpose() * (J * W * J.transpose()).inverse() * e;
  EXPECT_LT((workspace.dtheta - expected).norm(), 1e-9 * (1.0 + expected.norm()));
}

class EveryMethodWith : public testing::TestWithParam<ik::MethodInfo> {
 protected:
  ik::AnyMethod method_ = brief(GetParam());
};

TEST_P(EveryMethodWith, AFrozenJointLeavesItWhereItIs) {
  const ik::Multibody body = bodies::forked_tree();
  for (int frozen = 0; frozen < 8; ++frozen) {
    std::vector<double> mobility(8, 1.0);
    mobility[static_cast<std::size_t>(frozen)] = 0.0;
    Step step = random_step(body, frozen);
    ik::Problem problem = step.problem();
    problem.mobility = mobility;
    ik::Workspace workspace;
    method_.step(problem, workspace);
    EXPECT_EQ(workspace.dtheta[frozen], 0.0);
    EXPECT_TRUE(workspace.dtheta.allFinite());
  }
}

TEST_P(EveryMethodWith, AHeldJointMovesItAsFarAsItIsHeld) {
  const ik::Multibody body = bodies::forked_tree();
  std::vector<double> mobility(8, 1.0), held(8, 0.0);
  mobility[2] = 0.0;
  held[2] = -0.05;
  Step step = random_step(body, 5);
  ik::Problem problem = step.problem();
  problem.mobility = mobility;
  problem.held = held;
  ik::Workspace workspace;
  method_.step(problem, workspace);
  EXPECT_EQ(workspace.dtheta[2], -0.05);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMethodWith, testing::ValuesIn(ik::methods()),
                         method_test_name);

TEST(HeldJoints, LeaveTheOthersTheErrorThatRemains) {
  const ik::Multibody body = bodies::forked_tree();
  Step step = random_step(body, 6);
  step.take("dls");
  const ik::MatrixX J = step.J();
  const ik::VectorX e = step.e();
  std::vector<double> mobility(8, 1.0), held(8, 0.0);
  mobility[1] = 0.0;
  held[1] = 0.3;
  ik::Problem problem = step.problem();
  problem.mobility = mobility;
  problem.held = held;
  ik::Workspace workspace;
  ik::AnyMethod(ik::Dls{0.5}).step(problem, workspace);
  // dtheta minimises |J dtheta - e|^2 + 0.25 |dtheta|^2 subject to dtheta_1 = 0.3
  ik::VectorX slope = J.transpose() * (J * workspace.dtheta - e) + 0.25 * workspace.dtheta;
  slope[1] = 0.0;
  EXPECT_LT(slope.norm(), 1e-12 * e.norm());
}

}  // namespace
