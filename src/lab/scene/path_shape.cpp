#include "lab/scene/path_shape.h"

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lab {
namespace {

using Places = std::vector<Eigen::Vector3d>;

bool same_waypoint(const ik::Waypoint& a, const ik::Waypoint& b) {
  const auto same_aim = [](const ik::Aim& x, const ik::Aim& y) {
    return x.direction == y.direction && x.orientation == y.orientation;
  };
  return a.time == b.time && a.targets == b.targets && std::ranges::equal(a.aims, b.aims, same_aim);
}

bool same_rows(const std::shared_ptr<const PathRows>& a, const std::shared_ptr<const PathRows>& b) {
  return a == b || (a && b && *a == *b);
}

/// Two directions across the circle's normal, and the normal, unit lengths.
Eigen::Matrix3d axes_of(const PathShape& shape) {
  const Eigen::Vector3d normal = shape.normal.normalized();
  Eigen::Vector3d::Index least = 0;
  normal.cwiseAbs().minCoeff(&least);
  Eigen::Matrix3d axes;
  axes.col(2) = normal;
  axes.col(0) = Eigen::Vector3d::Unit(least).cross(normal).normalized();
  axes.col(1) = normal.cross(axes.col(0));
  return axes;
}

/// The smooth line through points: an open one goes back through them, which makes its ends rest.
TargetCurve spline_through(const PathShape& shape) {
  SplineCurve curve{.points = shape.points, .period = 1.0};
  if (!shape.closed) {
    for (std::size_t i = shape.points.size() - 1; i-- > 1;) curve.points.push_back(shape.points[i]);
  }
  return TargetCurve(std::move(curve));
}

Eigen::Vector3d middle_of(std::span<const Eigen::Vector3d> places) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& place : places) sum += place;
  return sum / static_cast<double>(places.size());
}

/// Some of the places, at even distances along the line through all.
Places evenly(std::span<const Eigen::Vector3d> places, std::size_t count) {
  std::vector<double> along{0.0};
  for (std::size_t i = 1; i < places.size(); ++i) {
    along.push_back(along.back() + (places[i] - places[i - 1]).norm());
  }
  Places result;
  std::size_t next = 1;
  for (std::size_t k = 0; k < count; ++k) {
    const double at = along.back() * static_cast<double>(k) / static_cast<double>(count - 1);
    while (next + 1 < places.size() && along[next] < at) ++next;
    const double piece = along[next] - along[next - 1];
    const double share = piece > 0.0 ? std::clamp((at - along[next - 1]) / piece, 0.0, 1.0) : 0.0;
    result.push_back((1.0 - share) * places[next - 1] + share * places[next]);
  }
  return result;
}

constexpr double kShortest = 1e-6;  // m, of a line or a radius that is made for the user
constexpr std::size_t kFittedPoints = 9, kDrawnPoints = 24;

}  // namespace

bool operator==(const PathRows& a, const PathRows& b) {
  return a.name == b.name && a.kinds == b.kinds &&
         std::ranges::equal(a.waypoints, b.waypoints, same_waypoint);
}

bool operator==(const PathShape& a, const PathShape& b) {
  return a.form == b.form && a.waypoints == b.waypoints && a.effector == b.effector &&
         a.from == b.from && a.to == b.to && a.center == b.center && a.normal == b.normal &&
         a.radius == b.radius && a.points == b.points && same_rows(a.rows, b.rows) &&
         a.closed == b.closed && a.start == b.start;
}

Eigen::Vector3d place_on(const PathShape& shape, double share) {
  if (shape.form == PathForm::kLine) return (1.0 - share) * shape.from + share * shape.to;
  if (shape.form == PathForm::kCircle) {
    const double angle = 2.0 * std::numbers::pi * share;
    const Eigen::Matrix3d axes = axes_of(shape);
    return shape.center +
           shape.radius * (std::cos(angle) * axes.col(0) + std::sin(angle) * axes.col(1));
  }
  return spline_through(shape).at(shape.closed ? share : 0.5 * share);
}

std::vector<Eigen::Vector3d> path_handles(const PathShape& shape) {
  switch (shape.form) {
    case PathForm::kLine:
      return {shape.from, shape.to};
    case PathForm::kCircle:
      return {shape.center, place_on(shape, 0.0),
              shape.center + shape.radius * shape.normal.normalized()};
    case PathForm::kPoints:
      return shape.points;
    case PathForm::kTargets:
    case PathForm::kRows:
      break;
  }
  return {};
}

