#include "lab/plot/scatter.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {
namespace {

// design points
constexpr double kFrameEdge = 8.0;  // right of a frame
constexpr double kRingGap = 3.0, kBoundDash = 3.0;
constexpr double kKeyDot = 4.5, kKeyText = 13.0, kKeyGap = 16.0;  // the key of colours
constexpr double kCompactDots = 0.75;                             // factor on the radii in panels
// possible positions of a word beside its dot: right or left, and how many lines lower
constexpr Point kSides[] = {{1.0, 0.0},  {-1.0, 0.0},  {1.0, 1.3}, {-1.0, 1.3},
                            {1.0, -1.3}, {-1.0, -1.3}, {1.0, 2.6}, {1.0, -2.6}};
constexpr float kFaint = 0.4F;  // opacity of dots that are not strong

/// Sets an axis to a range with a little room at both ends.
void widen(Axis& axis, const Range& range) {
  constexpr double kRoom = 0.06;  // a share of the range
  if (range.empty()) {
    axis.min = axis.logarithmic ? 0.1 : 0.0;
    axis.max = 1.0;
    return;
  }
  if (axis.logarithmic) {
    const double ratio = std::max(std::pow(range.most / range.least, kRoom), 1.15);
    axis.min = range.least / ratio;
    axis.max = std::max(range.most * ratio, finest_range(axis));
    return;
  }
  const double room =
      std::max({kRoom * (range.most - range.least), 1e-12 + 1e-3 * range.most, finest_range(axis)});
  axis.min = std::max(0.0, range.least - room);
  axis.max = range.most + room;
}

double drawn_radius(const Scatter::Dot& dot, const PlotStyle& style) {
  return dot_radius(dot) * style.unit * (style.compact ? kCompactDots : 1.0);
}

void draw_bounds(const Scatter& scatter, const Box& frame, const PlotStyle& style,
                 Painter& painter) {
  const Pen pen{style.rule, style.rule_width, kBoundDash * style.unit};
  const auto within = [](const Axis& axis, const std::optional<double>& value) {
    return value && *value > axis.min && *value < axis.max;
  };
  if (within(scatter.x, scatter.x_bound)) {
    draw_upright(frame, across(scatter.x, frame, *scatter.x_bound), pen, painter);
  }
  if (within(scatter.y, scatter.y_bound)) {
    draw_level(frame, upwards(scatter.y, frame, *scatter.y_bound), pen, painter);
  }
}

void draw_dot(const Scatter& scatter, const Box& frame, std::size_t i, const PlotStyle& style,
              Painter& painter) {
  const auto at = place_of(scatter, frame, i);
  if (!at) return;
  const Scatter::Dot& dot = scatter.dots[i];
  const double radius = drawn_radius(dot, style);
  const Color color = on_ground(dot.color, style.dark);
  if (dot.strong) painter.disc(*at, radius + style.unit, style.ground);
  painter.disc(*at, radius, faded(color, dot.strong ? 1.0F : kFaint));
}

/// Rings around the marked dots, and their words. Each word is on the first side that is inside the
/// frame and free of other words.
void draw_dot_marks(const Scatter& scatter, const Box& frame, const PlotStyle& style,
                    Painter& painter) {
  std::vector<Box> taken;
  for (std::size_t i = 0; i < scatter.dots.size(); ++i) {
    const auto at = place_of(scatter, frame, i);
    if (scatter.dots[i].mark.empty() || !at) continue;
    const double radius = drawn_radius(scatter.dots[i], style) + kRingGap * style.unit;
    painter.line(polygon(*at, radius, 32), {style.title.color, 1.4 * style.unit});
    taken.push_back(Box{at->x, at->y, 0.0, 0.0}.grown(radius));
  }
  for (std::size_t i = 0; i < scatter.dots.size(); ++i) {
    const Scatter::Dot& dot = scatter.dots[i];
    const auto at = place_of(scatter, frame, i);
    if (dot.mark.empty() || !at) continue;
    const double radius = drawn_radius(dot, style) + kRingGap * style.unit, high = style.words.size;
    const double wide = painter.text_width(dot.mark, style.words) + 2.0 * style.unit;
    const double away = radius + 3.0 * style.unit;
    std::optional<Box> place;
    for (const Point side : kSides) {
      if (place) break;
      const Box box{side.x > 0.0 ? at->x + away : at->x - away - wide,
                    at->y + (side.y - 0.5) * high, wide, high};
      const bool inside = box.left >= frame.left && box.right() <= frame.right() &&
                          box.top >= frame.top && box.bottom() <= frame.bottom();
      const bool clear = std::ranges::none_of(taken, [&box](const Box& other) {
        return box.left < other.right() && other.left < box.right() && box.top < other.bottom() &&
               other.top < box.bottom();
      });
      if (inside && clear) place = box;
    }
    if (!place) continue;
    taken.push_back(*place);
    // a line connects a word that is not beside its ring
    const double middle = place->top + 0.5 * high;
    if (std::abs(middle - at->y) > high) {
      const double down = middle > at->y ? 1.0 : -1.0;
      const double x = place->left > at->x ? place->left : place->right();
      painter.line(std::array{Point{at->x, at->y + down * radius}, Point{x, middle}},
                   {style.title.color, 0.8 * style.unit});
    }
    painter.rectangle(place->grown(2.0 * style.unit), faded(style.ground, 0.92F));
    Letters letters = style.words;
    letters.color = style.title.color;
    painter.text({place->left + style.unit, place->top + 0.5 * high}, dot.mark, letters,
                 Align::kLeft);
  }
}

/// Left ends of the keys from the upper left corner, from left to right in lines that fit.
std::vector<Point> placed_keys(const std::vector<Scatter::Key>& keys, double width,
                               const PlotStyle& style, const Painter& painter) {
  std::vector<Point> places;
  Point at{0.0, 0.0};
  for (const Scatter::Key& key : keys) {
    const double wide = kKeyText * style.unit + painter.text_width(key.text, style.words);
    if (at.x > 0.0 && at.x + wide > width) at = {0.0, at.y + row_height(style)};
    places.push_back(at);
    at.x += wide + kKeyGap * style.unit;
  }
  return places;
}

}  // namespace

