#pragma once

#include "ui/shell/laboratory.h"

namespace ui {

/// A line at the edge of the present window.
void border(const Theme& theme, ImVec2 from, ImVec2 to);

/// The timeline: undo and redo, single steps, and a line of all steps of the run. A press or a drag
/// on the line seeks. Its marks are changes of the set-up. The step under the pointer is read in
/// the plots, and the step that is read in a plot has a tick on the line.
void timeline_bar(const Theme& theme, const Area& area, const LabView& shown, PlotsPanel& plots,
                  Edit& edit);

/// The line at the bottom: outcome of the last update, time, step, error and computing times.
void status_bar(const Theme& theme, const Area& area, const LabView& shown, Panels& panels);

/// The last message, shown over the picture for six seconds, and the progress of opening a file.
void notice(const Theme& theme, const Area& view, const LabView& shown, Notice& notice);

}  // namespace ui
