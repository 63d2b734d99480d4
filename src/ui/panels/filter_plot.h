#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// The filters of all methods that have one, with the live singular values.
void draw_filters(const Theme& theme, const Shown& shown, ImVec2 size, MathsPanel& panel);

}  // namespace ui
