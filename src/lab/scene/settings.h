#pragma once

#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>

#include "ik/task/limits.h"
#include "iklab/body.h"
#include "iklab/method.h"

namespace lab {

inline constexpr double kDegrees = 180.0 / std::numbers::pi;

inline constexpr double kOff = std::numeric_limits<double>::infinity();

using ik::LimitRule;

/// Parameters of a method by name, in SI units; a switch is 0 or 1.
using Params = std::map<std::string, double, std::less<>>;

/// Everything the user sets besides the scene and the method. SI units; infinity switches a limit
/// off. knobs() has a row for each number.
struct Settings {
  /// Parameters that were set, and the angle cap, which every method has; the method's defaults
  /// hold for the others.
  Params params;
  double d_max = kOff;          ///< ClampMag on every e_i, m
  bool adaptive_d_max = false;  ///< D_max,i = what the last step gained + d_max
  ik::JacobianKind jacobian = ik::JacobianKind::kEffector;
  double max_slide = kOff;  ///< ClampMaxAbs over the slides, m
  double aim_weight = 1.0;  ///< weighs all aims beside all positions, a factor on their weights
  LimitRule limits = LimitRule::kProject;
  int iterations = 1;        ///< updates in one time step, at most
  double tolerance = kOff;   ///< no further updates once every error is below, m
  double time_step = 0.005;  ///< s
  Params numbers = {};       ///< settings that few readers ask for by name; 0 where not set

  bool operator==(const Settings&) const = default;

  /// The value of a parameter that was set.
  std::optional<double> param(std::string_view name) const;
  /// Sets a parameter, or leaves it to the method.
  void set_param(std::string_view name, std::optional<double> value);
  void set_params(const Params& values);

  /// The value of a row with KnobHome::by_name.
  double number(std::string_view name) const;
  void set_number(std::string_view name, double value);
};

/// The method with the parameters of `settings` that it has.
ik::AnyMethod make_method(const ik::MethodInfo& info, const Settings& settings);

}  // namespace lab
