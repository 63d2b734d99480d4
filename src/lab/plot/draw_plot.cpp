#include "lab/plot/draw_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {
namespace {

// design points
constexpr double kTickGap = 6.0;                           // between an axis and its numbers
constexpr double kTicksApart = 28.0, kTicksAcross = 64.0;  // least distance, up and across
constexpr double kEdge = 4.0;                              // right of a frame
constexpr double kSwatch = 12.0, kWordGap = 5.0, kEntryGap = 12.0;  // of a legend's entry
constexpr double kDash = 4.0;
constexpr double kDot = 3.5;         // radius
constexpr int kMostLegendLines = 4;  // in the frame; more hide the curves

Letters faded(Letters letters, float alpha) {
  letters.color.a *= alpha;
  return letters;
}

bool is_listed(const Plot& plot, const Series& series, const PlotStyle& style) {
  if (series.label.empty()) return false;
  // the last visible one of several keeps its name
  return style.compact || (series.visible && plot.series.size() > 1);
}

/// The legend in lines: right-aligned in panels, left-aligned on pages.
std::vector<LegendEntry> broken_legend(const Plot& plot, const Box& room, bool named,
                                       const PlotStyle& style, const Painter& painter) {
  const double gap = style.unit * (named ? kEntryGap : kWordGap);
  std::vector<LegendEntry> entries;
  double x = room.left, y = room.top;
  std::size_t begin = 0;  // of the line
  const auto end_line = [&] {
    const double shift = style.compact ? room.right() - (x - gap) : 0.0;
    for (; begin < entries.size(); ++begin) entries[begin].box.left += shift;
    x = room.left;
    y += row_height(style);
  };
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    if (!is_listed(plot, series, style)) continue;
    double width = style.unit * kSwatch;
    if (named) width += style.unit * kWordGap + painter.text_width(series.label, style.words);
    if (begin < entries.size() && x + width > room.right()) end_line();
    entries.push_back({i, {x, y, width, style.words.size}, named});
    x += width + gap;
  }
  if (begin < entries.size()) end_line();
  return entries;
}

double height_of(const std::vector<LegendEntry>& entries, const PlotStyle& style) {
  if (entries.empty()) return 0.0;
  return entries.back().box.top - entries.front().box.top + row_height(style);
}

/// The height by which a number at the upper end of the y axis extends above the frame.
double above_frame(const PlotStyle& style) { return 0.5 * style.numbers.size + style.unit; }

Box frame_in(const Plot& plot, const Box& room, const PlotStyle& style, const Painter& painter) {
  const double axis = axis_width(plot, style, painter);
  return {room.left + axis, room.top, room.width - axis - kEdge * style.unit,
          room.height - foot_height(style)};
}

/// From top to bottom: title, subtitle, legend, name of the y axis, frame.
PlotLayout lay_out_page(const Plot& plot, const Box& room, const PlotStyle& style,
                        const Painter& painter) {
  PlotLayout layout{};
  double y = room.top;
  const auto take_line = [&](double height) {
    y += height;
    return Point{room.left, y - 0.5 * height};
  };
  layout.title = take_line(1.3 * style.title.size);
  if (!plot.subtitle.empty()) layout.subtitle = take_line(1.3 * style.words.size);
  y += kTickGap * style.unit;
  layout.legend =
      broken_legend(plot, {room.left, y, room.width, style.words.size}, true, style, painter);
  y += height_of(layout.legend, style);
  layout.y_name = take_line(1.4 * style.words.size);
  y += above_frame(style);
  layout.frame = frame_in(plot, {room.left, y, room.width, room.bottom() - y}, style, painter);
  return layout;
}

}  // namespace

double axis_width(const Plot& plot, const PlotStyle& style, const Painter& painter) {
  double width = style.axis;
  for (const std::string& level : plot.y.levels) {
    width = std::max(width, painter.text_width(level, style.words) + kTickGap * style.unit);
  }
  return width;
}

