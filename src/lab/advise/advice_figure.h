#pragma once

#include <string>

#include "lab/advise/conclusion.h"
#include "lab/plot/scatter.h"

namespace lab {

/// The candidates as a scatter plot of error against jitter, both axes logarithmic. Each dot has
/// its method's colour; its area grows with the logarithm of the update time. The front is drawn
/// strong and joined by a line. Marks name the purposes of the recommended dots. Dashed lines show
/// the bounds of close and calm. The axes end at fixed multiples of the bounds. Dot i is candidate
/// i; a candidate without a finite result or beyond the axes is not drawn.
Scatter advice_figure(const Advised& advised);

/// The bounds of close and calm in words: "Close is a mean error of at most 0.475 m, ... Calm is
/// ...".
/// \pre advised.advice.bounds
std::string bounds_in_words(const Advised& advised);

}  // namespace lab
