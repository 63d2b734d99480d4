#include "lab/view/landscape_figure.h"

#include <cmath>

#include "lab/scene/knob_text.h"
#include "lab/solve/standing_lane.h"
#include "lab/view/landscape.h"

namespace lab {
namespace {

// design points
constexpr double kRim = 3.6, kWay = 1.8, kUpdateDot = 2.0, kEndDot = 3.6, kSquare = 4.5;
constexpr double kSwatchRoom = 18.0;
constexpr Color kWhite{1.0F, 1.0F, 1.0F};

LandscapeFigure::Path path_of(const Tracker& tracker, const Landscape& landscape, int updates) {
  const StandingLane lane(tracker);
  StandingRun run(lane);
  LandscapeFigure::Path path{describe(tracker.method_info(), lane.settings_of_update()),
                             method_color(tracker.method_info()),
                             {}};
  const auto add = [&] {
    const ik::VectorX& theta = run.pose().theta;
    const auto [x, y] = landscape.place(tracker, theta[0], theta[1]);
    path.points.push_back({x, y});
  };
  run.start(lane.theta);
  add();
  for (int i = 0; i < updates; ++i) {
    run.update();
    add();
  }
  return path;
}

/// The pieces of a path: an angle that leaves the map at one edge enters at the other.
std::vector<std::vector<Point>> pieces_of(const LandscapeFigure::Path& path, const auto& place) {
  std::vector<std::vector<Point>> pieces(1);
  for (std::size_t i = 0; i < path.points.size(); ++i) {
    const Point& at = path.points[i];
    const Point& before = path.points[i > 0 ? i - 1 : i];
    const bool leaps = std::abs(at.x - before.x) > 0.5 || std::abs(at.y - before.y) > 0.5;
    if (leaps) pieces.emplace_back();
    pieces.back().push_back(place(at));
  }
  return pieces;
}

void draw_solution(Point at, const PlotStyle& style, Painter& painter) {
  const double r = kSquare * style.unit;
  const Point corners[] = {{at.x - r, at.y - r},
                           {at.x + r, at.y - r},
                           {at.x + r, at.y + r},
                           {at.x - r, at.y + r},
                           {at.x - r, at.y - r}};
  draw_outlined(corners, style, painter);
}

}  // namespace

LandscapeFigure landscape_figure(std::span<const Tracker> trackers, int updates) {
  Landscape landscape;
  landscape.refresh(trackers.front());
  LandscapeFigure figure;
  figure.map = landscape.map();
  figure.map.subtitle = trackers.front().scene().name + ", " + std::to_string(updates) +
                        " updates from one start, targets stand";
  for (const Tracker& tracker : trackers) {
    figure.paths.push_back(path_of(tracker, landscape, updates));
  }
  if (const auto solutions = closed_form(trackers.front())) {
    for (const Eigen::Vector2d& theta : *solutions) {
      const auto [x, y] = landscape.place(trackers.front(), theta[0], theta[1]);
      figure.solutions.push_back({x, y});
    }
  }
  return figure;
}

double legend_height(const LandscapeFigure& figure, const PlotStyle& style) {
  const std::size_t rows = figure.paths.size() + (figure.solutions.empty() ? 0 : 1);
  return row_height(style) * static_cast<double>(rows);
}

void draw(const LandscapeFigure& figure, const Box& room, const PlotStyle& style,
          Painter& painter) {
  const std::span maps(&figure.map, 1);
  const MapsLayout layout = lay_out(maps, room, style, painter);
  draw(maps, layout, style, painter);
  const Box& cells = layout.maps.front().cells;
  const double u = style.unit;
  const auto place = [&cells](Point share) {
    return Point{cells.left + share.x * cells.width, cells.bottom() - share.y * cells.height};
  };
  painter.clip(cells);
  for (const LandscapeFigure::Path& path : figure.paths) {
    const auto pieces = pieces_of(path, place);
    for (const auto& piece : pieces) painter.line(piece, {kWhite, kRim * u});
    for (const auto& piece : pieces) painter.line(piece, {path.color, kWay * u});
    for (const Point& point : path.points) {
      painter.disc(place(point), kUpdateDot * u, path.color);
    }
    painter.disc(place(path.points.back()), (kEndDot + 1.4) * u, kWhite);
    painter.disc(place(path.points.back()), kEndDot * u, path.color);
  }
  for (const Point& solution : figure.solutions) draw_solution(place(solution), style, painter);
  painter.unclip();

  double y = room.bottom() + 0.5 * row_height(style);
  const auto write = [&](const std::string& text) {
    painter.text({room.left + kSwatchRoom * u, y}, text, style.words, Align::kLeft);
    y += row_height(style);
  };
  for (const LandscapeFigure::Path& path : figure.paths) {
    const Point swatch[] = {{room.left, y}, {room.left + 12.0 * u, y}};
    painter.line(swatch, {path.color, kWay * u});
    write(path.label);
  }
  if (!figure.solutions.empty()) {
    draw_solution({room.left + 6.0 * u, y}, style, painter);
    write("solutions by the closed form");
  }
}

}  // namespace lab
