#include <gtest/gtest.h>

#include "ik/methods/minimization.h"
#include "ik/task/objective.h"
#include "support/algebra.h"
#include "support/step.h"

// Methods that descend on the true error, and their parts.
namespace {

using ik::MatrixX;
using ik::VectorX;

/// F by its definition, in long double.
long double objective(const ik::Multibody& body, const ik::Problem& problem, const VectorX& theta) {
  const auto reached = bodies::effectors_at(body, theta);
  long double sum = 0.0L;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    long double square = 0.0L;
    for (int c = 0; c < 3; ++c) {
      const long double way = static_cast<long double>(problem.targets[i][c]) - reached[i][c];
      square += way * way;
    }
    const long double distance = std::sqrt(square);
    const long double d = problem.d_max.empty() ? 1e300L : problem.d_max[i];
    sum += distance <= d ? square / 2.0L : d * (distance - d / 2.0L);
  }
  return sum;
}

// The objective ------------------------------------------------------------------------------

TEST(Objective, ChangeIsTheDifferenceOfItsValues) {
  for (int seed = 0; seed < 40; ++seed) {
    for (const double d_max : {0.7, 1.6, 100.0}) {
      Step step = random_step(bodies::numbered(seed), seed);
      step.clamp(d_max);
      const ik::Problem problem = step.problem();
      const VectorX theta = bodies::Numbers(seed + 50).vector(bodies::numbered(seed).joint_count());
      const long double difference = objective(bodies::numbered(seed), problem, theta) -
                                     objective(bodies::numbered(seed), problem, problem.pose.theta);
      const double change =
          ik::objective_change(problem, ik::pose_at(bodies::numbered(seed), theta));
      EXPECT_NEAR(change, static_cast<double>(difference), 1e-13) << seed << " " << d_max;
    }
  }
}

TEST(Objective, ChangeOfFarTargetsKeepsItsDigits) {
  // target at x = far: F falls by far times the hand's approach, minus a square
  const ik::Multibody arm = bodies::planar_arm(1);
  const ik::Pose across = ik::pose_at(arm, VectorX::Constant(1, std::numbers::pi / 2.0));
  const ik::Pose along = ik::pose_at(arm, VectorX::Zero(1));
  for (const double far : {1e9, 1e30, 1e69}) {
    const std::vector<Eigen::Vector3d> targets = {{far, 0.0, 0.0}};
    EXPECT_NEAR(ik::objective_change({arm, across, targets}, along) / far, -1.0, 1e-8);
  }
}

TEST(Objective, DescentIsItsGradientDownhill) {
  for (int seed = 0; seed < 30; ++seed) {
    for (const double d_max : {0.7, 100.0}) {
      const int n = bodies::numbered(seed).joint_count();
      Step step = random_step(bodies::numbered(seed), seed);
      step.clamp(d_max);
      const VectorX mobility = (bodies::Numbers(seed).vector(n).array() + 1.0).matrix();
      ik::Problem problem = step.problem();
      problem.mobility = {mobility.data(), static_cast<std::size_t>(n)};
      ik::Workspace w;
      const VectorX x = 0.3 * bodies::Numbers(seed + 9).vector(n);
      ik::try_step(problem, x, 1.0, w);
      VectorX g;
      ik::descent_at_trial(problem, w, g);
      // central differences: truncation h^2 |F'''| / 6 and rounding 1e-16 / h, each times 10
      const double h = 1e-5;
      for (int j = 0; j < n; ++j) {
        VectorX moved = x;
        moved[j] += h;
        ik::try_step(problem, moved, 1.0, w);
        const double ahead = ik::objective_change(problem, w.trial);
        moved[j] -= 2.0 * h;
        ik::try_step(problem, moved, 1.0, w);
        const double behind = ik::objective_change(problem, w.trial);
        EXPECT_NEAR(g[j], (behind - ahead) / (2.0 * h), 1e-7) << seed;
      }
    }
  }
}

