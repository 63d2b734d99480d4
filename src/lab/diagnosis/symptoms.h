#pragma once

#include <vector>

#include "lab/diagnosis/cause.h"

namespace lab {

/// The input of symptoms_of().
struct SymptomsBasis {
  const Tracker& tracker;
  const DiagnosisObserver& observer;
  /// The moment with the largest share of the shaking among the moments with this cause. Null if no
  /// single moment shows the cause.
  const Evidence* moment = nullptr;
  double half_link = 0.0;  ///< m; the D_max to suggest
  double rate = 0.0;       ///< factor of the gradient in the method's step
};

/// The numbers that show a cause, with their thresholds.
/// \param cause with its effectors
std::vector<Symptom> symptoms_of(const Cause& cause, const SymptomsBasis& basis);

}  // namespace lab
