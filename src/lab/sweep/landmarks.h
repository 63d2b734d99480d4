#pragma once

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

}  // namespace lab
