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
/// \param scale display coordinates per design point
std::vector<PartHandle> part_handles(const PartPlace& at, const gfx::Camera& camera, glm::vec2 size,
                                     float scale);

/// Moves a part to `place`, m, world axes, together with the bodies that it carries.
/// \param at the part's present place
lab::Setup moved_part(const lab::Setup& setup, const ui::BodyPart& part, const PartPlace& at,
                      const Eigen::Vector3d& place);
/// Rotates a part by `rotation`, in world axes, from its orientation in `before`.
lab::Setup turned_part(const lab::Setup& setup, const lab::Scene& before, const ui::BodyPart& part,
                       const PartPlace& at, const Eigen::Matrix3d& rotation);

/// Draws the handles over the picture, each axis in its own colour. \returns their rectangles
std::vector<ui::ItemRect> draw_part_handles(const ui::Theme& theme, const ui::Area& picture,
                                            const PartPlace& at, const gfx::Camera& camera,
                                            float scale, const std::optional<PartHandle>& lit,
                                            const std::string& reading);

/// Marks a part in a picture: a ring that faces the eye, the part's axis, and the rotation arcs.
void add_part(const PartPlace& at, const gfx::Camera& camera, glm::vec2 size, float scale,
              const Stage& stage, bool dark, gfx::Picture& picture);

}  // namespace app
