#pragma once

#include "lab/track/tracker.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"

namespace ui {

/// Weights of the goals, groups of joints that may move, and weights of the joints.
void weights_panel(const Theme& theme, const lab::Tracker& tracker, Edit& edit);

}  // namespace ui
