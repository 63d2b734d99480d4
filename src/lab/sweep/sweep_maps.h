#pragma once

#include "lab/plot/heat_map.h"
#include "lab/sweep/landmarks.h"

namespace lab {

/// What becomes of cells that are not computed yet.
enum class Holes { kLeft, kFilled };  ///< kFilled: their stand-ins' values

/// A measure over the two axes of a sweep, the first across, with what was found: a ring at the
/// least mean error, a diamond at the calmest cell near it, and a line around all cells within
/// Landmarks::kSlack of it.
/// \pre the sweep has two axes
HeatMap heat_map(const Sweep& sweep, const SweepResults& results, const MeasureInfo& measure,
                 Holes holes = Holes::kLeft);

/// The maps of the mean error and of the jitter.
std::vector<HeatMap> sweep_maps(const Sweep& sweep, const SweepResults& results,
                                Holes holes = Holes::kLeft);

}  // namespace lab
