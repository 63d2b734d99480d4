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
  bool trying = false;        ///< RemedyTrials are in progress, and no remedy is offered yet
};

// The only definition of shaking: the page "Why?", remedies, sweeps, ranking, claims and advice all
// call is_shaking().

/// Smallest jitter of a body that shakes, degrees. Less is invisible in a picture of a body of one
/// or two metres: 2 pixels in 500.
inline constexpr double kShakingJitter = 0.2;
/// Smallest roughness of a body that shakes: an oscillation with a period of ten steps, 6
/// Hz at 60 steps a second. Slower oscillations look like movement.
inline constexpr double kShakingRoughness = 0.1;

/// The most updates a step of a run that is diagnosed in the window: causes and remedies are found
/// by repeating hundreds of steps.
inline constexpr int kMaxDiagnosedUpdates = 50;

/// Whether a run shakes: its jitter is visible, and much of its motion turns back. The second
/// condition excludes fast but smooth motion.
/// \param turning_back the roughness of the motion (Roughness). A Summary only has the share of
/// reversals, which replaces it. That share counts all direction changes equally and is lower if
/// the body shakes only at times.
constexpr bool is_shaking(double jitter_deg, double turning_back) {
  return jitter_deg >= kShakingJitter && turning_back >= kShakingRoughness;
}

/// Finds the causes of the tracker's shaking from the observer's statistics, by descending share;
/// causes with the same share in per cent are in the order of CauseId. The remedies are suggestions
/// for RemedyTrials. Takes microseconds if nothing shakes, otherwise milliseconds. Does not change
/// tracker or observer.
Diagnosis name_causes(const Tracker& tracker, const DiagnosisObserver& observer);

/// name_causes() with all remedies tried. Takes as long as some thousand steps.
Diagnosis diagnose(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
