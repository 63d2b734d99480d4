#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// The lanes that run side by side as a table of how they do: each over the last seconds up to the
/// present step. A heading sorts it, a row brings its lane to the front.
void lanes_panel(const Theme& theme, const Shown& shown, LanesPanel& panel, Edit& edit);

}  // namespace ui
