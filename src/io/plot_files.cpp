#include "io/plot_files.h"

#include <string>

#include <fmt/format.h>

#include "io/numbered_files.h"
#include "io/plot_csv.h"
#include "io/plot_file.h"
#include "io/provenance.h"
#include "lab/change_notes.h"

namespace io {
namespace {

namespace fs = std::filesystem;

/// "-jitter.csv"; the second of two of a kind is "-jitter-2.csv".
std::string table_suffix(std::span<const lab::Plot> plots, std::size_t i) {
  int same = 1;
  for (std::size_t j = 0; j < i; ++j) same += plots[j].id == plots[i].id;
  const std::string name = plots[i].id.empty() ? "plot" : plots[i].id;
  return same > 1 ? fmt::format("-{}-{}.csv", name, same) : fmt::format("-{}.csv", name);
}

/// " · changed at 1.7 s: method pseudoinverse → dls; ...": what made the run what is seen.
std::string changes_until(double time, const lab::Timeline& run) {
  constexpr std::size_t kMost = 8;  // the foot is one line
  std::vector<std::string> texts;
  for (const lab::ChangeNote& note : lab::change_notes(run)) {
    if (note.time <= time) texts.push_back(note.text());
  }
  if (texts.empty()) return {};
  const std::size_t more = texts.size() - std::min(texts.size(), kMost);
  texts.resize(texts.size() - more);
  const std::string rest = more > 0 ? fmt::format("; and {} more", more) : "";
  return fmt::format(" · changed at {}{}", fmt::join(texts, "; "), rest);
}

}  // namespace

std::vector<fs::path> save_plots(const fs::path& folder, std::span<const lab::Plot> plots,
                                 const lab::Timeline& run) {
  if (plots.empty()) return {};
  std::vector<std::string> suffixes = {".svg", ".png", ".pdf"};
  for (std::size_t i = 0; i < plots.size(); ++i) suffixes.push_back(table_suffix(plots, i));

  const std::string text =
      fmt::format("{} · t {:.6g} to {:.6g} s{}", provenance(run.setup()), plots.front().x.min,
                  plots.front().x.max, changes_until(plots.front().x.max, run));
  return write_numbered(folder, plain_name(run.setup().scene->id) + "-plots", suffixes,
                        [&](std::span<std::ostream* const> files) {
                          const std::size_t figures = files.size() - plots.size();
                          for (std::size_t i = 0; i < figures; ++i) {
                            *files[i]
                                << draw_plots(plots, plot_format("plots" + suffixes[i]), text);
                          }
                          for (std::size_t i = 0; i < plots.size(); ++i) {
                            write_plot_csv(*files[figures + i], plots[i], text);
                          }
                        });
}

}  // namespace io
