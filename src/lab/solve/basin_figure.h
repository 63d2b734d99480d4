#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/plot/axes.h"
#include "lab/solve/basin_map.h"

namespace lab {

/// The colours of a map's cells: solution_color() of the solution, faded into the background with
/// the logarithm of BasinCell::passed, so that a start that takes the whole budget is nearly gone.
/// A cell that is not known has the colour of its stand_in(), or is transparent.
/// \returns (rows * columns) row by row from the bottom
std::vector<Color> basin_colors(const BasinMap& map, bool dark);

/// A line between two points, in cells from the lower left corner of the map.
struct ContourLine {
  Point from, to;  ///< y upwards
};
/// The lines inside basins where the number of updates passes a multiple of `step`; marching
/// squares (Lorensen and Cline 1987) over the middles of cells. Where neighbours differ by more
/// than a step there is no line: in the dust of a fractal a line would say nothing. Empty before
/// the map is complete.
std::vector<ContourLine> update_contours(const BasinMap& map, int step);
/// 1, 2 or 5 times a power of ten, so that half of the starts are within eight contours.
int contour_step(const BasinMap& map);

/// A map with its axes, legend and marks, as data; draw() draws it on any surface.
struct BasinFigure {
  /// A row of the legend.
  struct Entry {
    Color color;
    std::string text;  ///< name and share of the starts: "elbow up, 52 %"
  };
  /// A solution in the plane.
  struct Mark {
    Point at;  ///< in cells from the lower left corner, y upwards
    Color color;
  };

  std::string title, subtitle;
  Axis x, y;  ///< degrees or m, between the outer edges of the first and the last cell
  std::vector<Tick> x_ticks, y_ticks;
  int columns = 0, rows = 0;
  std::vector<Color> colors;  ///< basin_colors()
  std::vector<ContourLine> contours;
  std::string contour_text;  ///< in the legend: "a line every 5 updates"; empty without lines
  std::vector<Entry> legend;
  std::vector<Mark> marks;
  std::vector<Point> trace = {};  ///< trace_of() a path that is played
};

/// The names of a map's solutions, see Postures.
std::vector<std::string> names_of(const Basins& basins, const BasinMap& map);

/// The figure of a map. Its subtitle says method and settings, reached share and mean updates.
/// \param dark see basin_colors()
BasinFigure basin_figure(const Basins& basins, const BasinMap& map, bool dark);

/// A path on the map, in cells from the lower left corner, y upwards. Where a hinge leaves the
/// plane it comes in on the other side: the line goes on outside to the next pose, is parted by a
/// point that is not finite, and begins again outside from the pose before.
std::vector<Point> trace_of(const Basins& basins, const std::vector<ik::VectorX>& path);

/// The rectangle of the cells: the largest in the box with cells as wide as high, and room for
/// heading, axes and legend around it.
Box lay_out(const BasinFigure& figure, const Box& room, const PlotStyle& style);

/// The cells of a figure with its upper left corner at `at`. \param size of a cell
Box cells_at(Point at, double size, const BasinFigure& figure, const PlotStyle& style);
/// The whole figure around its cells.
Box whole_of(const BasinFigure& figure, const Box& cells, const PlotStyle& style);

/// The place on the surface of a point of the map, in cells from its lower left corner.
/// \param cells lay_out()
Point on_surface(const BasinFigure& figure, const Box& cells, Point at);
/// Draws cells, contours, trace, marks, axes, heading and legend. Draws nothing if there is no
/// room. \param cells lay_out()
void draw(const BasinFigure& figure, const Box& cells, const PlotStyle& style, Painter& painter);
/// Draws the lines and marks over the cells alone, for a surface that has its own way to show them.
void draw_over_cells(const BasinFigure& figure, const Box& cells, const PlotStyle& style,
                     Painter& painter);

}  // namespace lab
