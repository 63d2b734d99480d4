#include "io/saved/result_files.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <sstream>

#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/report/advice_output.h"
#include "io/report/json_output.h"
#include "io/setup/provenance.h"
#include "lab/scene/knobs.h"
#include "lab/scene/number_text.h"
#include "lab/sweep/sweep_figures.h"

namespace io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSteps = "steps";
constexpr const char* kWarmup = "warmup";

/// The parts of a sweep; rows by cell.
struct Parts : MergedTable<long> {
  std::vector<std::string> notes;  // for the user
  std::size_t axes = 0;
  long cells = 0;
};

std::string header_text(std::span<const std::string> axes, bool aims) {
  std::string text = "cell,cells";
  for (const std::string& axis : axes) text += ',' + csv_field(axis);
  text += fmt::format(",{},{}", kSteps, kWarmup);
  for (const lab::MeasureInfo& measure : lab::measures()) text += fmt::format(",{}", measure.name);
  return text + (aims ? ",mean_aim_error_deg" : "") + ",experiment";
}

/// Number of axes in the header of a sweep; 0 for any other header.
std::size_t axes_in(const std::string& header) {
  const std::vector<std::string> columns = csv_fields(header);
  for (std::size_t axes = 1; axes <= 2 && 2 + axes < columns.size(); ++axes) {
    const std::span names = std::span(columns).subspan(2, axes);
    if (header_text(names, false) == header || header_text(names, true) == header) return axes;
  }
  return 0;
}

/// Whether the command line would accept the value on that axis.
bool is_value_of(const std::string& axis, const std::string& text) {
  if (const lab::Knob* knob = lab::find_shared_knob(axis)) {
    return lab::parse_value(*knob, text).has_value();
  }
  return text == "true" || text == "false" || lab::parse_number(text).has_value();
}

/// Whether a field of a row is valid; not for the cell's number and the experiment.
bool is_valid_field(const std::string& column, bool is_axis, const std::string& text) {
  if (is_axis) return is_value_of(column, text);
  if (column == kSteps || column == kWarmup) return parse_count(text).value_or(-1) >= 0;
  return csv_number(text).has_value();
}

void add_row(Parts& parts, const fs::path& path, std::size_t number, const std::string& row) {
  const std::vector<std::string> fields = fields_of_row(path, number, row, parts.columns);
  const auto cell = parse_count(fields[0]), cells = parse_count(fields[1]);
  if (!cell || !cells || *cell < 0 || *cell >= *cells || *cells > lab::kMaxCells) {
    fail_at_line(path, number, "expected a cell's number and how many there are");
  }
  for (std::size_t i = 2; i + 1 < fields.size(); ++i) {
    if (is_valid_field(parts.columns[i], i < 2 + parts.axes, fields[i])) continue;
    fail_at_line(path, number,
                 fmt::format("{}: '{}' is not a valid value", parts.columns[i], fields[i]));
  }
  if (parts.rows.empty()) {
    parts.cells = *cells;
    parts.origin = fields.back();
    parts.first = path.string();
  }
  const std::string difference = difference_of_origins(fields.back(), parts.origin, parts.first);
  if (!difference.empty()) fail_at_line(path, number, difference);
  if (*cells != parts.cells) fail_at_line(path, number, "a part of another sweep");
  if (!parts.rows.emplace(*cell, row).second) {
    fail_at_line(path, number, fmt::format("cell {} appears twice", *cell));
  }
}

/// A part without that line: it may be whole, or older.
void check_unsealed(Parts& parts, const fs::path& path, std::size_t rows) {
  if (rows == 0 || static_cast<long>(rows) == parts.cells) return;
  if (names_scene_content(parts.origin)) {
    throw Error(fmt::format("{}: was edited or cut off: its last line, \"{}...\", is missing",
                            path.string(), kContentMark));
  }
  parts.notes.push_back(path.string() + ": is of an older iklab: it cannot be told whether it " +
                        "was edited, or whether its scene was the same");
}

void add_part(Parts& parts, const fs::path& path) {
  std::size_t rows = 0;
  const bool sealed = read_sealed(path, [&](std::size_t number, const std::string& line) {
    if (number > 1) {
      ++rows;
      add_row(parts, path, number, line);
      return;
    }
    const std::size_t axes = axes_in(line);
    if (axes == 0) fail_at_line(path, 1, "not the CSV of a sweep");
    if (parts.header.empty()) {
      parts.header = line;
      parts.columns = csv_fields(line);
      parts.axes = axes;
    }
    if (line != parts.header) fail_at_line(path, 1, "a part of another sweep");
  });
  if (!sealed) check_unsealed(parts, path, rows);
}

