#pragma once

#include "lab/plot/heat_map.h"
#include "lab/sweep/sweep.h"

namespace lab {

/// Where shaking begins: two neighbouring cells, one calm and one that shakes.
struct Cliff {
  int calm, shaky;  ///< cells
};

/// The notable cells of a sweep, among those that are computed.
struct Landmarks {
  std::optional<int> least_error;   ///< the cell of least mean error
  std::optional<int> least_jitter;  ///< the cell of least jitter
  /// The cell of least jitter among those whose mean error is within kSlack of the least.
  std::optional<int> calmest;
  /// The neighbours whose jitter differs by the largest factor, kCliff or more. They are on the
  /// line through least_error along cliff_axis().
  std::optional<Cliff> cliff;

  static constexpr double kSlack = 0.05;  ///< share of the least error; too little to see
  static constexpr double kCliff = 1.25;  ///< a smaller factor is no cliff
};

/// The axis along which the cliff is sought: lambda, or the first axis where none is lambda.
std::size_t cliff_axis(const Sweep& sweep);

Landmarks find(const Sweep& sweep, const SweepResults& results);

/// Whether the run of a cell shakes, see is_shaking() in lab/diagnosis.
bool is_shaking(const Summary& summary);

/// The neighbours on the line through a cell along cliff_axis() of which one shakes and the other
/// does not. Of several pairs, the one at the largest value.
std::optional<Cliff> begin_of_shaking(const Sweep& sweep, const SweepResults& results, int through);

/// "lambda 0.4, max-angle 20 deg": the values of a cell.
std::string describe(const Sweep& sweep, int cell);

/// "Damped least squares, D_max 0.4 m": the method and the settings that are not varied.
std::string describe(const Sweep& sweep);

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
