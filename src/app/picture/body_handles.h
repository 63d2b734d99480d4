#pragma once

#include <glm/vec2.hpp>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "app/picture/stage.h"
#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"
#include "lab/track/setup.h"
#include "ui/overlay/handles.h"
#include "ui/panels/build_panel.h"

namespace app {

/// Where a part of a body stands in the world.
struct PartPlace {
  Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< of its handles, m
  /// The frame in which its offset counts; the identity for an obstacle.
  ik::Isometry world_from_parent = ik::Isometry::Identity();
  bool turns = false;                     ///< whether it has handles to turn it
  std::optional<Eigen::Vector3d> axis{};  ///< of a joint, unit, world axes
};

/// A joint before it slides, an effector, or the middle of an obstacle; none if the scene has no
/// such part, or the place is not finite.
std::optional<PartPlace> place_of(const lab::Scene& scene, const ik::Pose& pose,
                                  const ui::BodyPart& part);

/// A handle of a part: to move it freely, along a world axis, or to turn it about one.
struct PartHandle {
  enum class Kind { kMove, kArrow, kTurn };
  Kind kind = Kind::kMove;
  int axis = 0;           ///< 0 is x, 1 is y, 2 is z
  glm::vec2 pixel{0.0f};  ///< in the view's coordinates, from its top left corner

  bool same(const PartHandle& other) const { return kind == other.kind && axis == other.axis; }
};

/// The handles in front of the camera, as large on the screen at every zoom. Arrows that point at
/// the eye, and turns that the eye sees edge-on, are left out.
/// \param scale display coordinates per design point
std::vector<PartHandle> part_handles(const PartPlace& at, const gfx::Camera& camera, glm::vec2 size,
                                     float scale);

/// The set-up with the part at another place, m, world axes. What it carries moves with it.
/// \param at the part now, as for turned_part()
lab::Setup moved_part(const lab::Setup& setup, const ui::BodyPart& part, const PartPlace& at,
                      const Eigen::Vector3d& place);
/// The set-up with the part turned from where it stood in `before` by a rotation in world axes.
lab::Setup turned_part(const lab::Setup& setup, const lab::Scene& before, const ui::BodyPart& part,
                       const PartPlace& at, const Eigen::Matrix3d& rotation);

/// Draws the handles over the picture, each axis in its own colour. \returns where they are
std::vector<ui::ItemRect> draw_part_handles(const ui::Theme& theme, const ui::Area& picture,
                                            const PartPlace& at, const gfx::Camera& camera,
                                            float scale, const std::optional<PartHandle>& lit,
                                            const std::string& reading);

/// Marks the part in a picture: a ring that faces the eye, its axis, and the arcs of its turns.
void add_part(const PartPlace& at, const gfx::Camera& camera, glm::vec2 size, float scale,
              const Stage& stage, bool dark, gfx::Picture& picture);

}  // namespace app
