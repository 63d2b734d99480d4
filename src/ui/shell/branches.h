#pragma once

#include <functional>

#include "ui/shell/laboratory.h"

namespace ui {

/// A button that opens the list of branches and of the runs that were left, with buttons that go to
/// one, compare with a branch, or remove one. Draws nothing if there are none.
/// \returns the branch under the pointer, 0 for none
int branch_menu(const Theme& theme, const LabView& shown, Edit& edit);

/// Draws branches as pale lines that leave the timeline's line at their forks.
/// \param middle height of the timeline's line
/// \param x      position of a step on the line
/// \param chosen id of the branch to draw strongly, 0 for none
void draw_branches(const Theme& theme, const lab::Timeline& timeline, float middle,
                   const std::function<float(long)>& x, int chosen);

/// The last step of the run and of its branches.
long last_step(const lab::Timeline& timeline);

}  // namespace ui
