#pragma once

#include <optional>

#include "lab/plot/draw_plot.h"

namespace lab {

/// A place beside a vertical line for a box that covers no visible curve of a plot: first beside
/// the curves within the frame, at the side where the frame is wider, then at the other side.
/// \param x    of the line, on the surface
/// \param size width and height of the box
/// \param gap  between the box and the line, and between the box and the curves
/// \returns its upper left corner; none if there is no such place in the frame
std::optional<Point> reading_place(const Plot& plot, const Box& frame, double x, Point size,
                                   double gap);

}  // namespace lab
