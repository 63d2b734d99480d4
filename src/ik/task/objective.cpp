#include "ik/task/objective.h"

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/math/elementary.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"
#include "ik/task/loop_space.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ik {
namespace {

double huber(double distance, double d) {
  return distance <= d ? 0.5 * distance * distance : d * (distance - 0.5 * d);
}

}  // namespace

double objective_change(const Problem& problem, const Pose& to) {
  const int k = problem.multibody.effector_count();
  const Problem there = problem.at(to);
  double change = 0.0;
  for (int g = 0; g < problem.multibody.goal_count(); ++g) {
    const Eigen::Vector3d a = goal_error(problem, g);
    Eigen::Vector3d b;
    double squares = 0.0;  // |b|^2 - |a|^2
    if (g < k) {
      const Eigen::Vector3d motion = to.effector.col(g) - problem.pose.effector.col(g);
      b = a - motion;
      squares = -motion.dot(a + b);
    } else {
      b = goal_error(there, g);
      squares = (b - a).dot(b + a);
    }
    const double d = problem.limit_of(g);
    const double weight = problem.root_weight(g) * problem.root_weight(g);
    if (surely_shorter(a, d) && surely_shorter(b, d)) {
      change += weight * 0.5 * squares;
      continue;
    }
    const double from = length(a);
    const double left = length(b);
    if (from <= d && left <= d) {
      change += weight * 0.5 * squares;
    } else if (from > d && left > d) {
      change += weight * d * squares / (from + left);
    } else {
      change += weight * (huber(left, d) - huber(from, d));
    }
  }
  return change;
}

void try_step(const Problem& problem, const VectorX& x, double share, Workspace& w) {
  if (!problem.multibody.loops().empty()) {
    w.trial.theta = share * x;
    if (!problem.mobility.empty()) w.trial.theta.array() *= as_vector(problem.mobility).array();
    return w.loops(problem).move(problem, w.trial.theta, w.trial);
  }
  w.trial.theta = problem.pose.theta;
  if (problem.mobility.empty()) {
    w.trial.theta += share * x;
  } else {
    w.trial.theta += share * as_vector(problem.mobility).cwiseProduct(x);
  }
  if (!problem.held.empty()) w.trial.theta += as_vector(problem.held);
  if (problem.keeps_limits) {
    keep_within_limits(problem.multibody, problem.pose.theta, w.trial.theta);
  }
  forward_kinematics(problem.multibody, w.trial);
}

double held_change(const Problem& problem, Workspace& w) {
  if (problem.held.empty()) return 0.0;
  try_step(problem, w.dtheta, 0.0, w);
  return objective_change(problem, w.trial);
}

void descent_at_trial(const Problem& problem, Workspace& w, VectorX& g) {
  const Problem there = problem.at(w.trial);
  task_error(there, w.f);
  if (multiplies_by_tree(problem.multibody)) return tree_descent(there, w.f, w, g);
  task_jacobian(there, w.A);
  if (!problem.multibody.loops().empty()) {
    w.other_loops().compute(there);
    w.other_loops().project_columns(w.A);
  }
  g.noalias() = w.A.transpose() * w.f;
  if (!problem.mobility.empty()) g.array() *= as_vector(problem.mobility).array();
}

