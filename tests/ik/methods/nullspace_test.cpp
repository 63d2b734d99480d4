#include <gtest/gtest.h>

#include "ik/methods/nullspace.h"
#include "support/aiming.h"
#include "support/algebra.h"
#include "support/clearance.h"
#include "support/step.h"

namespace {

using Eigen::Vector3d;
using ik::MatrixX;
using ik::VectorX;

/// The task alone, without any posture cost.
ik::Nullspace task_alone() {
  return {.lambda = 0.1, .rest = 0, .limit_avoidance = 0, .manipulability = 0, .obstacles = 0};
}

/// I - J^+ J, by another decomposition.
MatrixX nullspace_projector(const MatrixX& J) {
  const MatrixX kernel = algebra::kernel(J, 1e-11);
  if (kernel.isZero(0.0)) return MatrixX::Zero(J.cols(), J.cols());
  const MatrixX Q = algebra::orthogonal_factor(kernel).leftCols(kernel.cols());
  return Q * Q.transpose();
}

const std::vector<ik::Obstacle>& wall() {
  static const std::vector<ik::Obstacle> all = {{"wall", {0.5, -1.0, 0.0}, {0.5, 1.0, 0.0}, 0.4}};
  return all;
}

TEST(Nullspace, LeavesTheTaskUntouchedHoweverDamped) {
  double largest = 0.0;
  for (const bodies::Named& named : bodies::all()) {
    for (int seed = 0; seed < 10; ++seed) {
      for (const double lambda : {0.0, 0.1, 3.0}) {
        Step step = random_step(named.body, seed);
        ik::Nullspace method = task_alone();
        method.lambda = lambda;
        const VectorX task = step.take(method);
        method = {.lambda = lambda, .rest = 1.0, .limit_avoidance = 1.0, .manipulability = 0.02};
        method.margin = 0.5;
        ik::Problem problem = step.problem();
        problem.obstacles = wall();
        ik::AnyMethod(method).step(problem, step.workspace);
        const VectorX more = step.workspace.dtheta - task;
        EXPECT_LT((step.J() * more).norm(), 1e-12) << named.name;
        largest = std::max(largest, more.norm());
      }
    }
  }
  EXPECT_GT(largest, 0.1);
}

TEST(Nullspace, DoesItsTaskAsDampedLeastSquaresDoes) {
  for (const bodies::Named& named : bodies::all()) {
    Step step = random_step(named.body, 3);
    ik::Nullspace method = task_alone();
    method.lambda = 0.4;
    const VectorX dtheta = step.take(method);
    const MatrixX& J = step.J();
    const MatrixX A = J * J.transpose() + 0.16 * MatrixX::Identity(J.rows(), J.rows());
    EXPECT_LT((dtheta - J.transpose() * algebra::solve(A, step.e())).norm(), 1e-11) << named.name;
  }
}

TEST(Nullspace, TakesThePseudoinverseWhereItIsNotDamped) {
  for (const bodies::Named& named : bodies::all()) {
    Step step = random_step(named.body, 4);
    ik::Nullspace method = task_alone();
    method.lambda = 0.0;
    const VectorX dtheta = step.take(method);
    const VectorX expected = algebra::least_squares(step.J(), step.e());
    EXPECT_LT((dtheta - expected).norm(), 1e-9 * (1.0 + expected.norm())) << named.name;
  }
}

/// A posture cost and its parameter, with a weight small enough to avoid every cap.
struct Wish {
  const char* name;
  double ik::Nullspace::*weight;
  double size;
  double (*cost)(const ik::Multibody& body, const VectorX& theta, double weight, VectorX& gradient);
};

const Wish kWishes[] = {
    {"rest", &ik::Nullspace::rest, 0.01,
     [](const ik::Multibody& body, const VectorX& theta, double weight, VectorX& gradient) {
       return ik::rest_cost(body, theta, weight, gradient);
     }},
    {"limits", &ik::Nullspace::limit_avoidance, 0.01,
     [](const ik::Multibody& body, const VectorX& theta, double weight, VectorX& gradient) {
       return ik::limit_cost(body, theta, weight, gradient);
     }},
    {"manipulability", &ik::Nullspace::manipulability, 0.002,
     [](const ik::Multibody& body, const VectorX& theta, double weight, VectorX& gradient) {
       ik::PostureScratch scratch;
       return ik::manipulability_cost(body, ik::pose_at(body, theta), weight, scratch, gradient);
     }},
    {"obstacles", &ik::Nullspace::obstacles, 0.02,
     [](const ik::Multibody& body, const VectorX& theta, double weight, VectorX& gradient) {
       ik::PostureScratch scratch;
       return ik::clearance_cost(body, ik::pose_at(body, theta), {wall(), 0.3}, weight, scratch,
                                 gradient);
     }}};

TEST(Nullspace, MovesDownEachCostAsFarAsTheTaskLetsIt) {
  for (const Wish& wish : kWishes) {
    int moved = 0;
    for (const bodies::Named& named : bodies::all()) {
      for (int seed = 0; seed < 5; ++seed) {
        const int n = named.body.joint_count();
        Step step = random_step(named.body, seed);
        ik::Nullspace method = task_alone();
        method.*wish.weight = 0.1 * wish.size;
        method.margin = 0.3;

        std::vector<double> mobility(static_cast<std::size_t>(n), 1.0);
        mobility[0] = 0.5;
        ik::Problem problem = step.problem();
        problem.obstacles = wall();
        problem.mobility = mobility;
        ik::AnyMethod(task_alone()).step(problem, step.workspace);
        const VectorX alone = step.workspace.dtheta;
        ik::AnyMethod(method).step(problem, step.workspace);

        VectorX gradient = VectorX::Zero(n);
        wish.cost(named.body, problem.pose.theta, 0.1 * wish.size, gradient);
        for (int j = 0; j < n; ++j) {
          if (named.body.effectors_of(j).empty()) gradient[j] = 0.0;
        }
        const VectorX D = Eigen::Map<VectorX>(mobility.data(), n);
        const MatrixX P = nullspace_projector(step.J());
        const VectorX expected = -(D.asDiagonal() * (P * (D.asDiagonal() * gradient)));
        const VectorX more = step.workspace.dtheta - alone;
        EXPECT_LT((more - expected).norm(), 1e-10) << wish.name << " " << named.name;
        if (more.norm() > 1e-6) ++moved;
      }
    }
    EXPECT_GT(moved, 2) << wish.name;
  }
}

TEST(Nullspace, ImprovesEachWishWhileTheHandStandsStill) {
  for (const Wish& wish : kWishes) {
    const ik::Multibody body = bodies::limited_arm();
    VectorX theta = (VectorX(5) << 0.8, -0.9, 1.1, -0.7, 0.5).finished();
    const auto targets = bodies::effectors_at(body, theta);
    ik::Nullspace method = task_alone();
    method.*wish.weight = wish.size;
    method.margin = 0.3;
    ik::Workspace w;
    VectorX unused = VectorX::Zero(5);
    const double before = wish.cost(body, theta, 0.0, unused);
    double last = before;
    for (int k = 0; k < 300; ++k) {
      const ik::Pose pose = ik::pose_at(body, theta);
      ik::Problem problem{.multibody = body, .pose = pose, .targets = targets};
      problem.obstacles = wall();
      ik::AnyMethod(method).step(problem, w);
      theta += w.dtheta;
      const double now = wish.cost(body, theta, 0.0, unused);
      EXPECT_LE(now, last + 1e-9) << wish.name << " in step " << k;  // for the task's repairs
      last = now;
      EXPECT_LT((bodies::effectors_at(body, theta)[0] - targets[0]).norm(), 2e-4) << wish.name;
    }
    EXPECT_LT(last, before - 5e-5) << wish.name;
  }
}

TEST(Nullspace, BringsAnElbowOutOfTheMarginWhileTheHandStandsStill) {
  const ik::Multibody body = bodies::planar_arm(4);
  VectorX theta = Eigen::Vector4d(0.3, 0.5, 0.4, 0.6);
  const auto targets = bodies::effectors_at(body, theta);
  const Vector3d elbow = ik::pose_at(body, theta).origin.col(2);
  const std::vector<ik::Obstacle> ball = {
      {"ball", elbow + Vector3d(0.2, -0.2, 0.0), elbow + Vector3d(0.2, -0.2, 0.0), 0.25}};
  const double before = bodies::least_clearance(body, ik::pose_at(body, theta), ball);
  ik::Nullspace method = task_alone();
  method.obstacles = 0.2;
  method.margin = 0.1;
  ik::Workspace w;
  for (int k = 0; k < 600; ++k) {
    const ik::Pose pose = ik::pose_at(body, theta);
    ik::Problem problem{.multibody = body, .pose = pose, .targets = targets};
    problem.obstacles = ball;
    ik::AnyMethod(method).step(problem, w);
    theta += w.dtheta;
  }
  EXPECT_LT(before, 0.05);
  EXPECT_GT(bodies::least_clearance(body, ik::pose_at(body, theta), ball), 0.099);
  EXPECT_LT((bodies::effectors_at(body, theta)[0] - targets[0]).norm(), 1e-6);
}

TEST(Nullspace, MovesNoJointByMoreThanATenthForThePosture) {
  const ik::Multibody body = bodies::planar_arm(12);
  const VectorX theta = 3.0 * bodies::Numbers(2).vector(12);
  Step step(body, theta, bodies::effectors_at(body, theta));
  ik::Nullspace method = task_alone();
  method.rest = 1.0;
  const double most = step.take(method).lpNorm<Eigen::Infinity>();
  EXPECT_LT(most, 0.1 * std::sqrt(12.0) + 1e-12);  // the norm shrinks, but an entry may grow
  EXPECT_GT(most, 0.02);
  EXPECT_LT(step.workspace.dtheta.norm(), 0.1 * std::sqrt(12.0));
}

TEST(Nullspace, LeavesJointsAloneThatMoveNoEffector) {
  std::vector<ik::Joint> joints(3);
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Eigen::Vector3d::UnitX();
  joints[1].rest = 1.0;
  joints[2].rest = 1.0;
  const ik::Multibody body(joints, {{"hand", 1, Eigen::Vector3d::UnitX()}});
  Step step(body, Eigen::Vector3d(0.3, 0.4, 0.5), {Eigen::Vector3d(1.0, 1.0, 0.0)});
  step.take(ik::Nullspace());
  EXPECT_EQ(step.workspace.dtheta[2], 0.0);
}

TEST(Nullspace, LeavesAimsUntouchedToo) {
  for (const bodies::Named& named : bodies::aiming()) {
    bodies::Numbers numbers(6);
    const VectorX theta = numbers.vector(named.body.joint_count());
    const ik::Pose pose = ik::pose_at(named.body, theta);
    const auto targets = bodies::effectors_at(named.body, theta);
    const auto aims = bodies::aims_at(named.body, theta);
    ik::Problem problem{.multibody = named.body, .pose = pose, .targets = targets};
    problem.aims = aims;
    ik::Workspace w;
    EXPECT_EQ(ik::AnyMethod(ik::Nullspace()).step(problem, w), ik::Outcome::kReached);
    EXPECT_LT((w.jacobian(problem) * w.dtheta).norm(), 1e-12) << named.name;
  }
}

}  // namespace
