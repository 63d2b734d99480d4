#include "io/plot_csv.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "io/csv_text.h"

namespace io {
namespace {

std::string with_unit(const std::string& label, const std::string& unit) {
  return csv_field(unit.empty() ? label : label + " [" + unit + "]");
}

/// A comment ends with its line.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return text;
}

/// A series and how far it is written.
struct Reader {
  const lab::Series* series;
  std::size_t next = 0;

  double x() const {
    return next < series->x.size() ? series->x[next] : std::numeric_limits<double>::infinity();
  }
};

}  // namespace

void write_plot_csv(std::ostream& out, const lab::Plot& plot, const std::string& provenance) {
  const std::string title = plot.title + (plot.subtitle.empty() ? "" : " · ") + plot.subtitle;
  out << "# " << one_line(title) << "\n# " << one_line(provenance) << '\n'
      << with_unit(plot.x.label, plot.x.unit);
  std::vector<Reader> readers;
  for (const lab::Series& series : plot.series) {
    if (!series.visible) continue;
    out << ',' << with_unit(series.label, plot.y.unit);
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
      line.push_back(',');
      if (reader.x() != x) continue;
      const double y = reader.series->y[reader.next++];
      if (std::isfinite(y)) fmt::format_to(std::back_inserter(line), "{:.17g}", y);
    }
    line.push_back('\n');
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
  }
}

}  // namespace io
