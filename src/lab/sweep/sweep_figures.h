#pragma once

#include <vector>

#include "lab/plot/heat_map.h"
#include "lab/plot/plot.h"
#include "lab/sweep/sweep.h"

namespace lab {

/// A sweep of one axis as two plots, error and jitter over the varied value, with a dashed line at
/// the smallest error, and another one in the middle of the cliff (Landmarks). Cells that are not
/// computed break the curves.
std::vector<Plot> sweep_plots(const Sweep& sweep, const SweepResults& results);

/// How to show cells that are not computed yet.
enum class Holes {
  kLeft,    ///< as holes
  kFilled,  ///< with the value of the nearest computed cell, SweepResults::stand_in
};

/// A heat map of a measure over the two axes of a sweep, the first axis across. Marks show the
/// Landmarks: a ring at the smallest mean error, a diamond at the calmest cell, and once all cells
/// are computed an outline of the cells within Landmarks::kSlack of the smallest error.
/// \pre the sweep has two axes
HeatMap heat_map(const Sweep& sweep, const SweepResults& results, const MeasureInfo& measure,
                 Holes holes = Holes::kLeft);

/// The maps of mean error and jitter. Once all cells are computed, a line in the jitter map shows
/// where shaking begins, see is_shaking().
std::vector<HeatMap> sweep_maps(const Sweep& sweep, const SweepResults& results,
                                Holes holes = Holes::kLeft);

}  // namespace lab
