#include "cli/output/output.h"

#include "io/files/text.h"
#include "io/setup/setup_json.h"
#include "lab/plot/plot.h"
#include "lab/sweep/landmarks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>

namespace cli {

Output::Output(const std::string& target) : to_standard_output_(target == "-") {
  if (!target.empty() && !to_standard_output_) file_.emplace(target);
}

std::ostream& Output::stream() { return file_ ? file_->stream() : std::cout; }

void Output::finish() {
  if (file_) file_->finish();
}

void Output::commit() {
  // standard output is looked at once, at the end of the program
  if (file_) file_->commit();
}

void Table::add_column(std::string heading, Align align) {
  headings_.push_back(std::move(heading));
  aligns_.push_back(align);
}

void Table::print(std::ostream& out) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    std::size_t width = columns_of(headings_[i]);
    for (const auto& row : rows_) width = std::max(width, columns_of(row[i]));
    widths.push_back(width);
  }
  const auto print_row = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line += "  ";
      line += aligns_[i] == Align::kLeft ? left(cells[i], widths[i]) : right(cells[i], widths[i]);
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  };
  print_row(headings_);
  for (const auto& row : rows_) print_row(row);
}

void print_results(std::ostream& out, const lab::Scene& scene,
                   std::span<const io::Result> results) {
  const lab::Summary& first = results.front().summary;
  out << fmt::format("{} ({}), {} steps of {:g} s", io::printable(scene.id),
                     io::printable(scene.name), first.steps, results.front().settings.time_step);
  if (first.warmup > 0) out << fmt::format(", the first {} left out", first.warmup);
  out << '\n';
  for (const io::Result& result : results) {
    out << "  " << lab::describe(*result.info, result.in_force()) << '\n';
  }
  out << '\n';

  const bool aims = first.mean_aim_error_deg.has_value();
  Table table;
  table.add_column("method", Table::Align::kLeft);
  for (const char* heading : {"mean error [m]", "rms [m]", "max [m]", "total [m]", "jitter [deg]",
                              "reversals [%]", "max step [deg]", "ns/update"}) {
    table.add_column(heading, Table::Align::kRight);
  }
  if (aims) table.add_column("aim error [deg]", Table::Align::kRight);
  for (const io::Result& result : results) {
    const lab::Summary& s = result.summary;
    std::vector<std::string> row = {
        result.info->id,
        fmt::format("{:.5g}", s.mean_error),
        fmt::format("{:.5g}", s.rms_error),
        fmt::format("{:.5g}", s.max_error),
        fmt::format("{:.6g}", s.total_error),
        fmt::format("{:.4g}", s.mean_jitter_deg),
        fmt::format("{:.2f}", 100.0 * s.reversal_rate),
        fmt::format("{:.4g}", s.max_step_deg),
        s.ns_per_update ? fmt::format("{:.0f}", *s.ns_per_update) : "-"};
    if (aims) row.push_back(fmt::format("{:.4g}", s.mean_aim_error_deg.value_or(0.0)));
    table.add_row(std::move(row));
  }
  table.print(out);
}

std::string wrapped(std::string_view text, std::size_t columns) {
  std::string result;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const std::size_t width = columns_of(word);
    if (used > 0 && used + 1 + width > columns) {
      result += '\n';
      used = 0;
    } else if (used > 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += width;
  }
  return result;
}

