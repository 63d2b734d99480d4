#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/shell/commands.h"

namespace ui {

/// The commands that fit the text by name, id, shortcut or synonym, in the order of Fit.
std::vector<PaletteRow> search(const LabView& shown, const std::string& text);

/// The command palette, while panels.palette.open. The typed text filters and sorts the list, Enter
/// executes the chosen command, Esc closes it. A row found by a synonym shows the synonym.
void command_palette(const Theme& theme, const Context& context);

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

/// Whether two texts have the same words, as find() compares them.
bool same_words(std::string_view a, std::string_view b);

/// Whether the text is the address of a page.
bool is_address(std::string_view text);

/// "lambda 0,3" as "lambda 0.3": with points instead of commas between two digits.
std::string with_decimal_points(std::string text);

}  // namespace ui
