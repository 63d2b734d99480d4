#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/plot/axes.h"

namespace lab {

/// A series in the legend. On pages also a stretch of a series or of the band.
struct LegendEntry {
  std::size_t series;  ///< index; the plot's number of series for a stretch of the band
  Box box;
  std::string label;
  Color color;
  bool named = true;  ///< false: only the colour is shown
};

struct PlotLayout {
  Box frame;                             ///< around the curves
  std::vector<LegendEntry> legend = {};  ///< empty for a single curve on a page
  std::optional<Point> title = {}, subtitle = {}, y_name = {};  ///< left ends of the texts
};

/// The width of the y axis left of the frame: style.axis, or more for long level names.
double axis_width(const Plot& plot, const PlotStyle& style, const Painter& painter);

PlotLayout lay_out(const Plot& plot, const Box& room, const PlotStyle& style,
                   const Painter& painter);

/// The layout of a plot without a title.
/// \param heading holds the legend, right-aligned, if it fits; otherwise the legend is above the
/// frame. Methods get short names if the full names need more than three lines or half of the room,
/// or three lines and a third of the room. If short names are still too long, only colours are
/// shown; where they leave no room for the curves, there is no legend
PlotLayout lay_out(const Plot& plot, const Box& room, const Box& heading, const PlotStyle& style,
                   const Painter& painter);

/// Draws a plot: grid, ticks, axes, band, marks, curves, legend, and the texts that the layout has.
/// A triangle at the frame's upper edge marks peaks above the frame and states their height. Draws
/// nothing if there is no room.
void draw(const Plot& plot, const PlotLayout& layout, const PlotStyle& style, Painter& painter);

/// The unbroken pieces of a series as points in the frame, invisibly thinned out: each column of
/// width `column` keeps its first, lowest, highest and last point. Jugel et al. (2014), M4.
std::vector<std::vector<Point>> lines_of(const Series& series, const Plot& plot, const Box& frame,
                                         double column);

/// A place beside a vertical line for a box that covers no visible curve of a plot: first beside
/// the curves within the frame, at the side where the frame is wider, then at the other side.
/// \param x    of the line, on the surface
/// \param size width and height of the box
/// \param gap  between the box and the line, and between the box and the curves
/// \returns its upper left corner; none if there is no such place in the frame
std::optional<Point> reading_place(const Plot& plot, const Box& frame, double x, Point size,
                                   double gap);

}  // namespace lab
