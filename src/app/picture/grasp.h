#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include <Eigen/Core>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "gfx/draw/camera.h"
#include "lab/scene/curve_handles.h"
#include "lab/track/reach.h"
#include "lab/track/setup.h"
#include "ui/kit/focus.h"
#include "ui/panels/edit.h"
#include "ui/panels/pages.h"

namespace app {

/// How points of the world get to a picture.
struct Projection {
  const gfx::Camera& camera;
  glm::vec2 size;      ///< the picture's size, display coordinates
  float scale = 1.0f;  ///< display coordinates per design point
};

/// A handle of a target's curve in a picture.
///
/// An amplitude's handle is at centre + amplitude along its axis, or at centre − amplitude if only
/// this point is in the picture. A short amplitude's handle is moved outwards, away from the
/// centre's.
struct SeenHandle {
  lab::CurveHandle handle;
  glm::vec2 pixel{0.0f};  ///< in the view's coordinates, from its top left corner
  double side = 1.0;      ///< sign of an amplitude's handle: 1 or −1
  double outwards = 0.0;  ///< m, added to the drawn length of a short amplitude
};

/// Place of the handle, m.
Eigen::Vector3d place_of(const lab::TargetCurve& curve, const SeenHandle& seen);
/// The value that puts the handle at `place`; an amplitude changes along its axis only.
Eigen::Vector3d value_at(const lab::TargetCurve& curve, const SeenHandle& seen,
                         const Eigen::Vector3d& place);

/// The handles in front of the camera. An amplitude's handle that would cover the centre's is left
/// out: its axis points at the eye.
std::vector<SeenHandle> seen_handles(const lab::TargetCurve& curve, const Projection& in);

/// Radius around a handle that counts as the handle, design points.
inline constexpr float kReachable = 9.0f;

/// The handle nearest to a pixel, if the pixel is on it. \param handles a range of values with a
/// `pixel`
template <class Handles>
std::optional<typename Handles::value_type> pick_handle(const Handles& handles, glm::vec2 pixel,
                                                        float scale) {
  const auto off = [pixel](const auto& handle) { return glm::distance(handle.pixel, pixel); };
  const auto nearest = std::ranges::min_element(handles, {}, off);
  if (nearest == handles.end() || off(*nearest) > kReachable * scale) return std::nullopt;
  return *nearest;
}

/// Place and axes of a part of a body in the world.
struct PartPlace {
  Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< m, origin of its handles
  /// Frame of the part's offset; the identity for an obstacle.
  ik::Isometry world_from_parent = ik::Isometry::Identity();
  bool turns = false;                     ///< whether it has rotation handles
  std::optional<Eigen::Vector3d> axis{};  ///< a joint's axis, unit length, world axes
};

/// Place of a joint (before its slide), an effector, or the middle of an obstacle. None if the
/// scene has no such part, or the place is not finite.
std::optional<PartPlace> place_of(const lab::Scene& scene, const ik::Pose& pose,
                                  const ui::BodyPart& part);

/// A handle of a part: moves it freely or along a world axis, or rotates it about a world axis.
struct PartHandle {
  enum class Kind { kMove, kArrow, kTurn };
  Kind kind = Kind::kMove;
  int axis = 0;           ///< 0 is x, 1 is y, 2 is z
  glm::vec2 pixel{0.0f};  ///< in the view's coordinates, from its top left corner

  bool same(const PartHandle& other) const { return kind == other.kind && axis == other.axis; }
};

/// The handles in front of the camera. Their size on the screen is the same at every zoom. Arrows
/// that point at the eye, and arcs seen edge-on, are left out.
std::vector<PartHandle> part_handles(const PartPlace& at, const Projection& in);

/// A quarter circle about the part that shows a rotation about a world axis.
struct TurnArc {
  int axis;
  double radius;  ///< m

  /// \param share from 0 to 1 along the arc; the handle is in the middle
  Eigen::Vector3d point(const PartPlace& at, double share) const;
};
/// The arcs of a part that can turn, without the arcs that are seen edge-on.
std::vector<TurnArc> turn_arcs(const PartPlace& at, const Projection& in);

/// Place of the arcs that turn the aim of target i in world axes. None if its effector does not
/// aim.
std::optional<PartPlace> place_of_aim(const lab::Scene& scene,
                                      std::span<const Eigen::Vector3d> targets, int i);

/// A handle that turns a target's aim about a world axis.
struct AimHandle {
  int axis;         ///< 0 is x, 1 is y, 2 is z
  glm::vec2 pixel;  ///< in the view's coordinates, from its top left corner
};
/// The handles of an aim's arcs.
std::vector<AimHandle> aim_handles(const PartPlace& at, const Projection& in);

/// Moves a part to `place`, m, world axes, together with the bodies that it carries.
/// \param at the part's present place
lab::Setup moved_part(const lab::Setup& setup, const ui::BodyPart& part, const PartPlace& at,
                      const Eigen::Vector3d& place);
/// Rotates a part by `rotation`, in world axes, from its orientation in `before`.
lab::Setup turned_part(const lab::Setup& setup, const lab::Scene& before, const ui::BodyPart& part,
                       const PartPlace& at, const Eigen::Matrix3d& rotation);

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
  std::span<const double> mobility = {};  ///< (n) see ik::Problem::mobility; empty: all 1
};

