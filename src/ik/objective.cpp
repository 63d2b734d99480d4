#include "ik/objective.h"

#include <limits>

#include "ik/clamp.h"
#include "ik/jacobian.h"

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
  double change = 0.0;
  for (int i = 0; i < problem.multibody.effector_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Eigen::Vector3d before = problem.pose.effector.col(i);
    const Eigen::Vector3d a = clamp_mag(problem.targets[at] - before, kHorizon);
    const Eigen::Vector3d motion = to.effector.col(i) - before;
    const Eigen::Vector3d b = a - motion;
    const double d =
        problem.d_max.empty() ? std::numeric_limits<double>::infinity() : problem.d_max[at];
    const double from = length(a);
    const double left = length(b);
    // |b|^2 - |a|^2 = -motion . (a + b)
    const double squares = -motion.dot(a + b);
    if (from <= d && left <= d) {
      change += 0.5 * squares;
    } else if (from > d && left > d) {
      change += d * squares / (from + left);
    } else {
      change += huber(left, d) - huber(from, d);
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
  forward_kinematics(problem.multibody, w.trial);
}

void descent_at_trial(const Problem& problem, Workspace& w, Eigen::VectorXd& g) {
  const Problem there{problem.multibody, w.trial, problem.targets, problem.jacobian, problem.d_max};
  position_error(there, w.f);
  position_jacobian(there, w.A);
  g.noalias() = w.A.transpose() * w.f;
  if (!problem.mobility.empty()) g.array() *= joints(problem.mobility).array();
}

}  // namespace ik
