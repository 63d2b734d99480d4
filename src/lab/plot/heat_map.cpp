#include "lab/plot/heat_map.h"

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

constexpr int kTicksOfScale = 7;            // at most
constexpr int kScaleSteps = 128;            // rectangles of the bar
constexpr std::size_t kScaleColors = 1024;  // finer than the eye can see

// design points
constexpr double kMapGap = 12.0, kMapEdge = 5.0;
constexpr double kBarGap = 6.0, kBar = 8.0, kBarNumbers = 28.0;
constexpr double kMarkRadius = 4.5;
constexpr double kMarkColumn = 20.0;  // a column of the legend
constexpr double kMinHeight = 150.0;  // for maps in a panel with a legend

double scale_width(const HeatMap& map, const PlotStyle& style, const Painter& painter) {
  double numbers = kBarNumbers * style.unit;
  for (const Tick& tick : map.scale_ticks) {
    numbers = std::max(numbers, painter.text_width(tick.text, style.numbers));
  }
  return (kBarGap + kBar + kBarGap) * style.unit + numbers;
}

double legend_height(const HeatMap& map, const PlotStyle& style) {
  const std::size_t rows =
      map.marks.size() + (map.outline.empty() ? 0 : 1) + (map.limit_text.empty() ? 0 : 1);
  return rows == 0 ? 0.0 : row_height(style) * static_cast<double>(rows) + kMapEdge * style.unit;
}

double above_cells(const PlotStyle& style) {
  const double heading = style.compact ? std::max(style.title.size, style.words.size)
                                       : 1.3 * style.title.size + style.words.size;
  return heading + kMapEdge * style.unit;
}

double subtitle_height(const PlotStyle& style) {
  return style.compact ? 0.0 : 1.6 * style.words.size;
}

Color color_of_share(double share) {
  static const std::vector<Color> colors = [] {
    std::vector<Color> table;
    for (std::size_t i = 0; i < kScaleColors; ++i) {
      table.push_back(color_at(static_cast<double>(i) / (kScaleColors - 1)));
    }
    return table;
  }();
  const double place = share > 0.0 ? std::min(share, 1.0) : 0.0;
  return colors[static_cast<std::size_t>(std::lround(place * (kScaleColors - 1)))];
}

Point corner_at(const HeatMap& map, const Box& cells, int column, int row) {
  return {cells.left + cells.width * column / map.columns,
          cells.bottom() - cells.height * row / map.rows};
}

constexpr Color kLineInk{0.08F, 0.08F, 0.1F};
constexpr Color kLimitInk{0.86F, 0.12F, 0.14F};  // stands out from all colours of color_at()

template <class Stroke>
void twice(const PlotStyle& style, Color ink, const Stroke& stroke) {
  stroke(Pen{{1.0F, 1.0F, 1.0F}, 3.0 * style.unit});
  stroke(Pen{ink, 1.3 * style.unit});
}

void draw_mark(HeatMap::MarkShape shape, Point at, const PlotStyle& style, Painter& painter) {
  const bool round = shape == HeatMap::MarkShape::kRing;
  const double radius = (round ? 1.0 : 1.25) * kMarkRadius * style.unit;
  draw_outlined(polygon(at, radius, round ? 32 : 4), style, painter);
}

void draw_scale(const HeatMap& map, const MapLayout& layout, const PlotStyle& style,
                Painter& painter) {
  std::vector<Color> colors;
  colors.reserve(kScaleSteps);
  for (int i = 0; i < kScaleSteps; ++i) colors.push_back(color_of_share((i + 0.5) / kScaleSteps));
  painter.cells(layout.scale, 1, colors);
  draw_y_axis(map.scale, map.scale_ticks, layout.scale, Align::kRight, style, painter);
}

