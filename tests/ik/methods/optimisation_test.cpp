#include <gtest/gtest.h>

#include "ik/body/joint.h"
#include "ik/methods/minimization.h"
#include "ik/task/objective.h"
#include "support/algebra.h"
#include "support/step.h"

// Methods that remember, and what iterating leads to.
namespace {

using ik::MatrixX;
using ik::VectorX;

/// A method at work on targets that may be moved between its steps.
class Chase {
 public:
  Chase(const ik::Multibody& body, const VectorX& theta, const char* id)
      : body_(body), method_(ik::find_method(id)->create()), pose(ik::pose_at(body, theta)) {
    targets = bodies::effectors_at(body, theta);
  }
  ik::Problem problem() const { return {body_, pose, targets}; }
  void step() {
    method_.step(problem(), workspace);
    ik::clamp_max_angle(body_, M_PI / 4.0, workspace.dtheta);
    pose.theta += workspace.dtheta;
    ik::forward_kinematics(body_, pose);
  }
  double error() const {
    double square = 0.0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      square += (targets[i] - pose.effector.col(static_cast<Eigen::Index>(i))).squaredNorm();
    }
    return std::sqrt(square);
  }
  /// -dF/dtheta at theta, towards where the targets are.
  VectorX descent(const VectorX& theta) {
    ik::Workspace w;
    ik::Pose there = ik::pose_at(body_, theta);
    const ik::Problem problem{body_, there, targets};
    w.begin(problem);
    return w.jacobian(problem).transpose() * w.error(problem);
  }

 private:
  const ik::Multibody& body_;
  ik::AnyMethod method_;

 public:
  ik::Pose pose;
  std::vector<Eigen::Vector3d> targets;
  ik::Workspace workspace;
};

/// Three slides along skew axes: s is linear in theta, and F a parabola in three variables.
ik::Multibody slides() {
  std::vector<ik::Joint> joints(3);
  const Eigen::Vector3d axes[] = {{1.0, 0.2, 0.0}, {0.3, 1.0, 0.5}, {0.4, -0.2, 0.8}};
  for (int j = 0; j < 3; ++j) {
    ik::Joint& joint = joints[static_cast<std::size_t>(j)];
    joint.name = "slide" + std::to_string(j);
    joint.parent = j - 1;
    joint.type = ik::JointType::kPrismatic;
    joint.axis = axes[j];
  }
  return ik::Multibody(joints, {{"hand", 2}});
}

// What iterating leads to --------------------------------------------------------------------

class Iterated : public testing::TestWithParam<const char*> {};

TEST_P(Iterated, ReachesTheClosedFormOfATwoLinkArm) {
  const ik::Multibody arm = bodies::planar_arm(2);
  for (int seed = 0; seed < 20; ++seed) {
    bodies::Numbers numbers(seed);
    const double distance = 1.1 + 0.7 * numbers.next();
    const double bearing = 3.0 * numbers.next();
    const double side = seed % 2 == 0 ? 1.0 : -1.0;
    Chase run(arm, Eigen::Vector2d(bearing - 0.3 * side, 0.8 * side), GetParam());
    run.targets = {{distance * std::cos(bearing), distance * std::sin(bearing), 0.0}};
    for (int i = 0; i < 200; ++i) run.step();
    // the law of cosines in the triangle of two sides of 1 and the distance
    const double elbow = std::acos(distance * distance / 2.0 - 1.0);
    const double shoulder = bearing - 0.5 * elbow;
    // either elbow is right: which, the way there decides
    const double got = std::remainder(run.pose.theta[1], 2.0 * M_PI);
    const double mirror = got < 0.0 ? -1.0 : 1.0;
    EXPECT_NEAR(got, mirror * elbow, 1e-7) << seed;
    const double expected = mirror > 0.0 ? shoulder : bearing + 0.5 * elbow;
    EXPECT_NEAR(std::remainder(run.pose.theta[0] - expected, 2.0 * M_PI), 0.0, 1e-7) << seed;
  }
}

