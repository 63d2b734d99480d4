#include "lab/plot/draw_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lab/scene/number_text.h"
#include "lab/track/setup.h"

namespace lab {
namespace {

/// The heights of a line between two values of x, if it is there.
void take_curve(const std::vector<Point>& line, double left, double right,
                std::vector<Range>& taken) {
  Range all;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Point& b = line[i];
    if (b.x >= left && b.x <= right) all.add(b.y);
    if (i == 0) continue;
    const Point& a = line[i - 1];
    for (const double edge : {left, right}) {
      if (a.x < edge && b.x > edge) all.add(a.y + (b.y - a.y) * (edge - a.x) / (b.x - a.x));
    }
  }
  if (!all.empty()) taken.push_back(all);
}

/// The heights of all visible curves between two values of x, sorted by their tops.
std::vector<Range> taken_between(const Plot& plot, const Box& frame, double left, double right) {
  constexpr double kColumn = 1.0;
  std::vector<Range> taken;
  for (const Series& series : plot.series) {
    if (!series.visible) continue;
    for (const std::vector<Point>& line : lines_of(series, plot, frame, kColumn)) {
      take_curve(line, left, right, taken);
    }
  }
  std::ranges::sort(taken, {}, &Range::least);
  return taken;
}

/// The top of the first gap of this height.
std::optional<double> first_gap(const std::vector<Range>& taken, const Box& frame, double height,
                                double gap) {
  double top = frame.top;
  for (const Range& part : taken) {
    if (part.least - gap >= top + height) break;
    top = std::max(top, part.most + gap);
  }
  return top + height <= frame.bottom() ? std::optional(top) : std::nullopt;
}

// design points
constexpr double kTickGap = 6.0;  // between an axis and its numbers
constexpr double kEdge = 4.0;     // right of a frame
constexpr double kSwatch = 12.0, kWordGap = 5.0, kEntryGap = 12.0;  // an entry of the legend
constexpr double kDash = 4.0;
constexpr double kDot = 3.5;  // radius
// largest height of a panel's legend with names, as a share of the plot: any, and with 3 lines
constexpr double kLegendShare = 0.5, kThirdLine = 0.34;
constexpr double kLegendLines = 3.5;  // full names take at most three lines,
constexpr double kShortLines = 2.5;   // short names at most two
constexpr double kBand = 3.0;         // height
constexpr double kHead = 3.0;         // half the width of a mark's head and of a peak's triangle
constexpr double kMarksApart = 2.0;   // only one of two closer marks is drawn

/// The entries of the legend, without positions.
std::vector<LegendEntry> listed(const Plot& plot, const PlotStyle& style) {
  std::vector<LegendEntry> entries;
  const auto list_stretches = [&](std::size_t i, const std::vector<Stretch>& stretches) {
    for (const Stretch& stretch : stretches) {
      if (stretch.to <= plot.x.min || stretch.from >= plot.x.max) continue;
      if (stretch.name.empty()) continue;  // it has a colour alone
      const bool known = std::ranges::any_of(entries, [&](const LegendEntry& entry) {
        return entry.series == i && entry.label == stretch.name;
      });
      if (!known) entries.push_back({i, {}, stretch.name, stretch.color});
    }
  };
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    const bool several = !style.compact && series.visible && series.stretches.size() > 1;
    // the last visible one of several series keeps its name
    const bool named = style.compact || (series.visible && plot.series.size() > 1);
    if (several) {
      list_stretches(i, series.stretches);
    } else if (named && !series.label.empty()) {
      entries.push_back({i, {}, series.label, series.color});
    }
  }
  if (!style.compact) list_stretches(plot.series.size(), plot.band);
  return entries;
}

enum class Naming { kWhole, kShort, kColors };

/// The legend, broken into lines: right-aligned in panels, left-aligned on pages.
std::vector<LegendEntry> broken_legend(const Plot& plot, const Box& room, Naming naming,
                                       const PlotStyle& style, const Painter& painter) {
  const bool named = naming != Naming::kColors;
  const double gap = style.unit * (named ? kEntryGap : kWordGap);
  std::vector<LegendEntry> entries = listed(plot, style);
  double x = room.left, y = room.top;
  std::size_t begin = 0, end = 0;  // the line's points
  const auto end_line = [&] {
    const double shift = style.compact ? room.right() - (x - gap) : 0.0;
    for (; begin < end; ++begin) entries[begin].box.left += shift;
    x = room.left;
    y += row_height(style);
  };
  for (LegendEntry& entry : entries) {
    if (naming == Naming::kShort) entry.label = abbreviated(entry.label);
    double width = style.unit * kSwatch;
    if (named) width += style.unit * kWordGap + painter.text_width(entry.label, style.words);
    if (begin < end && x + width > room.right()) end_line();
    entry.box = {x, y, width, style.words.size};
    entry.named = named;
    ++end;
    x += width + gap;
  }
  if (begin < end) end_line();
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
          room.height - x_axis_height(style)};
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
  layout.legend = broken_legend(plot, {room.left, y, room.width, style.words.size}, Naming::kWhole,
                                style, painter);
  y += height_of(layout.legend, style);
  layout.y_name = take_line(1.4 * style.words.size);
  y += above_frame(style);
  layout.frame = frame_in(plot, {room.left, y, room.width, room.bottom() - y}, style, painter);
  return layout;
}

