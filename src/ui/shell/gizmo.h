#pragma once

#include <array>
#include <optional>
#include <span>

#include "iklab/body.h"
#include "ui/kit/focus.h"
#include "ui/kit/theme.h"
#include "ui/panels/cells.h"
#include "ui/panels/edit.h"

namespace ui {

/// A world axis in the picture: a unit vector with x to the right, y up and z towards the eye.
struct SeenAxis {
  float x, y, z;
};

/// A point that the camera follows: the camera moves as the point moves.
struct Followed {
  int effector;
  bool target = false;  ///< the effector's target

  bool operator==(const Followed&) const = default;
};

/// The part of the picture with a corner for the gizmo: the whole picture; in a grid, the empty
/// cells, or the last picture if it is large. None if the gizmo would cover much.
/// \param cells of a grid; empty without one
/// \param lanes number of cells with a picture
std::optional<Area> room_for_gizmo(const Theme& theme, const Area& picture,
                                   std::span<const Cell> cells, std::size_t lanes);

/// Width of the gizmo and of the gap beside it, display coordinates.
float gizmo_width(const Theme& theme);

/// The axis gizmo in the lower right corner of an area: the six ends of the world's axes turn the
/// camera, a button shows the whole body, and a menu has points to follow.
void axis_gizmo(const Theme& theme, const Area& area, const std::array<SeenAxis, 3>& axes,
                const lab::Scene& scene, std::optional<Followed>& followed, Edit& edit);

}  // namespace ui
