#pragma once

#include <string>
#include <vector>

#include "lab/diagnosis/observer.h"
#include "lab/diagnosis/remedy.h"

namespace lab {

/// Causes of shaking. Of causes that explain the same share, the one in front is nearer to the
/// root.
enum class CauseId {
  kCalm,           ///< nothing shakes
  kNotFinite,      ///< a target or the pose is not finite
  kLeap,           ///< a target jumped
  kAlternate,      ///< the Jacobian at the target, in a pose where it differs from the true one
  kNoDMax,         ///< lambda is enough for short errors, but D_max does not shorten the errors
  kLittleDamping,  ///< lambda is below the cliff
  kRate,           ///< steps are a rate times the gradient, and longer than the curvature allows
  kMethod,         ///< a property of the method
  kLimits,         ///< the targets need joints beyond their limits
  kConflict,       ///< each target can be reached, but not all together
  kOutOfReach,     ///< a target is out of reach, and the method does not damp
  kSingular,       ///< a singular pose on the way, and the method does not damp
  kCap,            ///< a cap cuts steps that would not go too far by themselves
};

/// "out-of-reach": for files and tests.
const char* name(CauseId id);

/// One cause of the present shaking.
struct Cause {
  CauseId id = CauseId::kCalm;
  double strength = 0.0;       ///< the share of the shaking that it explains, 0 to 1
  std::string sentence;        ///< the measurements, in one sentence
  std::string source;          ///< where it is explained
  std::vector<int> joints;     ///< to highlight, in the solver's order
  std::vector<int> effectors;  ///< likewise
  /// The direction in which the effectors cannot move, u (3(k + r)), unit, goal by goal; may be
  /// empty.
  Eigen::VectorXd direction;
  /// The motion that shakes, v (n), unit, in the solver's order; may be empty.
  Eigen::VectorXd motion;
  std::vector<Remedy> remedies;  ///< after RemedyTrials those that help, the calmest first
};

/// Whether a body shakes, and why.
struct Diagnosis {
  bool shakes = false;
  double jitter_deg = 0.0;
  double roughness = 0.0;     ///< DiagnosisObserver::roughness
  std::vector<Cause> causes;  ///< by descending share; never empty
  bool trying = false;        ///< RemedyTrials are in progress and no remedy is offered yet
};

/// Least jitter of a body that shakes, degrees: less is invisible in a picture of a body of a metre
/// or two, 2 pixels in 500.
inline constexpr double kShakingJitter = 0.2;
/// Least roughness of a body that shakes: that of a swing with a period of ten steps, six a second
/// at 60 steps a second. Slower swings look like movement.
inline constexpr double kShakingRoughness = 0.1;

/// Names the causes of the tracker's shaking from the observer's statistics, by descending share;
/// causes with the same share in per cent are in the order of CauseId. Their remedies are
/// suggestions for RemedyTrials. Takes microseconds where nothing shakes, else milliseconds, and
/// changes neither tracker nor observer.
Diagnosis name_causes(const Tracker& tracker, const DiagnosisObserver& observer);

/// name_causes() with all remedies tried; takes as long as some thousand steps.
Diagnosis diagnose(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
