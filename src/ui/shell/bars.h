#pragma once

#include "ui/shell/laboratory.h"

namespace ui {

/// A bar with undo and redo, the steps back and on, and the run so far as a line: a press or a drag
/// on it goes to that step. Marks on the line are changes of the setup. The step under the pointer
/// is the one that the plots read, and the one that is read in a plot has a tick.
void timeline_bar(const Theme& theme, const Area& area, const LabView& shown, PlotsPanel& plots,
                  Edit& edit);

/// One line at the bottom: how the last update went, time and step, and how long things take.
void status_bar(const Theme& theme, const Area& area, const LabView& shown, Panels& panels);

/// What the program says, such as where a file went, over the picture for some seconds.
void notice(const Theme& theme, const Area& view, const LabView& shown, Notice& notice);

}  // namespace ui
