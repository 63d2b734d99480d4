#pragma once

#include "lab/diagnosis/cause.h"
#include "lab/diagnosis/evidence.h"

namespace lab {

inline constexpr double kLeastTold = 0.1;  ///< share of the shaking that a reported cause explains
inline constexpr double kMostly = 0.5;     ///< share of the shaking that a main cause explains
/// |J at the target - J| / |J| from which the alternate Jacobian can cause shaking.
inline constexpr double kAnother = 0.3;

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
