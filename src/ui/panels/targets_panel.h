#pragma once

#include <optional>

#include "lab/body/fitted_curve.h"
#include "lab/run/timeline.h"
#include "ui/kit/widgets.h"
#include "ui/panels/edit.h"

namespace ui {

/// State of the targets panel. It also controls dragging in the picture.
struct TargetsPanel {
  bool snap_back = false;  ///< on release of the button, also release the dragged target or link
  bool names = true;       ///< write the names of effectors and targets over the picture
  bool trails = true;      ///< draw the trails of effectors and targets
  std::optional<int> selected = {};  ///< its curve is shown with handles
  bool dragged = false;              ///< something in the picture is held by the pointer
};

/// Selects target i, or deselects it if `chosen` is false.
void choose_target(int i, bool chosen, TargetsPanel& panel);

/// Words for lab::CurveFit.
inline constexpr const char* kCurveFitWords[] = {"in reach", "in and out of reach", "at the edge",
                                                 "standing"};
/// Gives target i a curve fitted to its effector's reach.
void fit_curve(int i, lab::CurveFit fit, const lab::Setup& setup, Edit& edit);

/// Controls of the targets: freeze them all; hold, jump and the curve of each.
void targets_panel(const Theme& theme, const lab::Timeline& timeline, TargetsPanel& panel,
                   Edit& edit);

}  // namespace ui
