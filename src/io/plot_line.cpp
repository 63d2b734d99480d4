#include "io/plot_line.h"

#include <algorithm>
#include <cmath>

namespace io {
namespace {

constexpr double kColumn = 0.25;  // pt: half a pixel of a PNG, and finer than print

/// Points far outside are drawn just outside: cairo counts in 24 bits.
constexpr double kFarthest = 20.0;  // frames

Dot dot_of(const lab::Plot& plot, const Box& frame, double x, double y) {
  const auto near = [](double place) { return std::clamp(place, -kFarthest, kFarthest); };
  return {frame.left + frame.width * near(lab::place(plot.x, x)),
          frame.bottom() - frame.height * near(lab::place(plot.y, y))};
}

bool has_place(const lab::Axis& axis, double value) {
  return std::isfinite(value) && !std::isnan(lab::place(axis, value)) &&
         (!axis.logarithmic || value > 0.0);
}

std::vector<Dot> thinned(const std::vector<Dot>& line) {
  std::vector<Dot> result;
  for (std::size_t first = 0; first < line.size();) {
    const double column = std::floor(line[first].x / kColumn);
    std::size_t end = first, low = first, high = first;
    for (; end < line.size() && std::floor(line[end].x / kColumn) == column; ++end) {
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

}  // namespace

std::vector<std::vector<Dot>> lines_of(const lab::Series& series, const lab::Plot& plot,
                                       const Box& frame) {
  std::vector<std::vector<Dot>> lines(1);
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (has_place(plot.x, series.x[i]) && has_place(plot.y, series.y[i])) {
      if (series.stepped && !lines.back().empty()) {
        lines.back().push_back(dot_of(plot, frame, series.x[i], series.y[i - 1]));
      }
      lines.back().push_back(dot_of(plot, frame, series.x[i], series.y[i]));
    } else if (!lines.back().empty()) {
      lines.emplace_back();
    }
  }
  if (lines.back().empty()) lines.pop_back();
  for (std::vector<Dot>& line : lines) line = thinned(line);
  return lines;
}

}  // namespace io
