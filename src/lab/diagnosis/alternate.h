#pragma once

#include <optional>

#include "lab/diagnosis/observer.h"

namespace lab {

// What the Jacobian at the target does to a run, found by trying the Jacobian at the effector.

/// Steps of the trial from a moment on: a few swings of the slowest shaking.
inline constexpr int kTried = 30;

/// The sum of |bend|^2 over kTried steps from a moment on with the Jacobian at the effector, as a
/// share of the same sum with the Jacobian at the target. The targets move on their curves; the
/// method begins without memory, and an adaptive D_max stays as it is. 1 if nothing bends.
double bends_at_effector(const Tracker& tracker, const ObservedMoment& moment);

/// A run with either Jacobian, over the steps that were observed.
struct AlternateRun {
  struct Measured {
    double jitter_deg = 0.0, roughness = 0.0;
    double bends = 0.0;  ///< sum of |bend|^2
  };
  Measured at_target, at_effector;
};

/// Longest run that is made again, steps: some ten milliseconds.
inline constexpr long kMostAgain = 5000;

/// Makes the tracker's run again from its start, with either Jacobian.
/// \returns nothing if it is too long, or if it does not lead to the present pose bit for bit,
///   because the setup has changed on the way
std::optional<AlternateRun> run_at_effector(const Tracker& tracker,
                                            const DiagnosisObserver& observer);

}  // namespace lab
