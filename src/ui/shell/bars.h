#pragma once

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

/// The controls below the picture, layout.at_hand, in cells of equal width.
void control_line(const Theme& theme, const Layout& layout, const Context& context);

}  // namespace ui
