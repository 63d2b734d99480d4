#pragma once

#include <cmath>

#include <Eigen/Dense>

#include "gfx/draw/camera.h"

/// Independent camera mathematics, in double and with a screen at distance 1, to test pointer
/// actions in the picture.
namespace eye {

using Eigen::Vector2d;
using Eigen::Vector3d;

class Eye {
 public:
  Eye(const gfx::Camera& camera, double width, double height)
      : middle_(0.5 * width, 0.5 * height),
        tangent_(std::tan(0.5 * static_cast<double>(camera.fov_y))),
        unit_(0.5 * height / tangent_) {
    const double yaw = static_cast<double>(camera.yaw), pitch = static_cast<double>(camera.pitch);
    const Vector3d focus(static_cast<double>(camera.focus.x), static_cast<double>(camera.focus.y),
                         static_cast<double>(camera.focus.z));
    const Vector3d back(std::sin(yaw) * std::cos(pitch), std::sin(pitch),
                        std::cos(yaw) * std::cos(pitch));
    place_ = focus + static_cast<double>(camera.distance) * back;
    world_from_eye_.col(2) = -back;
    world_from_eye_.col(0) = Vector3d::UnitY().cross(back).normalized();
    world_from_eye_.col(1) = back.cross(world_from_eye_.col(0));
  }

  double tangent() const { return tangent_; }
  double depth(const Vector3d& point) const { return seen(point).z(); }
  Vector2d pixel(const Vector3d& point) const {
    const Vector3d p = seen(point);
    return middle_ + unit_ * Vector2d(p.x(), -p.y()) / p.z();
  }
  /// The point at a depth that a pixel shows.
  Vector3d at_depth(const Vector2d& pixel, double depth) const {
    const Vector2d off = (pixel - middle_) / unit_;
    return place_ + depth * (world_from_eye_ * Vector3d(off.x(), -off.y(), 1.0));
  }
  /// Position along a world axis through `point` that is nearest to the pixel's ray, by least
  /// squares over both lines.
  double along(const Vector2d& pixel, const Vector3d& point, int axis) const {
    Eigen::Matrix<double, 3, 2> lines;
    lines.col(0) = at_depth(pixel, 1.0) - place_;
    lines.col(1) = -Vector3d::Unit(axis);
    const Vector2d shares = lines.colPivHouseholderQr().solve(point - place_);
    return shares[1];
  }

 private:
  Vector3d seen(const Vector3d& point) const {
    return world_from_eye_.transpose() * (point - place_);
  }

  Vector2d middle_;
  double tangent_;
  double unit_;  // pixels per unit length at depth 1
  Vector3d place_;
  Eigen::Matrix3d world_from_eye_;
};

}  // namespace eye
