#pragma once

#include <functional>

#include "ui/shell/laboratory.h"

namespace ui {

/// A command of the palette.
struct PaletteRow {
  std::string name;
  std::string keys;  ///< its shortcut, or a method's id; part of the search text
  std::function<void(const Context&)> act;
};

/// All commands: shortcuts, methods, scenes, pages, switches, targets, looks and files.
std::vector<PaletteRow> commands(const LabView& shown);

/// Whether the name contains every word of the text, ignoring case.
bool matches(const std::string& name, const std::string& text);

/// The command palette, while panels.palette.open: the typed text filters the list, Enter executes
/// the chosen command, Esc closes it.
void command_palette(const Theme& theme, const Context& context);

}  // namespace ui
