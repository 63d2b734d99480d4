#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/axes.h"

namespace lab {

/// A heat map of a quantity over two axes, as data; draw() draws it on any surface.
struct HeatMap {
  enum class MarkShape { kRing, kDiamond };
  /// A highlighted cell and its text in the legend.
  struct Mark {
    int column, row;
    MarkShape shape;
    std::string text;
  };
  /// A line along cell edges, {x0, y0, x1, y1}, counted in cells from the lower left corner.
  using Edge = std::array<int, 4>;

  std::string title, subtitle;
  Axis x, y;  ///< from the outer edge of the first cell to the outer edge of the last
  std::vector<Tick> x_ticks, y_ticks;
  int columns = 0, rows = 0;   ///< all cells have the same size
  std::vector<double> values;  ///< (rows * columns) row by row from the bottom; NaN: no value
  Axis scale;                  ///< the quantity, from the first colour to the last
  std::vector<Tick> scale_ticks;
  std::vector<Mark> marks;
  std::vector<Edge> outline;  ///< around highlighted cells
  std::string outline_text;   ///< in the legend
  std::vector<Edge> limit;    ///< a red line between cells below and above a limit, see edges_at()
  std::string limit_text;     ///< in the legend

  double value(int column, int row) const {
    return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
};

/// The colour of a cell, one of 1024; none without a value.
std::optional<Color> color_of(const HeatMap& map, int column, int row);

/// The edges between two neighbouring cells with exactly one of them below `limit`; cells without a
/// value have none.
std::vector<HeatMap::Edge> edges_at(const HeatMap& map, double limit);

/// Fits the scale to all finite values: logarithmic if they are positive and span over a decade.
void fit_scale(HeatMap& map);

struct MapLayout {
  Box cells;
  Box scale;    ///< the bar of colours
  Box heading;  ///< above the cells: name of the y axis, title
  bool has_y;   ///< the numbers of the y axis are drawn
};

/// Maps with the same axes side by side; only the first one shows the numbers of y.
struct MapsLayout {
  std::vector<MapLayout> maps;
  std::optional<Point> subtitle;  ///< where the first map's stands, on pages
  std::optional<Point> legend;    ///< the first map's marks, if there is room below
};

/// The layout of maps in a box, with cells of one size.
MapsLayout lay_out(std::span<const HeatMap> maps, const Box& room, const PlotStyle& style,
                   const Painter& painter);

/// The part of a figure's width and height that is outside the cells.
Point map_margins(std::span<const HeatMap> maps, const PlotStyle& style, const Painter& painter);

/// Draws the maps: cells, axes, scale, outline and marks; subtitle and legend only for the first.
/// Draws nothing if there is no room.
void draw(std::span<const HeatMap> maps, const MapsLayout& layout, const PlotStyle& style,
          Painter& painter);

/// Draws a dark line on a wider light line, visible on every colour.
void draw_outlined(std::span<const Point> points, const PlotStyle& style, Painter& painter);

Box cell_box(const HeatMap& map, const Box& cells, int column, int row);

}  // namespace lab