/// Draws the name of the y axis and the title: in one line in panels, in two lines on pages.
void draw_heading(const HeatMap& map, const MapLayout& layout, const PlotStyle& style,
                  Painter& painter) {
  const Box& box = layout.heading;
  const double foot = box.bottom() - kMapEdge * style.unit - 0.5 * style.words.size;
  double title = style.compact ? layout.cells.left : box.left;
  if (layout.has_y) {
    const std::string name = with_unit(map.y.label, map.y.unit);
    painter.text({box.left, foot}, name, style.words, Align::kLeft);
    const double end = box.left + painter.text_width(name, style.words) + 14.0 * style.unit;
    if (style.compact) title = std::max(title, end);
  }
  const double y = style.compact ? foot : box.top + 0.5 * style.title.size;
  painter.text({title, y}, with_unit(map.title, map.scale.unit), style.title, Align::kLeft);
}

void draw_ticks(const HeatMap& map, const MapLayout& layout, const PlotStyle& style,
                Painter& painter) {
  const Box& cells = layout.cells;
  const double length = 3.0 * style.unit;
  const Pen pen{style.rule, style.rule_width};
  for (const Tick& tick : map.x_ticks) {
    const double x = across(map.x, cells, tick.value);
    painter.line(std::array{Point{x, cells.bottom()}, Point{x, cells.bottom() + length}}, pen);
  }
  for (const Tick& tick : layout.has_y ? map.y_ticks : std::vector<Tick>()) {
    const double y = upwards(map.y, cells, tick.value);
    painter.line(std::array{Point{cells.left - length, y}, Point{cells.left, y}}, pen);
  }
}

void draw_mark_legend(const HeatMap& map, Point at, const PlotStyle& style, Painter& painter) {
  const double u = style.unit;
  double y = at.y + 0.5 * style.words.size;
  const auto write = [&](const std::string& text) {
    painter.text({at.x + kMarkColumn * u, y}, text, style.words, Align::kLeft);
    y += row_height(style);
  };
  for (const HeatMap::Mark& mark : map.marks) {
    draw_mark(mark.shape, {at.x + 8.0 * u, y}, style, painter);
    write(mark.text);
  }
  const auto write_line = [&](const std::string& text, Color ink) {
    const std::array line{Point{at.x, y}, Point{at.x + 14.0 * u, y}};
    twice(style, ink, [&](const Pen& pen) { painter.line(line, pen); });
    write(text);
  };
  if (!map.outline.empty()) write_line(map.outline_text, kLineInk);
  if (!map.limit_text.empty()) write_line(map.limit_text, kLimitInk);
}

void draw_map(const HeatMap& map, const MapLayout& layout, const PlotStyle& style,
              Painter& painter) {
  const Box& cells = layout.cells;
  std::vector<Color> colors;
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      colors.push_back(color_of(map, column, row).value_or(style.grid));
    }
  }
  painter.cells(cells, map.columns, colors);
  draw_heading(map, layout, style, painter);
  draw_ticks(map, layout, style, painter);
  draw_x_axis(map.x, map.x_ticks, cells, style, painter, XName::kBelow);
  if (layout.has_y) draw_y_axis(map.y, map.y_ticks, cells, Align::kLeft, style, painter);
  draw_scale(map, layout, style, painter);
  painter.clip(cells.grown(2.0 * style.unit));
  const auto draw_edges = [&](const std::vector<HeatMap::Edge>& edges, Color ink) {
    twice(style, ink, [&](const Pen& pen) {
      for (const auto& [x0, y0, x1, y1] : edges) {
        painter.line(std::array{corner_at(map, cells, x0, y0), corner_at(map, cells, x1, y1)}, pen);
      }
    });
  };
  draw_edges(map.limit, kLimitInk);
  draw_edges(map.outline, kLineInk);
  for (const HeatMap::Mark& mark : map.marks) {
    const Box cell = cell_box(map, cells, mark.column, mark.row);
    draw_mark(mark.shape, {cell.left + 0.5 * cell.width, cell.top + 0.5 * cell.height}, style,
              painter);
  }
  painter.unclip();
}

}  // namespace

std::optional<Color> color_of(const HeatMap& map, int column, int row) {
  const double value = map.value(column, row);
  if (std::isnan(value)) return std::nullopt;
  return color_of_share(place(map.scale, value));
}

