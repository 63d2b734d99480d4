#pragma once

#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run/recording.h"

namespace io {

/// A text as a field of CSV; one with a comma, quote or line break stands in quotes. RFC 4180,
/// section 2.
std::string csv_field(const std::string& text);

/// The fields of a line of CSV, without their quotes.
std::vector<std::string> csv_fields(std::string_view line);

/// Writes a recording as the CSV of docs/formats.md: a header, then a row a step from row 0 on;
/// radians, metres, seconds; 17 significant digits, so that every number reads back bit for bit.
void write_csv(std::ostream& out, const lab::Recording& recording);

/// Several of one scene below each other, with a first column `method`.
void write_csv(std::ostream& out, std::span<const lab::Recording> recordings);

/// The same CSV of runs of any length: rows leave the memory in portions as they come.
class CsvStream {
 public:
  enum class MethodColumn { kNo, kYes };
  enum class Header { kFirst, kIsThere };

  CsvStream(std::ostream& out, MethodColumn method, Header header = Header::kFirst)
      : out_(&out), method_(method), has_header_(header == Header::kIsThere) {}

  /// The tracker's present row. A tracker of another method than the one before begins its rows
  /// below those of that one; all are of one scene.
  void add(const lab::Tracker& tracker);
  /// What is not written yet. At the end, and whenever it is to be seen.
  void flush();

 private:
  std::ostream* out_;
  MethodColumn method_;
  bool has_header_;
  std::optional<lab::Recording> portion_;
};

}  // namespace io
