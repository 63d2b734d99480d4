#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "io/files/text.h"
#include "lab/run/recording.h"

namespace io {

/// A text as a CSV field, quoted if it has a comma, quote or line break. RFC 4180, section 2.
std::string csv_field(const std::string& text);

/// A column's name as a field. An apostrophe precedes a name that a spreadsheet would take for a
/// formula (it begins with = + - or @).
std::string csv_name(const std::string& name);

/// The fields of a CSV line, without quotes.
std::vector<std::string> csv_fields(std::string_view line);

/// The number of a field, written by {:.17g}; "nan", "-nan", "inf" and "-inf" are numbers, too.
std::optional<double> csv_number(std::string_view field);

/// Writes rows as the CSV of docs/formats.md: a header, then one row per step, in radians, metres
/// and seconds. 17 significant digits restore numbers exactly.
void write_csv(std::ostream& out, const lab::Recording& recording);
/// Writes a recording of several lanes, one after the other. With several methods, the first column
/// is `method`. With several lanes, a column `lane` follows; it numbers them from 1 in the order in
/// which they began.
void write_csv(std::ostream& out, const lab::RunRecording& recording);

/// Writes the same CSV row by row, for runs of any length.
class CsvStream {
 public:
  /// Columns before a row: none, the method, or the method and the lane's number.
  enum class Columns { kPlain, kMethod, kMethodAndLane };

  CsvStream(std::ostream& out, Columns columns) : out_(&out), columns_(columns) {}

  /// Adds the tracker's current row. All trackers have the same scene; their methods may differ.
  void add(const lab::Tracker& tracker);
  /// \param method the row's method
  /// \param lane   the lane's number
  void add(const lab::Tracker& tracker, const ik::MethodInfo& method, int lane = 1);
  /// Writes buffered rows. Call it at the end.
  void flush();

 private:
  std::ostream* out_;
  Columns columns_;
  bool has_header_ = false;
  const ik::MethodInfo* made_by_ = nullptr;  // method of the rows in portion_
  int lane_ = 1;
  std::optional<lab::Recording> portion_;
};

/// Writes a table that may be a part of a larger one. A part ends with a line `# content HASH`, the
/// hash of all lines before it, by which a reader sees whether it was edited or cut off.
class SealedWriter {
 public:
  explicit SealedWriter(std::ostream& out) : out_(out) {}

  /// \param line without its end
  void write(std::string_view line);
  /// Writes the last line.
  void seal();

 private:
  std::ostream& out_;
  std::uint64_t content_ = kHashOfNothing;
};

/// The beginning of the last line of a part.
inline constexpr std::string_view kContentMark = "# content ";

/// Reads the lines of a table.
/// \param take receives every line, counted from 1, without its end and without the last line of a
///   part
/// \returns whether the table is a part: it has that last line
/// \throws Error naming a file that cannot be read, is empty, cut off or not what was written
bool read_sealed(const std::filesystem::path& path,
                 const std::function<void(std::size_t number, const std::string& line)>& take);

/// The common properties of the parts of a table, and all their rows.
template <class Key>
struct MergedTable {
  std::string header, origin;
  std::string first;                 ///< name of the first part
  std::vector<std::string> columns;  ///< the header's
  std::map<Key, std::string> rows;

  std::string text() const {
    std::string text = header + '\n';
    for (const auto& [key, row] : rows) text += row + '\n';
    return text;
  }
};

/// The fields of a row, as many as columns.
/// \throws Error naming the line
std::vector<std::string> fields_of_row(const std::filesystem::path& path, std::size_t line,
                                       const std::string& row,
                                       const std::vector<std::string>& columns);

/// \throws Error "FILE: line 3: WHAT"
[[noreturn]] void fail_at_line(const std::filesystem::path& path, std::size_t line,
                               const std::string& what);

}  // namespace io
