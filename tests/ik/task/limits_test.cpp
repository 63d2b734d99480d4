#include "ik/task/limits.h"

#include <gtest/gtest.h>

#include "ik/methods/dls.h"
#include "ik/methods/pseudoinverse.h"
#include "support/algebra.h"
#include "support/step.h"

// What a problem says of its joints beside their places: limits, weights, joints that are held.
namespace {

using Eigen::VectorXd;

ik::Joint joint_between(double lower, double upper) {
  ik::Joint joint;
  joint.lower = lower;
  joint.upper = upper;
  return joint;
}

TEST(AllowedStep, EndsAtTheLimits) {
  EXPECT_EQ(ik::allowed_step(joint_between(-1.0, 1.0), 0.5, 0.25), 0.25);
  EXPECT_EQ(ik::allowed_step(joint_between(-1.0, 1.0), 0.5, 2.0), 0.5);
  EXPECT_EQ(ik::allowed_step(joint_between(-1.0, 1.0), 0.5, -2.0), -1.5);
  EXPECT_EQ(ik::allowed_step(ik::Joint{}, 0.5, 1e300), 1e300);
}

TEST(AllowedStep, LetsAJointThatStandsOutsideComeBackAndGoNoFurther) {
  EXPECT_EQ(ik::allowed_step(joint_between(-1.0, 1.0), 3.0, 0.5), 0.0);
  EXPECT_EQ(ik::allowed_step(joint_between(-1.0, 1.0), 3.0, -0.5), -0.5);
  EXPECT_EQ(ik::allowed_step(joint_between(-1.0, 1.0), -3.0, -0.5), 0.0);
}

/// One hinge at `theta` that may go from -1 to 1, and what a method is told of it.
ik::StepRange range_at(double theta, double mobility,
                       const ik::Joint& joint = joint_between(-1.0, 1.0)) {
  const ik::Multibody body({joint}, {{"hand", 0, Eigen::Vector3d::UnitX()}});
  const ik::Pose pose = ik::pose_at(body, Eigen::VectorXd::Constant(1, theta));
  const std::vector<Eigen::Vector3d> targets = {Eigen::Vector3d::UnitY()};
  ik::Problem problem{body, pose, targets};
  problem.mobility = {&mobility, 1};
  return ik::step_range(problem, 0);
}

TEST(StepRange, EndsWhereTheJointTimesItsMobilityMeetsItsLimits) {
  for (const double mobility : {0.25, 0.5, 1.0, 3.0}) {
    const ik::StepRange range = range_at(0.5, mobility);
    EXPECT_NEAR(0.5 + mobility * range.least, -1.0, 1e-15) << mobility;
    EXPECT_NEAR(0.5 + mobility * range.most, 1.0, 1e-15) << mobility;
  }
}

TEST(StepRange, IsOpenWhereThereIsNoLimitOrTheJointIsFrozen) {
  const ik::StepRange free = range_at(0.5, 0.25, ik::Joint{});
  EXPECT_EQ(free.least, -ik::kUnlimited);
  EXPECT_EQ(free.most, ik::kUnlimited);
  const ik::StepRange frozen = range_at(0.5, 0.0);
  EXPECT_EQ(frozen.least, -ik::kUnlimited);
  EXPECT_EQ(frozen.most, ik::kUnlimited);
}

TEST(StepRange, LetsAJointThatStandsOutsideComeBackAndGoNoFurther) {
  EXPECT_EQ(range_at(3.0, 0.5).most, 0.0);
  EXPECT_NEAR(3.0 + 0.5 * range_at(3.0, 0.5).least, -1.0, 1e-15);
  EXPECT_EQ(range_at(-3.0, 0.5).least, 0.0);
  EXPECT_NEAR(-3.0 + 0.5 * range_at(-3.0, 0.5).most, 1.0, 1e-15);
}

TEST(StepRange, LetsAMethodThatKeepsToItGoAllTheWayToALimitAndNotBeyond) {
  // the target is a quarter turn away and the limit a tenth of it
  for (const char* id : {"constrained", "constraint-forces"}) {
    for (const double mobility : {0.25, 1.0, 3.0}) {
      const ik::Multibody body({joint_between(-1.0, 0.15)},
                               {{"hand", 0, Eigen::Vector3d::UnitX()}});
      ik::Pose pose = ik::pose_at(body, Eigen::VectorXd::Zero(1));
      const std::vector<Eigen::Vector3d> targets = {Eigen::Vector3d::UnitY()};
      const ik::AnyMethod method = ik::find_method(id)->make();
      ik::Workspace workspace;
      for (int k = 0; k < 2000; ++k) {
        ik::Problem problem{body, pose, targets};
        problem.mobility = {&mobility, 1};
        method.step(problem, workspace);
        pose = ik::pose_at(body, pose.theta + workspace.dtheta);
        ASSERT_LE(pose.theta[0], 0.15 + 1e-12) << id << " " << mobility;
      }
      EXPECT_NEAR(pose.theta[0], 0.15, 1e-9) << id << " " << mobility;
    }
  }
}

TEST(Mobility, MakesAStepTheSameAsInScaledJoints) {
  // with theta_j = m_j x_j, J in x is J diag(m), and theta moves by m_j times what x does
  const ik::Multibody body = bodies::forked_tree();
  for (int seed = 0; seed < 10; ++seed) {
    Step step = random_step(body, seed);
    step.take("dls");
    const Eigen::MatrixXd J = step.J();
    const Eigen::VectorXd e = step.e();
    const Eigen::VectorXd m = (bodies::Numbers(seed).vector(8).array() + 1.5).matrix();
    ik::Problem problem = step.problem();
    problem.mobility = {m.data(), 8};
    ik::Workspace workspace;
    ik::AnyMethod(ik::Dls{0.4}).step(problem, workspace);

    const Eigen::MatrixXd scaled = J * m.asDiagonal();
    const Eigen::MatrixXd A = scaled * scaled.transpose() + 0.16 * Eigen::MatrixXd::Identity(6, 6);
    const Eigen::VectorXd expected = m.asDiagonal() * (scaled.transpose() * algebra::solve(A, e));
    EXPECT_LT((workspace.dtheta - expected).norm(), 1e-12 * (1.0 + expected.norm()));
  }
}

TEST(Mobility, OfThePseudoinverseGivesTheWeightedShortestStep) {
  const ik::Multibody body = bodies::planar_arm(5);
  Step step = random_step(body, 3);
  step.take("dls");
  const Eigen::MatrixXd J = step.J().topRows(2);
  const Eigen::VectorXd weights = (Eigen::VectorXd(5) << 0.1, 0.5, 1.0, 2.0, 4.0).finished();
  const Eigen::VectorXd m = weights.cwiseSqrt();
  ik::Problem problem = step.problem();
  problem.mobility = {m.data(), 5};
  ik::Workspace workspace;
  ik::AnyMethod(ik::Pseudoinverse{1e-9}).step(problem, workspace);
  // least of sum dtheta_j^2 / w_j with J dtheta = e: dtheta = W J^T (J W J^T)^-1 e
  const Eigen::MatrixXd W = weights.asDiagonal();
  const Eigen::VectorXd e = step.e().head(2);
  const Eigen::VectorXd expected = W * J.transpose() * (J * W * J.transpose()).inverse() * e;
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
  const Eigen::MatrixXd J = step.J();
  const Eigen::VectorXd e = step.e();
  std::vector<double> mobility(8, 1.0), held(8, 0.0);
  mobility[1] = 0.0;
  held[1] = 0.3;
  ik::Problem problem = step.problem();
  problem.mobility = mobility;
  problem.held = held;
  ik::Workspace workspace;
  ik::AnyMethod(ik::Dls{0.5}).step(problem, workspace);
  // dtheta minimises |J dtheta - e|^2 + 0.25 |dtheta|^2 among those with dtheta_1 = 0.3
  Eigen::VectorXd slope = J.transpose() * (J * workspace.dtheta - e) + 0.25 * workspace.dtheta;
  slope[1] = 0.0;
  EXPECT_LT(slope.norm(), 1e-12 * e.norm());
}

TEST(KeepWithinLimits, PutsBackWhatIsBeyondAndLeavesWhatWasOutsideWhereItWas) {
  const ik::Multibody body = bodies::limited_arm();
  VectorXd before = VectorXd::Zero(5), theta(5);
  before[1] = 4.0;  // outside
  theta << 9.0, 5.0, -9.0, 0.1, 9.0;
  EXPECT_EQ(ik::keep_within_limits(body, before, theta), 3);
  EXPECT_EQ(theta[0], body.joint(0).upper);
  EXPECT_EQ(theta[1], 4.0) << "no further out";
  EXPECT_EQ(theta[2], body.joint(2).lower);
  EXPECT_EQ(theta[3], 0.1);
  EXPECT_EQ(theta[4], 9.0) << "open above";
}

TEST(PutWithinLimits, MovesWhatIsOutsideOntoTheLimitAndKeepsWhatIsNoNumber) {
  const ik::Multibody body = bodies::limited_arm();
  VectorXd theta(5);
  theta << 9.0, -9.0, std::nan(""), 0.1, 9.0;
  EXPECT_EQ(ik::put_within_limits(body, theta), 2);
  EXPECT_EQ(theta[0], body.joint(0).upper);
  EXPECT_EQ(theta[1], body.joint(1).lower);
  EXPECT_TRUE(std::isnan(theta[2]));
  EXPECT_EQ(theta[3], 0.1);
  EXPECT_EQ(theta[4], 9.0);
}

}  // namespace
