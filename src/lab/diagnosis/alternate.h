#pragma once

#include <optional>

#include "lab/diagnosis/observer.h"

namespace lab {

// The effect of the Jacobian at the target on a run, measured by trying the Jacobian at the
// effector.

/// Steps of the trial from a moment: a few periods of the slowest shaking.
inline constexpr int kTried = 30;

/// The ratio of two sums of |bend|^2 over kTried steps from a moment: with the Jacobian at the
/// effector over with the Jacobian at the target. The targets move on their curves, the method
/// starts without memory, and an adaptive D_max keeps its state. 1 if the second sum is 0.
double bends_at_effector(const Tracker& tracker, const ObservedMoment& moment);

/// A run with each Jacobian, over the observed steps.
struct AlternateRun {
  struct Measured {
    double jitter_deg = 0.0, roughness = 0.0;
    double bends = 0.0;  ///< sum of |bend|^2
  };
  Measured at_target, at_effector;
};

/// Longest run that is repeated, steps: about ten milliseconds.
inline constexpr long kMaxRepeatedSteps = 5000;

/// Repeats the tracker's run from its start with each Jacobian.
/// \returns nothing if the run is too long, or if the repeated run does not end in the present pose
/// bit for bit because the setup changed during the run
std::optional<AlternateRun> run_at_effector(const Tracker& tracker,
                                            const DiagnosisObserver& observer);

}  // namespace lab