PlotLayout lay_out(const Plot& plot, const Box& room, const PlotStyle& style,
                   const Painter& painter) {
  if (!style.compact) return lay_out_page(plot, room, style, painter);
  const double line = style.title.size;
  const double title = painter.text_width(plot.title, style.title) + kEntryGap * style.unit;
  const Box heading{room.left + title, room.top, room.width - title - kEdge * style.unit, line};
  PlotLayout layout = lay_out(plot, {room.left, room.top + line, room.width, room.height - line},
                              heading, style, painter);
  layout.title = {room.left, room.top + 0.5 * line};
  return layout;
}

PlotLayout lay_out(const Plot& plot, const Box& room, const Box& heading, const PlotStyle& style,
                   const Painter& painter) {
  PlotLayout layout{};
  const double top = above_frame(style);
  layout.frame =
      frame_in(plot, {room.left, room.top + top, room.width, room.height - top}, style, painter);
  layout.legend = broken_legend(plot, heading, true, style, painter);
  const bool one_line = height_of(layout.legend, style) <= row_height(style);
  if (layout.legend.empty() || (one_line && layout.legend.front().box.left >= heading.left)) {
    return layout;
  }
  layout.legend_inside = true;
  const Box& frame = layout.frame;
  const double side = 8.0 * style.unit;
  const Box inside{frame.left + side, frame.top + 3.0 * style.unit, frame.width - 2.0 * side,
                   style.words.size};
  layout.legend = broken_legend(plot, inside, true, style, painter);
  if (height_of(layout.legend, style) > (kMostLegendLines + 0.5) * row_height(style)) {
    layout.legend = broken_legend(plot, inside, false, style, painter);
  }
  return layout;
}

namespace {

std::vector<Point> thinned(const std::vector<Point>& line, double width) {
  std::vector<Point> result;
  for (std::size_t first = 0; first < line.size();) {
    const double column = std::floor(line[first].x / width);
    std::size_t end = first, low = first, high = first;
    for (; end < line.size() && std::floor(line[end].x / width) == column; ++end) {
      if (line[end].y < line[low].y) low = end;
      if (line[end].y > line[high].y) high = end;
    }
    std::size_t previous = line.size();
    for (const std::size_t kept : {first, std::min(low, high), std::max(low, high), end - 1}) {
      if (kept != previous) result.push_back(line[kept]);
      previous = kept;
    }
    first = end;
  }
  return result;
}

/// Draws a line and a number for each tick.
void draw_grid(const Plot& plot, const Box& frame, const PlotStyle& style, Painter& painter) {
  const auto count = [&style](double length, double apart) {
    return std::max(2, static_cast<int>(length / (apart * style.unit)));
  };
  const Pen pen{style.grid, style.grid_width};
  const std::vector<Tick> up = ticks(plot.y, count(frame.height, kTicksApart));
  for (const Tick& tick : up) {
    const double y = upwards(plot.y, frame, tick.value);
    painter.line(std::array{Point{frame.left, y}, Point{frame.right(), y}}, pen);
  }
  const std::vector<Tick> along = ticks(plot.x, count(frame.width, kTicksAcross));
  for (const Tick& tick : along) {
    const double x = across(plot.x, frame, tick.value);
    painter.line(std::array{Point{x, frame.top}, Point{x, frame.bottom()}}, pen);
  }
  draw_y_axis(plot.y, up, frame, Align::kLeft, style, painter);
  draw_x_axis(plot.x, along, frame, style, painter);
}

void draw_series(const Plot& plot, const Series& series, const Box& frame, const PlotStyle& style,
                 Painter& painter) {
  const Color color = on_ground(series.color, style.dark);
  if (!series.dots) {
    const Pen pen{color, style.curve, series.dashed ? kDash * style.unit : 0.0};
    for (const std::vector<Point>& line : lines_of(series, plot, frame, style.column)) {
      painter.line(line, pen);
    }
    return;
  }
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!has_place(plot.x, series.x[i]) || !has_place(plot.y, series.y[i])) continue;
    // beyond the axis: at its end
    const double y = upwards(plot.y, frame, series.y[i]);
    const Point at{across(plot.x, frame, series.x[i]), std::clamp(y, frame.top, frame.bottom())};
    painter.disc(at, (kDot + 0.5) * style.unit, style.ground);
    painter.disc(at, (kDot - 0.5) * style.unit, color);
  }
}