/// Keeps the first, last, lowest and highest point of each column of a width.
void thin(std::vector<Point>& line, double width) {
  std::size_t count = 0;
  for (std::size_t first = 0; first < line.size();) {
    if (first + 1 == line.size() || line[first + 1].x >= line[first].x + width) {
      line[count++] = line[first++];  // alone in its column
      continue;
    }
    const double column = width * std::floor(line[first].x / width), next = column + width;
    std::size_t end = first + 1, low = first, high = first;
    for (; end < line.size() && line[end].x >= column && line[end].x < next; ++end) {
      if (line[end].y < line[low].y) low = end;
      if (line[end].y > line[high].y) high = end;
    }
    std::size_t previous = line.size();
    for (const std::size_t kept : {first, std::min(low, high), std::max(low, high), end - 1}) {
      if (kept != previous) line[count++] = line[kept];  // overwrites only what has been read
      previous = kept;
    }
    first = end;
  }
  line.resize(count);
}

struct LineStyle {
  Pen pen;
  bool dark;
};

/// Draws a line of a series, in the colours of its stretches if it has any.
void draw_line(const std::vector<Point>& line, const Series& series, const Axis& axis,
               const Box& frame, const LineStyle& style, Painter& painter) {
  auto [pen, dark] = style;
  if (series.stretches.size() == 1) pen.color = on_ground(series.stretches.front().color, dark);
  if (series.stretches.size() <= 1) return painter.line(line, pen);
  std::size_t s = 0;
  std::vector<Point> piece;
  for (const Point& at : line) {
    for (; s + 1 < series.stretches.size(); ++s) {
      const double end = across(axis, frame, series.stretches[s].to);
      if (at.x <= end) break;
      if (piece.empty()) continue;
      const Point from = piece.back();
      if (end > from.x) {
        piece.push_back({end, from.y + (at.y - from.y) * (end - from.x) / (at.x - from.x)});
      }
      pen.color = on_ground(series.stretches[s].color, dark);
      if (piece.size() > 1) painter.line(piece, pen);
      piece = {piece.back()};
    }
    piece.push_back(at);
  }
  pen.color = on_ground(series.stretches[s].color, dark);
  painter.line(piece, pen);
}

void draw_series(const Plot& plot, const Series& series, const Box& frame, const PlotStyle& style,
                 Painter& painter) {
  const Color color = on_ground(series.color, style.dark);
  if (!series.dots) {
    const Pen pen{color, style.curve, series.dashed ? kDash * style.unit : 0.0};
    for (const std::vector<Point>& line : lines_of(series, plot, frame, style.column)) {
      draw_line(line, series, plot.x, frame, {pen, style.dark}, painter);
    }
    return;
  }
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!has_place(plot.x, series.x[i]) || !has_place(plot.y, series.y[i])) continue;
    // a point beyond the axis is drawn at the axis' end
    const double y = upwards(plot.y, frame, series.y[i]);
    const Point at{across(plot.x, frame, series.x[i]), std::clamp(y, frame.top, frame.bottom())};
    painter.disc(at, (kDot + 0.5) * style.unit, style.ground);
    painter.disc(at, (kDot - 0.5) * style.unit, color);
  }
}

/// A triangle with its tip at `tip`.
/// \param tall negative: the tip is at the top
void draw_head(Point tip, double half, double tall, Color color, Painter& painter) {
  // two outlines: the inner one fills the triangle
  for (const double share : {1.0, 0.5}) {
    const double middle = tip.y - 0.6 * tall;
    const double a = share * half, top = middle - share * 0.4 * tall,
                 foot = middle + share * 0.6 * tall;
    painter.line(std::array{Point{tip.x - a, top}, Point{tip.x + a, top}, Point{tip.x, foot},
                            Point{tip.x - a, top}},
                 {color, 0.5 * half});
  }
}

