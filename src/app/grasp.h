#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>

#include "gfx/camera.h"
#include "ui/laboratory.h"

namespace app {

/// The pointer's hold on a target in the picture.
///
/// A target is moved in the plane through it that faces the camera; along an axis of the world
/// while X, Y or Z is held; level, at its height, while Shift is.
class Grasp {
 public:
  /// Between ImGui::NewFrame and Render, and only where the panels do not want the pointer.
  /// \param radius    of the targets, m; a few pixels around them count too
  /// \param snap_back whether a target that is let go returns to its curve
  /// \returns what becomes of the target that is held, in frames where that changes
  std::optional<ui::TargetChange> update(const gfx::Camera& camera, const ui::Area& view,
                                         const lab::Setup& setup,
                                         std::span<const Eigen::Vector3d> targets, float radius,
                                         bool snap_back);

  bool holds() const { return held_.has_value(); }
  /// The target that is held, or else the one under the pointer.
  std::optional<int> target() const { return held_ ? held_ : hovered_; }
  /// The axis it is moved along, while it is.
  const std::optional<Eigen::Vector3d>& axis() const { return axis_; }

 private:
  std::optional<int> held_, hovered_;
  std::optional<Eigen::Vector3d> axis_;
  glm::vec3 start_{0.0f};  // where the target was when it was taken, or its constraint changed
  glm::vec3 slip_{0.0f};   // from where the pointer meets its plane or line to the target
  int constraint_ = 0;
};

/// The target that the pointer would take: the nearest to the eye of those within reach of it.
/// \param pixel from the view's top left corner, in its coordinates
std::optional<int> pick_target(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                               std::span<const Eigen::Vector3d> targets, float radius);

}  // namespace app
