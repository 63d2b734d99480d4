#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/track/tracker.h"

namespace lab {

/// A change of a knob.
struct KnobChange {
  Knob knob;
  double value;

  bool operator==(const KnobChange& other) const {
    return std::string_view(knob.name) == other.knob.name && value == other.value;
  }
};

/// A change of the method. It gets its default parameters; shared knobs stay.
struct MethodChange {
  const ik::MethodInfo* method;

  bool operator==(const MethodChange&) const = default;
};

/// The measures of a trial.
struct Behaviour {
  double jitter_deg = 0.0;  ///< mean over the steps
  double error = 0.0;       ///< mean over steps and effectors, m
};

/// A change of the setup that may calm a body.
struct Remedy {
  std::string label;  ///< what its button says: "Raise λ to 0.8"
  std::vector<std::variant<KnobChange, MethodChange>> changes;
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
/// Another value of a knob.
Remedy set(const Knob& knob, double value, std::string label);

/// Rounded up to two significant digits: 0.5213 becomes 0.53.
double rounded_up(double value);
/// Rounded down: 0.5213 becomes 0.52.
double rounded_down(double value);

}  // namespace lab
