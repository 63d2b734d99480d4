#include "ik/methods/halley.h"

#include <algorithm>
#include <cmath>

#include "ik/task/damped_step.h"
#include "ik/task/jacobian.h"
#include "ik/task/loop_space.h"
#include "ik/task/objective.h"

namespace ik {
namespace {

/// Minimum lambda^2 as a share of |J|_F^2: keeps singular poses solvable to 4 digits.
constexpr double kMinShare = 1e-12;

/// m.K = J + 1/2 dJ(m.first).
void bend_jacobian(const Problem& problem, Workspace& w, Halley::Memory& m) {
  const Multibody& multibody = problem.multibody;
  m.motion = m.first;
  if (!problem.mobility.empty()) m.motion.array() *= as_vector(problem.mobility).array();
  for (const int j : multibody.followers()) {
    const Joint& joint = multibody.joint(j);
    m.motion[j] = joint.ratio * m.motion[joint.leader];
  }
  jacobian_rate(problem, m.tree, m.motion, m.rate);
  m.K = m.tree;
  m.K += 0.5 * m.rate;
  fold_columns(multibody, m.K);
  if (!multibody.loops().empty()) w.loops(problem).project_columns(m.K);
  if (!problem.mobility.empty()) m.K *= as_vector(problem.mobility).asDiagonal();
}

}  // namespace

void Halley::step(const Problem& problem, Workspace& w) const {
  const Multibody& multibody = problem.multibody;
  const VectorX& e = w.error(problem);
  Memory& m = w.memory<Memory>();
  tree_jacobian(unfolded(problem), m.tree);
  m.J = m.tree;
  fold_columns(multibody, m.J);
  if (!multibody.loops().empty()) w.loops(problem).project_columns(m.J);
  if (!problem.mobility.empty()) m.J *= as_vector(problem.mobility).asDiagonal();
  w.uses_jacobian();
  m.K.resize(m.J.rows(), m.J.cols());
  m.rate.resize(m.J.rows(), m.J.cols());
  m.motion.resize(m.J.cols());

  const double lever = mean_lever(multibody, m.J);
  const auto n = static_cast<double>(multibody.joint_count());
  const double least =
      (lever > 0.0 ? kMinShare : std::max(kMinShare, weight / n)) * m.J.squaredNorm();
  if (!(least > 0.0)) return;
  const auto damping = [&](double error) { return std::max(weight * lever * error, least); };

  const double square = damping(e.norm());
  w.show_damping(std::sqrt(square));
  if (!damped_step(multibody, m.J, e, square, w)) {
    w.dtheta.setZero();
    return;
  }
  w.dtheta *= trial_share(problem, w.dtheta);
  m.first = w.dtheta;
  m.left = e;
  m.left.noalias() -= m.J * m.first;
  m.descent.noalias() = m.J.transpose() * e;
  const double first_slope = m.descent.dot(m.first);
  if (!(first_slope > 0.0)) {
    w.dtheta.setZero();
    try_step(problem, w.dtheta, 1.0, w);  // only to reserve the memory of w.trial
    return;
  }

  bend_jacobian(problem, w, m);
  const double rest = damping(m.left.norm());
  w.show("λ₂", std::sqrt(rest), "m/rad");
  if (damped_step(multibody, m.K, e, rest, w)) {
    w.dtheta *= trial_share(problem, w.dtheta);
    const double slope = m.descent.dot(w.dtheta);
    const double held = held_change(problem, w);
    try_step(problem, w.dtheta, 1.0, w);
    const double change = objective_change(problem, w.trial) - held;
    if (slope > 0.0 && change <= -kSufficientDecrease * slope) return;
  }
  w.dtheta = line_search(problem, m.first, first_slope, 1.0, w) * m.first;
}

}  // namespace ik
