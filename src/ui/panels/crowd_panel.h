#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// A field of bodies around the single one: how many, which and how they move, and what that takes.
void crowd_panel(const Theme& theme, const Shown& shown, ImVec2 size, CrowdPanel& panel,
                 Edit& edit);

}  // namespace ui
