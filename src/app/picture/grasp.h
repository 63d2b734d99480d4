#pragma once

#include <optional>
#include <span>
#include <variant>

#include <Eigen/Core>

#include "gfx/draw/camera.h"
#include "ui/kit/items.h"
#include "ui/panels/edit.h"

namespace app {

/// The targets and links that the pointer can grasp.
struct Holdable {
  std::span<const Eigen::Vector3d> targets;
  float target_radius;  ///< m; a few pixels around a target count, too
  const ik::Multibody& multibody;
  const ik::Pose& pose;
  float link_radius;  ///< m
};

/// The pointer's hold on a target or a link in the picture.
///
/// The held thing moves in the plane through it that faces the camera; along a world axis while X,
/// Y or Z is down; in a horizontal plane while Shift is down. A link is pulled at the point where
/// the drag began; a click on a pulled link releases it.
class Grasp {
 public:
  /// Call between ImGui::NewFrame and Render. Ignores the pointer while a panel uses it.
  /// \param snap_back on release, a target returns to its curve and a link becomes free
  /// \param edit      receives the change, in frames with one
  void update(const gfx::Camera& camera, const ui::Area& view, const lab::Setup& setup,
              const Holdable& things, bool snap_back, ui::Edit& edit);

  bool holds() const { return held_.has_value(); }
  /// The held target, or else the target under the pointer.
  std::optional<int> target() const { return get<int>(); }
  /// The held link, or else the link under the pointer, with the point to pull.
  std::optional<lab::Pull> link() const { return get<lab::Pull>(); }
  /// The axis of a constrained move.
  const std::optional<Eigen::Vector3d>& axis() const { return axis_; }

 private:
  using Handle = std::variant<int, lab::Pull>;  // a target, or a point of a link
  template <class Kind>
  std::optional<Kind> get() const {
    const auto& handle = held_ ? held_ : hovered_;
    const Kind* kind = handle ? std::get_if<Kind>(&*handle) : nullptr;
    return kind != nullptr ? std::optional(*kind) : std::nullopt;
  }
  void let_go(const lab::Setup& setup, bool snap_back, ui::Edit& edit);
  void move_to(const Eigen::Vector3d& place, const lab::Setup& setup, ui::Edit& edit);

  std::optional<Handle> held_, hovered_;
  bool moved_ = false;  // a link is taken by a drag, not by a click
  std::optional<Eigen::Vector3d> axis_;
  glm::vec3 start_{0.0f};  // the held point when the grasp began or its constraint changed
  glm::vec3 slip_{0.0f};   // from the pointer's point on the plane or line to the held point
  int constraint_ = 0;
};

/// The target under the pointer that is nearest to the eye.
/// \param pixel in the view's coordinates, from its top left corner
std::optional<int> pick_target(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                               std::span<const Eigen::Vector3d> targets, float radius);

/// The link under the pointer that is nearest to the eye, with the point under the pointer.
std::optional<lab::Pull> pick_link(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                                   const ik::Multibody& multibody, const ik::Pose& pose,
                                   float radius);

}  // namespace app
