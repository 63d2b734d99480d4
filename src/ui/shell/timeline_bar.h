#pragma once

#include "ui/shell/laboratory.h"

namespace ui {

/// A bar with undo and redo, the steps back and on, and the run so far as a line: a press or a drag
/// on it goes to that step. Marks on the line are changes of the setup. The step under the pointer
/// is the one that the plots read, and the one that is read in a plot has a tick.
void timeline_bar(const Theme& theme, const Area& area, const LabView& shown, PlotsPanel& plots,
                  Edit& edit);

}  // namespace ui
