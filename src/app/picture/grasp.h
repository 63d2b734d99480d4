#pragma once

#include <optional>
#include <span>
#include <variant>

#include <Eigen/Core>

#include "gfx/draw/camera.h"
#include "ui/kit/items.h"
#include "ui/panels/edit.h"

namespace app {

/// What the pointer can take hold of in the picture.
struct Holdable {
  std::span<const Eigen::Vector3d> targets;
  float target_radius;  ///< m; a few pixels around them count too
  const ik::Multibody& multibody;
  const ik::Pose& pose;
  float link_radius;  ///< m
};

/// The pointer's hold on a target or a link in the picture.
///
/// What it holds is moved in the plane through it that faces the camera; along an axis of the world
/// while X, Y or Z is held; level, at its height, while Shift is. A link is drawn by the point it
/// was taken at; a click on one that is held lets it go.
class Grasp {
 public:
  /// Between ImGui::NewFrame and Render, and only where the panels do not want the pointer.
  /// \param snap_back whether a target that is let go returns to its curve, and a link is free
  /// \param edit      takes what becomes of what is held, in frames where that changes
  void update(const gfx::Camera& camera, const ui::Area& view, const lab::Setup& setup,
              const Holdable& things, bool snap_back, ui::Edit& edit);

  bool holds() const { return held_.has_value(); }
  /// The target that is held, or else the one under the pointer.
  std::optional<int> target() const;
  /// Likewise the link, with the point that would be, or is, drawn.
  std::optional<lab::Pull> link() const;
  /// The axis it is moved along, while it is.
  const std::optional<Eigen::Vector3d>& axis() const { return axis_; }

 private:
  using Handle = std::variant<int, lab::Pull>;  // a target, or a point of a link
  void begin(const Handle& handle);
  void let_go(const lab::Setup& setup, bool snap_back, ui::Edit& edit);
  void move_to(const Eigen::Vector3d& place, const lab::Setup& setup, ui::Edit& edit);

  std::optional<Handle> held_, hovered_;
  bool moved_ = false;  // a link is taken by a drag, not by a click
  std::optional<Eigen::Vector3d> axis_;
  glm::vec3 start_{0.0f};  // where the target was when it was taken, or its constraint changed
  glm::vec3 slip_{0.0f};   // from where the pointer meets its plane or line to the target
  int constraint_ = 0;
};

/// The target that the pointer would take: the nearest to the eye of those within reach of it.
/// \param pixel from the view's top left corner, in its coordinates
std::optional<int> pick_target(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                               std::span<const Eigen::Vector3d> targets, float radius);

/// The link that the pointer would take, held where it is: the nearest to the eye.
std::optional<lab::Pull> pick_link(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                                   const ik::Multibody& multibody, const ik::Pose& pose,
                                   float radius);

}  // namespace app