TEST(Objective, HeldJointsAreHeldInATrial) {
  const ik::Multibody arm = bodies::planar_arm(3);
  Step step = random_step(arm, 1);
  const double held[] = {0.0, 0.2, 0.0};
  const double mobility[] = {1.0, 0.0, 0.5};
  ik::Problem problem = step.problem();
  problem.held = held;
  problem.mobility = mobility;
  ik::Workspace w;
  ik::try_step(problem, Eigen::Vector3d(1.0, 1.0, 1.0), 0.5, w);
  const Eigen::Vector3d moved = w.trial.theta - problem.pose.theta;
  EXPECT_LT((moved - Eigen::Vector3d(0.5, 0.2, 0.25)).norm(), 1e-15);
}

// The line search ----------------------------------------------------------------------------

TEST(LineSearch, LeavesTheTrialWhereArmijosRuleHolds) {
  int shortened = 0;
  for (int seed = 0; seed < 60; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const ik::Problem problem = step.problem();
    ik::Workspace w;
    w.begin(problem);
    const VectorX g = w.jacobian(problem).transpose() * w.error(problem);
    const double alpha = ik::line_search(problem, g, g.squaredNorm(), 2.0, w);
    ASSERT_GT(alpha, 0.0);
    if (alpha < 2.0) ++shortened;
    EXPECT_LT((w.trial.theta - problem.pose.theta - alpha * g).norm(), 1e-13 * (1.0 + g.norm()));
    const long double change = objective(bodies::numbered(seed), problem, w.trial.theta) -
                               objective(bodies::numbered(seed), problem, problem.pose.theta);
    EXPECT_LE(static_cast<double>(change), -1e-4 * alpha * g.squaredNorm() + 1e-13);
  }
  EXPECT_GT(shortened, 20);
}

TEST(LineSearch, GivesUpUphill) {
  Step step = random_step(bodies::numbered(4), 1);
  ik::Workspace w;
  w.begin(step.problem());
  const VectorX g = w.jacobian(step.problem()).transpose() * w.error(step.problem());
  EXPECT_EQ(ik::line_search(step.problem(), -g, g.squaredNorm(), 1.0, w), 0.0);
}

TEST(TrialShare, LooksAtAnglesAsTheJointsWillTurn) {
  const ik::Multibody slider = bodies::slider_arm();
  Step step = random_step(slider, 1);
  ik::Problem problem = step.problem();
  EXPECT_EQ(ik::trial_share(problem, Eigen::Vector2d(100.0, 0.5)), 1.0);
  EXPECT_NEAR(ik::trial_share(problem, Eigen::Vector2d(0.0, -M_PI)), 0.25, 1e-15);
  const double mobility[] = {1.0, 0.5};
  problem.mobility = mobility;
  EXPECT_NEAR(ik::trial_share(problem, Eigen::Vector2d(0.0, -M_PI)), 0.5, 1e-15);
}

TEST(ModelLength, LeavesTheLeastErrorOfTheLinearModel) {
  Step step = random_step(bodies::numbered(4), 2);
  step.take("dls");
  const VectorX x = bodies::Numbers(1).vector(8);
  ik::Workspace w;
  const ik::Problem problem = step.problem();
  w.begin(problem);
  const double length = ik::model_length({problem, w}, step.e(), x, w);
  // at the minimum the residual is orthogonal to the motion
  EXPECT_NEAR((step.e() - length * step.J() * x).dot(step.J() * x), 0.0, 1e-13);
  EXPECT_EQ(ik::model_length({problem, w}, step.e(), VectorX::Zero(8), w), 0.0);
}

// Gradient descent and Gauss-Newton ----------------------------------------------------------

TEST(GradientDescent, WithoutALineSearchIsTheGradientTimesTheRate) {
  for (int seed = 0; seed < 20; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(ik::GradientDescent{.rate = 0.25, .line_search = false});
    EXPECT_LT((dtheta - 0.25 * step.J().transpose() * step.e()).norm(), 1e-14);
  }
}

