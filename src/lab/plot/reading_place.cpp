#include "lab/plot/reading_place.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lab {
namespace {

/// Heights that something takes, from top to bottom.
struct Taken {
  double from, to;
};

/// The heights of a line between two values of x, if it is there.
void take_curve(const std::vector<Point>& line, double left, double right,
                std::vector<Taken>& taken) {
  Taken all{kOff, -kOff};
  const auto add = [&all](double y) {
    all.from = std::min(all.from, y);
    all.to = std::max(all.to, y);
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Point& b = line[i];
    if (b.x >= left && b.x <= right) add(b.y);
    if (i == 0) continue;
    const Point& a = line[i - 1];
    for (const double edge : {left, right}) {
      if (a.x < edge && b.x > edge) add(a.y + (b.y - a.y) * (edge - a.x) / (b.x - a.x));
    }
  }
  if (all.from <= all.to) taken.push_back(all);
}

/// The heights of all visible curves between two values of x, sorted by their tops.
std::vector<Taken> taken_between(const Plot& plot, const Box& frame, double left, double right) {
  constexpr double kColumn = 1.0;
  std::vector<Taken> taken;
  for (const Series& series : plot.series) {
    if (!series.visible) continue;
    for (const std::vector<Point>& line : lines_of(series, plot, frame, kColumn)) {
      take_curve(line, left, right, taken);
    }
  }
  std::ranges::sort(taken, {}, &Taken::from);
  return taken;
}

/// The top of the first gap of this height.
std::optional<double> first_gap(const std::vector<Taken>& taken, const Box& frame, double height,
                                double gap) {
  double top = frame.top;
  for (const Taken& part : taken) {
    if (part.from - gap >= top + height) break;
    top = std::max(top, part.to + gap);
  }
  return top + height <= frame.bottom() ? std::optional(top) : std::nullopt;
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

}  // namespace lab
