#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run/recording.h"
#include "lab/run/run_recording.h"

namespace io {

/// A text as a field of CSV, in quotes if it has a comma, quote or line break. RFC 4180, section 2.
std::string csv_field(const std::string& text);

/// A column's name as a field: one that a table calculator would take for a formula (it begins with
/// = + - or @) begins with an apostrophe.
std::string csv_name(const std::string& name);

/// The fields of a line of CSV, without quotes.
std::vector<std::string> csv_fields(std::string_view line);

/// Writes rows as the CSV of docs/formats.md: a header, then a row for each step; radians, metres,
/// seconds; 17 significant digits: numbers read back bit for bit.
void write_csv(std::ostream& out, const lab::Recording& recording);
/// Writes a recording of several lanes, one after the other. Where there are several methods, a
/// column `method` comes first; where there are several lanes, a column `lane` follows it, from 1
/// on in the order in which they began.
void write_csv(std::ostream& out, const lab::RunRecording& recording);

/// Writes the same CSV row by row, for runs of any length.
class CsvStream {
 public:
  /// Before the columns of a row: none, the method, or the method and the number of the lane.
  enum class Columns { kPlain, kMethod, kMethodAndLane };

  CsvStream(std::ostream& out, Columns columns) : out_(&out), columns_(columns) {}

  /// Adds the tracker's present row. All trackers have the same scene; their methods may differ.
  void add(const lab::Tracker& tracker);
  /// \param method that made the row
  /// \param lane   its number
  void add(const lab::Tracker& tracker, const ik::MethodInfo& method, int lane = 1);
  /// Writes buffered rows. Call it at the end.
  void flush();

 private:
  std::ostream* out_;
  Columns columns_;
  bool has_header_ = false;
  const ik::MethodInfo* made_by_ = nullptr;  // the rows of the portion
  int lane_ = 1;
  std::optional<lab::Recording> portion_;
};

}  // namespace io
