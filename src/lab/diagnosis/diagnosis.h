#pragma once

#include <vector>

#include "lab/diagnosis/cause.h"
#include "lab/diagnosis/observer.h"
#include "lab/run/metrics.h"

namespace lab {

/// Whether a body shakes, and why.
struct Diagnosis {
  bool shakes = false;
  double jitter_deg = 0.0;
  double roughness = 0.0;     ///< DiagnosisObserver::roughness
  std::vector<Cause> causes;  ///< by descending share; never empty
  bool trying = false;        ///< RemedyTrials are in progress, and no remedy is offered yet
};

/// The most updates a step of a run that is diagnosed in the window: causes and remedies are found
/// by repeating hundreds of steps.
inline constexpr int kMaxDiagnosedUpdates = 50;

/// Finds the causes of the tracker's shaking from the observer's statistics, by descending share;
/// causes with the same share in per cent are in the order of CauseId. The remedies are suggestions
/// for RemedyTrials. Takes microseconds if nothing shakes, otherwise milliseconds. Does not change
/// tracker or observer.
Diagnosis name_causes(const Tracker& tracker, const DiagnosisObserver& observer);

/// name_causes() with all remedies tried. Takes as long as some thousand steps.
Diagnosis diagnose(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
