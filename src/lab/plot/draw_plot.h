#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/plot/axes.h"

namespace lab {

/// A series in the legend. On pages, also a stretch of a series or of the band.
struct LegendEntry {
  std::size_t series;  ///< the plot's number of series for a stretch of the band
  Box box;
  std::string label;
  Color color;
  bool named = true;  ///< false: its colour alone
};

/// The places of a plot's parts.
struct PlotLayout {
  Box frame;                             ///< of the curves
  std::vector<LegendEntry> legend = {};  ///< empty for a single curve on a page
  std::optional<Point> title = {}, subtitle = {}, y_name = {};  ///< left ends of the texts
};

/// The width of the y axis left of the frame: style.axis, or more for longer words.
double axis_width(const Plot& plot, const PlotStyle& style, const Painter& painter);

/// The layout of a plot in a box.
PlotLayout lay_out(const Plot& plot, const Box& room, const PlotStyle& style,
                   const Painter& painter);

/// The layout of a plot without a title.
/// \param heading holds the legend, right-aligned, if it fits; otherwise the legend is above the
///   frame. Where the names would take more than three lines, half of the room, or a third of it in
///   three lines, methods have their short names; if that does not help, only colours are left
PlotLayout lay_out(const Plot& plot, const Box& room, const Box& heading, const PlotStyle& style,
                   const Painter& painter);

/// Draws a plot: grid, ticks, axes, band, marks, curves, legend and what texts the layout has.
/// Where peaks are above the frame, a triangle at its upper edge says how high. Draws nothing if
/// there is no room.
void draw(const Plot& plot, const PlotLayout& layout, const PlotStyle& style, Painter& painter);

/// The unbroken pieces of a series as points of the frame, thinned out without a visible change: of
/// all points in a column of that width the first, the lowest, the highest and the last remain.
/// Jugel et al. (2014), M4.
std::vector<std::vector<Point>> lines_of(const Series& series, const Plot& plot, const Box& frame,
                                         double column);

}  // namespace lab
