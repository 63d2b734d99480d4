#include "ui/plot/plot.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr int kSegments = 24;  // a circle's

ImU32 packed_color(lab::Color color) { return packed(to_imgui(color)); }

void stroke_dashed(ImDrawList& list, std::span<const lab::Point> path, const lab::Pen& pen) {
  double travelled = 0.0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const double dx = path[i + 1].x - path[i].x, dy = path[i + 1].y - path[i].y;
    const double length = std::hypot(dx, dy);
    const auto at = [&](double way) {
      return vec(lab::Point{path[i].x + dx * way / length, path[i].y + dy * way / length});
    };
    for (double from = 0.0; from < length;) {
      const double phase = std::fmod(travelled + from, 2.0 * pen.dash);
      const bool on = phase < pen.dash;
      // a hundredth of a pixel more, so that round-off cannot stop the loop
      const double to = std::min(length, from + (on ? pen.dash : 2.0 * pen.dash) - phase + 0.01);
      if (on) {
        list.AddLine(at(from), at(to), packed_color(pen.color), static_cast<float>(pen.width));
      }
      from = to;
    }
    travelled += length;
  }
}

/// Whether a path turns so sharply, as at the tip of a peak, that its stroke would be too thin
/// there.
bool turns_back(lab::Point from, lab::Point at, lab::Point to) {
  const double ux = at.x - from.x, uy = at.y - from.y, vx = to.x - at.x, vy = to.y - at.y;
  const double along = ux * vx + uy * vy;
  return along < 0.0 && along * along > 0.8 * (ux * ux + uy * uy) * (vx * vx + vy * vy);
}

}  // namespace

void ImGuiPainter::line(std::span<const lab::Point> points, const lab::Pen& pen) {
  if (pen.dash > 0.0) return stroke_dashed(list_, points, pen);
  const ImU32 color = packed_color(pen.color);
  const auto width = static_cast<float>(pen.width);
  const std::size_t count = points.size();
  if (count == 2 && (points[0].x == points[1].x || points[0].y == points[1].y)) {
    // on whole pixels, to be sharp
    const auto whole = [](lab::Point p) { return vec({std::round(p.x), std::round(p.y)}); };
    list_.AddLine(whole(points[0]), whole(points[1]), color, width);
    return;
  }
  const bool closed =
      count > 3 && points.front().x == points.back().x && points.front().y == points.back().y;
  const auto stroke = [&](std::span<const lab::Point> path, ImDrawFlags flags) {
    path_.resize(path.size());
    std::ranges::transform(path, path_.begin(), vec);
    list_.AddPolyline(path_.data(), static_cast<int>(path_.size()), color, flags, width);
  };
  if (closed) return stroke(points.first(count - 1), ImDrawFlags_Closed);
  std::size_t begin = 0;  // begin of the part since the last sharp turn
  for (std::size_t i = 2; i < count; ++i) {
    if (!turns_back(points[i - 2], points[i - 1], points[i])) continue;
    stroke(points.subspan(begin, i - begin), 0);
    begin = i - 1;
  }
  stroke(points.subspan(begin), 0);
}

void ImGuiPainter::rectangle(const lab::Box& box, lab::Color color) {
  list_.AddRectFilled(vec({box.left, box.top}), vec({box.right(), box.bottom()}),
                      packed_color(color));
}

void ImGuiPainter::disc(lab::Point center, double radius, lab::Color color) {
  list_.AddCircleFilled(vec(center), static_cast<float>(radius), packed_color(color), kSegments);
}

void ImGuiPainter::cells(const lab::Box& box, int columns, std::span<const lab::Color> colors) {
  if (picture_ != nullptr) {
    list_.AddImage(picture_, vec({box.left, box.top}), vec({box.right(), box.bottom()}));
    return;
  }
  const int rows = static_cast<int>(colors.size()) / columns;
  // on whole pixels, to have no seams
  const auto x = [&](int column) {
    return std::round(static_cast<float>(box.left + box.width * column / columns));
  };
  const auto y = [&](int row) {
    return std::round(static_cast<float>(box.bottom() - box.height * row / rows));
  };
  std::vector<float> edges;
  for (int column = 0; column <= columns; ++column) edges.push_back(x(column));
  auto color = colors.begin();
  for (int row = 0; row < rows; ++row) {
    const float top = y(row + 1), foot = y(row);
    list_.PrimReserve(6 * columns, 4 * columns);
    for (auto left = edges.begin(); left + 1 != edges.end(); ++left) {
      list_.PrimRect({left[0], top}, {left[1], foot}, packed_color(*color++));
    }
  }
}

void ImGuiPainter::text(lab::Point at, const std::string& words, const lab::Letters& letters,
                        lab::Align align) {
  const double width = align == lab::Align::kLeft ? 0.0 : text_width(words, letters);
  const double left = at.x - (align == lab::Align::kMiddle ? 0.5 : 1.0) * width;
  list_.AddText(font(letters), static_cast<float>(letters.size),
                vec({left, at.y - 0.5 * letters.size}), packed_color(letters.color), words.c_str());
}

double ImGuiPainter::text_width(const std::string& words, const lab::Letters& letters) const {
  return font(letters)
      ->CalcTextSizeA(static_cast<float>(letters.size), 1e6F, 0.0F, words.c_str())
      .x;
}

void ImGuiPainter::clip(const lab::Box& box) {
  list_.PushClipRect(vec({box.left, box.top}), vec({box.right(), box.bottom()}), true);
}

const ImFont* ImGuiPainter::font(const lab::Letters& letters) const {
  if (letters.face == lab::Face::kNumbers) return theme_.font.small_numbers;
  return letters.face == lab::Face::kBold ? theme_.font.bold : theme_.font.small;
}

lab::PlotStyle plot_style(const Theme& theme) {
  const Colors& c = theme.color;
  const double words = line_height(theme.font.small);
  const double numbers = line_height(theme.font.small_numbers);
  return {.ground = to_lab(c.canvas),
          .dark = theme.dark,
          .grid = to_lab(c.grid),
          .rule = to_lab(c.border),
          .title = {lab::Face::kWords, words, to_lab(c.text)},
          .words = {lab::Face::kWords, words, to_lab(c.muted)},
          .numbers = {lab::Face::kNumbers, numbers, to_lab(c.muted)},
          .unit = theme.scale,
          .curve = theme.px(1.6F),
          .rule_width = 1.0,
          .grid_width = 1.0,
          .column = 1.0,
          .axis = theme.px(46.0F),
          .compact = true};
}

lab::Box box_of(ImVec2 corner, ImVec2 size) { return {corner.x, corner.y, size.x, size.y}; }

}  // namespace ui
