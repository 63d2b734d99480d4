#pragma once

#include <string>
#include <vector>

#include "lab/diagnosis/observer.h"
#include "lab/diagnosis/remedy.h"

namespace lab {

/// Why a body shakes. In this order, of causes that explain the same share: the one nearest to the
/// root first.
enum class CauseId {
  kCalm,           ///< nothing shakes
  kNotFinite,      ///< a target or the pose is no number
  kLeap,           ///< a target leapt
  kAlternate,      ///< the Jacobian at the target, in a pose where it differs from the true one
  kNoDMax,         ///< far targets pull with all their length, and lambda would do for nearer ones
  kLittleDamping,  ///< lambda is below the cliff
  kRate,           ///< steps are a rate times the gradient, and longer than the curvature allows
  kMethod,         ///< the method does so by design
  kLimits,         ///< the targets want joints beyond their limits
  kConflict,       ///< each target can be reached, all together cannot
  kOutOfReach,     ///< a target is out of reach, and the method does not damp
  kSingular,       ///< a singular pose on the way, and the method does not damp
  kCap,            ///< a cap cuts steps that would not go too far by themselves
};

/// "out-of-reach": for files and tests.
const char* name(CauseId id);
/// All causes, in their order.
std::span<const CauseId> causes();

/// One cause that is at work.
struct Cause {
  CauseId id = CauseId::kCalm;
  double strength = 0.0;       ///< the share of the shaking that it explains, 0 to 1
  std::string sentence;        ///< what is measured, in one sentence
  std::string source;          ///< where it is explained
  std::vector<int> joints;     ///< to highlight, the solver's order
  std::vector<int> effectors;  ///< likewise
  /// The direction in which the effectors are lost, u (3(k + r)), unit, goal by goal; may be empty.
  Eigen::VectorXd direction;
  /// The motion that shakes, v (n), unit, the solver's order; may be empty.
  Eigen::VectorXd motion;
  std::vector<Remedy> remedies;  ///< that were tried and help, the calmest first: RemedyTrials
};

/// What an observer's steps have in common.
struct Diagnosis {
  bool shakes = false;
  double jitter_deg = 0.0;
  double roughness = 0.0;     ///< DiagnosisObserver::roughness
  std::vector<Cause> causes;  ///< by falling share; never empty
  bool trying = false;        ///< remedies are still being tried, and none is offered yet
};

/// A body shakes where its jitter is at least this, degrees: a joint that trembles by less is not
/// seen in a picture of a body of a metre or two, 2 pixels in 500.
inline constexpr double kShakingJitter = 0.2;
/// ... and its roughness is at least this: that of a swing of ten steps, six a second at 60 steps a
/// second, above which motion looks like shaking and not like movement.
inline constexpr double kShakingRoughness = 0.1;

/// Names what makes the tracker shake, from what the observer has seen of it, by falling share and,
/// of shares that are the same in per cent, in the order of CauseId. The remedies are what each
/// cause suggests, not tried yet: for RemedyTrials. Takes microseconds where nothing shakes and
/// milliseconds where something does; neither tracker nor observer is changed.
Diagnosis name_causes(const Tracker& tracker, const DiagnosisObserver& observer);

/// The same with all remedies tried, which takes as long as some thousand steps.
Diagnosis diagnose(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
