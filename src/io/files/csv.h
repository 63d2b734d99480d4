#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run/recording.h"

namespace io {

/// A text as a field of CSV, in quotes if it has a comma, quote or line break. RFC 4180, section 2.
std::string csv_field(const std::string& text);

/// A column's name as a field: one that a table calculator would take for a formula (it begins with
/// = + - or @) begins with an apostrophe.
std::string csv_name(const std::string& name);

/// The fields of a line of CSV, without quotes.
std::vector<std::string> csv_fields(std::string_view line);

/// Writes a recording as the CSV of docs/formats.md: a header, then one row for each step from row
/// 0 on; radians, metres, seconds; 17 significant digits: numbers read back bit for bit.
void write_csv(std::ostream& out, const lab::Recording& recording);

/// Writes the same CSV row by row, for runs of any length.
class CsvStream {
 public:
  enum class MethodColumn { kNo, kYes };
  enum class Header { kFirst, kIsThere };

  /// \param method whether there is a first column `method`
  CsvStream(std::ostream& out, MethodColumn method, Header header = Header::kFirst)
      : out_(&out), method_(method), has_header_(header == Header::kIsThere) {}

  /// Adds the tracker's present row. All trackers have the same scene; their methods may differ.
  void add(const lab::Tracker& tracker);
  /// Writes buffered rows. Call it at the end.
  void flush();

 private:
  std::ostream* out_;
  MethodColumn method_;
  bool has_header_;
  std::optional<lab::Recording> portion_;
};

}  // namespace io