void draw_band(const Plot& plot, const Box& frame, const PlotStyle& style, Painter& painter) {
  for (const Stretch& stretch : plot.band) {
    const double from = across(plot.x, frame, std::max(stretch.from, plot.x.min));
    const double to = across(plot.x, frame, std::min(stretch.to, plot.x.max));
    if (to > from) {
      painter.rectangle(
          {from, frame.bottom() + 0.5 * style.rule_width, to - from, kBand * style.unit},
          on_ground(stretch.color, style.dark));
    }
  }
}

void draw_marks(const Plot& plot, const Box& frame, const PlotStyle& style, Painter& painter) {
  const double u = style.unit;
  const Pen faint{faded(style.words.color, 0.45F), style.grid_width};
  double before = -kOff;
  for (const PlotMark& mark : plot.marks) {
    if (mark.x < plot.x.min || mark.x > plot.x.max) continue;
    const double x = across(plot.x, frame, mark.x);
    if (x - before < kMarksApart * u) continue;
    before = x;
    draw_upright(frame, x, faint, painter);
    draw_head({x, frame.top + u}, kHead * u, 1.6 * kHead * u, style.words.color, painter);
  }
}

/// Peaks above the frame that share a mark.
struct PeakMark {
  Peak highest;
  int count = 1;
  double x = 0.0;                  // where the triangle stands
  std::string text = {};           // "peak 3.2 m", "peaks to 3.2 m"
  double left = 0.0, width = 0.0;  // where the text stands
};

/// Triangles and heights of the peaks above the frame. Marks that would overlap are merged.
void draw_peaks(const Plot& plot, const PlotLayout& layout, const PlotStyle& style,
                Painter& painter) {
  const Box& frame = layout.frame;
  const double head = kHead * style.unit;
  const std::string unit =
      plot.y.unit == "°" || plot.y.unit.empty() ? plot.y.unit : " " + plot.y.unit;
  const auto place = [&](PeakMark& mark) {
    mark.x = across(plot.x, frame, mark.highest.x);
    mark.text = (mark.count > 1 ? "peaks to " : "peak ") + brief_number(mark.highest.y) + unit;
    mark.width = painter.text_width(mark.text, style.numbers);
    mark.left = mark.x + 2.0 * head;
    if (mark.left + mark.width > frame.right()) mark.left = mark.x - 2.0 * head - mark.width;
  };
  std::vector<PeakMark> marks;
  for (const Peak& peak : plot.peaks) {
    if (!(peak.y > plot.y.max)) continue;
    place(marks.emplace_back(PeakMark{peak}));
    while (marks.size() > 1) {
      PeakMark& before = marks[marks.size() - 2];
      const PeakMark& last = marks.back();
      const double end = std::max(before.x, before.left + before.width) + 2.0 * head;
      if (std::min(last.x - head, last.left) > end) break;
      if (last.highest.y > before.highest.y) before.highest = last.highest;
      before.count += last.count;
      place(before);
      marks.pop_back();
    }
  }
  const double y = frame.top + 2.0 * style.unit + 0.5 * style.numbers.size;
  const Color backing{style.ground.r, style.ground.g, style.ground.b, 0.8F};
  for (const PeakMark& mark : marks) {
    const double left = std::min(mark.left, mark.x - head);
    const double right = std::max(mark.left + mark.width, mark.x + head);
    painter.rectangle({left, y - 0.5 * style.numbers.size, right - left, style.numbers.size},
                      backing);
    draw_head({mark.x, y - head}, head, -2.0 * head, style.words.color, painter);
    painter.text({mark.left, y}, mark.text, style.numbers, Align::kLeft);
  }
}

void draw_legend(const Plot& plot, const PlotLayout& layout, const PlotStyle& style,
                 Painter& painter) {
  const double u = style.unit;
  for (const LegendEntry& entry : layout.legend) {
    const bool of_band = entry.series >= plot.series.size();
    const bool visible = of_band || plot.series[entry.series].visible;
    const bool dashed = !of_band && plot.series[entry.series].dashed;
    const Box& box = entry.box;
    const float alpha = visible ? 1.0F : 0.4F;
    const double y = box.top + 0.5 * box.height;
    painter.line(std::array{Point{box.left, y}, Point{box.left + kSwatch * u, y}},
                 {faded(on_ground(entry.color, style.dark), alpha), (entry.named ? 2.0 : 4.0) * u,
                  dashed ? kDash * u : 0.0});
    if (entry.named) {
      Letters letters = style.words;
      letters.color = faded(letters.color, alpha);
      painter.text({box.left + (kSwatch + kWordGap) * u, y}, entry.label, letters, Align::kLeft);
    }
    if (!visible) draw_level(box, y, {faded(style.words.color, 0.7F), u}, painter);
  }
}

}  // namespace

