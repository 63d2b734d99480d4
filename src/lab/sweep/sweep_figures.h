#pragma once

#include <optional>
#include <string>
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

/// The onset of shaking: two neighbouring cells, one calm and one that shakes.
struct Cliff {
  int calm, shaky;  ///< cells
};

/// The notable cells of a sweep, among the computed ones.
struct Landmarks {
  std::optional<int> least_error;   ///< the cell with the smallest mean error
  std::optional<int> least_jitter;  ///< the cell with the smallest jitter
  /// The cell with the smallest jitter among those within kSlack of the smallest mean error.
  std::optional<int> calmest;
  /// The onset of shaking on the line through least_error, see shaking_onset().
  std::optional<Cliff> cliff;

  static constexpr double kSlack = 0.05;  ///< share of the smallest error; too little to see
};

/// The axis of the search for the cliff: lambda, or the first axis without lambda.
std::size_t cliff_axis(const Sweep& sweep);

Landmarks find(const Sweep& sweep, const SweepResults& results);

/// The neighbours on the line through a cell along cliff_axis() where only one shakes. Among
/// several pairs, the one at the largest value.
std::optional<Cliff> shaking_onset(const Sweep& sweep, const SweepResults& results, int through);

/// "lambda 0.4, max-angle 20 deg": the values of a cell.
std::string describe(const Sweep& sweep, int cell);

/// "Damped least squares, D_max 0.4 m": the method and the settings that are not varied.
std::string describe(const Sweep& sweep);

}  // namespace lab
