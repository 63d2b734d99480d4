#pragma once

#include "ui/shell/laboratory.h"

namespace ui {

/// One line at the bottom: how the last update went, time and step, and how long things take.
void status_bar(const Theme& theme, const Area& area, const LabView& shown, Panels& panels);

/// What the program says, such as where a file went, over the picture for some seconds.
void notice(const Theme& theme, const Area& view, const LabView& shown, Notice& notice);

}  // namespace ui
