#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

inline constexpr double kMinSpeed = 0.1, kMaxSpeed = 10.0;  ///< simulated by real seconds

/// Play and pause, single step, reset, speed, recording and where it goes.
void run_panel(const Theme& theme, const Shown& shown, Panels& panels, Edit& edit);

}  // namespace ui
