#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ui/shell/laboratory.h"

namespace ui {

/// Texts that find a row of the list of commands.
struct Searchable {
  std::string_view name;              ///< "Method: Pseudoinverse"; its kind may be left out
  std::string_view keys = {};         ///< an id or a shortcut
  std::string_view synonyms = {};     ///< other words for it, separated by commas
  std::string_view description = {};  ///< a sentence or two
};

/// How a row fits a typed text, the best fit first.
enum class Fit {
  kExact,          ///< the text is the name or the id
  kPrefix,         ///< the name or the id begins with the text
  kWords,          ///< every typed word begins a word of name and id
  kSynonym,        ///< the text is a synonym
  kPartOfSynonym,  ///< every typed word begins a word of name, id and one synonym
  kDescription,    ///< every typed word begins a word of name, id and description
  kInside,         ///< every typed word is somewhere inside name and id
  kNone,
};

struct Found {
  Fit fit = Fit::kNone;
  std::string by;  ///< the synonym, or the word of the description, that matches; may be empty
};

/// Compares without regard to case, hyphens and other signs. An empty text fits every row.
Found find(const Searchable& row, std::string_view text);

/// "lambda 0,3" as "lambda 0.3": with points instead of commas between two digits.
std::string with_decimal_points(std::string text);

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

/// The commands that fit the text by name, id, shortcut or synonym, in the order of Fit.
std::vector<PaletteRow> search(const LabView& shown, const std::string& text);

/// The command palette, while panels.palette.open. The typed text filters and sorts the list, Enter
/// executes the chosen command, Esc closes it. A row found by a synonym shows the synonym.
void command_palette(const Theme& theme, const Context& context);

}  // namespace ui
