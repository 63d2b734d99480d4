#pragma once

#include <optional>
#include <string>

#include "lab/sweep/sweep.h"

namespace lab {

/// The onset of shaking: two neighbouring cells, one calm and one that shakes.
struct Cliff {
  int calm, shaky;  ///< cells
};

/// The notable cells of a sweep, among the computed ones.
struct Landmarks {
  std::optional<int> least_error;   ///< the cell with the smallest mean error
  std::optional<int> least_jitter;  ///< the cell with the smallest jitter
  /// The cell with the smallest jitter among the cells with a mean error within kSlack of the
  /// smallest.
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
