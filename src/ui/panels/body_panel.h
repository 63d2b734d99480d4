#pragma once

#include <optional>
#include <span>

#include "lab/run/timeline.h"
#include "lab/track/reach.h"
#include "ui/kit/items.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// What the panel of targets remembers; the pointer in the picture goes by it.
struct TargetsPanel {
  bool snap_back = false;  ///< what is let go returns: a target to its curve, a link to the method
};

/// In the corner of the picture a line for every effector: its colour in the plots, its name, how
/// it is doing and how far it is from its target, and from its aim if it has one: the word says
/// why, its colour how much it matters, by the distance as a share of the reach. Not in a picture
/// that is too small to spare the room.
/// \param statuses by effector; none where it is not known yet
void targets_overlay(const Theme& theme, const Area& view, const lab::Tracker& tracker,
                     std::span<const std::optional<lab::EffectorStatus>> statuses);

/// The targets: freezing them all, and of each whether it is held, a jump, and its curve to edit.
void targets_panel(const Theme& theme, const lab::Timeline& timeline, TargetsPanel& panel,
                   Edit& edit);

/// How much every goal counts, which joints may move, and how easily each does.
void weights_panel(const Theme& theme, const lab::Tracker& tracker, Edit& edit);

}  // namespace ui
