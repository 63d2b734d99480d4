#include "app/session/raster.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr double kContourWidth = 1.0;     // pixels
constexpr float kContourStrength = 0.3F;  // share of black in the middle of a line

/// Distance of a point from a segment.
double distance(double x, double y, const lab::ContourLine& line) {
  const double dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
  const double square = dx * dx + dy * dy;
  const double along =
      square > 0.0 ? ((x - line.from.x) * dx + (y - line.from.y) * dy) / square : 0.0;
  const double t = std::clamp(along, 0.0, 1.0);
  return std::hypot(x - line.from.x - t * dx, y - line.from.y - t * dy);
}

/// Raises the coverage of the pixels under a line, in pixels from the lower left corner.
void cover(const lab::ContourLine& line, int width, int height, std::vector<float>& coverage) {
  constexpr double kReach = 0.5 * kContourWidth + 0.5;
  const auto first = [](double a, double b) {
    return std::max(0, static_cast<int>(std::floor(std::min(a, b) - kReach)));
  };
  const auto last = [](double a, double b, int count) {
    return std::min(count - 1, static_cast<int>(std::floor(std::max(a, b) + kReach)));
  };
  for (int y = first(line.from.y, line.to.y); y <= last(line.from.y, line.to.y, height); ++y) {
    for (int x = first(line.from.x, line.to.x); x <= last(line.from.x, line.to.x, width); ++x) {
      const double away = distance(x + 0.5, y + 0.5, line);
      float& here = coverage[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                             static_cast<std::size_t>(x)];
      here = std::max(here, static_cast<float>(std::clamp(kReach - away, 0.0, 1.0)));
    }
  }
}

}  // namespace

Raster raster_of(const lab::BasinFigure& figure, int scale) {
  Raster raster{.width = scale * figure.columns, .height = scale * figure.rows};
  const auto width = static_cast<std::size_t>(raster.width);
  std::vector<float> coverage(width * static_cast<std::size_t>(raster.height));
  for (const lab::ContourLine& line : figure.contours) {
    const auto scaled = [scale](lab::Point p) { return lab::Point{scale * p.x, scale * p.y}; };
    cover({scaled(line.from), scaled(line.to)}, raster.width, raster.height, coverage);
  }
  raster.rgba.resize(4 * coverage.size());
  auto byte = raster.rgba.begin();
  for (int y = raster.height - 1; y >= 0; --y) {
    const auto row = static_cast<std::size_t>(y / scale) * static_cast<std::size_t>(figure.columns);
    for (int x = 0; x < raster.width; ++x) {
      const lab::Color& color = figure.colors[row + static_cast<std::size_t>(x / scale)];
      const float line =
          coverage[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
      const float left = 1.0F - kContourStrength * line;
      for (const float part : {left * color.r, left * color.g, left * color.b, 1.0F}) {
        *byte++ = lab::byte_of(part);
      }
    }
  }
  return raster;
}

}  // namespace app
