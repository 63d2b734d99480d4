#pragma once

#include <optional>
#include <span>

namespace lab {

/// A measured dimension and its standard error from the fit.
struct BoxDimension {
  double dimension = 0.0;
  double error = 0.0;
  int scales = 0;  ///< box sizes in the fit
};

/// The box-counting dimension of the border between the regions of a grid:
///
///   N(s) ~ s^-D      N(s) the number of boxes of s x s cells that hold more than one label
///
/// D is the slope of log N over log 1/s by least squares, for s = 1, 2, 4, ... up to a sixteenth of
/// the smaller side. Boxes share the cells of their edges, so that a border between two boxes
/// counts. 1 for a smooth line, between 1 and 2 for a fractal (McDonald, Grebogi, Ott and Yorke
/// 1985: 2 - D is the uncertainty exponent of the starts).
/// \param labels (rows * columns) row by row
/// \returns nothing without a border, or if the grid has fewer than 64 cells on a side
std::optional<BoxDimension> box_dimension(std::span<const int> labels, int columns);

}  // namespace lab