TEST_P(Iterated, NeverRaisesTheErrorOfTargetsThatStand) {
  for (const bodies::Named& named : bodies::all()) {
    const int n = named.body.joint_count();
    Chase run(named.body, 0.5 * bodies::Numbers(1).vector(n), GetParam());
    for (Eigen::Vector3d& target : run.targets) target += Eigen::Vector3d(0.4, -0.3, 0.6);
    for (int i = 0; i < 60; ++i) {
      const double before = run.error();
      run.step();
      EXPECT_LE(run.error(), before * (1.0 + 1e-12)) << named.name << " step " << i;
    }
  }
}

TEST_P(Iterated, FollowsATargetThatJumpsBackAndForth) {
  const ik::Multibody tree = bodies::forked_tree();
  const auto home = bodies::effectors_at(tree, tree.initial_theta());
  Chase run(tree, tree.initial_theta(), GetParam());
  for (int jump = 0; jump < 6; ++jump) {
    run.targets = home;
    if (jump % 2 == 0) {
      for (Eigen::Vector3d& target : run.targets) target += Eigen::Vector3d(0.1, -0.2, 0.15);
    }
    for (int i = 0; i < 150; ++i) run.step();
    EXPECT_LT(run.error(), 1e-3) << jump;
  }
}

INSTANTIATE_TEST_SUITE_P(Descents, Iterated,
                         testing::Values("gauss-newton", "levenberg-marquardt", "bfgs",
                                         "conjugate-gradient"),
                         [](const testing::TestParamInfo<const char*>& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// not Gauss-Newton: next to the stretched pose its direction is one that hardly helps, and the line
// search halts it
TEST(OutOfReach, ATwoLinkArmIsStretchedTowardsTheTarget) {
  const ik::Multibody arm = bodies::planar_arm(2);
  for (int seed = 0; seed < 30; ++seed) {
    const char* const ids[] = {"levenberg-marquardt", "bfgs", "conjugate-gradient"};
    const char* id = ids[seed % 3];
    bodies::Numbers numbers(seed);
    const double bearing = 3.0 * numbers.next();
    Chase run(arm, Eigen::Vector2d(bearing + 0.5 * numbers.next(), 0.9), id);
    run.targets = {{3.0 * std::cos(bearing), 3.0 * std::sin(bearing), 0.0}};
    for (int i = 0; i < 400; ++i) run.step();
    const Eigen::Vector3d stretched(2.0 * std::cos(bearing), 2.0 * std::sin(bearing), 0.0);
    EXPECT_LT((run.pose.effector.col(0) - stretched).norm(), 1e-6) << id << " " << seed;
  }
}

// BFGS ---------------------------------------------------------------------------------------

TEST(Bfgs, SolvesTheSecantEquationOfEveryStepAndStaysPositiveDefinite) {
  int learnt = 0;
  for (const bodies::Named& named : bodies::all()) {
    const int n = named.body.joint_count();
    Chase run(named.body, 0.5 * bodies::Numbers(2).vector(n), "bfgs");
    for (int k = 0; k < 60; ++k) {
      for (Eigen::Vector3d& target : run.targets) {
        target += 0.05 * Eigen::Vector3d(std::cos(0.1 * k), std::sin(0.13 * k), 0.2);
      }
      const VectorX theta = run.pose.theta;
      const int age = run.workspace.memory<ik::Bfgs::Memory>().age;
      run.step();
      const auto& m = run.workspace.memory<ik::Bfgs::Memory>();
      if (m.age == 0 || m.age == age) continue;  // left out
      ++learnt;
      // s and y from what can be seen from outside: both gradients towards the targets of now
      const VectorX s = run.pose.theta - theta;
      const VectorX y = run.descent(theta) - run.descent(run.pose.theta);
      EXPECT_LT((m.s - s).norm(), 1e-14 * (1.0 + theta.norm())) << named.name;
      EXPECT_LT((m.y - y).norm(), 1e-12 * (1.0 + y.norm())) << named.name;
      const double size = m.H.norm() * m.y.norm() + m.s.norm();
      EXPECT_LT((m.H * m.y - m.s).norm(), 1e-9 * size) << named.name;
      EXPECT_EQ(m.H, MatrixX(m.H.transpose()));
      const VectorX values = algebra::eigenvalues(m.H);
      EXPECT_GT(values.minCoeff(), -1e-13 * values.maxCoeff()) << named.name;
    }
  }
  EXPECT_GT(learnt, 100);
}

TEST(Bfgs, LearnsTheInverseOfAParabolasCurvature) {
  const ik::Multibody body = slides();
  Chase run(body, VectorX::Zero(3), "bfgs");
  run.targets = {{0.5, -0.3, 0.8}};
  MatrixX H;
  for (int i = 0; i < 12; ++i) {
    run.step();
    if (run.error() > 1e-7) H = run.workspace.memory<ik::Bfgs::Memory>().H;
  }
  EXPECT_LT(run.error(), 1e-12);
  MatrixX J(3, 3);
  for (int j = 0; j < 3; ++j) J.col(j) = body.joint(j).axis;
  const MatrixX inverse = (J.transpose() * J).inverse();
  // superlinear: H is right in the directions that the last steps went, which are all of three
  EXPECT_LT((H - inverse).norm(), 0.05 * inverse.norm());
}

TEST(Bfgs, LearnsNothingWhereTheErrorBendsTheOtherWay) {
  // one hinge, target at angle 0: F = 1 - cos theta, which bends down beyond a quarter turn
  const ik::Multibody hinge = bodies::planar_arm(1);
  Chase run(hinge, VectorX::Constant(1, 3.0), "bfgs");
  run.targets = {Eigen::Vector3d::UnitX()};
  run.step();
  const auto& m = run.workspace.memory<ik::Bfgs::Memory>();
  EXPECT_LT(m.y.dot(m.s), 0.0);
  EXPECT_EQ(m.age, 0);
  EXPECT_GT(m.H(0, 0), 0.0);
}

TEST(Bfgs, StartsAfreshAsOftenAsItsMemorySays) {
  const ik::Multibody tree = bodies::forked_tree();
  Step step = random_step(tree, 3);
  const ik::AnyMethod forgetful(ik::Bfgs{.memory = 1.0});
  const VectorX first = step.take(forgetful);
  forgetful.step(step.problem(), step.workspace);
  EXPECT_EQ(step.workspace.dtheta, first) << "H was learnt in between, and forgotten";
}

TEST(Bfgs, LeavesFrozenJointsOutAndReturnsToThem) {
  const ik::Multibody tree = bodies::forked_tree();
  Chase run(tree, tree.initial_theta(), "bfgs");
  for (Eigen::Vector3d& target : run.targets) target += Eigen::Vector3d(0.1, 0.1, -0.2);
  for (int i = 0; i < 3; ++i) run.step();
  std::vector<double> mobility(8, 1.0);
  mobility[2] = 0.0;
  ik::Problem problem = run.problem();
  problem.mobility = mobility;
  const ik::AnyMethod method(ik::Bfgs{});
  EXPECT_NE(method.step(problem, run.workspace), ik::Outcome::kStalled);
  EXPECT_EQ(run.workspace.dtheta[2], 0.0);
  EXPECT_EQ(run.workspace.memory<ik::Bfgs::Memory>().s[2], 0.0) << "what H is to learn from";
  EXPECT_GT(run.descent(run.pose.theta).dot(run.workspace.dtheta), 0.0);
  run.step();
  EXPECT_NE(run.workspace.dtheta[2], 0.0);
}

// Conjugate gradient -------------------------------------------------------------------------

TEST(ConjugateGradient, IsDoneWithAParabolaInAsManyStepsAsItHasVariables) {
  const ik::Multibody body = slides();
  for (int seed = 0; seed < 10; ++seed) {
    Chase run(body, bodies::Numbers(seed).vector(3), "conjugate-gradient");
    run.targets[0] += bodies::Numbers(seed + 1).vector();
    run.step();
    run.step();
    EXPECT_GT(run.error(), 1e-6);
    run.step();
    // conjugacy is lost by 1e-16 times the condition of J^T J, of some 50
    EXPECT_LT(run.error(), 1e-13);
  }
}

TEST(ConjugateGradient, StepsAreConjugateOnAParabola) {
  const ik::Multibody body = slides();
  Chase run(body, VectorX::Zero(3), "conjugate-gradient");
  run.targets = {{0.5, -0.3, 0.8}};
  MatrixX J(3, 3);
  for (int j = 0; j < 3; ++j) J.col(j) = body.joint(j).axis;
  std::vector<VectorX> motions;
  for (int i = 0; i < 3; ++i) {
    run.step();
    motions.push_back(J * run.workspace.dtheta);
  }
  EXPECT_NEAR(motions[0].dot(motions[1]), 0.0, 1e-14);
  EXPECT_NEAR(motions[0].dot(motions[2]), 0.0, 1e-14);
  EXPECT_NEAR(motions[1].dot(motions[2]), 0.0, 1e-14);
}

TEST(ConjugateGradient, RemembersByPolakAndRibieresFormula) {
  const ik::Multibody tree = bodies::forked_tree();
  int positive = 0;
  for (int seed = 0; seed < 20; ++seed) {
    Chase run(tree, 0.7 * bodies::Numbers(seed).vector(8), "conjugate-gradient");
    for (Eigen::Vector3d& target : run.targets) target += bodies::Numbers(seed + 1).vector();
    for (int k = 0; k < 4; ++k) {
      const VectorX theta = run.pose.theta;
      run.step();
      const VectorX g = run.descent(theta);
      const VectorX ahead = run.descent(run.pose.theta);
      const double beta = std::max(0.0, ahead.dot(ahead - g) / g.squaredNorm());
      if (beta > 0.0) ++positive;
      EXPECT_NEAR(run.workspace.memory<ik::ConjugateGradient::Memory>().beta, beta,
                  1e-10 * (1.0 + beta));
    }
  }
  EXPECT_GT(positive, 20);
}

TEST(ConjugateGradient, LeavesFrozenJointsOut) {
  const ik::Multibody tree = bodies::forked_tree();
  Chase run(tree, tree.initial_theta(), "conjugate-gradient");
  for (Eigen::Vector3d& target : run.targets) target += Eigen::Vector3d(0.3, 0.2, -0.2);
  std::vector<double> mobility(8, 1.0);
  mobility[2] = 0.0;
  for (int k = 0; k < 3; ++k) {
    run.step();
    ik::Workspace frozen = run.workspace;
    ik::Problem problem = run.problem();
    problem.mobility = mobility;
    ik::AnyMethod(ik::ConjugateGradient{}).step(problem, frozen);
    EXPECT_EQ(frozen.memory<ik::ConjugateGradient::Memory>().d[2], 0.0);
    EXPECT_EQ(frozen.dtheta[2], 0.0);
  }
}

TEST(ConjugateGradient, NeedsHalfTheStepsOfTheGradientAloneWhereTwoHandsShareATrunk) {
  const ik::Multibody tree = bodies::forked_tree();
  const auto steps = [&](const char* id) {
    int count = 0;
    for (int seed = 0; seed < 8; ++seed) {
      Chase run(tree, tree.initial_theta(), id);
      const VectorX goal = tree.initial_theta() + 0.3 * bodies::Numbers(seed).vector(8);
      run.targets = bodies::effectors_at(tree, goal);
      for (int i = 0; i < 3000 && run.error() > 1e-6; ++i) run.step(), ++count;
    }
    return count;
  };
  EXPECT_LT(2 * steps("conjugate-gradient"), steps("jacobian-transpose"));
}

}  // namespace
