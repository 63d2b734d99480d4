#pragma once

#include <functional>

#include "ui/shell/laboratory.h"

namespace ui {

/// Something that can be done by its name.
struct PaletteRow {
  std::string name;
  std::string keys;  ///< that do the same, a method's id, or empty; it is found by them, too
  std::function<void(const LabView&, Panels&, Edit&)> act;
};

/// All commands: those of the keyboard, every method, scene, page and switch, files and sharing.
std::vector<PaletteRow> commands(const LabView& shown);

/// True if every word of the text stands in the name, whatever the case.
bool matches(const std::string& name, const std::string& text);

/// The list in the middle of the window while panels.palette.open: what is typed narrows it down,
/// Enter does the chosen one, Esc closes it.
void command_palette(const Theme& theme, const LabView& shown, Panels& panels, Edit& edit);

}  // namespace ui
