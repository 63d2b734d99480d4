#pragma once

#include <optional>
#include <span>

#include "lab/run/timeline.h"
#include "lab/track/reach.h"
#include "ui/kit/widgets.h"
#include "ui/panels/edit.h"

namespace ui {

/// State of the targets panel. It also controls dragging in the picture.
struct TargetsPanel {
  bool snap_back = false;  ///< release a dragged target or link when the button is released
  bool names = true;       ///< write the names of effectors and targets over the picture
  bool trails = true;      ///< draw the trails of effectors and targets
  std::optional<int> selected = {};  ///< the target whose curve is shown with handles
  bool dragged = false;              ///< something in the picture is held by the pointer
};

/// A line for every effector in the corner of the picture: its colour in the plots, its name, its
/// status, and its distances from target and aim. The colour of the status shows the distance as a
/// share of the reach. Hidden in a small picture. A press on a line selects its target, or none if
/// it is selected.
/// \param statuses by effector; none where it is not known yet
void targets_overlay(const Theme& theme, const Area& view, const lab::Tracker& tracker,
                     std::span<const std::optional<lab::EffectorStatus>> statuses,
                     TargetsPanel& panel);

/// Controls of the targets: freeze them all; hold, jump and the curve of each.
void targets_panel(const Theme& theme, const lab::Timeline& timeline, TargetsPanel& panel,
                   Edit& edit);

/// Weights of the goals, groups of joints that may move, and weights of the joints.
void weights_panel(const Theme& theme, const lab::Tracker& tracker, Edit& edit);

}  // namespace ui
