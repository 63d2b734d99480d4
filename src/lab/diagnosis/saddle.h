#pragma once

#include <optional>

#include "lab/diagnosis/cause.h"

namespace lab {

/// The cause kSaddle if the tracker stands still at a saddle of the error.
///
/// There J^T e = 0 although e is not 0, so that steps along the gradient, and all that begin with
/// it, are 0; and the Hessian H of 1/2 |e|^2 has a negative eigenvalue, so that the error falls
/// along its eigenvector to either side (Nocedal and Wright 2006, theorem 2.3). A straight arm with
/// its target inside, on its own line, stands so for ever.
std::optional<Cause> saddle_of(const Tracker& tracker);

/// The cause of a body that does not shake: kSaddle, or kCalm.
Cause still_cause(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