std::optional<Point> reading_place(const Plot& plot, const Box& frame, double x, Point size,
                                   double gap) {
  const double right = x + gap, left = x - gap - size.x;
  const bool right_first = x < frame.left + 0.5 * frame.width;
  for (const double begin : right_first ? std::array{right, left} : std::array{left, right}) {
    if (begin < frame.left || begin + size.x > frame.right()) continue;
    const auto taken = taken_between(plot, frame, begin, begin + size.x);
    if (const auto top = first_gap(taken, frame, size.y, gap)) return Point{begin, *top};
  }
  return std::nullopt;
}

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
  const Box above{room.left, room.top, room.width - kEdge * style.unit, style.words.size};
  const double line = row_height(style);
  double legend = 0.0;  // height above the frame
  const auto write = [&](const Box& box, Naming naming) {
    layout.legend = broken_legend(plot, box, naming, style, painter);
    return height_of(layout.legend, style);
  };
  const auto fits_heading = [&](Naming naming) {
    legend = 0.0;
    return write(heading, naming) <= line &&
           (layout.legend.empty() || layout.legend.front().box.left >= heading.left);
  };
  const auto fits_above = [&](Naming naming) {
    legend = write(above, naming);
    if (naming == Naming::kShort && legend > kShortLines * line) return false;
    const double share = legend > (kLegendLines - 1.0) * line ? kThirdLine : kLegendShare;
    return legend <= std::min(share * room.height, kLegendLines * line);
  };
  for (const Naming naming : {Naming::kWhole, Naming::kShort, Naming::kColors}) {
    if (fits_heading(naming) || fits_above(naming)) break;
  }
  const auto frame_below = [&](double height) {
    const double top = height + above_frame(style);
    return frame_in(plot, {room.left, room.top + top, room.width, room.height - top}, style,
                    painter);
  };
  layout.frame = frame_below(legend);
  if (legend > 0.0 && !has_room(layout.frame, style)) {
    layout.legend.clear();
    layout.frame = frame_below(0.0);
  }
  return layout;
}

std::vector<std::vector<Point>> lines_of(const Series& series, const Plot& plot, const Box& frame,
                                         double column) {
  const Placing along = across(plot.x, frame), up = upwards(plot.y, frame);
  std::vector<std::vector<Point>> lines;
  std::vector<Point> line;
  const auto end_line = [&] {
    if (line.empty()) return;
    thin(line, column);
    lines.push_back(std::move(line));
    line.clear();
  };
  const std::size_t count = series.x.size();
  line.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = series.x[i], y = series.y[i];
    const Point at{along(x), up(y)};
    if (!has_place(plot.x, x) || !has_place(plot.y, y) || std::isnan(at.x) || std::isnan(at.y)) {
      end_line();
      continue;
    }
    const bool steps = series.stepped && !line.empty() && line.back().y != at.y;
    if (steps) line.push_back({at.x, line.back().y});
    line.push_back(at);
  }
  end_line();
  return lines;
}

void draw(const Plot& plot, const PlotLayout& layout, const PlotStyle& style, Painter& painter) {
  const Box& frame = layout.frame;
  if (!has_room(frame, style)) return;
  draw_heading(plot, layout, style, painter);
  const std::vector<Tick> up = draw_y_grid(plot.y, frame, style, painter);
  const std::vector<Tick> along = draw_x_grid(plot.x, frame, style, painter);
  draw_y_axis(plot.y, up, frame, Align::kLeft, style, painter);
  draw_x_axis(plot.x, along, frame, style, painter);
  draw_marks(plot, frame, style, painter);
  if (plot.limit && has_place(plot.y, *plot.limit) && *plot.limit < plot.y.max) {
    draw_level(frame, upwards(plot.y, frame, *plot.limit),
               {style.words.color, style.unit, kDash * style.unit}, painter);
  }
  // extended by half a line's width, so that a line along the edge is not cut
  painter.clip(frame.grown(0.5 * style.curve));
  for (const Series& series : plot.series) {
    if (series.visible) draw_series(plot, series, frame, style, painter);
  }
  painter.unclip();
  draw_rules(frame, style, painter);
  draw_band(plot, frame, style, painter);
  draw_peaks(plot, layout, style, painter);
  draw_legend(plot, layout, style, painter);
}

}  // namespace lab
