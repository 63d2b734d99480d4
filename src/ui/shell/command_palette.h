#pragma once

#include <string>
#include <vector>

#include "ui/shell/commands.h"

namespace ui {

/// The commands that fit the text by name, id, shortcut or synonym, in the order of Fit.
std::vector<PaletteRow> search(const LabView& shown, const std::string& text);

/// The command palette, while panels.palette.open. The typed text filters and sorts the list, Enter
/// executes the chosen command, Esc closes it. A row found by a synonym shows the synonym.
void command_palette(const Theme& theme, const Context& context);

}  // namespace ui