Parts all_parts(std::span<const fs::path> files) {
  Parts parts;
  for (const fs::path& file : files) add_part(parts, file);
  if (parts.rows.empty()) throw Error("--merge: the files hold no cell");
  const long missing = parts.cells - static_cast<long>(parts.rows.size());
  if (missing == 0) return parts;
  long first = 0;
  while (parts.rows.contains(first)) ++first;
  throw Error(fmt::format("--merge: {} of {} cells are missing, the first is {}", missing,
                          parts.cells, first));
}

bool has_aims(const lab::Sweep& sweep) {
  return sweep.experiment().scene.multibody.aim_count() > 0;
}

std::string header_of(const lab::Sweep& sweep) {
  std::vector<std::string> axes;
  for (const lab::SweepAxis& axis : sweep.axes()) axes.push_back(axis.name);
  return header_text(axes, has_aims(sweep));
}

lab::Summary summary_of(const lab::Sweep& sweep, int cell, const std::string& row) {
  const std::vector<std::string> fields = csv_fields(row);
  std::size_t column = 2;
  for (std::size_t axis = 0; axis < sweep.axes().size(); ++axis, ++column) {
    const std::string expected = lab::option_text(sweep.axes()[axis], sweep.value(cell, axis));
    if (fields[column] == expected) continue;
    throw Error(fmt::format("--merge: cell {}: {} is {} in the file and {} in the sweep", cell,
                            sweep.axes()[axis].name, fields[column], expected));
  }
  lab::Summary summary;
  summary.steps = parse_count(fields[column++]).value_or(0);
  summary.warmup = parse_count(fields[column++]).value_or(0);
  const auto next = [&] { return csv_number(fields[column++]).value_or(0.0); };
  for (const lab::MeasureInfo& measure : lab::measures()) summary.*measure.value = next();
  if (has_aims(sweep)) summary.mean_aim_error_deg = next();
  return summary;
}

std::string with_unit(const std::string& label, const std::string& unit) {
  return csv_name(unit.empty() ? label : label + " [" + unit + "]");
}

/// A series with the index of the next point to write.
struct Reader {
  const lab::Series* series;
  std::size_t next = 0;

  double x() const {
    return next < series->x.size() ? series->x[next] : std::numeric_limits<double>::infinity();
  }
};

/// The header and a row for each x.
void write_plot_rows(std::ostream& out, const lab::Plot& plot, char separator) {
  out << with_unit(plot.x.label, plot.x.unit);
  std::vector<Reader> readers;
  for (const lab::Series& series : plot.series) {
    if (!series.visible) continue;
    out << separator << with_unit(series.label, plot.y.unit);
    const auto first = std::lower_bound(series.x.begin(), series.x.end(), plot.x.min);
    readers.push_back({&series, static_cast<std::size_t>(first - series.x.begin())});
  }
  out << '\n';

  fmt::memory_buffer line;
  while (true) {
    double x = std::numeric_limits<double>::infinity();
    for (const Reader& reader : readers) x = std::min(x, reader.x());
    if (!(x <= plot.x.max) || !std::isfinite(x)) return;
    line.clear();
    fmt::format_to(std::back_inserter(line), "{:.17g}", x);
    for (Reader& reader : readers) {
      line.push_back(separator);
      if (reader.x() != x) continue;
      const double y = reader.series->y[reader.next++];
      if (std::isfinite(y)) fmt::format_to(std::back_inserter(line), "{:.17g}", y);
    }
    line.push_back('\n');
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
  }
}

/// "-jitter.csv"; the second plot of the same kind is "-jitter-2.csv".
std::string table_suffix(std::span<const lab::Plot> plots, std::size_t i) {
  int same = 1;
  for (std::size_t j = 0; j < i; ++j) same += plots[j].id == plots[i].id;
  const std::string name = plots[i].id.empty() ? "plot" : plots[i].id;
  return same > 1 ? fmt::format("-{}-{}.csv", name, same) : fmt::format("-{}.csv", name);
}

/// The conditions of the visible part of a run.
Origin origin_of_part(const lab::Plot& plot, const lab::Timeline& run) {
  const lab::RunPart part = lab::part_of(run, plot.x.min, plot.x.max);
  return origin_of(
      fmt::format("{} · t {:.6g} to {:.6g} s", provenance(*part.initial), plot.x.min, plot.x.max),
      part.notes);
}

}  // namespace

std::vector<fs::path> save_basins(const fs::path& folder, const lab::BasinFigure& map,
                                  const lab::Setup& setup) {
  const std::string stem =
      plain_name(setup.scene->id) + "-" + setup.front_lane().method->id + "-basins";
  const std::string origin = provenance(setup);
  std::vector<NumberedFile> files;
  add_figures(files, [&](PlotFormat format) { return draw_basins(map, format, origin); });
  return write_numbered(folder, stem, files);
}