std::vector<HeatMap::Edge> edges_at(const HeatMap& map, double limit) {
  std::vector<HeatMap::Edge> edges;
  const auto parts = [&](int column, int row, int other_column, int other_row) {
    const double a = map.value(column, row), b = map.value(other_column, other_row);
    return !std::isnan(a) && !std::isnan(b) && (a < limit) != (b < limit);
  };
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      if (column > 0 && parts(column - 1, row, column, row)) {
        edges.push_back({column, row, column, row + 1});
      }
      if (row > 0 && parts(column, row - 1, column, row)) {
        edges.push_back({column, row, column + 1, row});
      }
    }
  }
  return edges;
}

void fit_scale(HeatMap& map) {
  Range range = range_of(map.values);
  if (range.empty()) range = {.least = 0.0, .most = 1.0};
  const auto [least, most] = range;
  map.scale.logarithmic = suits_logarithm(map.scale, range);
  // rounding has no colours of its own, and a flat map still has a scale
  const double finest = finest_range(map.scale);
  map.scale.min = map.scale.logarithmic ? std::max(least, finest) : least;
  map.scale.max =
      most > least + finest ? most : least + std::max({1e-3 * std::abs(least), 1e-9, finest});
  map.scale_ticks = ticks(map.scale, kTicksOfScale);
}

Point map_margins(std::span<const HeatMap> maps, const PlotStyle& style, const Painter& painter) {
  double width = style.axis;
  for (const HeatMap& map : maps) width += scale_width(map, style, painter);
  if (maps.size() > 1) width += kMapGap * style.unit * static_cast<double>(maps.size() - 1);
  const double legend = maps.empty() ? 0.0 : legend_height(maps.front(), style);
  return {width, subtitle_height(style) + above_cells(style) + x_axis_height(style, XName::kBelow) +
                     legend};
}

MapsLayout lay_out(std::span<const HeatMap> maps, const Box& room, const PlotStyle& style,
                   const Painter& painter) {
  MapsLayout layout;
  if (maps.empty()) return layout;
  if (!style.compact) layout.subtitle = {room.left, room.top + 0.5 * style.words.size};
  double bottom = room.bottom();
  const double legend = legend_height(maps.front(), style);
  if (legend > 0.0 && (!style.compact || room.height - legend >= kMinHeight * style.unit)) {
    bottom -= legend;
    layout.legend = {room.left, bottom + kMapEdge * style.unit};
  }
  const double u = style.unit, top = room.top + subtitle_height(style) + above_cells(style);
  const double width =
      (room.width - map_margins(maps, style, painter).x) / static_cast<double>(maps.size());
  double left = room.left;
  for (const HeatMap& map : maps) {
    const bool first = layout.maps.empty();
    MapLayout part{};
    part.has_y = first;
    part.cells = {left + (first ? style.axis : 0.0), top, width,
                  bottom - x_axis_height(style, XName::kBelow) - top};
    part.scale = {part.cells.right() + kBarGap * u, top, kBar * u, part.cells.height};
    const double right = part.cells.right() + scale_width(map, style, painter);
    part.heading = {left, top - above_cells(style), right - left, above_cells(style)};
    left = right + kMapGap * u;
    layout.maps.push_back(part);
  }
  return layout;
}

Box cell_box(const HeatMap& map, const Box& cells, int column, int row) {
  const Point lower = corner_at(map, cells, column, row);
  const Point upper = corner_at(map, cells, column + 1, row + 1);
  return {lower.x, upper.y, upper.x - lower.x, lower.y - upper.y};
}

void draw_outlined(std::span<const Point> points, const PlotStyle& style, Painter& painter) {
  twice(style, kLineInk, [&](const Pen& pen) { painter.line(points, pen); });
}

void draw(std::span<const HeatMap> maps, const MapsLayout& layout, const PlotStyle& style,
          Painter& painter) {
  if (maps.empty() || !has_room(layout.maps.front().cells, style)) return;
  if (layout.subtitle) {
    painter.text(*layout.subtitle, maps.front().subtitle, style.words, Align::kLeft);
  }
  for (std::size_t i = 0; i < maps.size(); ++i) draw_map(maps[i], layout.maps[i], style, painter);
  if (layout.legend) draw_mark_legend(maps.front(), *layout.legend, style, painter);
}

}  // namespace lab
