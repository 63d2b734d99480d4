#pragma once

#include "lab/sweep.h"

namespace lab {

/// Where shaking begins: two neighbouring cells, of which one is calm and the other shakes.
struct Cliff {
  int calm, shaky;  ///< cells
};

/// What to look at in a sweep. Cells that are not computed yet do not count.
struct Findings {
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

Findings find(const Sweep& sweep, const SweepResults& results);

}  // namespace lab
