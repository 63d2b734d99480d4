#include <gtest/gtest.h>

#include "ik/body/joint.h"
#include "ik/methods/nullspace.h"
#include "ik/task/jacobian.h"
#include "support/aiming.h"
#include "support/algebra.h"
#include "support/difference_jacobian.h"
#include "support/step.h"

namespace {

using Eigen::Vector3d;
using ik::MatrixX;
using ik::VectorX;

/// I - J^+ J, by another decomposition.
MatrixX projector(const MatrixX& J) {
  const MatrixX inverse = algebra::pseudoinverse(J);
  return MatrixX::Identity(J.cols(), J.cols()) - inverse * J;
}

MatrixX jacobian_at(const ik::Multibody& body, const VectorX& theta) {
  return difference_jacobian(body, theta);
}

/// grad g at theta.
VectorX slope(const ik::Multibody& body, const VectorX& theta, double manipulability) {
  VectorX gradient = VectorX::Zero(theta.size());
  ik::PostureScratch scratch;
  ik::rest_cost(body, theta, 1.0, gradient);
  ik::manipulability_cost(body, ik::pose_at(body, theta), manipulability, scratch, gradient);
  return gradient;
}

/// Distance of theta from the optimal posture: |N^T grad g|.
double astray(const ik::Multibody& body, const VectorX& theta, double manipulability = 0.0) {
  return (projector(jacobian_at(body, theta)) * slope(body, theta, manipulability)).norm();
}

/// The method without damping.
ik::ExtendedJacobian exact(double correction = 0.0, double manipulability = 0.0) {
  return {
      .lambda = 0.0, .damping = 0.0, .correction = correction, .manipulability = manipulability};
}

/// theta after a number of steps towards the targets, each at most 0.2 rad.
VectorX settle(const ik::Multibody& body, VectorX theta, const std::vector<Vector3d>& targets,
               const ik::ExtendedJacobian& method, int steps) {
  const ik::AnyMethod any(method);
  ik::Workspace w;
  for (int k = 0; k < steps; ++k) {
    const ik::Pose pose = ik::pose_at(body, theta);
    any.step({.multibody = body, .pose = pose, .targets = targets}, w);
    ik::clamp_max_angle(body, 0.2, w.dtheta);
    theta += w.dtheta;
  }
  return theta;
}

TEST(ExtendedJacobian, SolvesTheSquareSystemWhoseRowsDifferencesShow) {
  for (const bodies::Named& named : bodies::all()) {
    for (const double manipulability : {0.0, 0.3}) {
      const ik::Multibody& body = named.body;
      const int n = body.joint_count();
      bodies::Numbers numbers(2);
      const VectorX theta = numbers.vector(n);
      auto targets = bodies::effectors_at(body, theta);
      for (Vector3d& target : targets) target += 0.1 * numbers.vector();
      const ik::Pose pose = ik::pose_at(body, theta);
      std::vector<double> mobility;
      for (int j = 0; j < n; ++j) mobility.push_back(1.0 + 0.3 * numbers.next());
      ik::Problem problem{.multibody = body, .pose = pose, .targets = targets};
      problem.mobility = mobility;
      ik::Workspace w;
      ik::AnyMethod(exact(0.0, manipulability)).step(problem, w);

      // the task's rows are satisfied as far as possible
      const MatrixX& J = w.jacobian(problem);
      const VectorX e = w.error(problem);
      const VectorX wanted = J * algebra::least_squares(J, e);
      const VectorX D = Eigen::Map<VectorX>(mobility.data(), n);
      EXPECT_LT((J * (w.dtheta.array() / D.array()).matrix() - wanted).norm(), 1e-8) << named.name;
      // the rows of the extension: N^T grad g stays constant along dtheta, with the smallest
      // rotation of N, dN = P' N - N to first order; joints that move no effector do not enter g
      VectorX moving = D;
      for (int j = 0; j < n; ++j) {
        if (body.effectors_of(j).empty()) moving[j] = 0.0;
      }
      const MatrixX P = projector(J);
      const auto along = [&](double h) {
        const VectorX to = theta + h * w.dtheta / w.dtheta.norm();
        return VectorX(P * (projector(jacobian_at(body, to) * D.asDiagonal()) *
                            (moving.asDiagonal() * slope(body, to, manipulability))));
      };
      const double change = (along(1e-4) - along(-1e-4)).norm() / 2e-4;
      EXPECT_LT(change, 1e-3 * (1.0 + slope(body, theta, manipulability).norm())) << named.name;
    }
  }
}

TEST(ExtendedJacobian, StaysOnTheOptimumToSecondOrder) {
  for (const double manipulability : {0.0, 0.3}) {
    for (const ik::Multibody& body : {bodies::planar_arm(4), bodies::limited_arm()}) {
      const int n = body.joint_count();
      const VectorX start = VectorX::Constant(n, 0.4);
      const auto hand = bodies::effectors_at(body, start);
      const VectorX best = settle(body, start, hand, exact(0.5, manipulability), 300);
      EXPECT_LT(astray(body, best, manipulability), 1e-7);
      const auto after = [&](double way) {
        Step step(body, best, {bodies::effectors_at(body, best)[0] + Vector3d(way, -way, 0.0)});
        return VectorX(best + step.take(exact(0.0, manipulability)));
      };
      const double far = astray(body, after(0.04), manipulability);
      const double near = astray(body, after(0.02), manipulability);
      EXPECT_GT(far, 1e-6);
      EXPECT_NEAR(far / near, 4.0, 0.6) << n << " joints, " << manipulability;
      // the pseudoinverse strays to first order
      Step step(body, best, {bodies::effectors_at(body, best)[0] + Vector3d(0.002, -0.002, 0.0)});
      EXPECT_GT(astray(body, best + step.take("pseudoinverse"), manipulability),
                10.0 * astray(body, after(0.002), manipulability));
    }
  }
}

TEST(ExtendedJacobian, ClosesClosedPathsInTheJointsWhereThePseudoinverseDrifts) {
  const ik::Multibody body = bodies::planar_arm(3);
  const VectorX start = Vector3d(0.2, 0.6, 0.5);
  const Vector3d center = bodies::effectors_at(body, start)[0] - Vector3d(0.4, 0.0, 0.0);
  const auto hand = [&](double share) {
    const double angle = 2.0 * M_PI * share;
    return std::vector<Vector3d>{center + 0.4 * Vector3d(std::cos(angle), std::sin(angle), 0.0)};
  };
  const auto drift = [&](const ik::AnyMethod& method, const VectorX& from) {
    VectorX theta = from;
    ik::Workspace w;
    constexpr int kSteps = 1000;  // steps per lap; ten laps are run
    for (int k = 1; k <= 10 * kSteps; ++k) {
      const auto targets = hand(static_cast<double>(k) / kSteps);
      const ik::Pose pose = ik::pose_at(body, theta);
      method.step({.multibody = body, .pose = pose, .targets = targets}, w);
      theta += w.dtheta;
    }
    return (theta - from).norm();
  };
  const VectorX best = settle(body, start, hand(0.0), exact(0.5), 300);
  EXPECT_GT(drift(ik::find_method("pseudoinverse")->create(), best), 0.03);
  // the hand lags by 2.5 mm; the drift is second order in the step
  EXPECT_LT(drift(ik::AnyMethod(exact(0.1)), best), 1e-4);
}

TEST(ExtendedJacobian, BringsTheJointsToTheBestPostureWhileTheHandStandsStill) {
  for (const double manipulability : {0.0, 1.0}) {
    const ik::Multibody body = bodies::limited_arm();
    const VectorX start = (VectorX(5) << 0.8, -0.9, 1.1, -0.7, 0.5).finished();
    const auto hand = bodies::effectors_at(body, start);
    ik::ExtendedJacobian method;
    method.manipulability = manipulability;
    const VectorX end = settle(body, start, hand, method, 600);
    EXPECT_LT((bodies::effectors_at(body, end)[0] - hand[0]).norm(), 1e-6);
    EXPECT_LT(astray(body, end, manipulability), 1e-6);
    // a minimum: g rises along every nullspace motion that is brought back to the hand
    const auto g = [&](const VectorX& theta) {
      VectorX unused = VectorX::Zero(5);
      ik::PostureScratch scratch;
      return ik::rest_cost(body, theta, 1.0, unused) +
             manipulability *
                 ik::manipulability_cost(body, ik::pose_at(body, theta), 1.0, scratch, unused);
    };
    const MatrixX free = algebra::kernel(jacobian_at(body, end));
    for (Eigen::Index c = 0; c < free.cols(); ++c) {
      for (const double side : {-0.02, 0.02}) {
        VectorX theta = end + side * free.col(c).normalized();
        for (int k = 0; k < 5; ++k) {
          const Vector3d e = hand[0] - bodies::effectors_at(body, theta)[0];
          theta += algebra::least_squares(jacobian_at(body, theta), e);
        }
        EXPECT_GT(g(theta), g(end)) << c << side;
      }
    }
  }
}

TEST(ExtendedJacobian, LeavesTheTaskToDampedLeastSquares) {
  for (const bodies::Named& named : bodies::all()) {
    for (int seed = 0; seed < 5; ++seed) {
      Step step = random_step(named.body, seed);
      ik::ExtendedJacobian method;
      method.lambda = 0.4;
      const VectorX dtheta = step.take(method);
      const MatrixX& J = step.J();
      const MatrixX A = J * J.transpose() + 0.16 * MatrixX::Identity(J.rows(), J.rows());
      const VectorX task = J.transpose() * algebra::solve(A, step.e());
      EXPECT_LT((J * (dtheta - task)).norm(), 1e-11 * (1.0 + dtheta.norm())) << named.name;
      // without redundancy the task is the whole step
      const double whole = projector(J).norm() < 1e-6 ? 1e-11 : 1e9;
      EXPECT_LT((dtheta - task).norm(), whole) << named.name;
    }
  }
}

TEST(ExtendedJacobian, KeepsWithinItsDampingWhereOptimaMeet) {
  // a stretched arm with its rest pose behind it: a maximum of g
  std::vector<ik::Joint> joints(3);
  for (int i = 0; i < 3; ++i) {
    joints[static_cast<std::size_t>(i)].parent = i - 1;
    if (i > 0) {
      joints[static_cast<std::size_t>(i)].parent_from_joint.translation() = Vector3d::UnitX();
    }
  }
  const ik::Multibody body(joints, {{"hand", 2, Vector3d::UnitX()}});
  for (int seed = 0; seed < 200; ++seed) {
    bodies::Numbers numbers(seed);
    const VectorX theta = 3.0 * numbers.vector(3);
    auto targets = bodies::effectors_at(body, theta);
    Step still(body, theta, targets);
    EXPECT_LT(still.take(ik::ExtendedJacobian()).lpNorm<Eigen::Infinity>(), 0.2) << seed;
    EXPECT_LE(still.workspace.dtheta.dot(theta), 1e-12) << seed;  // g falls, even at a maximum
  }
}

TEST(ExtendedJacobian, DampsBothTermsOfTheExtensionByItsCurvature) {
  // a planar arm of three hinges has one nullspace direction N, where K is a number k. Undamped
  // the correction is c |N . grad g| / |k|, which gives k and the expected damped values
  const ik::Multibody body = bodies::planar_arm(3);
  const VectorX theta = Vector3d(0.3, 0.8, 0.6);
  const Vector3d hand = bodies::effectors_at(body, theta)[0];
  const VectorX N = algebra::kernel(jacobian_at(body, theta), 1e-6).normalized();
  const auto along = [&](double damping, double correction, const Vector3d& way) {
    Step step(body, theta, {hand + way});
    return N.dot(step.take(
        ik::ExtendedJacobian{.lambda = 0.0, .damping = damping, .correction = correction}));
  };
  constexpr double kShare = 0.02;  // small enough not to reach the cap of 0.1
  const Vector3d way(0.05, -0.1, 0.0);
  const double back = along(0.0, kShare, Vector3d::Zero());
  const double follow = along(0.0, 0.0, way);
  const double gradient = N.dot(theta);
  const double k = std::abs(kShare * gradient / back);
  EXPECT_LT(back * gradient, 0.0);
  EXPECT_GT(std::abs(follow), 1e-3);
  for (const double damping : {0.1, 1.0, 5.0}) {
    EXPECT_NEAR(along(damping, kShare, Vector3d::Zero()), -kShare * gradient / (k + damping), 1e-9);
    EXPECT_NEAR(along(damping, 0.0, way), follow * k * k / (k * k + damping * damping), 1e-9);
  }
  Step step(body, theta, {hand + way});
  step.take(ik::ExtendedJacobian());
  for (const ik::Reading& reading : step.workspace.readings()) {
    if (std::string_view(reading.name) != "λ") {
      EXPECT_NEAR(reading.value, std::abs(gradient), 1e-9) << reading.name;
    }
  }
}

TEST(ExtendedJacobian, ScalesWithMobilityAndFreezesJoints) {
  const ik::Multibody body = bodies::planar_arm(5);
  const VectorX theta = 0.5 * bodies::Numbers(4).vector(5);
  const auto hand = bodies::effectors_at(body, theta);
  const std::vector<double> mobility = {0.0, 1.0, 0.5, 2.0, 1.0};
  VectorX at = theta;
  ik::Workspace w;
  for (int k = 0; k < 500; ++k) {
    const ik::Pose pose = ik::pose_at(body, at);
    ik::Problem problem{.multibody = body, .pose = pose, .targets = hand};
    problem.mobility = mobility;
    ik::AnyMethod(ik::ExtendedJacobian()).step(problem, w);
    at += w.dtheta;
  }
  EXPECT_EQ(at[0], theta[0]);
  // mobility does not change the optimal posture, except for frozen joints
  const MatrixX J = jacobian_at(body, at).rightCols(4);
  EXPECT_LT((projector(J) * at.tail(4)).norm(), 1e-6);
}

TEST(ExtendedJacobian, FollowsTheOptimumOfBodiesThatAim) {
  const ik::Multibody& fork = bodies::aiming()[1].body;
  const ik::Multibody arm =
      bodies::with_aims(bodies::random_tree(3, 9, 1), {ik::AimKind::kOrientation});
  for (const ik::Multibody* body : {&fork, &arm}) {
    VectorX theta = 0.3 * bodies::Numbers(8).vector(body->joint_count());
    const auto targets = bodies::effectors_at(*body, theta);
    const auto aims = bodies::aims_at(*body, theta);
    ik::Workspace w;
    double last = 0.0;
    for (int k = 0; k < 600; ++k) {
      const ik::Pose pose = ik::pose_at(*body, theta);
      ik::Problem problem{.multibody = *body, .pose = pose, .targets = targets};
      problem.aims = aims;
      ik::AnyMethod(ik::ExtendedJacobian{.lambda = 0.01}).step(problem, w);
      theta += w.dtheta;
      last = w.dtheta.norm();
    }
    EXPECT_LT(last, 1e-9);
    VectorX gradient = theta;
    for (int j = 0; j < body->joint_count(); ++j) {
      if (body->effectors_of(j).empty()) gradient[j] = 0.0;
    }
    // damping leaves a fraction lambda^2 where a singular value is about 1
    EXPECT_LT((projector(jacobian_at(*body, theta)) * gradient).norm(), 1e-4);
  }
}

}  // namespace
