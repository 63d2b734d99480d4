#include "app/session/basin_runner.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "io/files/text.h"

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

constexpr long kUpdates = 8;  // a portion's, for each cell that is stepped together with others

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

void BasinRunner::want(std::optional<lab::Basins> question) {
  if (!question) {
    pause();
    wanted_.reset();
    latest_.reset();
    shown_.reset();
    trouble_.clear();
    return;
  }
  if (wanted_ && wanted_->same(*question)) return;
  trouble_.clear();
  wanted_ = std::move(question);
}

void BasinRunner::copy(const BasinRunner& other) {
  pause();
  wanted_ = other.wanted_;
  trouble_ = other.trouble_;
  latest_ = shown_ = other.shown_ ? std::make_shared<Run>(*other.shown_) : nullptr;
  ++revision_;
}

void BasinRunner::begin() {
  job_ = {};
  since_begin_ = 0.0;
  if (!answers()) {
    const bool near = shown_ && shown_->basins.lane().scene == wanted_->lane().scene &&
                      shown_->basins.plane() == wanted_->plane();
    latest_ = std::make_shared<Run>(*wanted_, near ? &shown_->map : nullptr);
  }
  const int known = latest_->map.parts_done();
  const auto first = [run = latest_, known](int part, int) -> work::Part {
    const auto cells = std::make_shared<lab::BasinRun>(run->basins.begin(known + part));
    return [run, cells] {
      const double share = cells->advance(kUpdates);
      if (!(share < 1.0)) run->ready.put(cells->results());
      return share;
    };
  };
  job_ = pool_->start(latest_->basins.count() - known, first, work::Priority::kBackground);
}

void BasinRunner::take() {
  // read before take(): the next call takes later parts
  const bool ended = job_.done();
  try {
    job_.check();
    for (lab::BasinRun::Results& results : latest_->ready.take()) {
      latest_->map.take(latest_->basins, std::move(results));
      ++revision_;
    }
  } catch (const std::exception& problem) {
    trouble_ = io::reason_of(problem);
    job_ = {};
    return;
  }
  if (ended || latest_->map.complete()) job_ = {};
}

void BasinRunner::advance(double wall_seconds) {
  if (wall_seconds > 0.0) since_begin_ += wall_seconds;
  if (job_) take();
  if (latest_ && shown_ != latest_) {
    const bool hurries = !answers() || since_begin_ > kPatience;
    if (has_picture(hurries ? kCoarse : kUsual)) {
      shown_ = latest_;
      ++revision_;
    }
  }
  if (!wanted_ || !trouble_.empty()) return;
  const bool waits = job_ && !has_picture(kCoarse);
  const bool finished = answers() && (job_ || latest_->map.complete());
  if (!finished && !waits) begin();
}

}  // namespace app
