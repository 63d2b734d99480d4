#pragma once

#include "ui/panels/laboratory.h"

namespace ui {

/// The page of the mathematics: J and its singular value decomposition as coloured tables, filters,
/// the landscape of two joints, what of it the picture shows, and the nullspace slider.
void maths_panel(const Theme& theme, const Shown& shown, ImVec2 size, MathsPanel& panel,
                 Edit& edit);

/// All views, in the order of their buttons.
enum class MathsView { kJacobian, kU, kSigma, kV, kFilters, kLandscape };

}  // namespace ui