double dot_radius(const Scatter::Dot& dot) {
  const double share = std::clamp(dot.size, 0.0, 1.0);
  return std::sqrt(kMinDot * kMinDot + share * (kLargestDot * kLargestDot - kMinDot * kMinDot));
}

void fit(Scatter& scatter) {
  Range x, y;
  for (const Scatter::Dot& dot : scatter.dots) {
    if (!has_place(scatter.x, dot.x) || !has_place(scatter.y, dot.y)) continue;
    x.add(dot.x);
    y.add(dot.y);
  }
  widen(scatter.x, x);
  widen(scatter.y, y);
}

ScatterLayout lay_out(const Scatter& scatter, const Box& room, const PlotStyle& style,
                      const Painter& painter) {
  ScatterLayout layout{};
  double y = room.top;
  const auto take_line = [&](double height) {
    y += height;
    return Point{room.left, y - 0.5 * height};
  };
  if (!style.compact) {
    layout.title = take_line(1.3 * style.title.size);
    if (!scatter.subtitle.empty()) layout.subtitle = take_line(1.3 * style.words.size);
    y += 6.0 * style.unit;
  }
  layout.y_name = take_line(1.4 * style.words.size);
  y += 0.5 * style.numbers.size + style.unit;
  const double below_axis = x_axis_height(style, XName::kBelow), gap = 6.0 * style.unit;
  double bottom = room.bottom() - below_axis;
  if (!style.compact && !scatter.legend.empty()) {
    bottom -= static_cast<double>(scatter.legend.size()) * row_height(style) + gap;
    layout.legend = {room.left, bottom + below_axis + gap};
  }
  if (!style.compact && !scatter.keys.empty()) {
    layout.keys = placed_keys(scatter.keys, room.width, style, painter);
    const double height = layout.keys.back().y + row_height(style) + gap;
    bottom -= height;
    for (Point& at : layout.keys) {
      at = {at.x + room.left, at.y + bottom + below_axis + gap + 0.5 * style.words.size};
    }
  }
  layout.frame = {room.left + style.axis, y, room.width - style.axis - kFrameEdge * style.unit,
                  bottom - y};
  return layout;
}