TEST(GradientDescent, ConvergesBelowTwoOverTheSquareOfTheLargestSingularValue) {
  // a single hinge of length 1: sigma = 1, and near the target each step scales the error by
  // 1 - rate
  const ik::Multibody hinge = bodies::planar_arm(1);
  for (const double rate : {0.5, 1.9, 2.1}) {
    double theta = 1e-3;
    for (int i = 0; i < 20; ++i) {
      Step step(hinge, VectorX::Constant(1, theta), {Eigen::Vector3d::UnitX()});
      theta += step.take(ik::GradientDescent{.rate = rate, .line_search = false})[0];
    }
    // sin neglects theta^3 / 6: a relative 1e-6 per step
    const double expected = 1e-3 * std::pow(std::abs(1.0 - rate), 20);
    EXPECT_NEAR(std::abs(theta), expected, 1e-3 * expected);
  }
}

TEST(GaussNewton, IsAShareOfTheLeastSquaresStep) {
  int whole = 0;
  for (int seed = 0; seed < 40; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(ik::GaussNewton{.cutoff = 1e-10});
    const VectorX least = algebra::pseudoinverse(step.J()) * step.e();
    const double share = dtheta.norm() / least.norm();
    EXPECT_GT(share, 0.0);
    EXPECT_LE(share, 1.0 + 1e-10);
    EXPECT_LT((dtheta - share * least).norm(), 1e-8 * dtheta.norm());
    if (share > 1.0 - 1e-10) ++whole;
  }
  EXPECT_GT(whole, 3);
}

TEST(GaussNewton, ConvergesQuadratically) {
  for (int seed = 0; seed < 5; ++seed) {
    const ik::Multibody tree = bodies::forked_tree();
    const VectorX goal = tree.initial_theta() + 0.3 * bodies::Numbers(seed).vector(8);
    const auto targets = bodies::effectors_at(tree, goal);
    VectorX theta = goal + 0.03 * bodies::Numbers(seed + 1).vector(8);
    double before = 0.0;
    for (int i = 0; i < 5; ++i) {
      Step step(tree, theta, targets);
      theta += step.take(ik::GaussNewton{});
      const double error = step.e().norm();
      // a step d leaves at most |s''| |d|^2 / 2, with |d| <= |e| / sigma_r; links are below 3 m
      const double least = algebra::singular_values(step.J())[5];
      if (i > 0) {
        EXPECT_LT(error, 3.0 * before);
      }
      before = 8.0 * error * error / (least * least) + 1e-15;
    }
    EXPECT_LT(before, 1e-14);
  }
}

TEST(LineSearchedMethods, NeverRaiseTheErrorNorFallShortOfArmijo) {
  for (const char* id :
       {"gradient-descent", "gauss-newton", "conjugate-gradient", "bfgs", "halley"}) {
    for (int seed = 0; seed < 40; ++seed) {
      Step step = random_step(bodies::numbered(seed), seed);
      const VectorX dtheta = step.take(id);
      const long double change =
          objective(bodies::numbered(seed), step.problem(), step.problem().pose.theta + dtheta) -
          objective(bodies::numbered(seed), step.problem(), step.problem().pose.theta);
      const double promised = (step.J().transpose() * step.e()).dot(dtheta);
      EXPECT_LE(static_cast<double>(change), -1e-4 * promised + 1e-13) << id << " " << seed;
      EXPECT_NE(step.outcome, ik::Outcome::kStalled) << id;
    }
  }
}

