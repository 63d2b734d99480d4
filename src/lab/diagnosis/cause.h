#pragma once

#include <string>
#include <vector>

#include "lab/diagnosis/evidence.h"
#include "lab/diagnosis/remedy.h"

namespace lab {

/// Causes of shaking. Of causes that explain the same share, the one in front is nearer to the
/// root.
enum class CauseId {
  kCalm,           ///< nothing shakes
  kSaddle,         ///< nothing moves: J^T e = 0 far from a target, and the error falls to the sides
  kNotFinite,      ///< a target or the pose is not finite
  kLeap,           ///< a target jumped
  kAlternate,      ///< the Jacobian at the target: with the true one the same steps hardly shake
  kNoDMax,         ///< lambda is enough for short errors, but D_max does not shorten the errors
  kLittleDamping,  ///< lambda is below the cliff
  kRate,           ///< steps are a rate times the gradient, and longer than the curvature allows
  kMethod,         ///< a property of the method
  kLimits,         ///< the targets need joints beyond their limits
  kConflict,       ///< each target can be reached, but no pose was found that reaches all
  kOutOfReach,     ///< a target is out of reach, and the method does not damp
  kSingular,       ///< a singular pose on the way, and the method does not damp
  kCap,            ///< a cap cuts steps that would not go too far by themselves
};

/// Whether nothing shakes where this is the cause.
constexpr bool is_still(CauseId id) { return id == CauseId::kCalm || id == CauseId::kSaddle; }
/// "out-of-reach": for files and tests.
const char* name(CauseId id);
/// "out of reach": for readers.
const char* words(CauseId id);

/// A measured number beside the threshold that makes it evidence.
struct Symptom {
  std::string what;  ///< "hand's error at rest"
  double value = 0.0;
  double threshold = 0.0;
  std::string unit;     ///< of both; empty for a pure number
  std::string meaning;  ///< of the threshold: "a hundredth of its reach"; may be empty
};

/// "hand's error at rest: 0.6 m > 0.03 m, a hundredth of its reach"; a threshold of 0 without a
/// meaning is left out.
std::string text(const Symptom& symptom);

/// One cause of the present shaking.
struct Cause {
  CauseId id = CauseId::kCalm;
  double strength = 0.0;          ///< the share of the shaking that it explains, 0 to 1
  std::string sentence;           ///< the measurements, in one sentence
  std::string source;             ///< where it is explained
  std::vector<Symptom> symptoms;  ///< the numbers that show it, where it is strongest
  std::string above;              ///< why_above() the next cause; empty for the last
  std::vector<int> joints;        ///< to highlight, in the solver's order
  std::vector<int> effectors;     ///< likewise
  /// The direction in which the effectors cannot move, u (3(k + r)), unit, goal by goal; may be
  /// empty.
  ik::VectorX direction;
  /// The motion that shakes, v (n), unit, in the solver's order; may be empty.
  ik::VectorX motion;
  std::vector<Remedy> remedies;  ///< after RemedyTrials those that help, the calmest first
};

/// Whether the first of two causes is listed above the second: by its share in per cent, and with
/// the same share by the order of CauseId.
bool is_above(const Cause& a, const Cause& b);

/// Why the first is listed above the second, in one sentence: 'Above "out of reach" because ...'.
/// \pre is_above(a, b)
std::string why_above(const Cause& a, const Cause& b);

inline constexpr double kLeastTold = 0.1;  ///< share of the shaking that a reported cause explains
inline constexpr double kMostly = 0.5;     ///< share of the shaking that a main cause explains
/// Evidence::bends_at_effector below which the alternate Jacobian causes the shaking: the true one
/// takes more than half of it away.
inline constexpr double kMuchLess = 0.5;

/// What the symptoms of a cause are taken from.
struct SymptomsBasis {
  const Tracker& tracker;
  const DiagnosisObserver& observer;
  /// The moment with the largest share of the shaking among those in which the cause holds; null
  /// for a cause that no single moment shows.
  const Evidence* moment = nullptr;
  double half_link = 0.0;  ///< m; the D_max that is suggested
  double rate = 0.0;       ///< of the method's step along the gradient
};

/// The numbers that show a cause, with their thresholds. \param cause with its effectors
std::vector<Symptom> symptoms_of(const Cause& cause, const SymptomsBasis& basis);

}  // namespace lab
