#pragma once

#include <functional>

#include "lab/run/timeline.h"
#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/shell/laboratory.h"

namespace ui {

/// A line at the edge of the present window.
void border(const Theme& theme, ImVec2 from, ImVec2 to);

/// The timeline: undo and redo, single steps, and a line of all steps of the run. A press or a drag
/// on the line seeks. Its marks are changes of the set-up. The plots show the step under the
/// pointer, and the line has a tick at the step under a plot's cursor.
void timeline_bar(const Theme& theme, const Area& area, const LabView& shown, PlotsPanel& plots,
                  Edit& edit);

/// The line at the bottom: outcome of the last update, time, step, error and computing times.
void status_bar(const Theme& theme, const Area& area, const LabView& shown, Panels& panels);

/// The last message, shown over the picture for six seconds, and the progress of opening a file.
void notice(const Theme& theme, const Area& view, const LabView& shown, Notice& notice);

/// A button that opens the list of branches, with buttons that go to a branch, compare with it, or
/// remove it. Draws nothing without branches.
/// \returns the branch under the pointer, 0 for none
int branch_menu(const Theme& theme, const lab::Timeline& timeline, Edit& edit);

/// Draws branches as pale lines that leave the timeline's line at their forks.
/// \param middle height of the timeline's line
/// \param x      position of a step on the line
/// \param chosen id of the branch to draw strongly, 0 for none
void draw_branches(const Theme& theme, const lab::Timeline& timeline, float middle,
                   const std::function<float(long)>& x, int chosen);

/// The last step of the run and of its branches.
long last_step(const lab::Timeline& timeline);

/// The controls below the picture, layout.at_hand, in cells of equal width.
void control_line(const Theme& theme, const Layout& layout, const Context& context);

/// Width of the rail: with names if the window is high enough for them, else with icons only.
float rail_width(const Theme& theme, float height);

/// The menu and the pages as a vertical bar of icons. A press opens a page, or folds the open one.
void rail(const Theme& theme, const Area& area, const Context& context);

/// Name of the menu's popup.
inline constexpr const char* kMenu = "menu";

/// The commands on the set-up and on files as a menu, while its popup is open: for fingers, instead
/// of the list of commands and the keys.
void menu(const Theme& theme, const Context& context);

/// A small button in the upper left corner of a picture, which opens or folds the left column.
void column_button(const Theme& theme, const Area& picture, Panels& panels);

}  // namespace ui
