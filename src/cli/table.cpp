#include "cli/table.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/words.h"
#include "io/plain_text.h"
#include "lab/plot.h"

namespace cli {

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
    out << "  " << lab::describe(*result.info, io::settings_in_force(result)) << '\n';
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

}  // namespace cli
