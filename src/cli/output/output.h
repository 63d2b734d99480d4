#pragma once

#include "io/files/file.h"
#include "io/report/json_output.h"
#include "lab/scene/scene.h"
#include "lab/sweep/sweep.h"

#include <limits>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// Where a result goes: nowhere (no target), to standard output ("-") or to a file, which is
/// opened at once and is there as a whole or not at all.
class Output {
 public:
  /// \throws io::Error naming the path if it cannot be written
  explicit Output(const std::string& target);

  bool wanted() const { return to_standard_output_ || file_; }
  bool to_standard_output() const { return to_standard_output_; }

  /// \pre wanted()
  std::ostream& stream();
  /// Makes sure that a file's contents arrived, before any file takes its place.
  /// \throws io::WriteError if something did not
  void finish();
  /// Lets the file take its place.
  void commit();

 private:
  bool to_standard_output_ = false;
  std::optional<io::OutputFile> file_;
};

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

/// What is to be read of a sweep: of one axis every cell, of two the best ones.
void print_sweep(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results);

/// Why it shakes: the causes, strongest first, each with what was tried and helps: the jitter and
/// the mean error that it leaves.
void print_diagnosis(std::ostream& out, const io::Diagnosed& diagnosed);

}  // namespace cli
