#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/plot/axes.h"

namespace lab {

/// A map of a quantity over two axes as data, drawn by draw() below on any surface.
struct HeatMap {
  enum class MarkShape { kRing, kDiamond };
  /// A cell that is pointed out, and why.
  struct Mark {
    int column, row;
    MarkShape shape;
    std::string text;
  };
  /// A piece of a line along the edges of cells: x, y, x, y in cells from the lower left corner.
  using Edge = std::array<int, 4>;

  std::string title, subtitle;
  Axis x, y;  ///< from the outer edge of the first cell to that of the last
  std::vector<Tick> x_ticks, y_ticks;
  int columns = 0, rows = 0;   ///< cells stand at even places of the axes
  std::vector<double> values;  ///< (rows * columns) row by row from the bottom; NaN is a hole
  Axis scale;                  ///< what the colours mean
  std::vector<Tick> scale_ticks;
  std::vector<Mark> marks;
  std::vector<Edge> outline;  ///< around the cells that are worth a look
  std::string outline_text;   ///< why they are

  double value(int column, int row) const {
    return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
};

/// The colour of a cell, one of 1024 on the scale; nothing for a hole.
std::optional<Color> color_of(const HeatMap& map, int column, int row);

/// Makes the scale hold all finite values: logarithmic where they are positive and span more than a
/// decade.
void fit_scale(HeatMap& map);

/// Where the parts of a map stand.
struct MapLayout {
  Box cells;
  Box scale;    ///< the bar of colours
  Box heading;  ///< above the cells: name of the y axis, title
  bool has_y;   ///< whether the numbers of the y axis are drawn
};

/// Maps of the same axes beside each other: the numbers of y stand at the first alone.
struct MapsLayout {
  std::vector<MapLayout> maps;
  std::optional<Point> subtitle;  ///< of the first map, on pages
  std::optional<Point> legend;    ///< of its marks, where there is room below
};

/// The layout of maps in a box, all their cells of one size.
MapsLayout lay_out(std::span<const HeatMap> maps, const Box& room, const PlotStyle& style,
                   const Painter& painter);

/// What a figure needs beside the cells of its maps, and above and below them.
Point map_margins(std::span<const HeatMap> maps, const PlotStyle& style, const Painter& painter);

/// Draws maps: cells, axes, scale, outline and marks, the subtitle of the first, and what its marks
/// mean. Nothing, if there is no room.
void draw(std::span<const HeatMap> maps, const MapsLayout& layout, const PlotStyle& style,
          Painter& painter);

/// A line twice, dark on light, so that it shows on every colour.
void draw_outlined(std::span<const Point> points, const PlotStyle& style, Painter& painter);

/// The rectangle of a cell.
Box cell_box(const HeatMap& map, const Box& cells, int column, int row);

}  // namespace lab