TEST(LineSearchedMethods, DescendFromWhereHeldJointsWillBe) {
  // the effectors start at their targets, and a held joint moves away: the other joints must
  // compensate, although the error starts at 0
  const ik::Multibody& tree = bodies::all()[4].body;
  for (const char* id : {"gradient-descent", "gauss-newton", "levenberg-marquardt", "bfgs",
                         "conjugate-gradient", "halley"}) {
    for (int seed = 0; seed < 30; ++seed) {
      const VectorX home = 0.5 * bodies::Numbers(seed).vector(8);
      Step step(tree, home, bodies::effectors_at(tree, home));
      std::vector<double> mobility(8, 1.0), held(8, 0.0);
      mobility[1] = 0.0;
      held[1] = seed % 2 == 0 ? 0.05 : -0.05;
      ik::Problem problem = step.problem();
      problem.mobility = mobility;
      problem.held = held;
      ik::Workspace w;
      ik::find_method(id)->create().step(problem, w);
      VectorX theta = home;
      theta[1] += held[1];
      EXPECT_LT(objective(tree, problem, home + w.dtheta), objective(tree, problem, theta)) << id;
    }
  }
}

// Levenberg-Marquardt ------------------------------------------------------------------------

using Lm = ik::LevenbergMarquardt;

/// Marquardt's diagonal, with the floor given in the docstring.
VectorX diagonal(const MatrixX& J) {
  const VectorX lever = J.colwise().norm();
  return lever.cwiseMax(0.1 * lever.maxCoeff()).array().square();
}

/// lambda^2 / nu by the docstring: the error as an angle at the longest lever, over 0.06 rad.
double share_of_nu(const ik::Multibody& body, const MatrixX& J, const VectorX& e) {
  double lever = 0.0;
  for (int j = 0; j < body.joint_count(); ++j) {
    if (body.joint(j).type != ik::JointType::kPrismatic) lever = std::max(lever, J.col(j).norm());
  }
  return std::min(1.0, e.norm() / (0.06 * lever));
}

TEST(LevenbergMarquardt, FirstStepSolvesMarquardtsEquationsForTheFirstGammaThatServes) {
  int at_once = 0, after_some = 0;
  for (int seed = 0; seed < 60; ++seed) {
    for (const double start : {0.5, 0.1, 1e-2, 1e-4}) {
      Step step = random_step(bodies::numbered(seed), seed);
      const VectorX dtheta = step.take(Lm{.gamma = start, .least = 1e-9});
      const MatrixX& J = step.J();
      const VectorX D = diagonal(J);
      // lambda^2 by projecting the equation onto D dtheta; then check the whole equation
      const VectorX rest = J.transpose() * (step.e() - J * dtheta);
      const VectorX scaled = D.cwiseProduct(dtheta);
      const double square = rest.dot(scaled) / scaled.squaredNorm();
      if (dtheta.lpNorm<Eigen::Infinity>() > 0.999 * M_PI / 4.0) continue;  // clamped: no solution
      EXPECT_LT((rest - square * scaled).norm(), 1e-9 * (rest.norm() + scaled.norm())) << seed;
      // the factor doubles each time: powers of 2 with exponents 0, 1, 3, 6, 10, ...
      const double nu = square / share_of_nu(bodies::numbered(seed), J, step.e());
      const double power = std::log2(nu / start);
      const double count = std::round(0.5 * (std::sqrt(1.0 + 8.0 * std::round(power)) - 1.0));
      EXPECT_NEAR(power, count * (count + 1.0) / 2.0, 1e-7);
      ++(count > 1.0 ? after_some : at_once);
    }
  }
  // the sample must contain both cases
  EXPECT_GT(at_once, 0);
  EXPECT_GT(after_some, 0);
}

TEST(LevenbergMarquardt, StartsAfreshWhereNothingHelps) {
  const ik::Multibody arm = bodies::planar_arm(2);
  Step step(arm, VectorX::Zero(2), {Eigen::Vector3d(3.0, 0.0, 0.0)});  // pulled along itself
  step.take(Lm{.gamma = 0.7});
  EXPECT_EQ(step.outcome, ik::Outcome::kStalled);
  EXPECT_EQ(step.workspace.memory<Lm::Memory>().nu, 0.7);
}

