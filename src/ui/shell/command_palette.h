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

/// All commands: shortcuts, methods, scenes, pages, settings and the method's parameters, targets,
/// looks and files. If the typed text ends in a value ("lambda 0.4", "d-max off"), the first rows
/// set what accepts it.
std::vector<PaletteRow> commands(const LabView& shown, const std::string& text = {});

/// The command palette, while panels.palette.open: the typed text filters the list, Enter executes
/// the chosen command, Esc closes it.
void command_palette(const Theme& theme, const Context& context);

}  // namespace ui