void write_csv(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  const bool aims = has_aims(sweep);
  SealedWriter table(out);
  table.write(header_of(sweep));
  const std::string experiment = csv_field(origin(sweep));
  for (int cell = 0; cell < results.cell_count(); ++cell) {
    const lab::Summary* summary = results.at(cell);
    if (summary == nullptr) continue;
    std::string row = fmt::format("{},{}", cell, results.cell_count());
    for (std::size_t axis = 0; axis < sweep.axes().size(); ++axis) {
      row += ',' + lab::option_text(sweep.axes()[axis], sweep.value(cell, axis));
    }
    row += fmt::format(",{},{}", summary->steps, summary->warmup);
    for (const lab::MeasureInfo& measure : lab::measures()) {
      row += fmt::format(",{:.17g}", measure.get(*summary));
    }
    if (aims) row += fmt::format(",{:.17g}", summary->mean_aim_error_deg.value_or(0.0));
    table.write(row + ',' + experiment);
  }
  if (results.done() < results.cell_count()) table.seal();
}

std::string merged_csv(std::span<const fs::path> files, std::vector<std::string>* notes) {
  const Parts parts = all_parts(files);
  if (notes != nullptr) *notes = parts.notes;
  return parts.text();
}

lab::SweepResults read_results(const lab::Sweep& sweep, std::span<const fs::path> files,
                               std::vector<std::string>* notes) {
  const Parts parts = all_parts(files);
  lab::SweepResults results(sweep);
  if (parts.header != header_of(sweep) || parts.cells != results.cell_count()) {
    throw Error("--merge: the files are of another sweep than the options describe");
  }
  // a table of an older program does not say what its scene holds
  const bool older = !names_scene_content(parts.origin);
  const std::string difference =
      difference_of_origins(parts.origin, older ? provenance(sweep) : origin(sweep), "the command");
  if (!difference.empty()) throw Error(fmt::format("--merge: {}: {}", parts.first, difference));
  for (const auto& [cell, row] : parts.rows) {
    const int number = static_cast<int>(cell);
    results.set(number, summary_of(sweep, number, row));
  }
  if (notes != nullptr) *notes = parts.notes;
  return results;
}

std::string draw_sweep(const lab::Sweep& sweep, const lab::SweepResults& results,
                       PlotFormat format) {
  const std::string text = provenance(sweep);
  return sweep.axes().size() == 1 ? draw_plots(lab::sweep_plots(sweep, results), format, text)
                                  : draw_heat_maps(lab::sweep_maps(sweep, results), format, text);
}

std::vector<fs::path> save_sweep(const fs::path& folder, const lab::Sweep& sweep,
                                 const lab::SweepResults& results) {
  const lab::Experiment& experiment = sweep.experiment();
  const std::string stem = plain_name(experiment.scene.id) + "-" + experiment.method->id + "-sweep";
  std::vector<NumberedFile> files = {
      {".csv", [&](std::ostream& out) { write_csv(out, sweep, results); }}};
  add_figures(files, [&](PlotFormat format) { return draw_sweep(sweep, results, format); });
  return write_numbered(folder, stem, files);
}

std::vector<fs::path> save_advice(const fs::path& folder, const lab::Advised& advised) {
  std::vector<NumberedFile> files = {
      {".csv", [&](std::ostream& out) { write_csv(out, advised); }},
      {".json", [&](std::ostream& out) { out << advice_json(advised); }},
      {".html", [&](std::ostream& out) { out << advice_page(advised); }}};
  add_figures(files, [&](PlotFormat format) { return draw_advice(advised, format); });
  return write_numbered(folder, plain_name(advised.plan.experiment.scene.id) + "-advice", files);
}

void write_plot_csv(std::ostream& out, const lab::Plot& plot, const Origin& origin) {
  const std::string title = plot.title + (plot.subtitle.empty() ? "" : " · ") + plot.subtitle;
  write_comment(out, title);
  write_origin(out, origin);
  write_plot_rows(out, plot, ',');
}

std::string plot_table(const lab::Plot& plot) {
  std::ostringstream out;
  write_plot_rows(out, plot, '\t');
  return out.str();
}

std::string plots_picture(std::span<const lab::Plot> plots, const lab::Timeline& run) {
  if (plots.empty()) return {};
  return draw_plots(plots, PlotFormat::kPng, foot_of(origin_of_part(plots.front(), run)));
}

std::vector<fs::path> save_plots(const fs::path& folder, std::span<const lab::Plot> plots,
                                 const lab::Timeline& run) {
  if (plots.empty()) return {};
  const Origin origin = origin_of_part(plots.front(), run);
  const std::string foot = foot_of(origin);
  std::vector<NumberedFile> files;
  add_figures(files, [&](PlotFormat format) { return draw_plots(plots, format, foot); });
  for (std::size_t i = 0; i < plots.size(); ++i) {
    files.push_back({table_suffix(plots, i), [&origin, &plot = plots[i]](std::ostream& out) {
                       write_plot_csv(out, plot, origin);
                     }});
  }
  return write_numbered(folder, plain_name(run.setup().scene->id) + "-plots", files);
}

}  // namespace io