std::optional<Point> place_of(const Scatter& scatter, const Box& frame, std::size_t i) {
  const Scatter::Dot& dot = scatter.dots[i];
  if (!has_place(scatter.x, dot.x) || !has_place(scatter.y, dot.y)) return std::nullopt;
  const auto within = [](const Axis& axis, double value) {
    return value >= axis.min && value <= axis.max;
  };
  if (!within(scatter.x, dot.x) || !within(scatter.y, dot.y)) return std::nullopt;
  return Point{across(scatter.x, frame, dot.x), upwards(scatter.y, frame, dot.y)};
}

std::optional<std::size_t> dot_at(const Scatter& scatter, const Box& frame, Point at, double unit,
                                  double near) {
  std::optional<std::size_t> best;
  double least = 0.0;
  for (std::size_t i = 0; i < scatter.dots.size(); ++i) {
    const auto place = place_of(scatter, frame, i);
    if (!place) continue;
    const double distance = std::hypot(place->x - at.x, place->y - at.y);
    if (distance > dot_radius(scatter.dots[i]) * unit + near) continue;
    const bool strong = scatter.dots[i].strong, was = best && scatter.dots[*best].strong;
    if (!best || (strong && !was) || (strong == was && distance < least)) {
      best = i;
      least = distance;
    }
  }
  return best;
}

void draw(const Scatter& scatter, const ScatterLayout& layout, const PlotStyle& style,
          Painter& painter) {
  const Box& frame = layout.frame;
  if (!has_room(frame, style)) return;
  draw_heading(scatter, layout, style, painter);
  const std::vector<Tick> along = draw_x_grid(scatter.x, frame, style, painter);
  const std::vector<Tick> up = draw_y_grid(scatter.y, frame, style, painter);
  draw_x_axis(scatter.x, along, frame, style, painter, XName::kBelow);
  draw_y_axis(scatter.y, up, frame, Align::kLeft, style, painter);
  draw_rules(frame, style, painter);
  draw_bounds(scatter, frame, style, painter);
  for (std::size_t i = 0; i < scatter.dots.size(); ++i) {
    if (!scatter.dots[i].strong) draw_dot(scatter, frame, i, style, painter);
  }
  std::vector<Point> line;
  for (const std::size_t i : scatter.line) {
    const Scatter::Dot& dot = scatter.dots[i];
    if (!has_place(scatter.x, dot.x) || !has_place(scatter.y, dot.y)) continue;
    line.push_back({across(scatter.x, frame, dot.x), upwards(scatter.y, frame, dot.y)});
  }
  painter.clip(frame);
  if (line.size() > 1) painter.line(line, {style.words.color, 1.2 * style.unit});
  painter.unclip();
  for (std::size_t i = 0; i < scatter.dots.size(); ++i) {
    if (scatter.dots[i].strong) draw_dot(scatter, frame, i, style, painter);
  }
  draw_dot_marks(scatter, frame, style, painter);
  for (std::size_t i = 0; i < layout.keys.size(); ++i) {
    const Point& at = layout.keys[i];
    const double radius = kKeyDot * style.unit;
    painter.disc({at.x + radius, at.y}, radius, on_ground(scatter.keys[i].color, style.dark));
    painter.text({at.x + kKeyText * style.unit, at.y}, scatter.keys[i].text, style.words,
                 Align::kLeft);
  }
  if (!layout.legend) return;
  Point at{layout.legend->x, layout.legend->y + 0.5 * style.words.size};
  for (const std::string& text : scatter.legend) {
    painter.text(at, text, style.words, Align::kLeft);
    at.y += row_height(style);
  }
}

}  // namespace lab
