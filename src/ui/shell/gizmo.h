#pragma once

#include <array>
#include <optional>

#include "iklab/body.h"
#include "ui/kit/items.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// A world axis as the picture shows it: a unit vector with x to the right, y up and z towards the
/// eye.
struct SeenAxis {
  float x, y, z;
};

/// What the picture follows: its camera moves as that point moves.
struct Followed {
  int effector;         ///< index
  bool target = false;  ///< the effector's target

  bool operator==(const Followed&) const = default;
};

/// The axis gizmo in the corner of the picture: six ends of the world's axes to press, which turn
/// the camera to that side. Below them are a button that shows the whole body from the first angle,
/// and a menu of what the camera follows. Not drawn where the picture is too small.
/// \param view the picture's area
void axis_gizmo(const Theme& theme, const Area& view, const std::array<SeenAxis, 3>& axes,
                const ik::Multibody& multibody, std::optional<Followed>& followed, Edit& edit);

}  // namespace ui
