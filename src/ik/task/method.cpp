#include "ik/task/method.h"

#include <cmath>
#include <string_view>

#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"

namespace ik {
namespace {

/// An error below this, m, is rounding of positions near 1 m: nothing is left to do.
constexpr double kReachedTolerance = 1e-12;

/// Whether nothing is left of any goal, whatever of it the method was shown: D_max may cut an error
/// to nothing, and a weight of 0 gives it up. The first goal that is not reached ends the look.
bool every_goal_is_reached(const Problem& problem) {
  for (int g = 0; g < problem.multibody.goal_count(); ++g) {
    const Eigen::Vector3d error = goal_error(problem, g);
    if (!(error.cwiseAbs().maxCoeff() <= kReachedTolerance)) return false;
  }
  return true;
}

}  // namespace

bool begin_step(const Problem& problem, Workspace& w) {
  w.begin(problem);
  return w.finite(problem);
}

Outcome AnyMethod::step(const Problem& problem, Workspace& w) const {
  if (!begin_step(problem, w)) {
    w.forget();  // as a lane of a batch does, which sees it only after the step
    return Outcome::kNotFinite;
  }
  self_->step(problem, w);
  return end_step(problem, w);
}

Outcome end_step(const Problem& problem, Workspace& w) {
  for (std::size_t j = 0; j < problem.mobility.size(); ++j) {
    w.dtheta[static_cast<Eigen::Index>(j)] *= problem.mobility[j];
  }
  for (std::size_t j = 0; j < problem.held.size(); ++j) {
    w.dtheta[static_cast<Eigen::Index>(j)] += problem.held[j];
  }
  const double most = largest(w.dtheta);
  if (!std::isfinite(most)) {
    w.dtheta.setZero();
    w.forget();
    return Outcome::kNotFinite;
  }
  if (every_goal_is_reached(problem)) return Outcome::kReached;
  return most > 0.0 ? Outcome::kMoved : Outcome::kStalled;
}

bool set_param(AnyMethod& method, std::string_view name, double value) {
  bool found = false;
  method.visit([&](const ParamInfo& info, ParamValue param) {
    if (name != info.name) return;
    found = true;
    if (double** number = std::get_if<double*>(&param)) {
      **number = value;
    } else {
      *std::get<bool*>(param) = value != 0.0;
    }
  });
  return found;
}

std::optional<double> get_param(const AnyMethod& method, std::string_view name) {
  std::optional<double> value;
  AnyMethod copy = method;  // visit may change what it shows, so it is not const
  copy.visit([&](const ParamInfo& info, ParamValue param) {
    if (name != info.name) return;
    double* const* number = std::get_if<double*>(&param);
    value = number != nullptr ? **number : (*std::get<bool*>(param) ? 1.0 : 0.0);
  });
  return value;
}

}  // namespace ik
