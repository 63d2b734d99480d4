#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// The error of a body of two joints over all its poses, with the ways of the lanes on it.
void draw_landscape(const Theme& theme, const Shown& shown, ImVec2 size, MathsPanel& panel);

}  // namespace ui
