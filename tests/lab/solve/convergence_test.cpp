#include "lab/solve/convergence.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/aiming.h"
#include "support/algebra.h"
#include "support/basins.h"
#include "support/difference_jacobian.h"

namespace {

using lab::OrderKind;

constexpr double kRounding = 1e-14;

/// e_0, e_1 = next(e_0, 0), ... until e is below 1e-30.
template <class Next>
std::vector<double> sequence(double first, int count, Next next) {
  std::vector<double> errors = {first};
  for (int k = 0; k < count && errors.back() > 1e-30; ++k) {
    errors.push_back(next(errors.back(), k));
  }
  return errors;
}

TEST(ConvergenceOrder, OfAGeometricSequenceIsLinearWithItsRatio) {
  for (const double rate : {0.05, 0.5, 0.83, 0.99}) {
    const auto order =
        lab::fit_order(sequence(3.0, 200, [&](double e, int) { return rate * e; }), kRounding);
    ASSERT_TRUE(order) << rate;
    EXPECT_EQ(order->kind, OrderKind::kLinear) << rate;
    EXPECT_NEAR(order->rate, rate, 1e-9);
    EXPECT_NEAR(order->order, 1.0, 1e-9);
  }
  EXPECT_EQ(lab::in_words(lab::fit_order(sequence(1.0, 60, [](double e, int) { return 0.83 * e; }),
                                         kRounding)),
            "linear, rate 0.83");
}

TEST(ConvergenceOrder, OfPowersOfTheErrorIsThePower) {
  struct Case {
    double power;
    OrderKind kind;
    const char* words;
  };
  const Case cases[] = {
      {2.0, OrderKind::kQuadratic, "quadratic"},
      {3.0, OrderKind::kCubic, "cubic"},
      {0.5 * (1.0 + std::sqrt(5.0)), OrderKind::kSuperlinear, "superlinear, order 1.6"}};
  for (const Case& c : cases) {
    for (const double factor : {0.3, 1.0, 2.0}) {
      const auto order = lab::fit_order(
          sequence(0.2, 60, [&](double e, int) { return factor * std::pow(e, c.power); }),
          kRounding);
      ASSERT_TRUE(order) << c.power << " " << factor;
      EXPECT_EQ(order->kind, c.kind) << c.power << " " << factor;
      EXPECT_NEAR(order->order, c.power, 1e-9);
      EXPECT_EQ(lab::in_words(order), c.words);
    }
  }
}

// The end counts: a capped step makes even the best method linear at first.
TEST(ConvergenceOrder, IsTheOneOfTheEnd) {
  const auto errors =
      sequence(4.0, 60, [](double e, int) { return e > 0.5 ? e - 0.4 : 0.8 * e * e; });
  const auto order = lab::fit_order(errors, kRounding);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->kind, OrderKind::kQuadratic);
}

TEST(ConvergenceOrder, LeavesOutRounding) {
  auto errors = sequence(1.0, 30, [](double e, int) { return 0.2 * e; });
  for (double& e : errors) e = std::max(e, 3e-15);  // where the arithmetic ends
  const auto order = lab::fit_order(errors, kRounding);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->kind, OrderKind::kLinear);
  EXPECT_NEAR(order->rate, 0.2, 1e-9);
  EXPECT_GT(errors[static_cast<std::size_t>(order->to) - 1], kRounding);
}

TEST(ConvergenceOrder, OfTheHarmonicSequenceIsSublinear) {
  const auto order =
      lab::fit_order(sequence(1.0, 200, [](double, int k) { return 1.0 / (k + 2); }), kRounding);
  ASSERT_TRUE(order);
  EXPECT_EQ(order->kind, OrderKind::kSublinear);
}

