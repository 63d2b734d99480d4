#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/axes.h"

namespace lab {

/// A map of a quantity over two axes, as data; draw() draws it on any surface.
struct HeatMap {
  enum class MarkShape { kRing, kDiamond };
  /// A highlighted cell and its text in the legend.
  struct Mark {
    int column, row;
    MarkShape shape;
    std::string text;
  };
  /// A line along edges of cells: from x, y to x, y, counted in cells from the lower left corner.
  using Edge = std::array<int, 4>;

  std::string title, subtitle;
  Axis x, y;  ///< from the outer edge of the first cell to that of the last
  std::vector<Tick> x_ticks, y_ticks;
  int columns = 0, rows = 0;   ///< cells have equal sizes along the axes
  std::vector<double> values;  ///< (rows * columns) row by row from the bottom; NaN is a hole
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

/// The colour of a cell, one of 1024; nothing for a hole.
std::optional<Color> color_of(const HeatMap& map, int column, int row);

/// The edges between neighbouring cells of which one is below `limit` and the other is not; holes
/// have none.
std::vector<HeatMap::Edge> edges_at(const HeatMap& map, double limit);

/// Sets the scale so that it holds all finite values; it is logarithmic if they are positive and
/// span more than a decade.
void fit_scale(HeatMap& map);

/// The places of a map's parts.
struct MapLayout {
  Box cells;
  Box scale;    ///< the bar of colours
  Box heading;  ///< above the cells: name of the y axis, title
  bool has_y;   ///< whether the numbers of the y axis are drawn
};

/// Maps with the same axes side by side; only the first one has the numbers of y.
struct MapsLayout {
  std::vector<MapLayout> maps;
  std::optional<Point> subtitle;  ///< of the first map, on pages
  std::optional<Point> legend;    ///< of the first map's marks, if there is room below
};

/// The layout of maps in a box, with cells of one size.
MapsLayout lay_out(std::span<const HeatMap> maps, const Box& room, const PlotStyle& style,
                   const Painter& painter);

/// The part of a figure's width and height that is not cells.
Point map_margins(std::span<const HeatMap> maps, const PlotStyle& style, const Painter& painter);

/// Draws maps: cells, axes, scale, outline and marks, and the subtitle and the legend of the first.
/// Draws nothing if there is no room.
void draw(std::span<const HeatMap> maps, const MapsLayout& layout, const PlotStyle& style,
          Painter& painter);

/// Draws a dark line on a wider light one, visible on every colour.
void draw_outlined(std::span<const Point> points, const PlotStyle& style, Painter& painter);

/// The rectangle of a cell.
Box cell_box(const HeatMap& map, const Box& cells, int column, int row);

}  // namespace lab
