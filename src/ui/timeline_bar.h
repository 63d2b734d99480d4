#pragma once

#include "ui/laboratory.h"

namespace ui {

/// A bar with undo and redo, the steps back and on, and the run so far as a line: a press or a drag
/// on it goes to that step. Marks on the line are changes of the setup.
void timeline_bar(const Theme& theme, const Area& area, const Shown& shown, Asked& asked);

}  // namespace ui
