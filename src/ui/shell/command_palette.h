#pragma once

#include <functional>

#include "ui/shell/laboratory.h"

namespace ui {

/// A command of the palette.
struct PaletteRow {
  std::string name;
  std::string keys = {};  ///< its shortcut or its id
  std::function<void(const Context&)> act;
  std::string synonyms = {};     ///< other words by which it is found, with commas between them
  std::string description = {};  ///< likewise: a sentence or two
};

/// All commands: shortcuts, methods, scenes, pages, settings, all methods' parameters, plots,
/// targets, looks and files. If the typed text ends in a value ("lambda 0.4", "d-max off"), the
/// first rows set what accepts it. A parameter of a method that is not the front lane's switches to
/// that method.
std::vector<PaletteRow> commands(const LabView& shown, const std::string& text = {});

/// The commands that are found by the text: by their names, ids, shortcuts and synonyms, in this
/// order, see Fit.
std::vector<PaletteRow> search(const LabView& shown, const std::string& text);

/// The command palette, while panels.palette.open: the typed text filters and sorts the list, Enter
/// executes the chosen command, Esc closes it. A row that is found by a synonym shows it.
void command_palette(const Theme& theme, const Context& context);

}  // namespace ui
