#pragma once

#include "lab/plot/plot.h"
#include "lab/sweep/sweep.h"

namespace lab {

/// Where shaking begins: two neighbouring cells, of which one is calm and the other shakes.
struct Cliff {
  int calm, shaky;  ///< cells
};

/// What to look at in a sweep. Cells that are not computed yet do not count.
struct Landmarks {
  std::optional<int> least_error;   ///< the cell of the least mean error
  std::optional<int> least_jitter;  ///< the cell of the least jitter
  /// The cell of the least jitter among those whose mean error is within kSlack of the least.
  std::optional<int> calmest;
  /// Along lambda, or the first axis where that is none of them, on the line through least_error:
  /// the neighbours whose jitter differs by the largest factor, and at least by kCliff.
  std::optional<Cliff> cliff;

  static constexpr double kSlack = 0.05;  ///< a share of the least error; nobody would see it
  static constexpr double kCliff = 1.25;  ///< less is a slope
};

/// The axis that `cliff` runs along.
std::size_t cliff_axis(const Sweep& sweep);

Landmarks find(const Sweep& sweep, const SweepResults& results);

/// The measure of that name.
/// \pre it is one of measures()
const MeasureInfo& find_measure(std::string_view name);

/// A sweep of one axis as two plots, the error and the jitter over what was varied, with a line
/// where the error is least. Holes break the lines.
std::vector<Plot> sweep_plots(const Sweep& sweep, const SweepResults& results);

/// "lambda 0.4, max-angle 20 deg": where a cell stands.
std::string describe(const Sweep& sweep, int cell);

/// "Damped least squares, D_max 0.4 m": the method with what is not varied.
std::string describe(const Sweep& sweep);

}  // namespace lab
