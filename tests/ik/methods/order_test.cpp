#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/body/joint.h"
#include "ik/methods/dls.h"
#include "ik/methods/halley.h"
#include "ik/methods/minimization.h"
#include "ik/task/jacobian.h"
#include "support/aiming.h"
#include "support/algebra.h"
#include "support/robot_arms.h"

// How fast methods end at standing targets in reach: each order is a theorem of its method.
namespace {

using ik::MatrixX;
using ik::VectorX;

/// A pose to solve: its targets and aims, on a body.
class Goal {
 public:
  Goal(const ik::Multibody& body, const VectorX& theta)
      : body_(body),
        targets_(bodies::effectors_at(body, theta)),
        aims_(bodies::aims_at(body, theta)) {}

  ik::Problem at(const ik::Pose& pose) const {
    ik::Problem problem{body_, pose, targets_};
    problem.aims = aims_;
    return problem;
  }
  VectorX error(const VectorX& theta) const {
    const ik::Pose pose = ik::pose_at(body_, theta);
    VectorX e;
    ik::task_error(at(pose), e);
    return e;
  }
  MatrixX jacobian(const VectorX& theta) const {
    const ik::Pose pose = ik::pose_at(body_, theta);
    MatrixX J;
    ik::task_jacobian(at(pose), J);
    return J;
  }
  /// theta after so many steps of a method that has seen nothing yet.
  VectorX after(const ik::AnyMethod& method, VectorX theta, int steps) const {
    ik::Workspace w;
    for (int i = 0; i < steps; ++i) {
      const ik::Pose pose = ik::pose_at(body_, theta);
      method.step(at(pose), w);
      theta += w.dtheta;
    }
    return theta;
  }
  /// |e| before the first step and after each step.
  std::vector<double> errors(const ik::AnyMethod& method, VectorX theta, int steps) const {
    std::vector<double> result = {error(theta).norm()};
    ik::Workspace w;
    for (int i = 0; i < steps; ++i) {
      const ik::Pose pose = ik::pose_at(body_, theta);
      method.step(at(pose), w);
      theta += w.dtheta;
      result.push_back(error(theta).norm());
    }
    return result;
  }

 private:
  const ik::Multibody& body_;
  std::vector<Eigen::Vector3d> targets_;
  std::vector<ik::Aim> aims_;
};

/// A body with a pose that is not singular.
struct Case {
  std::string name;
  ik::Multibody body;
  VectorX goal;
};

/// Five real arms with orientations at poses of Halton, and small bodies of several kinds.
const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> result;
    for (const bodies::Arm& arm : bodies::arms()) {
      const ik::Multibody body = arm.body().without_limits();
      int taken = 0;
      for (int i = 0; taken < 3; ++i) {
        const VectorX theta = bodies::drawn(arm, i);
        const auto sigma = algebra::singular_values(Goal(body, theta).jacobian(theta));
        if (sigma[5] < 0.1 * sigma[0]) continue;
        result.push_back({arm.name + std::string(" ") + std::to_string(i), body, theta});
        ++taken;
      }
    }
    result.push_back({"two links", bodies::planar_arm(2), Eigen::Vector2d(0.3, 1.2)});
    result.push_back({"slider", bodies::slider_arm(), Eigen::Vector2d(0.3, 0.5)});
    result.push_back({"fork", bodies::forked_tree(),
                      VectorX(bodies::forked_tree().initial_theta().array() + 0.4)});
    const ik::Multibody turning =
        bodies::with_aims(bodies::forked_tree(), {ik::AimKind::kDirection});
    result.push_back({"pointing fork", turning, VectorX(turning.initial_theta().array() + 0.4)});
    return result;
  }();
  return all;
}

