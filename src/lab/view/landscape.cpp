#include "lab/view/landscape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ik/body/two_link.h"
#include "ik/task/jacobian.h"
#include "lab/scene/knobs.h"
#include "lab/scene/scene.h"
#include "lab/solve/standing_lane.h"
#include "lab/track/reach.h"

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

constexpr int kMaxTicks = 5;

/// The tracker's problem in another pose, with the true targets instead of the leading ones.
ik::Problem plain_problem(const Tracker& tracker, const ik::Pose& pose) {
  ik::Problem problem = tracker.problem().at(pose);
  problem.targets = tracker.targets();
  return problem;
}

double half_sum(const ik::Problem& problem) {
  double sum = 0.0;
  for (int g = 0; g < problem.multibody.goal_count(); ++g) {
    sum += (problem.root_weight(g) * ik::goal_error(problem, g)).squaredNorm();
  }
  return 0.5 * sum;
}

bool turns_freely(const ik::Joint& joint) {
  return joint.type == ik::JointType::kRevolute && !std::isfinite(joint.lower) &&
         !std::isfinite(joint.upper);
}

Axis axis_of(const ik::Joint& joint) {
  const bool angular = ik::is_angular(joint.type);
  Axis axis{.label = joint.name, .unit = angular ? "rad" : "m"};
  const auto [from, to] = joint_range(joint);
  axis.min = from;
  axis.max = to;
  if (axis.max - axis.min < 1e-6) {
    // the map of a joint that cannot move also needs a width
    axis.min -= 0.05;
    axis.max += 0.05;
  }
  return axis;
}

double center(const Axis& axis, int cell) {
  return value_at(axis, (cell + 0.5) / Landscape::kCells);
}

double placed(const ik::Joint& joint, const Axis& axis, double theta) {
  if (turns_freely(joint)) theta = std::remainder(theta, 2.0 * std::numbers::pi);
  return lab::place(axis, theta);
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

bool Landscape::refresh(const Tracker& tracker) {
  const ik::Multibody& multibody = tracker.multibody();
  std::vector<double> of;
  const auto add = [&of](const auto& values) {
    of.insert(of.end(), values.data(), values.data() + values.size());
  };
  for (const Eigen::Vector3d& target : tracker.targets()) add(target);
  for (const ik::Aim& aim : tracker.aims()) {
    add(aim.direction);
    add(aim.orientation);
  }
  for (int g = 0; g < multibody.goal_count(); ++g) of.push_back(tracker.problem().root_weight(g));
  for (const ik::Joint& joint : multibody.joints()) {
    add(joint.parent_from_joint.matrix());
    add(joint.axis);
    of.insert(of.end(), {joint.lower, joint.upper});
  }
  for (const ik::Effector& effector : multibody.effectors()) {
    add(effector.offset);
    add(effector.rotation);
    add(effector.pointer);
    of.push_back(effector.lever);
  }
  const auto near = [this](double a, double b) {
    return a == b || std::abs(a - b) <= kStale * reach_;
  };
  if (!map_.values.empty() && std::ranges::equal(of, of_, near)) return false;
  of_ = std::move(of);
  reach_ = outer_radius(reach_of(multibody, 0));

  map_.title = "F = ½ Σ|e|²";
  map_.x = axis_of(multibody.joint(0));
  map_.y = axis_of(multibody.joint(1));
  map_.x_ticks = ticks(map_.x, kMaxTicks);
  map_.y_ticks = ticks(map_.y, kMaxTicks);
  map_.columns = map_.rows = kCells;
  map_.values.resize(static_cast<std::size_t>(kCells) * kCells);
  map_.scale = {.label = "F", .unit = "m²"};
  ik::Pose pose;
  pose.theta.resize(2);
  const ik::Problem problem = plain_problem(tracker, pose);
  auto value = map_.values.begin();
  for (int row = 0; row < kCells; ++row) {
    for (int column = 0; column < kCells; ++column) {
      pose.theta << center(map_.x, column), center(map_.y, row);
      ik::forward_kinematics(multibody, pose);
      *value++ = half_sum(problem);
    }
  }
  fit_scale(map_);
  return true;
}

std::array<double, 2> Landscape::place(const Tracker& tracker, double theta_1,
                                       double theta_2) const {
  return {placed(tracker.multibody().joint(0), map_.x, theta_1),
          placed(tracker.multibody().joint(1), map_.y, theta_2)};
}

std::optional<std::array<Eigen::Vector2d, 2>> closed_form(const Tracker& tracker) {
  const std::optional<ik::TwoLink> arm = ik::TwoLink::of(tracker.multibody());
  if (!arm || !tracker.targets().front().allFinite()) return std::nullopt;
  const ik::TwoLink::Solution solution = arm->solve(tracker.targets().front());
  return std::array<Eigen::Vector2d, 2>{solution.positive, solution.negative};
}

}  // namespace lab
