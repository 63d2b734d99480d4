#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// A change of a setting.
struct SettingChange {
  const SettingInfo* info;
  double value;  ///< in the setting's unit

  bool operator==(const SettingChange&) const = default;
};

/// A change of the method. It gets its default parameters and the settings' lambda.
struct MethodChange {
  const ik::MethodInfo* method;

  bool operator==(const MethodChange&) const = default;
};

/// A change of a parameter of the method.
struct ParamChange {
  std::string name;
  double value;  ///< of a switch 0 or 1

  bool operator==(const ParamChange&) const = default;
};

/// The measures of a trial.
struct Behaviour {
  double jitter_deg = 0.0;  ///< mean over the steps
  double error = 0.0;       ///< mean over steps and effectors, m
};

/// A change of the setup that may calm a body.
struct Remedy {
  std::string label;  ///< of its button: "Raise λ to 0.8"
  std::vector<std::variant<SettingChange, MethodChange, ParamChange>> changes;
  /// Measured by RemedyTrials over the same steps with and without the remedy; zero before.
  Behaviour with = {}, without = {};
};

/// The result of its trial: "jitter 8.25° → 0.05°, error 0.61 m → 0.63 m".
std::string effect(const Remedy& remedy);

/// Makes the changes one after the other. Another method removes the lane's parameters.
void apply(const Remedy& remedy, Lane& lane);
/// The same for a tracker, which keeps its pose and time.
void apply(const Remedy& remedy, Tracker& tracker);

/// "Raise λ to 0.55".
Remedy raise_lambda(double lambda);
/// "Switch to Damped least squares with λ 0.55": the first method with damped_by_lambda.
Remedy switch_to_damping(double lambda);
/// "Switch to Newton".
Remedy switch_to(const ik::MethodInfo& method);
/// "Lower the rate to 0.12".
Remedy lower(const ik::MethodInfo& method, const char* param, double value);
/// "Turn on the line search".
Remedy turn_on(const ik::MethodInfo& method, const char* param);
/// "Turn on D_max at 0.4 m".
Remedy turn_on_d_max(double d_max);
/// Another value of the setting of that name, in its unit.
Remedy set(const char* setting, double value, std::string label);

/// Rounded up to two significant digits: 0.5213 becomes 0.53.
double rounded_up(double value);
/// Rounded down: 0.5213 becomes 0.52.
double rounded_down(double value);

}  // namespace lab