TEST(LevenbergMarquardt, LowersTheErrorByAShareOfWhatTheModelPromised) {
  for (int seed = 0; seed < 60; ++seed) {
    Step step = random_step(bodies::numbered(seed), seed);
    const VectorX dtheta = step.take(Lm{});
    const long double change =
        objective(bodies::numbered(seed), step.problem(), step.problem().pose.theta + dtheta) -
        objective(bodies::numbered(seed), step.problem(), step.problem().pose.theta);
    const double left = (step.e() - step.J() * dtheta).squaredNorm();
    const double promised = 0.5 * (step.e().squaredNorm() - left);
    EXPECT_GT(promised, 0.0);
    EXPECT_LE(static_cast<double>(change), -1e-4 * promised + 1e-13);
  }
}

TEST(LevenbergMarquardt, TrustsTheModelMoreWhereItWasRightAndLessWhereItWasWrong) {
  const ik::Multibody tree = bodies::forked_tree();
  const VectorX theta = tree.initial_theta();
  const Lm method{.gamma = 1.0, .least = 1e-9};
  std::vector<Eigen::Vector3d> near = bodies::effectors_at(tree, theta);
  for (Eigen::Vector3d& target : near) target.x() += 1e-3;
  Step easy(tree, theta, near);
  easy.take(method);
  // the model is exact for small motions: gain ratio 1, smallest factor
  EXPECT_NEAR(easy.workspace.memory<Lm::Memory>().nu, 1.0 / 3.0, 1e-3);

  bool grew = false;
  for (int seed = 0; seed < 20; ++seed) {
    Step hard = random_step(bodies::numbered(seed), seed);
    hard.take(Lm{.gamma = 1e-3, .least = 1e-9});
    grew = grew || hard.workspace.memory<Lm::Memory>().nu > 1e-3;
  }
  EXPECT_TRUE(grew);
}

TEST(LevenbergMarquardt, RecoversFromTheDistrustOfAnEarlierTarget) {
  const ik::Multibody tree = bodies::forked_tree();
  const VectorX goal = tree.initial_theta();
  ik::Workspace w;
  w.memory<Lm::Memory>().nu = 1e6;
  const ik::AnyMethod method(Lm{.gamma = 1.0, .least = 1e-3});
  ik::Pose pose = ik::pose_at(tree, goal + 0.05 * bodies::Numbers(1).vector(8));
  const auto targets = bodies::effectors_at(tree, goal);
  // a third per step: log_3 1e6 = 13 steps back to the start, and a few to converge
  for (int i = 0; i < 30; ++i) {
    method.step({tree, pose, targets}, w);
    pose.theta += w.dtheta;
    ik::forward_kinematics(tree, pose);
  }
  EXPECT_LE(w.memory<Lm::Memory>().nu, 1.0);
  EXPECT_LT((pose.effector.col(0) - targets[0]).norm(), 1e-6);
}

TEST(LevenbergMarquardt, IsBlindToTheUnitOfASlide) {
  // the same arm in other units of length: equal angles, proportional slides
  const auto arm = [](double unit) {
    std::vector<ik::Joint> joints(2);
    joints[0].name = "slide";
    joints[0].type = ik::JointType::kPrismatic;
    joints[0].axis = Eigen::Vector3d::UnitX();
    joints[1].name = "hinge";
    joints[1].parent = 0;
    return ik::Multibody(joints, {{"hand", 1, unit * Eigen::Vector3d::UnitX()}});
  };
  const ik::Multibody small = arm(1.0), large = arm(2.0);
  Step in_metres(small, Eigen::Vector2d(0.1, 0.6), {Eigen::Vector3d(1.0, 0.7, 0.0)});
  Step in_halves(large, Eigen::Vector2d(0.2, 0.6), {Eigen::Vector3d(2.0, 1.4, 0.0)});
  const VectorX one = in_metres.take(Lm{});
  const VectorX two = in_halves.take(Lm{});
  EXPECT_NEAR(two[0], 2.0 * one[0], 1e-14);
  EXPECT_NEAR(two[1], one[1], 1e-14);
}

}  // namespace