/// Drags a target, a link, or a handle of a curve, an aim or a body part with the pointer.
///
/// The held thing moves in the plane through it that faces the camera, or in the body's plane if
/// the joints move its effector or link in one; along a world axis while X, Y or Z is down; in a
/// horizontal plane while Shift is down. An amplitude's handle moves along its
/// axis. A click moves nothing. A link is pulled at the point where the drag began; a click on a
/// pulled link releases it.
class Grasp {
 public:
  /// Call between ImGui::NewFrame and Render. Ignores the pointer while a panel uses it.
  /// \param snap_back on release, a target returns to its curve and a link becomes free
  /// \param edit      receives the change, in frames with one
  void update(const gfx::Camera& camera, const ui::Area& view, const lab::Setup& setup,
              const GraspTargets& things, bool snap_back, ui::Edit& edit);

  /// Ends the drag and restores the state before it, in the frame's edit. Nothing moves until the
  /// button is released. Does nothing if nothing is held. Call after update().
  void take_back(ui::Edit& edit);

  bool holds() const { return held_.has_value(); }
  // The held thing, or else the thing under the pointer, if it is of this kind.
  std::optional<int> target() const { return get<int>(); }
  std::optional<lab::Pull> link() const { return get<lab::Pull>(); }  ///< with the point to pull
  std::optional<SeenHandle> handle() const { return get<SeenHandle>(); }
  std::optional<PartHandle> part_handle() const { return get<PartHandle>(); }
  std::optional<AimHandle> aim_handle() const { return get<AimHandle>(); }
  /// How far a part or an aim has been turned in this drag, rad.
  double turned() const { return turned_; }
  /// The axis of a constrained move.
  const std::optional<Eigen::Vector3d>& axis() const { return axis_; }

 private:
  using Thing = std::variant<int, lab::Pull, SeenHandle, PartHandle, AimHandle>;  // int: a target
  template <class Kind>
  std::optional<Kind> get() const {
    const auto& thing = held_ ? held_ : hovered_;
    const Kind* kind = thing ? std::get_if<Kind>(&*thing) : nullptr;
    return kind != nullptr ? std::optional(*kind) : std::nullopt;
  }
  /// The pointer over a picture; pixels from the picture's top left corner.
  struct Pointer {
    Projection in;
    glm::vec2 pressed, pixel;  // where the button was pressed, and now

    gfx::Ray ray(glm::vec2 through) const { return in.camera.ray(through, in.size); }
  };
  static std::optional<Thing> under_pointer(const Pointer& pointer, const lab::Setup& setup,
                                            const GraspTargets& things);
  bool is_gone(const lab::Setup& setup, const GraspTargets& things) const;
  void take(Thing thing, const lab::Setup& setup, const GraspTargets& things);
  void let_go(const lab::Setup& setup, bool snap_back, ui::Edit& edit);
  Eigen::Vector3d place_of_held(const lab::Setup& setup, const GraspTargets& things) const;
  std::optional<lab::Plane> plane_of_held(const GraspTargets& things) const;
  void move_to(const Eigen::Vector3d& place, const lab::Setup& setup, const GraspTargets& things,
               ui::Edit& edit);
  void turn(const Pointer& pointer, const lab::Setup& setup, const GraspTargets& things,
            ui::Edit& edit);
  PartPlace place_of_turned(const lab::Setup& setup, const GraspTargets& things) const;
  std::string body_change() const;

  std::optional<Thing> held_, hovered_;
  int held_target_ = 0;      // the held target, or the target of the held handle or aim
  bool moved_ = false;       // a drag, not a click
  bool taken_back_ = false;  // nothing moves until the button is released
  lab::TargetSetup before_{lab::TargetCurve(lab::WaveCurve{})};  // the target when it was taken
  std::optional<lab::Pull> pull_before_;
  std::optional<lab::Nudge> nudge_before_;
  std::optional<lab::Setup> setup_before_;  // when the drag of a part's or an aim's handle began
  ui::BodyPart held_part_;
  double turned_ = 0.0;  // rad
  std::optional<Eigen::Vector3d> axis_;
  // the held point at the start of the constraint; the centre about which an aim turns
  Eigen::Vector3d from_ = Eigen::Vector3d::Zero();
  glm::vec3 met_{0.0f};  // the pointer on the plane or line then
  int constraint_ = -1;  // -1: none yet
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
