#pragma once

#include <optional>

#include "lab/diagnosis/cause.h"

namespace lab {

/// The cause kSaddle if the tracker stands still at a saddle of the error.
///
/// At a saddle J^T e = 0 although e is not 0, so that steps along the gradient, and methods that
/// start from it, do not move. The Hessian H of 1/2 |e|^2 has a negative eigenvalue: the error
/// falls in both directions along its eigenvector (Nocedal and Wright 2006, theorem 2.3). A
/// straight arm with its target inside, on its own line, never leaves such a pose.
std::optional<Cause> saddle_of(const Tracker& tracker);

/// The cause of a body that does not shake: kSaddle, or kCalm.
Cause still_cause(const Tracker& tracker, const DiagnosisObserver& observer);

}  // namespace lab
