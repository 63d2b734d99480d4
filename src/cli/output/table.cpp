#include "cli/output/table.h"

#include <algorithm>

#include <fmt/format.h>

#include "io/files/error.h"
#include "io/files/text.h"
#include "lab/plot/plot.h"

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

}  // namespace cli
