#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lab/diagnosis/evidence.h"
#include "lab/track/tracker.h"

namespace lab {

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
/// "Turn on D_max at 0.4 m".
Remedy turn_on_d_max(double d_max);
Remedy set(const Knob& knob, double value, std::string label);

/// Rounded up to two significant digits: 0.5213 becomes 0.53.
double rounded_up(double value);
/// Rounded down: 0.5213 becomes 0.52.
double rounded_down(double value);

/// Causes of shaking. Among causes with the same share, the earlier one is nearer to the root.
enum class CauseId {
  kCalm,       ///< nothing shakes
  kSaddle,     ///< the body rests at a saddle of the error: J^T e = 0 far from a target
  kNotFinite,  ///< a target or the pose is not finite
  kLeap,       ///< a target jumped
  kAlternate,  ///< the Jacobian at the target: with the one at the effector the steps hardly shake
  kNoDMax,     ///< lambda suffices for short errors, but D_max does not shorten the errors
  kLittleDamping,  ///< lambda is below the cliff, see Evidence::cliff
  kRate,    ///< the step is a rate times the gradient, and the rate is too large for the curvature
  kMethod,  ///< a property of the method
  kLimits,  ///< the targets need joint positions beyond the limits
  kConflict,    ///< each target can be reached alone, but no pose was found that reaches all
  kOutOfReach,  ///< a target is out of reach, and the method has no damping
  kSingular,    ///< the run passes a singular pose, and the method has no damping
  kCap,         ///< a cap cuts steps that do not overshoot
};

/// True for the causes of a body that does not shake.
constexpr bool is_still(CauseId id) { return id == CauseId::kCalm || id == CauseId::kSaddle; }
/// "out-of-reach": for files and tests.
const char* name(CauseId id);
/// "out of reach": for users.
const char* words(CauseId id);

/// A measured number and the threshold that makes it evidence.
struct Symptom {
  std::string what;  ///< "hand's error at rest"
  double value = 0.0;
  double threshold = 0.0;
  std::string unit;     ///< the unit of value and threshold; empty for a pure number
  std::string meaning;  ///< what the threshold is: "a hundredth of its reach"; may be empty
};

/// "hand's error at rest: 0.6 m > 0.03 m, a hundredth of its reach". A threshold of 0 without a
/// meaning is left out.
std::string text(const Symptom& symptom);

struct Cause {
  CauseId id = CauseId::kCalm;
  /// Share of the shaking, by the squared change of the step, in the moments in which the cause is
  /// at work, 0 to 1. Several causes may be at work at once: their shares overlap.
  double strength = 0.0;
  std::string sentence;           ///< the measurements, in one sentence
  std::string source;             ///< reference to an explanation
  std::vector<Symptom> symptoms;  ///< the numbers that show it, where it is strongest
  std::string above;              ///< why_above() the next cause; empty for the last
  std::vector<int> joints;        ///< to highlight, in the solver's order
  std::vector<int> effectors;     ///< to highlight
  /// Unit vector u (3(k + r)), goal by goal: where the effectors cannot move. May be empty.
  ik::VectorX direction;
  /// Unit vector v (n), in the solver's order: the motion that shakes. May be empty.
  ik::VectorX motion;
  std::vector<Remedy> remedies;  ///< the calmest first; after RemedyTrials only the ones that help
};

/// "at work in 17 % of the shaking"; empty for causes without a measured share: a still body, a
/// number that is not finite, and a property of the method, which is what other causes leave.
std::string presence(const Cause& cause);

/// Whether cause a is listed above cause b: by share in per cent, then by the order of CauseId.
bool is_above(const Cause& a, const Cause& b);

/// Why cause a is listed above cause b, in one sentence: 'Above "out of reach" because ...'.
/// \pre is_above(a, b)
std::string why_above(const Cause& a, const Cause& b);

inline constexpr double kMinReportedShare = 0.1;  ///< smallest share that is reported
inline constexpr double kMainCauseShare = 0.5;    ///< smallest share of a main cause
/// The alternate Jacobian causes the shaking if Evidence::bends_at_effector is below this: the
/// Jacobian at the effector removes more than half of the shaking.
inline constexpr double kMaxBendRatio = 0.5;

}  // namespace lab
