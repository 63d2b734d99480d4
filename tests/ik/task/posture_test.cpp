#include <functional>

#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "ik/task/redundancy.h"
#include "support/aiming.h"
#include "support/algebra.h"
#include "support/difference_jacobian.h"
#include "support/step.h"

// Posture costs against finite differences and explicit sums, and derivatives of J against
// differences of J.
namespace {

using ik::MatrixX;
using ik::VectorX;

constexpr double kDifference = 1e-6;  // rad or m; differences are accurate to about 1e-9

const std::vector<ik::Obstacle>& hindrances() {
  static const std::vector<ik::Obstacle> all = {{"capsule", {0.5, -0.4, 0.1}, {0.9, 0.6, 0.3}, 0.2},
                                                {"ball", {-0.3, 0.9, 0.2}, {-0.3, 0.9, 0.2}, 0.3}};
  return all;
}

/// Returns a cost at theta and adds weight times its gradient to `gradient`.
using Cost = std::function<double(const ik::Multibody&, const VectorX& theta, double weight,
                                  VectorX& gradient)>;

double rest(const ik::Multibody& body, const VectorX& theta, double weight, VectorX& gradient) {
  return ik::rest_cost(body, theta, weight, gradient);
}
double limits(const ik::Multibody& body, const VectorX& theta, double weight, VectorX& gradient) {
  return ik::limit_cost(body, theta, weight, gradient);
}
double manipulability(const ik::Multibody& body, const VectorX& theta, double weight,
                      VectorX& gradient) {
  ik::PostureScratch scratch;
  return ik::manipulability_cost(body, ik::pose_at(body, theta), weight, scratch, gradient);
}
double clearance(const ik::Multibody& body, const VectorX& theta, double weight,
                 VectorX& gradient) {
  ik::PostureScratch scratch;
  return ik::clearance_cost(body, ik::pose_at(body, theta), {hindrances(), 0.8}, weight, scratch,
                            gradient);
}

double value(const Cost& cost, const ik::Multibody& body, const VectorX& theta) {
  VectorX nothing = VectorX::Zero(theta.size());
  return cost(body, theta, 0.0, nothing);
}

TEST(ProjectOut, LeavesThePartThatIsOrthogonalToTheColumns) {
  for (int n = 1; n <= 21; ++n) {
    const ik::MatrixX random = bodies::Numbers(n).vector(n * n).reshaped(n, n);
    const ik::MatrixX Q = Eigen::HouseholderQR<ik::MatrixX>(random).householderQ();
    for (int from = 0; from <= n; from += 2) {
      for (int to = from; to <= n; ++to) {
        const ik::MatrixX part = Q.middleCols(from, to - from);
        const ik::VectorX x = bodies::Numbers(99).vector(n);
        ik::VectorX left = x;
        ik::project_out(Q, from, to, left);
        EXPECT_LT((left - (x - part * (part.transpose() * x))).norm(), 1e-15 * n) << n;
      }
      ik::ThreeColumns X = bodies::Numbers(98).vector(3 * n).reshaped(n, 3);
      const ik::MatrixX part = Q.leftCols(from);
      const ik::MatrixX expected = X - part * (part.transpose() * X);
      ik::project_out(Q, from, X);
      EXPECT_LT((X - expected).norm(), 2e-15 * n) << n;
    }
  }
}

TEST(Costs, HaveTheGradientThatDifferencesShow) {
  for (const Cost& cost : {Cost(rest), Cost(limits), Cost(manipulability), Cost(clearance)}) {
    for (const bodies::Named& named : bodies::all()) {
      for (int seed = 0; seed < 4; ++seed) {
        const VectorX theta = 1.2 * bodies::Numbers(seed).vector(named.body.joint_count());
        VectorX gradient = VectorX::Constant(theta.size(), 3.0);  // the cost adds to it
        cost(named.body, theta, 0.5, gradient);
        for (Eigen::Index j = 0; j < theta.size(); ++j) {
          const VectorX step = kDifference * VectorX::Unit(theta.size(), j);
          const double slope =
              (value(cost, named.body, theta + step) - value(cost, named.body, theta - step)) /
              (2.0 * kDifference);
          EXPECT_NEAR(gradient[j], 3.0 + 0.5 * slope, 1e-7) << named.name << " joint " << j;
        }
      }
    }
  }
}

TEST(RestCost, IsHalfTheSquareOfTheWayToTheRestPose) {
  const ik::Multibody body = bodies::limited_arm();
  VectorX theta(5);
  for (int j = 0; j < 5; ++j) theta[j] = body.joint(j).rest;
  EXPECT_EQ(value(rest, body, theta), 0.0);
  theta[1] += 0.3;
  theta[3] -= 0.4;
  EXPECT_NEAR(value(rest, body, theta), 0.125, 1e-15);
}

TEST(LimitCost, IsThatOfLiegeoisForJointsWithTwoLimits) {
  const ik::Multibody body = bodies::limited_arm();
  VectorX theta(5);
  for (int j = 0; j < 5; ++j) theta[j] = 0.5 * (-1.0 - 0.3 * j + 1.3 + 0.2 * j);
  theta[4] = 100.0;  // no upper limit: no cost
  EXPECT_NEAR(value(limits, body, theta), 0.0, 1e-15);
  theta[2] = body.joint(2).upper;
  // joint 0 has the smallest half range, 1.15, so h is 1
  EXPECT_NEAR(value(limits, body, theta), 0.5, 1e-15);
  theta[0] = body.joint(0).lower;
  EXPECT_NEAR(value(limits, body, theta), 1.0, 1e-15);
}

TEST(LimitCost, CurvesByOneAtMostHoweverNarrowARangeIs) {
  std::vector<ik::Joint> joints(2);
  joints[1].parent = 0;
  joints[0].lower = -0.01;
  joints[0].upper = 0.03;
  joints[1].lower = -1.0;
  joints[1].upper = 1.0;
  const ik::Multibody body(joints, {{"hand", 1, Eigen::Vector3d::UnitX()}});
  VectorX gradient = VectorX::Zero(2);
  ik::limit_cost(body, Eigen::Vector2d(0.02, 0.5), 1.0, gradient);
  EXPECT_NEAR(gradient[0], 0.01, 1e-15);        // straight to the middle
  EXPECT_NEAR(gradient[1], 0.5 * 4e-4, 1e-15);  // (0.02 / 1)^2 of the way
}

TEST(ManipulabilityCost, IsTheLogarithmOfYoshikawasProductAboveItsFloor) {
  for (const bodies::Named& named : bodies::all()) {
    const VectorX theta = bodies::Numbers(5).vector(named.body.joint_count());
    const MatrixX J = difference_jacobian(named.body, theta);
    double expected = 0.0;
    const VectorX values = algebra::singular_values(J);
    for (Eigen::Index i = 0; i < J.rows(); ++i) {
      const double sigma = i < values.size() ? values[i] : 0.0;
      expected -= 0.5 * std::log(sigma * sigma + 0.01);
    }
    EXPECT_NEAR(value(manipulability, named.body, theta), expected, 1e-6) << named.name;
  }
}

TEST(ManipulabilityCost, HasTheSameGradientBySingularValues) {
  for (const bodies::Named& named : bodies::all()) {
    if (!named.body.followers().empty()) continue;
    for (int seed = 0; seed < 5; ++seed) {
      const int n = named.body.joint_count();
      Step step = random_step(named.body, seed);
      VectorX expected = bodies::Numbers(seed).vector(n);
      VectorX gradient = expected;
      const ik::Problem problem = step.problem();
      const ik::Pose& pose = problem.pose;
      ik::PostureScratch scratch, other;
      ik::manipulability_cost(named.body, pose, 0.7, scratch, expected);
      ik::Workspace w;
      w.begin(problem);
      ik::manipulability_gradient(problem, w, 0.7, other, gradient);
      // the products of the first have the square of a condition number up to 100
      EXPECT_LT((gradient - expected).norm(), 1e-12 * (1.0 + expected.norm())) << named.name;
    }
  }
}

TEST(ManipulabilityCost, IsLeastForTheTwoLinkArmBentSquarely) {
  // w = l1 l2 |sin elbow|, Yoshikawa (1985)
  const ik::Multibody body = bodies::planar_arm(2);
  const double square = value(manipulability, body, Eigen::Vector2d(0.3, M_PI / 2.0));
  for (const double elbow : {0.0, 0.7, 1.3, 1.9, 3.0}) {
    EXPECT_GT(value(manipulability, body, Eigen::Vector2d(0.3, elbow)), square) << elbow;
  }
}

TEST(ClearanceCost, CountsWhatIsInsideTheMarginAlone) {
  const ik::Multibody body = bodies::planar_arm(1);
  const std::vector<ik::Obstacle> ball = {{"ball", {0.5, 0.5, 0.0}, {0.5, 0.5, 0.0}, 0.2}};
  ik::PostureScratch scratch;
  VectorX gradient = VectorX::Zero(1);
  const ik::Pose pose = ik::pose_at(body, VectorX::Zero(1));  // the link is 0.3 away
  EXPECT_EQ(ik::clearance_cost(body, pose, {ball, 0.29}, 1.0, scratch, gradient), 0.0);
  EXPECT_EQ(gradient[0], 0.0);
  EXPECT_NEAR(ik::clearance_cost(body, pose, {ball, 0.4}, 1.0, scratch, gradient), 0.005, 1e-15);
  EXPECT_NEAR(gradient[0], 0.1 * 0.5, 1e-14);  // turning by x brings the middle 0.5 x closer
  EXPECT_EQ(ik::clearance_cost(body, pose, {{}, 0.4}, 1.0, scratch, gradient), 0.0);
}

TEST(TaskCurvature, IsHowTheJacobianTurnsForEveryKindOfGoal) {
  for (int seed = 0; seed < 4; ++seed) {
    for (const ik::Multibody& body : {bodies::random_tree(seed, 9, 3),
                                      bodies::aiming()[static_cast<std::size_t>(seed % 3)].body}) {
      bodies::Numbers numbers(seed);
      const int n = body.joint_count();
      const VectorX theta = 1.5 * numbers.vector(n);
      const VectorX y = numbers.vector(body.row_count());
      std::vector<double> mobility;
      for (int j = 0; j < n; ++j) mobility.push_back(j == 2 ? 0.0 : 1.0 + 0.5 * numbers.next());
      const VectorX D = Eigen::Map<VectorX>(mobility.data(), n);
      const auto jacobian = [&](const VectorX& at) {
        const ik::Pose pose = ik::pose_at(body, at);
        MatrixX J;
        ik::task_jacobian({.multibody = body, .pose = pose, .targets = {}}, J);
        return MatrixX(J * D.asDiagonal());
      };
      const ik::Pose pose = ik::pose_at(body, theta);
      ik::Problem problem{.multibody = body, .pose = pose, .targets = {}};
      problem.mobility = mobility;
      MatrixX scratch, C;
      ik::task_curvature(problem, jacobian(theta), y, scratch, C);
      for (int a = 0; a < n; ++a) {
        const VectorX step = kDifference * VectorX::Unit(n, a);
        const VectorX turned = (jacobian(theta + step) - jacobian(theta - step)).transpose() * y;
        EXPECT_LT((C.col(a) - D[a] / (2.0 * kDifference) * turned).norm(), 1e-8) << seed << a;
      }
    }
  }
}

TEST(PostureGradient, OfALeaderWithoutEffectorsIsThatOfItsFollowers) {
  // a knob that turns a hinge elsewhere, and a joint that moves nothing
  std::vector<ik::Joint> joints(3);
  joints[0].name = "knob";
  joints[1].name = "hinge";
  joints[1].leader = 0;
  joints[1].ratio = -0.7;
  joints[2].name = "idle";
  const ik::Multibody body(joints, {{"tip", 1, Eigen::Vector3d::UnitX()}});
  ASSERT_TRUE(body.effectors_of(0).empty());
  const ik::Pose pose = ik::pose_at(body, Eigen::Vector3d(0.2, 0.0, 0.1));
  const std::vector<Eigen::Vector3d> targets = {Eigen::Vector3d::UnitY()};
  const std::vector<double> mobility = {0.5, 1.0, 1.0};
  ik::Problem problem{body, pose, targets};
  problem.mobility = mobility;
  VectorX gradient = Eigen::Vector3d(0.3, 2.0, 5.0);
  ik::scale_posture_gradient(problem, gradient);
  // d/dknob of a cost in (knob, -0.7 knob), times the mobility
  EXPECT_NEAR(gradient[0], 0.5 * (0.3 - 0.7 * 2.0), 1e-15);
  EXPECT_EQ(gradient[1], 0.0);
  EXPECT_EQ(gradient[2], 0.0);
}

TEST(PostureSteps, AreCutToATenthAndDroppedWhereTheyAreNoNumbers) {
  VectorX x = Eigen::Vector3d(0.05, -0.1, 0.02);
  const VectorX small = x;
  ik::limit_posture_step(x);
  EXPECT_EQ(x, small);
  x = Eigen::Vector3d(1.0, -4.0, 0.0);
  ik::limit_posture_step(x);
  EXPECT_LT((x - Eigen::Vector3d(0.025, -0.1, 0.0)).norm(), 1e-16);
  x = Eigen::Vector3d(1.0, std::nan(""), 0.0);
  ik::limit_posture_step(x);
  EXPECT_TRUE(x.isZero(0.0));
}

}  // namespace
