#pragma once

#include <vector>

#include "lab/diagnosis/cause.h"
#include "lab/diagnosis/observer.h"

namespace lab {

/// Whether a body shakes, and why.
struct Diagnosis {
  bool shakes = false;
  double jitter_deg = 0.0;
  double roughness = 0.0;     ///< DiagnosisObserver::roughness
  std::vector<Cause> causes;  ///< by descending share; never empty
  bool trying = false;        ///< RemedyTrials are in progress and no remedy is offered yet
};

// The one bound of shaking: the page "Why?", remedies, sweeps, ranking, claims and advice ask
// is_shaking().

/// Least jitter of a body that shakes, degrees: less is invisible in a picture of a body of a metre
/// or two, 2 pixels in 500.
inline constexpr double kShakingJitter = 0.2;
/// Least roughness of a body that shakes: that of a swing with a period of ten steps, six a second
/// at 60 steps a second. To the eye, slower swings are movement.
inline constexpr double kShakingRoughness = 0.1;

/// Whether a run shakes: it jitters visibly, and much of the motion turns back, which tells shaking
/// from a fast but smooth motion.
/// \param turning_back the roughness of the motion (Roughness). Where only a Summary is kept, its
///   share of reversals stands in, which counts all changes alike: it is lower where the body
///   shakes now and then
constexpr bool is_shaking(double jitter_deg, double turning_back) {
  return jitter_deg >= kShakingJitter && turning_back >= kShakingRoughness;
}

/// Names the causes of the tracker's shaking from the observer's statistics, by descending share;
/// causes with the same share in per cent are in the order of CauseId. Their remedies are
/// suggestions for RemedyTrials. Takes microseconds where nothing shakes, else milliseconds, and
/// changes neither tracker nor observer.
Diagnosis name_causes(const Tracker& tracker, const DiagnosisObserver& observer);

/// name_causes() with all remedies tried; takes as long as some thousand steps.
Diagnosis diagnose(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
