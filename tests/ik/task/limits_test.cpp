#include "ik/task/limits.h"

#include <gtest/gtest.h>

#include "ik/methods/dls.h"
#include "ik/methods/pseudoinverse.h"
#include "ik/task/objective.h"
#include "support/algebra.h"
#include "support/step.h"

// Constraints on the joints of a problem: limits, weights, held joints.
namespace {

using ik::VectorX;

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

/// StepRange that a method sees for one hinge at `theta` with limits -1 and 1.
ik::StepRange range_at(double theta, double mobility,
                       const ik::Joint& joint = joint_between(-1.0, 1.0)) {
  const ik::Multibody body({joint}, {{"hand", 0, Eigen::Vector3d::UnitX()}});
  const ik::Pose pose = ik::pose_at(body, ik::VectorX::Constant(1, theta));
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
  // the target is a quarter turn away, the limit a tenth of that
  for (const char* id : {"constrained", "constraint-forces"}) {
    for (const double mobility : {0.25, 1.0, 3.0}) {
      const ik::Multibody body({joint_between(-1.0, 0.15)},
                               {{"hand", 0, Eigen::Vector3d::UnitX()}});
      ik::Pose pose = ik::pose_at(body, ik::VectorX::Zero(1));
      const std::vector<Eigen::Vector3d> targets = {Eigen::Vector3d::UnitY()};
      const ik::AnyMethod method = ik::find_method(id)->create();
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

/// limited_arm with its first joint at its upper limit and the others inside.
struct AtALimit {
  AtALimit() {
    theta << body.joint(0).upper, 0.2, -0.3, 0.4, 0.5;
    pose = ik::pose_at(body, theta);
    // targets of a pose beyond that limit, also bent elsewhere
    VectorX beyond = theta;
    beyond[0] += 0.3;
    beyond[2] += 0.1;
    targets = bodies::effectors_at(body, beyond);
  }
  ik::Problem problem() const { return {body, pose, targets}; }

  ik::Multibody body = bodies::limited_arm();
  VectorX theta = VectorX::Zero(5);
  ik::Pose pose;
  std::vector<Eigen::Vector3d> targets;
};

/// Residual of the normal equations of dls, J^T (e - J x) - lambda^2 x (n): 0 for free joints.
VectorX residue(const ik::Problem& problem, double lambda, const VectorX& x) {
  ik::Workspace w;
  w.begin(problem);
  const ik::MatrixX J = w.jacobian(problem);
  return J.transpose() * (w.error(problem) - J * x) - lambda * lambda * x;
}

constexpr double kLambda = 0.2;

VectorX step_by(ik::LimitRule rule, const ik::Problem& problem, ik::StepReport* report = nullptr) {
  ik::LimitedStep limited;
  ik::Workspace w;
  const ik::StepReport own = limited.propose(ik::AnyMethod(ik::Dls{kLambda}), problem, {}, rule, w);
  if (report != nullptr) *report = own;
  return w.dtheta;
}

TEST(ClampRule, CutsTheMethodsStepAndChangesNothingElse) {
  const AtALimit arm;
  ik::StepReport report;
  const VectorX x = step_by(ik::LimitRule::kClamp, arm.problem(), &report);
  ik::Workspace w;
  ik::AnyMethod(ik::Dls{kLambda}).step(arm.problem(), w);
  ASSERT_GT(w.dtheta[0], 0.0) << "the limit does not count";
  w.dtheta[0] = 0.0;
  EXPECT_EQ(x, w.dtheta);
  EXPECT_EQ(report.joints_at_limits, 1);
}

TEST(ActiveSetRule, SolvesForTheOthersWithTheStoppedJointsAtTheirLimits) {
  // limits anywhere in the way may stop every joint
  int stopped = 0, free = 0;
  for (int seed = 0; seed < 60; ++seed) {
    bodies::Numbers numbers(seed);
    const ik::Multibody tree = bodies::forked_tree();
    std::vector<ik::Joint> joints(tree.joints().begin(), tree.joints().end());
    for (ik::Joint& joint : joints) {
      joint.lower = joint.initial - 0.2 * (numbers.next() + 1.0);
      joint.upper = joint.initial + 0.2 * (numbers.next() + 1.0);
    }
    const ik::Multibody body(joints, {tree.effectors().begin(), tree.effectors().end()});
    const ik::Pose pose = ik::pose_at(body, body.initial_theta());
    std::vector<Eigen::Vector3d> targets = bodies::effectors_at(body, body.initial_theta());
    for (Eigen::Vector3d& target : targets) target += 0.3 * numbers.vector();
    const ik::Problem problem{body, pose, targets};
    ik::StepReport report;
    const VectorX x = step_by(ik::LimitRule::kActiveSet, problem, &report);
    const VectorX left = residue(problem, kLambda, x);
    int at_limits = 0;
    for (int j = 0; j < body.joint_count(); ++j) {
      const ik::Joint& joint = body.joint(j);
      const double there = pose.theta[j] + x[j];
      EXPECT_GE(there, joint.lower - 1e-15) << seed;
      EXPECT_LE(there, joint.upper + 1e-15) << seed;
      const bool ends = std::min(there - joint.lower, joint.upper - there) < 1e-14;
      if (!ends) {
        EXPECT_NEAR(left[j], 0.0, 1e-12) << seed << ' ' << j;
      }
      at_limits += ends ? 1 : 0;
    }
    EXPECT_EQ(report.joints_at_limits, at_limits) << seed;
    stopped += at_limits;
    free += body.joint_count() - at_limits;
  }
  EXPECT_GT(stopped, 100);
  EXPECT_GT(free, 100);
}

TEST(ProjectRule, HoldsAJointThatIsPushedAgainstItsLimitAndSolvesForTheOthers) {
  const AtALimit arm;
  ik::StepReport report;
  const VectorX x = step_by(ik::LimitRule::kProject, arm.problem(), &report);
  EXPECT_EQ(x[0], 0.0);
  EXPECT_EQ(report.joints_at_limits, 1);
  const VectorX left = residue(arm.problem(), kLambda, x);
  EXPECT_GT(left[0], 1e-3) << "the limit bears a force";
  for (int j = 1; j < 5; ++j) EXPECT_NEAR(left[j], 0.0, 1e-12) << j;
}

TEST(ProjectRule, LetsAJointLeaveItsLimit) {
  AtALimit arm;
  VectorX inside = arm.theta;
  inside[0] -= 0.3;
  arm.targets = bodies::effectors_at(arm.body, inside);
  ik::StepReport report;
  const VectorX x = step_by(ik::LimitRule::kProject, arm.problem(), &report);
  EXPECT_LT(x[0], -0.01);
  EXPECT_EQ(report.joints_at_limits, 0);
  EXPECT_LT(residue(arm.problem(), kLambda, x).norm(), 1e-12) << "the method's own step";
}

/// Change of F by a step.
double change_by(const ik::Problem& problem, const VectorX& x) {
  return ik::objective_change(problem, ik::pose_at(problem.multibody, problem.pose.theta + x));
}

TEST(ProjectRule, HalvesAStepAtLimitsUntilTheErrorFalls) {
  // dls with so little damping overshoots far near singular poses
  int halved = 0;
  for (int seed = 0; seed < 80; ++seed) {
    bodies::Numbers numbers(seed);
    const ik::Multibody body = bodies::limited_arm();
    VectorX theta = 0.5 * numbers.vector(5);
    theta[seed % 4] = body.joint(seed % 4).upper;
    const ik::Pose pose = ik::pose_at(body, theta);
    const std::vector<Eigen::Vector3d> targets = {1.5 * numbers.vector()};
    const ik::Problem problem{body, pose, targets};
    ik::LimitedStep limited;
    ik::Workspace w;
    const ik::AnyMethod method(ik::Dls{0.02});
    const ik::StepReport report = limited.propose(method, problem, {}, ik::LimitRule::kProject, w);
    const VectorX x = w.dtheta;
    if (report.joints_at_limits == 0) continue;
    EXPECT_LE(change_by(problem, x), 0.0) << seed;
    limited.propose(method, problem, {}, ik::LimitRule::kActiveSet, w);
    halved += change_by(problem, w.dtheta) > 0.0 ? 1 : 0;
  }
  EXPECT_GT(halved, 0) << "no step is too long";
}

TEST(ProjectRule, ComesToRestWhereTheConditionsOfKarushKuhnAndTuckerHold) {
  int bearing = 0;
  for (const char* id : {"dls", "levenberg-marquardt", "gauss-newton"}) {
    for (int seed = 0; seed < 6; ++seed) {
      const ik::Multibody body = bodies::limited_arm();
      const std::vector<Eigen::Vector3d> targets = {3.0 * bodies::Numbers(seed).vector()};
      ik::Pose pose = ik::pose_at(body, body.initial_theta()), before;
      ik::AnyMethod method = ik::find_method(id)->create();
      ik::set_param(method, "lambda", 0.3);
      ik::LimitedStep limited;
      ik::Workspace w;
      for (int k = 0; k < 4000; ++k) {
        limited.propose(method, {body, pose, targets}, {0.5}, ik::LimitRule::kProject, w);
        ik::take_step(body, w.dtheta, true, pose, before);
      }
      if (w.dtheta.norm() > 1e-9) continue;  // it shakes and never rests
      const VectorX push = residue({body, pose, targets}, 0.0, VectorX::Zero(5));
      for (int j = 0; j < 5; ++j) {
        const bool above = pose.theta[j] == body.joint(j).upper;
        const bool below = pose.theta[j] == body.joint(j).lower;
        if (!above) {
          EXPECT_LT(push[j], 1e-5) << id << ' ' << seed << ' ' << j;
        }
        if (!below) {
          EXPECT_GT(push[j], -1e-5) << id << ' ' << seed << ' ' << j;
        }
        bearing += std::abs(push[j]) > 1e-3 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(bearing, 5) << "no limit bears a force";
}

TEST(TakeStep, KeepsThePoseBefore) {
  const auto same = [](const auto& a, const auto& b) { return a.size() == b.size() && a == b; };
  for (const bodies::Named& named : bodies::all()) {
    bodies::Numbers numbers(3);
    const int n = named.body.joint_count();
    ik::Pose pose = ik::pose_at(named.body, numbers.vector(n)), before;
    for (int k = 0; k < 3; ++k) {
      const ik::Pose start = ik::pose_at(named.body, pose.theta);
      const VectorX way = numbers.vector(n);
      ik::take_step(named.body, way, false, pose, before);
      const ik::Pose end = ik::pose_at(named.body, start.theta + way);
      for (const auto& [is, expected] : {std::pair{&before, &start}, std::pair{&pose, &end}}) {
        EXPECT_TRUE(same(is->theta, expected->theta)) << named.name;
        EXPECT_TRUE(same(is->effector, expected->effector)) << named.name;
        EXPECT_TRUE(same(is->frames, expected->frames)) << named.name;
        EXPECT_TRUE(same(is->sine, expected->sine)) << named.name;
        EXPECT_TRUE(same(is->cosine, expected->cosine)) << named.name;
        for (int j = 0; j < n; ++j) {
          EXPECT_EQ(is->origin.col(j), expected->origin.col(j)) << named.name;
          EXPECT_EQ(is->axis.col(j), expected->axis.col(j)) << named.name;
        }
      }
    }
  }
}

/// Arguments of one call of a method.
struct Asked {
  std::vector<double> mobility, held;
  bool keeps_limits, asked_again;
};

/// A method that always proposes the same step and records its arguments.
struct FixedStepMethod {
  VectorX step_of_theta;
  std::vector<Asked>* asked;

  void step(const ik::Problem& problem, ik::Workspace& w) const {
    asked->push_back({{problem.mobility.begin(), problem.mobility.end()},
                      {problem.held.begin(), problem.held.end()},
                      problem.keeps_limits,
                      problem.asked_again});
    w.dtheta = step_of_theta;
  }
  void visit(const ik::KnobVisitor&) {}
};

/// Result of LimitedStep with a stubborn method, and the recorded arguments.
struct FixedStepResult {
  FixedStepResult(const AtALimit& arm, const VectorX& step, ik::LimitRule rule,
                  const std::vector<double>& mobility = {}) {
    ik::Problem problem = arm.problem();
    problem.mobility = mobility;
    ik::LimitedStep limited;
    ik::Workspace w;
    report = limited.propose(ik::AnyMethod(FixedStepMethod{step, &asked}), problem, {}, rule, w);
    dtheta = w.dtheta;
  }
  std::vector<Asked> asked;
  ik::StepReport report;
  VectorX dtheta;
};

TEST(LimitedStep, SaysWhetherPosesThatAreTriedAreKeptWithinLimits) {
  const AtALimit arm;
  const VectorX step = VectorX::Zero(5);
  EXPECT_TRUE(FixedStepResult(arm, step, ik::LimitRule::kProject).asked[0].keeps_limits);
  EXPECT_FALSE(FixedStepResult(arm, step, ik::LimitRule::kActiveSet).asked[0].keeps_limits);
  EXPECT_FALSE(FixedStepResult(arm, step, ik::LimitRule::kClamp).asked[0].keeps_limits);
}

TEST(LimitedStep, SaysThatAStepIsAskedForAgainAndWithWhatMotionHeld) {
  const AtALimit arm;
  VectorX step = VectorX::Zero(5);
  step[1] = 9.0;  // beyond the limit
  const std::vector<double> mobility = {0.0, 1.0, 0.5, 0.5, 2.0};
  const FixedStepResult got(arm, step, ik::LimitRule::kActiveSet, mobility);
  ASSERT_EQ(got.asked.size(), 2U);
  EXPECT_FALSE(got.asked[0].asked_again);
  EXPECT_EQ(got.asked[0].mobility, mobility);
  EXPECT_TRUE(got.asked[0].held.empty());
  EXPECT_TRUE(got.asked[1].asked_again);
  const std::vector<double> without = {0.0, 0.0, 0.5, 0.5, 2.0};
  EXPECT_EQ(got.asked[1].mobility, without) << "the others as before";
  const double way = arm.body.joint(1).upper - arm.theta[1];
  const std::vector<double> held = {0.0, way, 0.0, 0.0, 0.0};
  EXPECT_EQ(got.asked[1].held, held);
  EXPECT_EQ(got.dtheta[1], way);
  EXPECT_EQ(got.report.joints_at_limits, 1);
}

TEST(ProjectRule, CutsAJointThatOnlyMeetsItsLimitWithoutAskingAgain) {
  const AtALimit arm;
  VectorX step = VectorX::Zero(5);
  step[0] = -1e-3;  // away from the limit
  step[1] = 9.0;
  const FixedStepResult got(arm, step, ik::LimitRule::kProject);
  EXPECT_EQ(got.asked.size(), 1U);
}

TEST(ProjectRule, TakesThe64thOfAStepThatOnlyRaisesTheError) {
  AtALimit arm;
  arm.targets = bodies::effectors_at(arm.body, arm.theta);  // any motion raises the error
  VectorX step = VectorX::Zero(5);
  step[0] = 9.0;  // beyond the limit, so that limits are active
  step[2] = 0.064;
  const FixedStepResult got(arm, step, ik::LimitRule::kProject);
  EXPECT_EQ(got.dtheta[0], 0.0);
  EXPECT_NEAR(got.dtheta[2], 0.001, 1e-17);
}

TEST(ProjectRule, CountsNoFrozenJointAmongThoseThatLimitsHold) {
  const AtALimit arm;
  const std::vector<double> frozen = {0.0, 1.0, 1.0, 1.0, 1.0};
  const FixedStepResult got(arm, VectorX::Zero(5), ik::LimitRule::kProject, frozen);
  EXPECT_EQ(got.report.joints_at_limits, 0);
  EXPECT_EQ(FixedStepResult(arm, VectorX::Zero(5), ik::LimitRule::kProject).report.joints_at_limits,
            1)
      << "the limit does not push";
}

TEST(HeldChange, IsThatOfTheErrorByTheHeldJointsAlone) {
  const AtALimit arm;
  const std::vector<double> mobility = {1.0, 0.0, 1.0, 1.0, 1.0}, held = {0.0, 0.2, 0.0, 0.0, 0.0};
  ik::Problem problem = arm.problem();
  problem.mobility = mobility;
  problem.held = held;
  ik::Workspace w;
  w.dtheta.setZero(5);
  const auto half_square = [&arm](const VectorX& theta) {
    return 0.5 * (arm.targets[0] - bodies::effectors_at(arm.body, theta)[0]).squaredNorm();
  };
  VectorX moved = arm.theta;
  moved[1] += 0.2;
  const double expected = half_square(moved) - half_square(arm.theta);
  ASSERT_GT(std::abs(expected), 1e-3);
  EXPECT_NEAR(ik::held_change(problem, w), expected, 1e-15);
}

TEST(KeepWithinLimits, PutsBackWhatIsBeyondAndLeavesWhatWasOutsideWhereItWas) {
  const ik::Multibody body = bodies::limited_arm();
  VectorX before = VectorX::Zero(5), theta(5);
  before[1] = 4.0;  // outside the limits
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
  VectorX theta(5);
  theta << 9.0, -9.0, std::nan(""), 0.1, 9.0;
  EXPECT_EQ(ik::put_within_limits(body, theta), 2);
  EXPECT_EQ(theta[0], body.joint(0).upper);
  EXPECT_EQ(theta[1], body.joint(1).lower);
  EXPECT_TRUE(std::isnan(theta[2]));
  EXPECT_EQ(theta[3], 0.1);
  EXPECT_EQ(theta[4], 9.0);
}

}  // namespace
