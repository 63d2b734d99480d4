
#include <algorithm>
#include <cmath>

#include "ik/task/objective.h"
#include "iklab/problem.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/scene/number_text.h"

namespace lab {
namespace {

constexpr double kStill = 1e-9;  ///< largest change of a joint in a step at rest, rad or m
constexpr double kFlat = 1e-6;   ///< share of rounding in J^T e and in the eigenvalues of H
constexpr double kMoving = 0.5;  ///< share of the largest motion from which on a joint is named

/// "1.5 m from its target", or "turned by 0.3 m (lever times angle) from its aim" if that is more.
std::string missed_by(const Tracker& tracker, int i) {
  const double error = largest_error(tracker, i);
  return error == tracker.errors()[static_cast<std::size_t>(i)]
             ? brief_number(error) + " m from its target"
             : "turned by " + brief_number(error) + " m (lever times angle) from its aim";
}

/// Whether limits block a motion and its opposite.
bool is_blocked(const Tracker& tracker, const ik::VectorX& motion) {
  bool forth = false, back = false;
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    const ik::Joint& joint = tracker.multibody().joint(j);
    if (std::abs(motion[j]) <= kFlat) continue;
    const double theta = tracker.pose().theta[j];
    (motion[j] > 0.0 ? forth : back) |= theta >= joint.upper;
    (motion[j] > 0.0 ? back : forth) |= theta <= joint.lower;
  }
  return forth && back;
}

std::string sentence_of(const Tracker& tracker, const Cause& cause, double curvature) {
  std::string names;
  for (const int j : cause.joints) {
    names += (names.empty() ? "" : ", ") + tracker.multibody().joint(j).name;
  }
  const int first = cause.effectors.front();
  return "Nothing moves, although " + tracker.multibody().effector(first).name + " is " +
         missed_by(tracker, first) +
         ": the pose is a saddle of the error. Jᵀe is 0 here, and so is every "
         "step along it, but the error decreases to both sides (curvature " +
         brief_number(curvature) + "), most by " + names +
         ". Bend these joints a little, by \"initial\" in the scene file or by a drag in the "
         "window, or move the target off this line.";
}

}  // namespace

std::optional<Cause> saddle_of(const Tracker& tracker) {
  if (tracker.outcome() == ik::Outcome::kNotFinite) return std::nullopt;
  if (tracker.last_step().lpNorm<Eigen::Infinity>() > kStill) return std::nullopt;
  Cause cause;
  cause.id = CauseId::kSaddle;
  cause.strength = 1.0;
  std::vector<double> errors;
  errors.reserve(static_cast<std::size_t>(tracker.multibody().effector_count()));
  for (int i = 0; i < tracker.multibody().effector_count(); ++i) {
    errors.push_back(largest_error(tracker, i));
  }
  cause.effectors = missing_effectors(tracker.multibody(), errors);
  if (cause.effectors.empty()) return std::nullopt;

  ik::Problem problem = tracker.problem();
  problem.targets = tracker.targets();
  problem.jacobian = ik::JacobianKind::kEffector;
  problem.d_max = {};
  ik::Workspace w;
  w.begin(problem);
  const ik::MatrixX& J = w.jacobian(problem);
  const ik::VectorX& e = w.error(problem);
  const double slope = (J.transpose() * e).norm();
  if (!(slope <= kFlat * J.norm() * e.norm())) return std::nullopt;

  ik::MatrixX scratch, H;
  ik::task_hessian(problem, J, e, scratch, H);
  const double curvature = -largest_eigenvalue(-H, &cause.motion);
  if (!(curvature < -kFlat * H.norm()) || is_blocked(tracker, cause.motion)) return std::nullopt;

  const double most = cause.motion.cwiseAbs().maxCoeff();
  for (int j = 0; j < tracker.multibody().joint_count(); ++j) {
    if (std::abs(cause.motion[j]) >= kMoving * most) cause.joints.push_back(j);
  }
  cause.sentence = sentence_of(tracker, cause, curvature);
  cause.source = "Nocedal and Wright (2006), section 2.1";
  const int first = cause.effectors.front();
  cause.symptoms = {
      {tracker.multibody().effector(first).name + "'s error", largest_error(tracker, first),
       unreached(tracker.multibody(), first), "m", "a hundredth of its reach"},
      {"|Jᵀe|", slope, kFlat * J.norm() * e.norm(), "", "rounding"},
      {"least curvature of the error", curvature, 0.0, "", "where it falls to both sides"}};
  return cause;
}

}  // namespace lab
