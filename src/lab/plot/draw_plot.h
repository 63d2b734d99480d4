#pragma once

#include <optional>
#include <vector>

#include "lab/plot/axes.h"

namespace lab {

/// Where the name of a series stands.
struct LegendEntry {
  std::size_t series;
  Box box;
  bool named = true;  ///< else its colour alone
};

/// Where the parts of a plot stand.
struct PlotLayout {
  Box frame;                             ///< holds the curves
  std::vector<LegendEntry> legend = {};  ///< where there are lines to tell apart
  bool legend_inside = false;            ///< over the curves
  std::optional<Point> title = {}, subtitle = {}, y_name = {};  ///< left ends of their lines
};

/// What the y axis needs left of the frame: style.axis, or more for longer words.
double axis_width(const Plot& plot, const PlotStyle& style, const Painter& painter);

/// The layout of a plot in a box.
PlotLayout lay_out(const Plot& plot, const Box& room, const PlotStyle& style,
                   const Painter& painter);

/// The layout of a plot without title.
/// \param heading where the legend ends at the right if it fits; otherwise it is in the frame
PlotLayout lay_out(const Plot& plot, const Box& room, const Box& heading, const PlotStyle& style,
                   const Painter& painter);

/// Draws a plot: grid, ticks, axes, curves, legend, and title where the layout has one. Nothing, if
/// there is no room.
void draw(const Plot& plot, const PlotLayout& layout, const PlotStyle& style, Painter& painter);

/// The unbroken pieces of a series as they are drawn in the frame. Of all points in one column
/// there remain the first, the lowest, the highest and the last: Jugel et al. (2014), M4, the same
/// picture from fewer points.
std::vector<std::vector<Point>> lines_of(const Series& series, const Plot& plot, const Box& frame,
                                         double column);

}  // namespace lab
