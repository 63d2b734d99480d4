#include "lab/plot/axes.h"

#include <array>
#include <limits>
#include <numbers>

namespace lab {
namespace {

constexpr double kBesideGap = 6.0, kBelowGap = 3.0;  // design points, from an axis to its numbers
constexpr double kOver = 8.0;       // numbers may extend this far beyond the ends of x
constexpr double kMaxOfName = 0.5;  // share of the width for a name in panels
constexpr double kTicksAcross = 64.0, kTicksUp = 28.0;  // smallest distances

std::vector<Tick> ticks_along(const Axis& axis, double length, double apart) {
  return ticks(axis, std::max(2, static_cast<int>(length / apart)));
}

}  // namespace

std::string with_unit(const std::string& label, const std::string& unit) {
  return label.empty() || unit.empty() ? label : label + " [" + unit + "]";
}

Placing::Placing(const Axis& axis, double start, double length)
    : logarithmic_(axis.logarithmic),
      start_(start),
      length_(length),
      min_(axis.logarithmic ? std::log(axis.min) : axis.min),
      range_((axis.logarithmic ? std::log(axis.max) : axis.max) - min_) {}

void draw_upright(const Box& box, double x, const Pen& pen, Painter& painter) {
  painter.line(std::array{Point{x, box.top}, Point{x, box.bottom()}}, pen);
}

void draw_level(const Box& box, double y, const Pen& pen, Painter& painter) {
  painter.line(std::array{Point{box.left, y}, Point{box.right(), y}}, pen);
}

std::vector<Point> polygon(Point center, double radius, int corners) {
  std::vector<Point> points;
  for (int i = 0; i <= corners; ++i) {
    const double turn = 2.0 * std::numbers::pi * (i % corners) / corners;
    points.push_back({center.x + radius * std::sin(turn), center.y - radius * std::cos(turn)});
  }
  return points;
}

std::vector<Tick> draw_x_grid(const Axis& axis, const Box& frame, const PlotStyle& style,
                              Painter& painter) {
  std::vector<Tick> ticks = ticks_along(axis, frame.width, kTicksAcross * style.unit);
  for (const Tick& tick : ticks) {
    draw_upright(frame, across(axis, frame, tick.value), {style.grid, style.grid_width}, painter);
  }
  return ticks;
}

std::vector<Tick> draw_y_grid(const Axis& axis, const Box& frame, const PlotStyle& style,
                              Painter& painter) {
  std::vector<Tick> ticks = ticks_along(axis, frame.height, kTicksUp * style.unit);
  for (const Tick& tick : ticks) {
    draw_level(frame, upwards(axis, frame, tick.value), {style.grid, style.grid_width}, painter);
  }
  return ticks;
}

void draw_rules(const Box& frame, const PlotStyle& style, Painter& painter) {
  painter.line(std::array{Point{frame.left, frame.top}, Point{frame.left, frame.bottom()},
                          Point{frame.right(), frame.bottom()}},
               {style.rule, style.rule_width});
}

bool has_room(const Box& box, const PlotStyle& style) {
  return box.width >= 20.0 * style.unit && box.height >= 16.0 * style.unit;
}

double row_height(const PlotStyle& style) { return style.words.size + 2.0 * style.unit; }

double x_axis_height(const PlotStyle& style, XName name) {
  const double numbers = style.numbers.size + (kBelowGap + 1.0) * style.unit;
  if (!style.compact) return numbers + 1.4 * row_height(style);
  return name == XName::kBelow ? numbers + row_height(style) : numbers;
}

void draw_x_axis(const Axis& axis, std::span<const Tick> ticks, const Box& box,
                 const PlotStyle& style, Painter& painter, XName where) {
  const double u = style.unit;
  const double y = box.bottom() + kBelowGap * u + 0.5 * style.numbers.size;
  const std::string name = with_unit(axis.label, axis.unit);
  const double name_width = painter.text_width(name, style.words);
  double end = box.right() + kOver * u;
  if (!style.compact) {
    painter.text({box.left + 0.5 * box.width, y + 1.2 * row_height(style)}, name, style.words,
                 Align::kMiddle);
  } else if (where == XName::kBelow) {
    painter.text({box.right(), y + row_height(style)}, name, style.words, Align::kRight);
  } else if (!name.empty() && name_width < kMaxOfName * box.width) {
    painter.text({box.right(), y}, name, style.words, Align::kRight);
    end = box.right() - name_width - kBesideGap * u;
  }
  double free = box.left - kOver * u;
  for (const Tick& tick : ticks) {
    const double width = painter.text_width(tick.text, style.numbers);
    const double middle = across(axis, box, tick.value);
    const double left = std::max(box.left - kOver * u,
                                 std::min(middle - 0.5 * width, box.right() + kOver * u - width));
    if (left < free || left + width > end) continue;
    painter.text({left, y}, tick.text, style.numbers, Align::kLeft);
    free = left + width + kBesideGap * u;
  }
}

void draw_y_axis(const Axis& axis, std::span<const Tick> ticks, const Box& box, Align side,
                 const PlotStyle& style, Painter& painter) {
  const Letters& letters = axis.levels.empty() ? style.numbers : style.words;
  const double gap = kBesideGap * style.unit;
  const double x = side == Align::kLeft ? box.left - gap : box.right() + gap;
  double free = std::numeric_limits<double>::infinity();
  for (const Tick& tick : ticks) {
    const double y = upwards(axis, box, tick.value), half = 0.5 * letters.size;
    if (y + half > free) continue;
    free = y - half;
    painter.text({x, y}, tick.text, letters, side == Align::kLeft ? Align::kRight : Align::kLeft);
  }
}

}  // namespace lab
