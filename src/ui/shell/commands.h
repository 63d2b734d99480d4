#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/shell/laboratory.h"

namespace ui {

/// A command of the palette.
struct PaletteRow {
  std::string name;
  std::string keys = {};  ///< its shortcut or its id
  std::function<void(const Context&)> act = {};
  std::string synonyms = {};          ///< other words for the search, separated by commas
  std::string description = {};       ///< a sentence or two for the search
  bool is_of_another_method = false;  ///< than the front lane's: last, unless fully named
};

/// All commands: shortcuts, methods, scenes, pages, settings, all methods' parameters, plots,
/// targets, looks and files. If the typed text ends in a value ("lambda 0.4", "d-max off"), the
/// first rows set the settings that accept this value. A parameter of another method than the front
/// lane's switches to that method.
std::vector<PaletteRow> commands(const LabView& shown, const std::string& text = {});

}  // namespace ui