TEST(ConvergenceOrder, IsNotStatedWhereTheErrorsDoNotSayIt) {
  const auto words = [](const std::vector<double>& errors) {
    return lab::in_words(lab::fit_order(errors, kRounding));
  };
  EXPECT_EQ(words({}), "");
  EXPECT_EQ(words({1.0, 0.5}), "");
  EXPECT_EQ(words({1.0, 0.5, 0.25, 0.125}), "") << "too few to be linear";
  EXPECT_EQ(words({0.4, 0.35, 0.29}), "") << "too little of a fall to be superlinear";
  EXPECT_EQ(words({0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}), "") << "rises";
  EXPECT_EQ(words(std::vector<double>(50, 0.3)), "") << "stands still";
  EXPECT_EQ(words({1.0, 0.9, 1e-3, 9e-4, 1e-7, 9e-8, 1e-11}), "") << "no line";
  EXPECT_EQ(words({1e-16, 1e-17}), "") << "nothing above rounding";
  EXPECT_EQ(words({1.0, std::nan(""), 0.1}), "");
}

/// The singular values of the two-link arm's J at its solution for a target, from its law of
/// cosines: J = [[-y, -y_b], [x, x_b]] with (x_b, y_b) the forearm.
Eigen::Vector2d sigma_of(const Eigen::Vector3d& target) {
  const double elbow = std::acos((target.squaredNorm() - 1.0 - 0.64) / 1.6);
  const double shoulder = std::atan2(target.y(), target.x()) -
                          std::atan2(0.8 * std::sin(elbow), 1.0 + 0.8 * std::cos(elbow));
  Eigen::Matrix2d J;
  J << -target.y(), -0.8 * std::sin(shoulder + elbow), target.x(), 0.8 * std::cos(shoulder + elbow);
  const double sum = J.squaredNorm(), product = std::abs(J.determinant());
  const double root = std::sqrt(sum * sum - 4.0 * product * product);
  return {std::sqrt(0.5 * (sum + root)), std::sqrt(0.5 * (sum - root))};
}

// e_{k+1} = (I - J J^T (J J^T + lambda^2 I)^-1) e_k to first order: the smallest sigma is slowest
TEST(Convergence, OfDlsIsLinearWithTheRateOfItsSmallestSingularValue) {
  const Eigen::Vector3d target(0.9, 0.9, 0.0);
  for (const double lambda : {0.1, 0.3, 1.0}) {
    const lab::StandingLane lane =
        basins::lane(basins::two_links(target), "dls", {{"lambda", lambda}});
    const lab::Convergence result = lab::convergence(lane, Eigen::Vector2d(0.5, 0.8), 2000);
    const double sigma = sigma_of(target)[1];
    ASSERT_TRUE(result.order) << lambda;
    EXPECT_EQ(result.order->kind, OrderKind::kLinear);
    EXPECT_NEAR(result.order->rate, lambda * lambda / (sigma * sigma + lambda * lambda), 1e-3)
        << lambda;
    EXPECT_TRUE(result.reached);
    EXPECT_LE(result.errors.back(), lab::rounding_of(lane));
  }
}

// The same with J by differences, of a body with aims, a slide, and weights of joints as they are
// now, two of them 0.
TEST(Convergence, OfDlsOnACrookedBodyHasTheRateOfItsWeightedJacobian) {
  const ik::Multibody body = bodies::crooked();
  const ik::VectorX goal = body.initial_theta();
  lab::Scene scene = basins::standing(body, bodies::effectors_at(body, goal));
  for (const ik::Aim& aim : bodies::aims_at(body, goal)) scene.aims.push_back({.base = aim});
  const double lambda = 0.4;
  lab::Settings settings;
  settings.set_params({{"lambda", lambda}});
  lab::Tracker tracker(scene, *ik::find_method("dls"), settings);
  tracker.change([&](lab::Setup& setup) {
    for (int j = 0; j < body.joint_count(); ++j) {
      setup.joint_weights[static_cast<std::size_t>(j)] *=
          body.joint(j).name == "twist" ? 0.0 : 0.5 + 0.3 * j;
    }
  });
  ik::MatrixX J = difference_jacobian(body, goal);
  ik::VectorX start = goal;
  for (int j = 0; j < body.joint_count(); ++j) {
    const double weight = tracker.setup().joint_weights[static_cast<std::size_t>(j)];
    J.col(j) *= std::sqrt(weight);
    if (weight > 0.0) start[j] += 0.02;
  }
  // e stays in the column space of J; there the smallest singular value is the slowest
  const Eigen::VectorXd sigma = algebra::singular_values(J);
  double least = 1.0;
  for (const double s : sigma) least = s > 1e-6 ? std::min(least, s) : least;
  const lab::Convergence result = lab::convergence(lab::StandingLane(tracker), start, 4000);
  ASSERT_TRUE(result.order);
  EXPECT_TRUE(result.reached);
  EXPECT_EQ(result.order->kind, OrderKind::kLinear);
  EXPECT_NEAR(result.order->rate, lambda * lambda / (least * least + lambda * lambda), 1e-3);
}

