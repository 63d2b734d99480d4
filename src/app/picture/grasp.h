#pragma once

#include <optional>
#include <span>
#include <variant>

#include <Eigen/Core>

#include "app/picture/body_handles.h"
#include "app/picture/handles.h"
#include "gfx/draw/camera.h"
#include "ui/kit/items.h"
#include "ui/panels/edit.h"

namespace app {

/// The targets, links and handles that the pointer can grasp.
struct GraspTargets {
  std::span<const Eigen::Vector3d> targets;
  float target_radius;  ///< m; a margin of a few pixels counts too
  const ik::Multibody& multibody;
  const ik::Pose& pose;
  float link_radius;                 ///< m
  std::optional<int> selected = {};  ///< the target with handles on its curve
  float scale = 1.0f;                ///< display coordinates per design point
  bool covered = false;              ///< something that lies over the picture is under the pointer
  std::optional<ui::BodyPart> part = {};  ///< the part of the body that has handles
};

/// Drags a target, a link, or a handle of a curve or of a body part with the pointer.
///
/// The held thing moves in the plane through it that faces the camera; along a world axis while X,
/// Y or Z is down; in a horizontal plane while Shift is down. An amplitude's handle moves along its
/// axis. A click moves nothing. A link is pulled at the point where the drag began; a click on a
/// pulled link releases it.
class Grasp {
 public:
  /// Call between ImGui::NewFrame and Render. Ignores the pointer while a panel uses it.
  /// \param snap_back on release, a target returns to its curve and a link becomes free
  /// \param edit      receives the change, in frames with one. ui::Command::kTakeBack in it cancels
  ///                 the drag and restores the state before it
  void update(const gfx::Camera& camera, const ui::Area& view, const lab::Setup& setup,
              const GraspTargets& things, bool snap_back, ui::Edit& edit);

  bool holds() const { return held_.has_value(); }
  /// The held target, or else the target under the pointer.
  std::optional<int> target() const { return get<int>(); }
  /// The held link, or else the link under the pointer, with the point to pull.
  std::optional<lab::Pull> link() const { return get<lab::Pull>(); }
  /// The held handle, or else the handle under the pointer.
  std::optional<SeenHandle> handle() const { return get<SeenHandle>(); }
  /// The held handle of a part, or else the handle under the pointer.
  std::optional<PartHandle> part_handle() const { return get<PartHandle>(); }
  /// How far a part has been turned in this drag, rad.
  double turned() const { return turned_; }
  /// The axis of a constrained move.
  const std::optional<Eigen::Vector3d>& axis() const { return axis_; }

 private:
  using Thing = std::variant<int, lab::Pull, SeenHandle, PartHandle>;  // int: a target
  template <class Kind>
  std::optional<Kind> get() const {
    const auto& thing = held_ ? held_ : hovered_;
    const Kind* kind = thing ? std::get_if<Kind>(&*thing) : nullptr;
    return kind != nullptr ? std::optional(*kind) : std::nullopt;
  }
  static std::optional<Thing> under_pointer(const gfx::Camera& camera, glm::vec2 pixel,
                                            glm::vec2 size, const lab::Setup& setup,
                                            const GraspTargets& things);
  bool is_gone(const lab::Setup& setup, const GraspTargets& things) const;
  void take(Thing thing, const lab::Setup& setup, const GraspTargets& things);
  void let_go(const lab::Setup& setup, bool snap_back, ui::Edit& edit);
  void take_back(ui::Edit& edit);
  Eigen::Vector3d place_of_held(const lab::Setup& setup, const GraspTargets& things) const;
  void move_to(const Eigen::Vector3d& place, const lab::Setup& setup, const GraspTargets& things,
               ui::Edit& edit);
  void turn(const gfx::Camera& camera, glm::vec2 pressed, glm::vec2 pixel, glm::vec2 size,
            const lab::Setup& setup, const GraspTargets& things, ui::Edit& edit);
  std::string part_change() const;

  std::optional<Thing> held_, hovered_;
  int held_target_ = 0;      // the held target, or the target of the held handle
  bool moved_ = false;       // a drag, not a click
  bool taken_back_ = false;  // nothing moves until the button is released
  lab::TargetSetup before_{lab::TargetCurve(lab::WaveCurve{})};  // the target when it was taken
  std::optional<lab::Pull> pull_before_;
  std::optional<lab::Setup> setup_before_;  // when the drag of a part's handle began
  ui::BodyPart held_part_;
  double turned_ = 0.0;  // rad
  std::optional<Eigen::Vector3d> axis_;
  Eigen::Vector3d from_ = Eigen::Vector3d::Zero();  // the held point at the start of the constraint
  glm::vec3 met_{0.0f};                             // the pointer on the plane or line then
  int constraint_ = -1;                             // none yet
};

/// The target under the pointer that is nearest to the eye.
/// \param pixel in the view's coordinates, from its top left corner
std::optional<int> pick_target(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                               std::span<const Eigen::Vector3d> targets, float radius);

/// The link under the pointer that is nearest to the eye, with its point under the pointer.
std::optional<lab::Pull> pick_link(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                                   const ik::Multibody& multibody, const ik::Pose& pose,
                                   float radius);

}  // namespace app
