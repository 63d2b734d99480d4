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
  /// The neighbours with the largest ratio of jitters, if it is at least kCliff, on the line
  /// through least_error along cliff_axis().
  std::optional<Cliff> cliff;

  static constexpr double kSlack = 0.05;  ///< share of the smallest error; too little to see
  static constexpr double kCliff = 1.25;  ///< a smaller factor is no cliff
};

/// The axis of the search for the cliff: lambda, or the first axis without lambda.
std::size_t cliff_axis(const Sweep& sweep);

Landmarks find(const Sweep& sweep, const SweepResults& results);

/// Whether the run of a cell shakes, see is_shaking() in lab/diagnosis.
bool is_shaking(const Summary& summary);

/// The neighbours on the line through a cell along cliff_axis() where only one shakes. Among
/// several pairs, the one at the largest value.
std::optional<Cliff> shaking_onset(const Sweep& sweep, const SweepResults& results, int through);

/// "lambda 0.4, max-angle 20 deg": the values of a cell.
std::string describe(const Sweep& sweep, int cell);

/// "Damped least squares, D_max 0.4 m": the method and the settings that are not varied.
std::string describe(const Sweep& sweep);

}  // namespace lab
