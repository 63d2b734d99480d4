#pragma once

#include "ui/laboratory.h"

namespace ui {

/// One line at the bottom: how the last update went, time and step, and how long things take.
void status_bar(const Theme& theme, const Area& area, const Shown& shown, Panels& panels);

}  // namespace ui
