#pragma once

#include "ui/kit/theme.h"
#include "ui/panels/edit.h"
#include "ui/shell/laboratory.h"

namespace ui {

/// A line at the edge of the present window.
void border(const Theme& theme, ImVec2 from, ImVec2 to);

/// Begins a horizontal bar with a line above it, until ImGui::End().
/// \param padding design points, above and below the contents
void begin_bar(const Theme& theme, const char* name, const Area& area, float padding);

/// The timeline: undo and redo, single steps, and a line of all steps of the run. A press or a drag
/// on the line seeks. Its marks are changes of the set-up. The plots show the step under the
/// pointer, and the line has a tick at the step under a plot's cursor.
void timeline_bar(const Theme& theme, const Area& area, const LabView& shown, PlotsPanel& plots,
                  Edit& edit);

/// The line at the bottom: outcome of the last update, time, step, error and computing times.
void status_bar(const Theme& theme, const Area& area, const LabView& shown, Panels& panels);

/// The last message, shown over the picture for six seconds, and the progress of opening a file.
void notice(const Theme& theme, const Area& view, const LabView& shown, Notice& notice);

/// How to show the panels again, over the picture: for some seconds after the user has hidden them,
/// and again while the pointer moves without a button, or after Esc. A press shows them.
void way_back(const Theme& theme, const Area& view, Panels& panels);

/// The controls below the picture, layout.at_hand, in cells of equal width.
void control_line(const Theme& theme, const Layout& layout, const Context& context);

/// Width of the rail: with names if the window is high enough for them, else with icons only.
float rail_width(const Theme& theme, float height);

/// The menu and the pages as a vertical bar of icons. A press opens a page, or folds the open one.
void rail(const Theme& theme, const Area& area, const Context& context);

/// A small button in the upper left corner of a picture, which opens or folds the left column.
void column_button(const Theme& theme, const Area& picture, Panels& panels);

}  // namespace ui
