#pragma once

#include <string>
#include <variant>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// A change of a setting, in the outside's unit.
struct SettingChange {
  const SettingInfo* info;
  double value;

  bool operator==(const SettingChange&) const = default;
};

/// Another method; it starts with its own parameters and the settings' lambda.
struct MethodChange {
  const ik::MethodInfo* method;

  bool operator==(const MethodChange&) const = default;
};

/// A change of a parameter of the method, a switch as 0 or 1.
struct ParamChange {
  std::string name;
  double value;

  bool operator==(const ParamChange&) const = default;
};

/// What a body did over the steps of a trial.
struct Behaviour {
  double jitter_deg = 0.0;  ///< mean over the steps
  double error = 0.0;       ///< mean over steps and effectors, m
};

/// Something to try, as data: a button that says what it does.
struct Remedy {
  std::string label;  ///< "Raise λ to 0.8"
  std::vector<std::variant<SettingChange, MethodChange, ParamChange>> changes;
  /// Measured by RemedyTrials over the same future steps; zero before.
  Behaviour with = {}, without = {};
};

/// Makes the changes, one after the other; pose and time stay.
void apply(const Remedy& remedy, Tracker& tracker);
/// The same for a setup's lane; another method forgets the parameters of the last one.
void apply(const Remedy& remedy, Lane& lane);

/// "Raise λ to 0.55".
Remedy raise_lambda(double lambda);
/// "Switch to Damped least squares with λ 0.55": to the first method that lambda damps.
Remedy switch_to_damping(double lambda);
/// "Switch to Newton".
Remedy switch_to(const ik::MethodInfo& method);
/// "Lower rate to 0.12".
Remedy lower(const char* param, double value);
/// "Turn on line-search".
Remedy turn_on(const char* param);
/// "Turn on D_max at 0.4 m".
Remedy turn_on_d_max(double d_max);
/// Another value of the setting of that name, in the outside's unit.
Remedy set(const char* setting, double value, std::string label);

/// Two significant digits, upwards, as a slider would be set: 0.5213 becomes 0.53.
double rounded_up(double value);
/// The same downwards: 0.5213 becomes 0.52.
double rounded_down(double value);

}  // namespace lab