std::size_t columns_of(std::string_view text) {
  // bytes 10xxxxxx continue a code point
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::string left(std::string_view text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  return std::string(text) + std::string(columns > used ? columns - used : 0, ' ');
}

std::string right(std::string_view text, std::size_t columns) {
  const std::size_t used = columns_of(text);
  return std::string(columns > used ? columns - used : 0, ' ') + std::string(text);
}

long count_option(const char* option, std::string_view text, long least, long most) {
  const auto count = io::parse_count(text);
  if (!count || *count < least) {
    throw io::Error(fmt::format("{}: expected a whole number of at least {}", option, least));
  }
  if (*count > most) throw io::Error(fmt::format("{}: at most {}", option, most));
  return *count;
}

namespace {

constexpr auto kRight = Table::Align::kRight;

void print_head(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  const lab::Experiment& experiment = sweep.experiment();
  out << fmt::format("{} ({}), {} steps of {:g} s", io::printable(experiment.scene.id),
                     io::printable(experiment.scene.name), experiment.steps,
                     sweep.settings(0).time_step);
  if (experiment.warmup > 0) out << fmt::format(", the first {} left out", experiment.warmup);
  out << "\n  " << lab::describe(sweep);
  for (const lab::SweepAxis& axis : sweep.axes()) out << "; " << io::text_of_axis(axis);
  out << '\n';
  if (results.done() < results.cell_count()) {
    out << fmt::format("  {} of {} cells\n", results.done(), results.cell_count());
  }
  out << '\n';
}

/// A table of cells, with a first column of words where there are any.
class CellTable {
 public:
  CellTable(const lab::Sweep& sweep, const lab::SweepResults& results, bool named)
      : sweep_(sweep), results_(results) {
    aims_ = sweep.experiment().scene.multibody.aim_count() > 0;
    if (named) table_.add_column("", Table::Align::kLeft);
    for (const lab::SweepAxis& axis : sweep.axes()) {
      table_.add_column(axis.unit.empty() ? axis.name : axis.name + " [" + axis.unit + "]", kRight);
    }
    for (const char* heading : {"mean error [m]", "rms [m]", "max [m]", "total [m]", "jitter [deg]",
                                "reversals [%]", "max step [deg]"}) {
      table_.add_column(heading, kRight);
    }
    if (aims_) table_.add_column("aim error [deg]", kRight);
  }

  void add(int cell, std::vector<std::string> row = {}) {
    const lab::Summary& s = *results_.at(cell);
    for (std::size_t axis = 0; axis < sweep_.axes().size(); ++axis) {
      row.push_back(lab::text_of(sweep_.axes()[axis], sweep_.value(cell, axis)));
    }
    for (std::string& number :
         std::vector{fmt::format("{:.5g}", s.mean_error), fmt::format("{:.5g}", s.rms_error),
                     fmt::format("{:.5g}", s.max_error), fmt::format("{:.6g}", s.total_error),
                     fmt::format("{:.4g}", s.mean_jitter_deg),
                     fmt::format("{:.2f}", 100.0 * s.reversal_rate),
                     fmt::format("{:.4g}", s.max_step_deg)}) {
      row.push_back(std::move(number));
    }
    if (aims_) row.push_back(fmt::format("{:.4g}", s.mean_aim_error_deg.value_or(0.0)));
    table_.add_row(std::move(row));
  }
  void print(std::ostream& out) const { table_.print(out); }

 private:
  const lab::Sweep& sweep_;
  const lab::SweepResults& results_;
  bool aims_;
  Table table_;
};

void print_every_cell(std::ostream& out, const lab::Sweep& sweep,
                      const lab::SweepResults& results) {
  CellTable table(sweep, results, false);
  for (int cell = 0; cell < results.cell_count(); ++cell) {
    if (results.at(cell) != nullptr) table.add(cell);
  }
  table.print(out);
  out << '\n';
}

void print_landmarks(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  const lab::Landmarks landmarks = lab::find(sweep, results);
  CellTable table(sweep, results, true);
  const auto add = [&table](const std::string& words, std::optional<int> cell) {
    if (cell) table.add(*cell, {words});
  };
  add("least error", landmarks.least_error);
  add("least jitter", landmarks.least_jitter);
  add(fmt::format("calmest within {:g} % of the least error", 100.0 * lab::Landmarks::kSlack),
      landmarks.calmest);
  table.print(out);
  if (!landmarks.cliff) return;
  const auto [calm, shaky] = *landmarks.cliff;
  const std::size_t number = lab::cliff_axis(sweep);
  const lab::SweepAxis& axis = sweep.axes()[number];
  out << fmt::format(
      "\nOn the line through the least error shaking sets in between {} {} and {}: "
      "jitter goes from {:.4g} to {:.4g} deg.\n",
      axis.name, lab::text_of(axis, sweep.value(calm, number)),
      lab::text_of(axis, sweep.value(shaky, number)), results.at(calm)->mean_jitter_deg,
      results.at(shaky)->mean_jitter_deg);
}

}  // namespace

void print_sweep(std::ostream& out, const lab::Sweep& sweep, const lab::SweepResults& results) {
  print_head(out, sweep, results);
  if (sweep.axes().size() == 1) print_every_cell(out, sweep, results);
  print_landmarks(out, sweep, results);
}

namespace {

/// The text in lines that start so far to the right.
std::string indented(const std::string& text, std::size_t columns) {
  std::string result(columns, ' ');
  for (const char c : wrapped(text, kTextColumns - columns)) {
    result += c;
    if (c == '\n') result += std::string(columns, ' ');
  }
  return result + '\n';
}

}  // namespace

void print_diagnosis(std::ostream& out, const io::Diagnosed& diagnosed) {
  out << "\nwhy it shakes:\n";
  for (const lab::Cause& cause : diagnosed.diagnosis.causes) {
    out << fmt::format("  {} ({:.0f} % of the shaking)\n", lab::name(cause.id),
                       100.0 * cause.strength);
    out << indented(cause.sentence + " " + cause.source + ".", 4);
    std::vector<std::string> joints, help;
    for (const int j : cause.joints) joints.push_back(diagnosed.multibody.joint(j).name);
    for (const lab::Remedy& remedy : cause.remedies) {
      help.push_back(fmt::format("{} ({:.3g}°, {:.3g} m)", remedy.label, remedy.with.jitter_deg,
                                 remedy.with.error));
    }
    if (!joints.empty()) out << indented(fmt::format("joints: {}", fmt::join(joints, ", ")), 4);
    if (help.empty()) continue;
    const lab::Behaviour& without = cause.remedies.front().without;
    out << indented(fmt::format("try: {}; instead of {:.3g}°, {:.3g} m", fmt::join(help, "; or "),
                                without.jitter_deg, without.error),
                    4);
  }
}

}  // namespace cli