void draw_legend(const Plot& plot, const PlotLayout& layout, const PlotStyle& style,
                 Painter& painter) {
  const double u = style.unit;
  for (const LegendEntry& entry : layout.legend) {
    const Series& series = plot.series[entry.series];
    const Box& box = entry.box;
    if (layout.legend_inside) {
      Color backing = style.ground;
      backing.a = 0.8F;
      painter.rectangle({box.left - 4.0 * u, box.top, box.width + 8.0 * u, box.height}, backing);
    }
    const float alpha = series.visible ? 1.0F : 0.4F;
    const double y = box.top + 0.5 * box.height;
    Color color = on_ground(series.color, style.dark);
    color.a *= alpha;
    painter.line(std::array{Point{box.left, y}, Point{box.left + kSwatch * u, y}},
                 {color, (entry.named ? 2.0 : 4.0) * u, series.dashed ? kDash * u : 0.0});
    if (entry.named) {
      painter.text({box.left + (kSwatch + kWordGap) * u, y}, series.label,
                   faded(style.words, alpha), Align::kLeft);
    }
    if (series.visible) continue;
    painter.line(std::array{Point{box.left, y}, Point{box.right(), y}},
                 {faded(style.words, 0.7F).color, u});
  }
}

}  // namespace

std::vector<std::vector<Point>> lines_of(const Series& series, const Plot& plot, const Box& frame,
                                         double column) {
  std::vector<std::vector<Point>> lines(1);
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    std::vector<Point>& line = lines.back();
    const double x = series.x[i], y = series.y[i];
    const Point at{across(plot.x, frame, x), upwards(plot.y, frame, y)};
    if (has_place(plot.x, x) && has_place(plot.y, y) && !std::isnan(at.x) && !std::isnan(at.y)) {
      const bool steps = series.stepped && !line.empty() && line.back().y != at.y;
      if (steps) line.push_back({at.x, line.back().y});
      line.push_back(at);
    } else if (!line.empty()) {
      lines.emplace_back();
    }
  }
  if (lines.back().empty()) lines.pop_back();
  for (std::vector<Point>& line : lines) line = thinned(line, column);
  return lines;
}

void draw(const Plot& plot, const PlotLayout& layout, const PlotStyle& style, Painter& painter) {
  const Box& frame = layout.frame;
  if (!has_room(frame, style)) return;
  if (layout.title) painter.text(*layout.title, plot.title, style.title, Align::kLeft);
  if (layout.subtitle) painter.text(*layout.subtitle, plot.subtitle, style.words, Align::kLeft);
  if (layout.y_name) {
    painter.text(*layout.y_name, with_unit(plot.y.label, plot.y.unit), style.words, Align::kLeft);
  }
  painter.rectangle(frame, style.ground);
  draw_grid(plot, frame, style, painter);
  // half a line's width more, so that a line along the edge is not cut
  painter.clip(frame.grown(0.5 * style.curve));
  for (const Series& series : plot.series) {
    if (series.visible) draw_series(plot, series, frame, style, painter);
  }
  painter.unclip();
  painter.line(std::array{Point{frame.left, frame.top}, Point{frame.left, frame.bottom()},
                          Point{frame.right(), frame.bottom()}},
               {style.rule, style.rule_width});
  draw_legend(plot, layout, style, painter);
}

}  // namespace lab
