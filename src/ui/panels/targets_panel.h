#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// The targets: freezing them all, and of each whether it is held, a jump, and its curve to edit.
void targets_panel(const Theme& theme, const Shown& shown, TargetsPanel& panel, Edit& edit);

}  // namespace ui
