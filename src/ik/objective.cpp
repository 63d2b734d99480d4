#include "ik/objective.h"

#include "ik/clamp.h"
#include "ik/jacobian.h"
#include "ik/limits.h"

namespace ik {
namespace {

Eigen::Map<const Eigen::VectorXd> joints(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

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

void try_step(const Problem& problem, const Eigen::VectorXd& x, double share, Workspace& w) {
  w.trial.theta = problem.pose.theta;
  if (problem.mobility.empty()) {
    w.trial.theta += share * x;
  } else {
    w.trial.theta += share * joints(problem.mobility).cwiseProduct(x);
  }
  if (!problem.held.empty()) w.trial.theta += joints(problem.held);
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

void descent_at_trial(const Problem& problem, Workspace& w, Eigen::VectorXd& g) {
  const Problem there = problem.at(w.trial);
  task_error(there, w.f);
  task_jacobian(there, w.A);
  g.noalias() = w.A.transpose() * w.f;
  if (!problem.mobility.empty()) g.array() *= joints(problem.mobility).array();
}

}  // namespace ik
