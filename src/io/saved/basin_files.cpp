#include "io/saved/basin_files.h"

#include "io/figure/plot_file.h"
#include "io/files/numbered_files.h"
#include "io/setup/setup_json.h"

#include <string>

namespace io {

std::vector<std::filesystem::path> save_basins(const std::filesystem::path& folder,
                                               const lab::BasinFigure& map,
                                               const lab::Setup& setup) {
  std::vector<std::string> suffixes;
  for (const char* figure : written_suffixes()) suffixes.emplace_back(figure);
  const std::string stem =
      plain_name(setup.scene->id) + "-" + setup.front_lane().method->id + "-basins";
  const std::string origin = provenance(setup);
  return write_numbered(folder, stem, suffixes, [&](std::span<std::ostream* const> files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      *files[i] << draw_basins(map, static_cast<PlotFormat>(i), origin);
    }
  });
}

}  // namespace io
