#include "io/sweep_csv.h"

#include <cstdlib>
#include <map>

#include <fmt/format.h>

#include "io/csv_text.h"
#include "io/file.h"
#include "io/number.h"
#include "io/provenance.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCell = "cell";
constexpr const char* kCells = "cells";
constexpr const char* kExperiment = "experiment";

/// What the parts of a sweep have in common, and the rows of all of them.
struct Parts {
  std::string header, experiment;
  long cells = 0;
  std::map<long, std::string> rows;  // by cell
};

[[noreturn]] void fail(const fs::path& path, std::size_t line, const std::string& what) {
  throw Error(fmt::format("{}: line {}: {}", path.string(), line, what));
}

void add_row(Parts& parts, const fs::path& path, std::size_t number, const std::string& row) {
  const std::vector<std::string> fields = csv_fields(row);
  if (fields.size() != csv_fields(parts.header).size())
    fail(path, number, "not a row of its header");
  const auto cell = parse_count(fields[0]), cells = parse_count(fields[1]);
  if (!cell || !cells || *cell < 0 || *cell >= *cells || *cells > lab::kMostCells) {
    fail(path, number, "expected a cell's number and how many there are");
  }
  if (parts.rows.empty()) {
    parts.cells = *cells;
    parts.experiment = fields.back();
  } else if (*cells != parts.cells || fields.back() != parts.experiment) {
    fail(path, number, "a part of another sweep");
  }
  if (!parts.rows.emplace(*cell, row).second) {
    fail(path, number, fmt::format("cell {} is there twice", *cell));
  }
}

void add_part(Parts& parts, const fs::path& path) {
  const std::string text = read_file(path);
  std::size_t number = 0;
  for (std::size_t start = 0; start < text.size(); ++number) {
    const std::size_t end = text.find('\n', start);
    if (end == std::string::npos) fail(path, number + 1, "is cut off");
    const std::string line = text.substr(start, end - start);
    start = end + 1;
    if (number > 0) {
      add_row(parts, path, number + 1, line);
      continue;
    }
    const std::vector<std::string> names = csv_fields(line);
    const bool known =
        names.size() > 3 && names[0] == kCell && names[1] == kCells && names.back() == kExperiment;
    if (!known) fail(path, 1, "not the CSV of a sweep");
    if (parts.header.empty()) parts.header = line;
    if (line != parts.header) fail(path, 1, "a part of another sweep");
  }
  if (number == 0) throw Error(path.string() + ": is empty");
}

void expect_all(const Parts& parts) {
  if (static_cast<long>(parts.rows.size()) == parts.cells) return;
  long first = 0;
  while (parts.rows.count(first) > 0) ++first;
  throw Error(fmt::format("--merge: {} of {} cells are missing, the first is {}",
                          parts.cells - static_cast<long>(parts.rows.size()), parts.cells, first));
}

Parts all_parts(std::span<const fs::path> files) {
  Parts parts;
  for (const fs::path& file : files) add_part(parts, file);
  if (parts.rows.empty()) throw Error("--merge: the files hold no cell");
  expect_all(parts);
  return parts;
}

bool has_aims(const lab::Sweep& sweep) {
  return sweep.experiment().scene.multibody.aim_count() > 0;
}

std::string header_of(const lab::Sweep& sweep) {
  std::string text = fmt::format("{},{}", kCell, kCells);
  for (const lab::SweepAxis& axis : sweep.axes()) text += ',' + axis.name;
  text += ",steps,warmup";
  for (const lab::MeasureInfo& measure : lab::measures()) text += fmt::format(",{}", measure.name);
  if (has_aims(sweep)) text += ",mean_aim_error_deg";
  return text + ',' + kExperiment;
}

/// The summary in a row. \param axes how many columns stand before it besides the cell's
lab::Summary summary_of(const std::string& row, std::size_t axes, bool aims) {
  const std::vector<std::string> fields = csv_fields(row);
  std::size_t column = 2 + axes;
  const auto next = [&] {
    const std::string& text = fields[column++];
    if (const auto number = parse_number(text)) return *number;
    // a measure may be no number, or beyond all
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') {
      throw Error(fmt::format("--merge: cell {}: '{}' is no number", fields[0], text));
    }
    return value;
  };
  lab::Summary summary;
  summary.steps = static_cast<long>(next());
  summary.warmup = static_cast<long>(next());
  for (const lab::MeasureInfo& measure : lab::measures()) summary.*measure.value = next();
  if (aims) summary.mean_aim_error_deg = next();
  return summary;
}

}  // namespace

void write_csv(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  const bool aims = has_aims(sweep);
  out << header_of(sweep) << '\n';
  const std::string experiment = csv_field(provenance(sweep));
  for (int cell = 0; cell < results.cell_count(); ++cell) {
    const lab::Summary* summary = results.at(cell);
    if (summary == nullptr) continue;
    out << fmt::format("{},{}", cell, results.cell_count());
    for (std::size_t axis = 0; axis < sweep.axes().size(); ++axis) {
      out << ',' << lab::text_of(sweep.axes()[axis], sweep.value(cell, axis));
    }
    out << fmt::format(",{},{}", summary->steps, summary->warmup);
    for (const lab::MeasureInfo& measure : lab::measures()) {
      out << fmt::format(",{:.17g}", measure.get(*summary));
    }
    if (aims) out << fmt::format(",{:.17g}", summary->mean_aim_error_deg.value_or(0.0));
    out << ',' << experiment << '\n';
  }
}

std::string merged_csv(std::span<const fs::path> files) {
  const Parts parts = all_parts(files);
  std::string text = parts.header + '\n';
  for (const auto& [cell, row] : parts.rows) text += row + '\n';
  return text;
}

lab::SweepResults read_results(const lab::Sweep& sweep, std::span<const fs::path> files) {
  const Parts parts = all_parts(files);
  lab::SweepResults results(sweep);
  if (parts.header != header_of(sweep) || parts.cells != results.cell_count() ||
      parts.experiment != provenance(sweep)) {
    throw Error("--merge: the files are of another sweep than the options describe");
  }
  for (const auto& [cell, row] : parts.rows) {
    results.set(static_cast<int>(cell), summary_of(row, sweep.axes().size(), has_aims(sweep)));
  }
  return results;
}

}  // namespace io