std::string path_handle_name(const PathShape& shape, std::size_t handle) {
  if (shape.form == PathForm::kLine) return handle == 0 ? "begin" : "end";
  constexpr const char* kOfCircle[] = {"centre", "radius", "normal"};
  if (shape.form == PathForm::kCircle) return kOfCircle[handle];
  return "point " + std::to_string(handle + 1);
}

PathShape with_path_handle(PathShape shape, std::size_t handle, const Eigen::Vector3d& place) {
  if (shape.form == PathForm::kPoints) {
    shape.points[handle] = place;
  } else if (shape.form == PathForm::kLine) {
    (handle == 0 ? shape.from : shape.to) = place;
  } else if (handle == 0) {
    shape.center = place;
  } else if (handle == 1) {
    const Eigen::Vector3d normal = shape.normal.normalized(), way = place - shape.center;
    shape.radius = std::max((way - normal.dot(way) * normal).norm(), kShortest);
  } else if (const Eigen::Vector3d way = place - shape.center; way.norm() > kShortest) {
    shape.normal = way.normalized();
  }
  return shape;
}

PathShape fitted_path(PathShape shape, PathForm form, std::span<const Eigen::Vector3d> places) {
  shape.form = form;
  const Eigen::Vector3d middle = middle_of(places);
  if (form == PathForm::kLine) {
    shape.from = shape.to = places.front();
    for (const Eigen::Vector3d& place : places) {
      if ((place - shape.from).norm() > (shape.to - shape.from).norm()) shape.to = place;
    }
    if ((shape.to - shape.from).norm() < kShortest) {
      shape.to += shape.radius * Eigen::Vector3d::UnitX();
    }
  } else if (form == PathForm::kCircle) {
    Eigen::Matrix3Xd away(3, static_cast<Eigen::Index>(places.size()));
    double sum = 0.0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      away.col(static_cast<Eigen::Index>(i)) = places[i] - middle;
      sum += (places[i] - middle).norm();
    }
    const double mean = sum / static_cast<double>(places.size());
    shape.center = middle;
    if (mean > kShortest) shape.radius = mean;
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(away * away.transpose(), Eigen::ComputeFullU);
    const Eigen::Vector3d& spread = svd.singularValues();
    // places along a line or at one point say nothing of a plane: the normal stays
    if (spread[1] > 1e-6 * spread[0]) shape.normal = svd.matrixU().col(2);
  } else if (form == PathForm::kPoints) {
    const Places twice{places.front(), places.front()};
    shape.points =
        places.size() > 1 ? evenly(places, std::min(kFittedPoints, places.size())) : twice;
  }
  return shape;
}

std::vector<Eigen::Vector3d> simplified(std::span<const Eigen::Vector3d> drawn) {
  return evenly(drawn, std::clamp(drawn.size() / 4, std::size_t{2}, kDrawnPoints));
}

TargetCurve curve_of(const PathShape& shape, double period) {
  const double frequency = 2.0 * std::numbers::pi / period, quarter = 0.5 * std::numbers::pi;
  if (shape.form == PathForm::kLine) {
    return TargetCurve(WaveCurve{0.5 * (shape.from + shape.to),
                                 {{0.5 * (shape.to - shape.from), frequency, -quarter}}});
  }
  if (shape.form == PathForm::kCircle) {
    const Eigen::Matrix3d axes = axes_of(shape);
    return TargetCurve(WaveCurve{shape.center,
                                 {{shape.radius * axes.col(0), frequency, quarter},
                                  {shape.radius * axes.col(1), frequency, 0.0}}});
  }
  PathShape through = shape;
  if (shape.form == PathForm::kRows) {
    Places places;
    for (const ik::Waypoint& row : shape.rows->waypoints) {
      places.push_back(row.targets[static_cast<std::size_t>(shape.effector)]);
    }
    through.points = places.size() > kMaxPathPoints ? evenly(places, kMaxPathPoints) : places;
  }
  SplineCurve curve = std::get<SplineCurve>(spline_through(through).shape());
  curve.period = period;
  return TargetCurve(std::move(curve));
}

}  // namespace lab