/// The order of a method near a solution: the slope of log |e| after `steps` steps against log |e|
/// before, for starts on one line, theta* + h direction with h from `most` down to `least`.
double order(const Case& c, const ik::AnyMethod& method, int steps, double most, double least) {
  const Goal goal(c.body, c.goal);
  const VectorX direction = bodies::Numbers(5).vector(c.body.joint_count());
  constexpr int kStarts = 6;
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (int i = 0; i < kStarts; ++i) {
    const double h = most * std::pow(least / most, i / (kStarts - 1.0));
    const VectorX start = c.goal + h * direction;
    const double before = std::log(goal.error(start).norm());
    const double after = std::log(goal.error(goal.after(method, start, steps)).norm());
    x += before;
    y += after;
    xx += before * before;
    xy += before * after;
  }
  return (kStarts * xy - x * y) / (kStarts * xx - x * x);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

ik::AnyMethod method(const char* id) { return ik::find_method(id)->create(); }

// Quadratic and cubic ------------------------------------------------------------------------

TEST(OrderOfConvergence, OfGaussNewtonIsTwo) {
  for (const Case& c : cases()) {
    EXPECT_NEAR(order(c, method("gauss-newton"), 1, 1e-2, 1e-4), 2.0, 0.1) << c.name;
  }
}

TEST(OrderOfConvergence, OfLevenbergMarquardtIsTwo) {
  for (const Case& c : cases()) {
    // the damping is proportional to the error below 0.06 rad, and large beside sigma^2 at first
    EXPECT_NEAR(order(c, method("levenberg-marquardt"), 1, 1e-3, 1e-5), 2.0, 0.1) << c.name;
  }
}

TEST(OrderOfConvergence, OfHalleyIsThree) {
  for (const Case& c : cases()) {
    EXPECT_NEAR(order(c, method("halley"), 1, 3e-2, 1e-3), 3.0, 0.15) << c.name;
  }
}

TEST(OrderOfConvergence, OfDlsByErrorIsTwoWithoutABiasAndOneWithIt) {
  for (const Case& c : cases()) {
    for (const double exponent : {1.0, 2.0}) {
      const ik::DlsError unbiased{.bias = 0.0, .exponent = exponent};
      EXPECT_NEAR(order(c, ik::AnyMethod(unbiased), 1, 1e-2, 1e-4), 2.0, 0.1) << c.name;
    }
    EXPECT_NEAR(order(c, ik::AnyMethod(ik::DlsError{.bias = 0.1}), 1, 1e-4, 1e-6), 1.0, 0.05)
        << c.name;
  }
}

TEST(LevenbergMarquardt, EndsWithinAFewStepsWhateverItsLeastDamping) {
  // with a damping that stays at `least`, the error falls by least / (sigma^2 + least) in a step
  for (const Case& c : cases()) {
    const Goal goal(c.body, c.goal);
    for (const double least : {1e-6, 0.22, 1.0}) {
      for (int seed = 0; seed < 3; ++seed) {
        const VectorX start = c.goal + 0.1 * bodies::Numbers(seed).vector(c.body.joint_count());
        const auto errors =
            goal.errors(ik::AnyMethod(ik::LevenbergMarquardt{.least = least}), start, 25);
        EXPECT_LT(errors.back(), 1e-13) << c.name << " " << least << " " << seed;
      }
    }
  }
}

TEST(Halley, NeedsFewerStepsThanGaussNewton) {
  int halley = 0, newton = 0;
  const auto steps = [](const Goal& goal, const char* id, const VectorX& start) {
    const auto errors = goal.errors(method(id), start, 12);
    const auto reached =
        std::find_if(errors.begin(), errors.end(), [](double e) { return e < 1e-10; });
    EXPECT_NE(reached, errors.end()) << id;
    return static_cast<int>(reached - errors.begin());
  };
  for (const Case& c : cases()) {
    const Goal goal(c.body, c.goal);
    for (int seed = 0; seed < 5; ++seed) {
      const VectorX start = c.goal + 0.1 * bodies::Numbers(seed).vector(c.body.joint_count());
      halley += steps(goal, "halley", start);
      newton += steps(goal, "gauss-newton", start);
    }
  }
  EXPECT_LT(halley, newton);
}

// Superlinear --------------------------------------------------------------------------------

/// The last ratios |e_k+1| / |e_k| of a method above rounding, until |e| is below 1e-11.
std::vector<double> ratios(const Case& c, const ik::AnyMethod& method, int seed, int steps) {
  const VectorX start = c.goal + 0.1 * bodies::Numbers(seed).vector(c.body.joint_count());
  std::vector<double> result;
  const auto errors = Goal(c.body, c.goal).errors(method, start, steps);
  for (std::size_t k = 1; k < errors.size() && errors[k - 1] > 1e-11; ++k) {
    result.push_back(errors[k] / errors[k - 1]);
  }
  return result;
}

/// The median of the last three ratios of successive errors, over that of the first third.
double late_over_early(const std::vector<double>& ratios) {
  const auto third = static_cast<std::ptrdiff_t>(ratios.size() / 3);
  return median({ratios.end() - 3, ratios.end()}) /
         median({ratios.begin(), ratios.begin() + third + 1});
}

TEST(OrderOfConvergence, OfBfgsIsSuperlinear) {
  // the ratio of successive errors goes to 0, while a linear method comes to a constant
  for (const Case& c : cases()) {
    for (int seed = 0; seed < 3; ++seed) {
      const auto learning = ratios(c, ik::AnyMethod(ik::Bfgs{.memory = 200.0}), seed, 60);
      ASSERT_LT(learning.size(), 60U) << c.name << " " << seed << " does not end";
      EXPECT_LT(late_over_early(learning), 0.3) << c.name << " " << seed;
      const auto linear = ratios(c, ik::AnyMethod(ik::Dls{0.3}), seed, 2000);
      EXPECT_GT(late_over_early(linear), 0.6) << c.name << " " << seed;
    }
  }
}

TEST(OrderOfConvergence, OfConjugateGradientIsTwoInNSteps) {
  // a quadratic function is minimised in n steps; what is left is of second order
  for (const Case& c : cases()) {
    const int n = c.body.joint_count();
    if (n > 3) continue;
    EXPECT_NEAR(order(c, method("conjugate-gradient"), n, 1e-3, 1e-5), 2.0, 0.15) << c.name;
    EXPECT_NEAR(order(c, method("gradient-descent"), n, 1e-3, 1e-5), 1.0, 0.05) << c.name;
  }
}

// Linear -------------------------------------------------------------------------------------

TEST(OrderOfConvergence, OfDlsIsOneWithTheRateOfEverySingularDirection) {
  // u_i . e falls by lambda^2 / (sigma_i^2 + lambda^2) in a step, up to terms of second order in e
  for (const Case& c : cases()) {
    const Goal goal(c.body, c.goal);
    const MatrixX J = goal.jacobian(c.goal);
    const algebra::Svd svd{algebra::MatrixXd(J)};
    for (const double lambda : {0.05, 0.3, 1.0}) {
      const VectorX start = c.goal + 1e-7 * bodies::Numbers(1).vector(c.body.joint_count());
      const VectorX before = goal.error(start);
      const VectorX after = goal.error(goal.after(ik::AnyMethod(ik::Dls{lambda}), start, 1));
      for (Eigen::Index i = 0; i < svd.sigma.size(); ++i) {
        const double sigma = svd.sigma[i];
        if (sigma < 1e-9) continue;
        const double rate = lambda * lambda / (sigma * sigma + lambda * lambda);
        const VectorX u = svd.U.col(i);
        EXPECT_NEAR(u.dot(after), rate * u.dot(before), 1e-5 * before.norm())
            << c.name << " " << lambda << " " << i;
      }
    }
  }
}

TEST(OrderOfConvergence, OfDlsEndsWithTheRateOfTheSmallestSingularValue) {
  for (const Case& c : cases()) {
    const Goal goal(c.body, c.goal);
    constexpr double kLambda = 0.3;
    const VectorX start = c.goal + 0.05 * bodies::Numbers(2).vector(c.body.joint_count());
    const ik::AnyMethod dls(ik::Dls{kLambda});
    // to where one direction is left, above rounding
    VectorX theta = start;
    double before = goal.error(theta).norm();
    double rate = 0.0;
    for (int i = 0; i < 3000 && before > 1e-10; ++i) {
      theta = goal.after(dls, theta, 1);
      const double after = goal.error(theta).norm();
      rate = after / before;
      before = after;
    }
    // a redundant body ends in another pose: the rate is that of J there
    const auto sigma = algebra::singular_values(goal.jacobian(theta));
    double least = sigma[0];
    for (const double s : sigma) {
      if (s > 1e-9) least = std::min(least, s);
    }
    EXPECT_NEAR(rate, kLambda * kLambda / (least * least + kLambda * kLambda), 0.01 * rate)
        << c.name;
  }
}

// The change of J ----------------------------------------------------------------------------

TEST(JacobianRate, IsTheDerivativeOfTheJacobian) {
  std::vector<bodies::Named> all = bodies::all();
  all.insert(all.end(), bodies::aiming().begin(), bodies::aiming().end());
  for (const bodies::Named& named : all) {
    for (int seed = 0; seed < 5; ++seed) {
      const int n = named.body.joint_count();
      const VectorX theta = 2.0 * bodies::Numbers(seed).vector(n);
      const VectorX motion = bodies::Numbers(seed + 40).vector(n);
      std::vector<double> weights;
      for (int g = 0; g < named.body.goal_count(); ++g) weights.push_back(0.4 + 0.3 * g);
      const auto jacobian = [&](const VectorX& at) {
        const ik::Pose pose = ik::pose_at(named.body, at);
        ik::Problem problem{named.body, pose, {}};
        problem.weights = weights;
        MatrixX J;
        ik::tree_jacobian(problem, J);
        return J;
      };
      MatrixX rate;
      const ik::Pose pose = ik::pose_at(named.body, theta);
      ik::jacobian_rate({named.body, pose, {}}, jacobian(theta), motion, rate);
      // central differences: truncation h^2 |J'''| / 6 and rounding 1e-16 |J| / h
      const double h = 1e-5;
      const MatrixX expected =
          (jacobian(theta + h * motion) - jacobian(theta - h * motion)) / (2.0 * h);
      EXPECT_LT((rate - expected).lpNorm<Eigen::Infinity>(), 1e-8) << named.name << " " << seed;
    }
  }
}

TEST(JacobianRate, LeavesAnErrorOfThirdOrder) {
  // the goals of the pose theta + x, seen from theta: (J + rate / 2) x up to |x|^3
  for (const Case& c : cases()) {
    const int n = c.body.joint_count();
    const VectorX direction = bodies::Numbers(8).vector(n);
    const auto left = [&](double h) {
      const Goal moved(c.body, c.goal + h * direction);
      MatrixX rate;
      const ik::Pose pose = ik::pose_at(c.body, c.goal);
      const MatrixX J = moved.jacobian(c.goal);
      ik::jacobian_rate(moved.at(pose), J, h * direction, rate);
      return (moved.error(c.goal) - (J + 0.5 * rate) * (h * direction)).norm();
    };
    EXPECT_NEAR(std::log2(left(0.02) / left(0.01)), 3.0, 0.2) << c.name;
  }
}

// Beside a stretched chain -------------------------------------------------------------------

/// The second eigenvalue of min(r_i, r_j) for n links of length 1, a matrix whose inverse is
/// tridiagonal: 1 / (4 sin^2(3 pi / (4 n + 2))).
double second_eigenvalue(int n) {
  const double s = std::sin(3.0 * std::numbers::pi / (4.0 * n + 2.0));
  return 0.25 / (s * s);
}

/// The largest turn of a joint in a step, rad, after so many steps towards a target `beyond` m out
/// of reach of a planar arm, from a pose `away` from the stretched one.
double unrest(int n, const ik::AnyMethod& method, double beyond, double away, int steps) {
  const ik::Multibody arm = bodies::planar_arm(n);
  const std::vector<Eigen::Vector3d> targets = {(n + beyond) * Eigen::Vector3d(0.6, 0.8, 0.0)};
  VectorX theta = away * bodies::Numbers(3).vector(n);
  theta[0] += std::atan2(0.8, 0.6);
  ik::Workspace w;
  double most = 0.0;
  for (int i = 0; i < steps; ++i) {
    const ik::Pose pose = ik::pose_at(arm, theta);
    method.step({arm, pose, targets}, w);
    ik::clamp_max_angle(arm, std::numbers::pi / 4.0, w.dtheta);
    theta += w.dtheta;
    if (i >= steps - 20) most = std::max(most, w.dtheta.lpNorm<Eigen::Infinity>());
  }
  return most;
}

TEST(StretchedChain, NeedsADampingOfHalfTheErrorTimesTheSecondEigenvalue) {
  for (const int n : {2, 3, 5, 7, 12}) {
    for (const double beyond : {0.02, 0.1}) {
      const double bound = 0.5 * beyond * second_eigenvalue(n);
      const ik::AnyMethod above(ik::Dls{std::sqrt(1.25 * bound)});
      const ik::AnyMethod below(ik::Dls{std::sqrt(0.8 * bound)});
      EXPECT_LT(unrest(n, above, beyond, 1e-3, 600), 1e-6) << n << " " << beyond;
      EXPECT_GT(unrest(n, below, beyond, 1e-3, 600), 1e-2) << n << " " << beyond;
    }
  }
}

TEST(DlsError, IsCalmJustBeyondReach) {
  for (const int n : {2, 3, 4, 7, 8}) {
    for (const double beyond : {0.02, 0.05, 0.1, 0.2, 0.4, 0.8}) {
      EXPECT_LT(unrest(n, method("dls-error"), beyond, 0.3, 600), 1e-5) << n << " " << beyond;
    }
  }
  // and the rule of Sugihara (2011) is not
  const ik::AnyMethod sugihara(ik::DlsError{.weight = 0.5, .bias = 0.01, .exponent = 2.0});
  EXPECT_GT(unrest(2, sugihara, 0.2, 0.3, 600), 0.1);
  EXPECT_GT(unrest(7, sugihara, 0.2, 0.3, 600), 0.1);
}

TEST(Halley, IsCalmJustBeyondReach) {
  // a bent chain too, whose steps have to be checked at the true pose
  for (const int n : {2, 3, 4, 7, 8}) {
    for (const double beyond : {0.02, 0.05, 0.1, 0.2, 0.4, 0.8}) {
      for (const double away : {0.3, 1.2}) {
        EXPECT_LT(unrest(n, method("halley"), beyond, away, 600), 1e-4) << n << " " << beyond;
      }
    }
  }
}

}  // namespace
