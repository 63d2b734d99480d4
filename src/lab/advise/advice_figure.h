#pragma once

#include "lab/advise/conclusion.h"
#include "lab/plot/scatter.h"

namespace lab {

/// The candidates of an advice as a picture of error against jitter, both logarithmic: a dot for
/// each in its method's colour, whose area grows with the logarithm of an update's time. The front
/// is strong and joined, the recommended are marked by their purposes, and dashed lines are the
/// bounds of close and calm. The axes end at some multiples of the bounds. Dot i is candidate i;
/// one without a finite result or beyond the axes has no place.
Scatter advice_figure(const Advised& advised);

/// What the rules of close and calm come to: "Close: an error of at most 0.475 m, ... Calm: ...".
/// \pre advice.bounds
std::string bounds_in_words(const Advice& advice);

}  // namespace lab
