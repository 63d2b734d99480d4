#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// Error and jitter of the front lane's method over two of its settings or parameters. A point on
/// both maps stands where the sliders are; to press or drag moves it, and the sliders, as one
/// change.
void sweep_panel(const Theme& theme, const Shown& shown, ImVec2 size, SweepPanel& panel,
                 Edit& edit);

}  // namespace ui
