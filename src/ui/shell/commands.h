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
  /// The text before the value names exactly its setting: no similar row is meant.
  bool is_named = false;
  bool refuses = false;   ///< the value; the name says what is expected, and `act` is empty
  std::string note = {};  ///< why it has no effect at present; empty if it has one
};

/// All commands: shortcuts, methods, scenes, pages, settings, all methods' parameters, plots,
/// targets, looks and files. If the typed text ends in a value ("lambda 0.4", "d-max off"), the
/// first rows set the settings that accept this value. A setting that is named exactly and does not
/// accept it has a row that refuses. A parameter of another method than the front lane's switches
/// to that method, unless the front lane has one of that name.
std::vector<PaletteRow> commands(const LabView& shown, const std::string& text = {});

}  // namespace ui
