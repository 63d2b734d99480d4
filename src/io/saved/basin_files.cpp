#include "io/saved/basin_files.h"

#include "io/files/numbered_files.h"
#include "io/setup/setup_json.h"

namespace io {
namespace {

// points
constexpr double kMapMargin = 22.0;
constexpr double kMapWidth = 640.0, kMapHeight = 660.0;  // with axes, heading and legend

constexpr lab::Color kMapInk{0.12F, 0.13F, 0.15F}, kSoftMapInk{0.30F, 0.32F, 0.35F};
constexpr lab::PlotStyle kMapPaper{.ground = {1.0F, 1.0F, 1.0F},
                                   .grid = {0.90F, 0.91F, 0.92F},
                                   .rule = {0.45F, 0.47F, 0.50F},
                                   .title = {lab::Face::kBold, 18.0, kMapInk},
                                   .words = {lab::Face::kWords, 13.0, kSoftMapInk},
                                   .numbers = {lab::Face::kNumbers, 12.0, kSoftMapInk}};

}  // namespace

std::string draw_basins(const lab::BasinFigure& map, PlotFormat format,
                        const std::string& provenance) {
  const lab::Box room{kMapMargin, kMapMargin, kMapWidth, kMapHeight};
  lab::Box cells{};
  measure_text([&](const lab::Painter& painter) {
    cells = lab::lay_out(map, room, kMapPaper, painter);
  });
  const Figure figure = with_foot({room.right() + kMapMargin, room.bottom() + 0.5 * kMapMargin,
                                   map.title, provenance});
  return figure_bytes(figure, format, [&](lab::Painter& painter) {
    lab::draw(map, cells, kMapPaper, painter);
  });
}

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
