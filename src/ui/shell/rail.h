#pragma once

#include "ui/shell/laboratory.h"

namespace ui {

/// Width of the rail: with names if the window is high enough for them, else with icons only.
float rail_width(const Theme& theme, float height);

/// The menu and the pages as a vertical bar of icons. A press opens a page, or folds the open one.
void rail(const Theme& theme, const Area& area, const Context& context);

/// A small button in the upper left corner of a picture, which opens or folds the left column.
void column_button(const Theme& theme, const Area& picture, Panels& panels);

}  // namespace ui
