#include "io/report/plot_files.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <sstream>

#include <fmt/format.h>

#include "io/figure/figure.h"
#include "io/figure/plot_file.h"
#include "io/files/csv.h"
#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/setup/setup_json.h"

namespace io {
namespace {

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

namespace fs = std::filesystem;

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
