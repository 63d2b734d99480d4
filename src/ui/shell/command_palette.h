#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/shell/laboratory.h"

namespace ui {

struct PaletteRow {
  std::string name;
  std::string keys = {};         ///< its shortcut or its id
  std::string synonyms = {};     ///< other words for the search, separated by commas
  std::string description = {};  ///< a sentence or two for the search
  std::function<void(const Context&)> act = {};
  bool is_of_another_method = false;  ///< than the front lane's: last, unless fully named
  /// The text before the value names exactly its setting: no similar row is meant.
  bool is_named = false;
  bool refuses = false;   ///< the value; the name says what is expected, and `act` is empty
  std::string note = {};  ///< why it has no effect at present; empty if it has one
};

/// Begin of the command that sets Panels::web_page; the address follows.
inline constexpr const char* kWebPage = "Web page of links";

/// All commands. If the typed text ends in a value ("lambda 0.4", "d-max off"), the first rows set
/// the settings that accept this value. A setting that is named exactly and does not accept it has
/// a row that refuses. A parameter of another method than the front lane's switches to that method,
/// unless the front lane has one of that name.
std::vector<PaletteRow> commands(const LabView& shown, const std::string& text = {});

/// The commands that fit the text by name, id, shortcut or synonym, in the order of Fit.
std::vector<PaletteRow> search(const LabView& shown, const std::string& text);

/// The command palette, while panels.palette.open. The typed text filters and sorts the list, Enter
/// executes the chosen command, Esc closes it. A row found by a synonym shows the synonym.
void command_palette(const Theme& theme, const Context& context);

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

/// Compares without regard to case, hyphens and other signs. An empty text fits every row. The
/// kind of a row may be left out: "Method: " of "Method: Pseudoinverse".
Found find(const PaletteRow& row, std::string_view text);

/// Whether two texts have the same words, as find() compares them.
bool same_words(std::string_view a, std::string_view b);

/// Whether the text is the address of a page.
bool is_address(std::string_view text);

}  // namespace ui