TEST(Convergence, OfGaussNewtonIsQuadratic) {
  const lab::StandingLane lane = basins::lane(basins::two_links({0.9, 0.9, 0.0}), "gauss-newton");
  for (const auto& start : {Eigen::Vector2d(0.3, 0.9), Eigen::Vector2d(0.1, 1.4)}) {
    const lab::Convergence result = lab::convergence(lane, start);
    EXPECT_TRUE(result.reached);
    EXPECT_EQ(lab::in_words(result.order), "quadratic");
  }
}

TEST(Convergence, OfAStartAtTheGoalHasOneError) {
  const lab::StandingLane lane = basins::lane(basins::two_links({1.8, 0.0, 0.0}), "dls");
  const lab::Convergence result = lab::convergence(lane, Eigen::Vector2d(0.0, 0.0));
  EXPECT_EQ(result.errors.size(), 1U);
  EXPECT_TRUE(result.reached);
  EXPECT_FALSE(result.order);
}

TEST(Convergence, StopsAtTheBudgetWhereTheGoalIsOutOfReach) {
  const lab::StandingLane lane = basins::lane(basins::two_links({3.0, 0.0, 0.0}), "dls");
  const lab::Convergence result = lab::convergence(lane, Eigen::Vector2d(0.3, 0.4), 90);
  EXPECT_EQ(result.errors.size(), 91U);
  EXPECT_FALSE(result.reached);
  EXPECT_NEAR(result.errors.back(), 1.2, 1e-2);  // the straight arm
  EXPECT_FALSE(result.order && result.order->kind != OrderKind::kSublinear);
}

TEST(Convergence, CountsAimsByTheirLever) {
  // one link that aims along (0, 1) and stands at its tip's place: only the angle is wrong
  ik::Multibody body = ik::chain({1.0}, ik::AimKind::kDirection);
  lab::Scene scene = basins::standing(body, {{1.0, 0.0, 0.0}});
  scene.aims.push_back({.base = {.direction = {0.0, 1.0, 0.0}}});
  const lab::StandingLane lane = basins::lane(scene, "dls");
  const ik::VectorX start = Eigen::VectorXd::Zero(1);
  const double quarter = 0.5 * std::numbers::pi;
  EXPECT_NEAR(lab::convergence(lane, start, 0).errors[0], quarter * body.effector(0).lever, 1e-12);
}

TEST(ConvergencePlot, HasALineForEachLaneWithItsOrder) {
  const lab::StandingLane lane = basins::lane(basins::two_links({0.9, 0.9, 0.0}), "gauss-newton");
  const lab::ConvergenceCurve curve{"Gauss-Newton", lab::hex(0x123456),
                                    lab::convergence(lane, Eigen::Vector2d(0.3, 0.9))};
  const lab::Plot plot = lab::convergence_plot(std::vector{curve});
  ASSERT_EQ(plot.series.size(), 1U);
  EXPECT_EQ(plot.series[0].label, "Gauss-Newton: quadratic");
  EXPECT_EQ(plot.series[0].y, curve.convergence.errors);
  EXPECT_EQ(plot.series[0].x.back(), static_cast<double>(plot.series[0].x.size() - 1));
  EXPECT_TRUE(plot.y.logarithmic);
}

}  // namespace