namespace {

/// omega and c of the third term of an orientation in the Hessian, see task_hessian.
struct Bend {
  Eigen::Vector3d omega;  // rad
  double factor;          // c
};

Bend bend_of(const Problem& problem, int g, const Eigen::Vector3d& error) {
  const Effector& effector = problem.multibody.goal_effector(g);
  const double scale = problem.root_weight(g) * effector.lever;
  if (!(scale > 0.0)) return {Eigen::Vector3d::Zero(), 0.0};
  const Eigen::Vector3d omega = error / scale;
  const double half = 0.5 * omega.norm();
  // for small angles the limit 1/12: the difference would cancel
  const double factor =
      half < 1e-3 ? 1.0 / 12.0 : (1.0 - half * cosine(half) / sine(half)) / (4.0 * half * half);
  return {omega, factor};
}

/// task_hessian of a body without followers.
void tree_hessian(const Problem& problem, const MatrixX& J, const VectorX& e, MatrixX& H) {
  const Multibody& multibody = problem.multibody;
  const Link* const links = multibody.layout().links.data();
  const int n = multibody.joint_count();
  H.setZero(n, n);
  const auto column_of = [&J](int j, int g) {
    return Eigen::Map<const Eigen::Vector3d>(J.data() + J.rows() * j + 3 * g);
  };

  for (int b = 0; b < n; ++b) {
    double* const entries = H.data() + Eigen::Index{n} * b;  // column b
    Eigen::Vector3d m = Eigen::Vector3d::Zero();
    for (const int g : multibody.goals_of(b)) {
      const Eigen::Vector3d column = column_of(b, g);
      const Eigen::Vector3d error = e.segment<3>(3 * g);
      // among the joints before b only its ancestors move this goal
      for (int a = b; a >= 0; a = links[a].parent) entries[a] += column_of(a, g).dot(column);
      if (multibody.aim_of(g) != AimKind::kOrientation) {
        m += column.cross(error);
        continue;
      }
      m += 0.5 * column.cross(error);
      const Bend bend = bend_of(problem, g, error);
      const Eigen::Vector3d turned = bend.omega.cross(column);
      for (int a = b; a >= 0; a = links[a].parent) {
        const Eigen::Vector3d other = column_of(a, g);
        entries[a] -= bend.factor * bend.omega.cross(other).dot(turned);
      }
    }
    for (int a = b; a >= 0; a = links[a].parent) {
      if (!is_angular(links[a].type)) continue;
      entries[a] -= problem.mobility_of(a) * problem.pose.axis.col(a).dot(m);
    }
    for (int a = links[b].parent; a >= 0; a = links[a].parent) H(b, a) = entries[a];
  }
}

}  // namespace

void task_hessian(const Problem& problem, const MatrixX& J, const VectorX& e, MatrixX& scratch,
                  MatrixX& H) {
  if (problem.multibody.followers().empty()) return tree_hessian(problem, J, e, H);
  const Problem tree = unfolded(problem);
  tree_jacobian(tree, scratch);
  tree_hessian(tree, scratch, e, H);
  fold_hessian(problem, H);
}

void task_hessian(const Problem& problem, const MatrixX& J, Workspace& w, MatrixX& scratch,
                  MatrixX& H) {
  const VectorX& e = w.error(problem);
  if (problem.multibody.loops().empty()) return task_hessian(problem, J, e, scratch, H);
  const Problem tree = unfolded(problem);
  tree_jacobian(tree, scratch);
  tree_hessian(tree, scratch, e, H);
  w.column.noalias() = scratch.transpose() * e;
  w.column *= -1.0;
  fold_columns(problem.multibody, w.column.transpose());
  w.loops(problem).add_curvature(problem, w.column, H);
  fold_hessian(problem, H);
  w.loops(problem).project_hessian(H);
}

namespace {

constexpr double kLargestTurn = std::numbers::pi / 4.0;  // rad
/// 30 halvings leave a billionth of the first length, which is rounding.
constexpr int kMaxHalvings = 30;

}  // namespace

double trial_share(const Problem& problem, const VectorX& x) {
  double largest = 0.0;
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    if (!is_angular(problem.multibody.joint(j).type)) continue;
    largest = std::max(largest, std::abs(problem.mobility_of(j) * x[j]));
  }
  return largest > kLargestTurn ? kLargestTurn / largest : 1.0;
}

double model_length(const Products& J, const VectorX& e, const VectorX& x, Workspace& w) {
  // normalise x first: squares would overflow for far targets
  const double size = largest(x);
  if (!(size > 0.0)) return 0.0;
  J.motion(x, w.f);
  w.f /= size;
  const double square = w.f.squaredNorm();
  return square > 0.0 ? e.dot(w.f) / square / size : 0.0;
}

double line_search(const Problem& problem, const VectorX& x, double slope, double first,
                   Workspace& w) {
  const double start = held_change(problem, w);
  double alpha = first;
  for (int i = 0; i < kMaxHalvings && alpha > 0.0; ++i) {
    try_step(problem, x, alpha, w);
    const double change = objective_change(problem, w.trial) - start;
    if (change <= -kSufficientDecrease * alpha * slope) {
      w.show("α", alpha);
      return alpha;
    }
    // minimum of the parabola with value 0 and slope -`slope` at 0, and `change` at alpha; half of
    // alpha if it is NaN
    const double lowest = 0.5 * slope * alpha * alpha / (change + slope * alpha);
    alpha = lowest < 0.5 * alpha ? std::max(lowest, 0.1 * alpha) : 0.5 * alpha;
  }
  w.show("α", 0.0);
  return 0.0;
}

}  // namespace ik
