#include "ik/task/method.h"

#include <cmath>
#include <iomanip>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <string_view>

#include "ik/body/joint.h"
#include "ik/body/layout.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/task/loop_space.h"

namespace ik {

std::string short_text(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << std::setprecision(7) << value;
  return text.str();
}

bool Knob::accepts(double value) const {
  if (std::isinf(value) && value > 0.0) return can_be_off;
  if (!(above_least ? value > least : value >= least) || !(value <= most)) return false;
  return kind == KnobKind::kNumber || value == std::floor(value);
}

std::string Knob::expectation() const {
  if (kind == KnobKind::kSwitch) return "true or false";
  std::string text;
  if (kind == KnobKind::kChoice) {
    for (const char* choice : choices) text += (text.empty() ? "" : " or ") + std::string(choice);
    return text;
  }
  const bool bounded = most < std::numeric_limits<double>::max();
  text = kind == KnobKind::kCount ? "a whole number" : "a number";
  if (bounded || least > std::numeric_limits<double>::lowest()) {
    text += above_least ? " above " : bounded ? " from " : " of at least ";
    text += short_text(least);
  }
  if (bounded) text += (above_least ? " and at most " : " to ") + short_text(most);
  return can_be_off ? text + ", or off" : text;
}

namespace {

/// Whether the true error of every goal is rounding, regardless of D_max and of weights.
bool every_goal_is_reached(const Problem& problem) {
  const int k = problem.multibody.effector_count();
  for (int g = 0; g < problem.multibody.goal_count(); ++g) {
    // a position's without the clamp to kHorizon, which has no effect here
    const Eigen::Vector3d error =
        g < k ? Eigen::Vector3d(problem.targets[static_cast<std::size_t>(g)] -
                                problem.pose.effector.col(g))
              : goal_error(problem, g);
    if (!(error.cwiseAbs().maxCoeff() <= kReachedTolerance)) return false;
  }
  return true;
}

}  // namespace

bool begin_step(const Problem& problem, Workspace& w) {
  w.begin(problem);
  return w.finite(problem);
}

double number_of(const KnobValue& param) {
  if (const auto* const* number = std::get_if<double*>(&param)) return **number;
  return *std::get<bool*>(param) ? 1.0 : 0.0;
}

void set_number(const KnobValue& param, double number) {
  if (double* const* target = std::get_if<double*>(&param)) {
    **target = number;
  } else {
    *std::get<bool*>(param) = number != 0.0;
  }
}

Outcome AnyMethod::step(const Problem& problem, Workspace& w) const {
  const bool finite = begin_step(problem, w);
  const bool invalid = has_invalid_aim(problem.multibody, problem.aims);
  if (!finite || invalid) {
    w.forget();  // as a batch does
    return invalid ? Outcome::kInvalidAim : Outcome::kNotFinite;
  }
  const bool loops = !problem.multibody.loops().empty();
  if (loops && traits().opens_loops) return Outcome::kOpensLoops;
  self_->step(problem, w);

  if (!problem.mobility.empty()) w.dtheta.array() *= as_vector(problem.mobility).array();
  if (loops) {
    LoopSpace& space = w.loops(problem);
    space.project_step(w.dtheta);
    w.dtheta += space.correction();
  }
  if (!problem.held.empty()) w.dtheta += as_vector(problem.held);
  for (const int j : problem.multibody.followers()) {
    const Joint& joint = problem.multibody.joint(j);
    w.dtheta[j] = joint.ratio * w.dtheta[joint.leader];
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
  bool taken = false;
  method.visit([&](const Knob& knob, KnobValue param) {
    if (!knob.is_named(name) || !knob.accepts(value)) return;
    taken = true;
    set_number(param, value);
  });
  return taken;
}

std::optional<double> get_param(const AnyMethod& method, std::string_view name) {
  std::optional<double> value;
  AnyMethod copy = method;  // visit() is not const
  copy.visit([&](const Knob& knob, KnobValue param) {
    if (knob.is_named(name)) value = number_of(param);
  });
  return value;
}

}  // namespace ik
