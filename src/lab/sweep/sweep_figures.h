#pragma once

#include "lab/plot/heat_map.h"
#include "lab/sweep/sweep.h"

namespace lab {

/// A sweep of one axis as two plots, error and jitter over the varied value, with a dashed line at
/// the least error. Cells that are not computed break the curves.
std::vector<Plot> sweep_plots(const Sweep& sweep, const SweepResults& results);

/// How cells that are not computed yet are shown.
enum class Holes {
  kLeft,    ///< as holes
  kFilled,  ///< with the value of SweepResults::stand_in
};

/// A measure over the two axes of a sweep, the first one across, with the Landmarks: a ring at the
/// least mean error, a diamond at the calmest cell, and once all cells are computed a line around
/// those within Landmarks::kSlack of the least error.
/// \pre the sweep has two axes
HeatMap heat_map(const Sweep& sweep, const SweepResults& results, const MeasureInfo& measure,
                 Holes holes = Holes::kLeft);

/// The maps of the mean error and of the jitter. Once all cells are computed, a line in the map of
/// jitter is where shaking begins, see is_shaking().
std::vector<HeatMap> sweep_maps(const Sweep& sweep, const SweepResults& results,
                                Holes holes = Holes::kLeft);

}  // namespace lab
