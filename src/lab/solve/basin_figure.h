#pragma once

#include <string>
#include <vector>

#include "lab/plot/axes.h"
#include "lab/plot/painter.h"
#include "lab/solve/basin_map.h"

namespace lab {

/// The colour of a solution on a light or a dark background, by BasinSolution::hue. The first eight
/// differ to every sight, also without colour: hues of increasing lightness.
Color basin_hue(int hue, bool dark);

/// How a map is painted: the hue of the solution, paler on a light background and darker on a dark
/// one with every update. Not reached: the background's grey. Not known yet: its stand_in().
/// \returns (rows * columns) row by row from the bottom
std::vector<Color> basin_colors(const BasinMap& map, bool dark);

/// A line between two points, in cells from the lower left corner.
struct ContourLine {
  double x0, y0, x1, y1;
};
/// The lines where the number of updates passes a multiple of `step`, within a basin; marching
/// squares over the cells' middles. Empty before the map is complete.
std::vector<ContourLine> update_contours(const BasinMap& map, int step);
/// A step that gives at most eight contours between the fastest and the slowest start: 1, 2 or 5
/// times a power of ten.
int contour_step(const BasinMap& map);

/// A map with its axes and legend, as data.
struct BasinFigure {
  std::string title, subtitle;
  Axis x, y;  ///< in degrees, or m
  int columns = 0, rows = 0;
  std::vector<Color> colors;  ///< basin_colors()
  std::vector<ContourLine> contours;
  struct Entry {
    Color color;
    std::string text;  ///< name and share of the starts: "elbow up, 52 %"
  };
  std::vector<Entry> legend;
  struct Mark {
    double x, y;  ///< in cells from the lower left corner
    Color color;
  };
  std::vector<Mark> marks;   ///< the solutions that lie in the plane
  std::vector<Point> trace;  ///< a path on the map, in cells from the lower left corner
};

/// \param names of the solutions, solution_names() or posture_name()
BasinFigure basin_figure(const Basins& basins, const BasinMap& map,
                         const std::vector<std::string>& names, bool dark);
/// The names of a map's solutions, for the legend.
std::vector<std::string> names_of(const Basins& basins, const BasinMap& map);
/// A path as points on the map, in cells from the lower left corner; angles that leave the plane
/// come in on the other side, where the line is broken by a point that is not finite.
std::vector<Point> trace_of(const Basins& basins, const std::vector<ik::VectorX>& path);

/// The rectangle of the cells in a box: the largest with cells of one size and room for axes,
/// heading and legend.
Box lay_out(const BasinFigure& figure, const Box& room, const PlotStyle& style,
            const Painter& painter);
/// Draws cells, contours, trace, marks, axes, heading and legend.
/// \param cells lay_out()
void draw(const BasinFigure& figure, const Box& cells, const PlotStyle& style, Painter& painter);

}  // namespace lab
