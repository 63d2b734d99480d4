#pragma once

#include <limits>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/report/json_output.h"
#include "lab/scene/scene.h"

namespace cli {

/// Rows of text in columns as wide as their widest entry.
class Table {
 public:
  enum class Align { kLeft, kRight };

  /// A column with that heading.
  void add_column(std::string heading, Align align);
  /// \pre as many cells as columns
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print(std::ostream& out) const;

 private:
  std::vector<Align> aligns_;
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

/// The measures of some runs of one scene, a row each, below a line on what was run.
void print_results(std::ostream& out, const lab::Scene& scene, std::span<const io::Result> results);

/// Columns of a text of several lines, and of the help beside an option.
inline constexpr std::size_t kTextColumns = 96;
inline constexpr std::size_t kHelpColumns = 64;

/// Breaks a text into lines of at most so many columns, between words.
std::string wrapped(std::string_view text, std::size_t columns);

/// How many columns a terminal gives a text: one for every code point, which holds for the Greek
/// letters, signs and accents that occur here.
std::size_t columns_of(std::string_view text);

/// The text with spaces behind it, or before it, to fill so many columns.
std::string left(std::string_view text, std::size_t columns);
std::string right(std::string_view text, std::size_t columns);

/// The whole number of an option.
/// \throws io::Error naming the option unless it is at least `least` and at most `most`
long count_option(const char* option, std::string_view text, long least,
                  long most = std::numeric_limits<long>::max());

}  // namespace cli
