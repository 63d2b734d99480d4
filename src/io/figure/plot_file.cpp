#include "io/figure/plot_file.h"

#include <algorithm>
#include <vector>

#include "lab/plot/draw_plot.h"

namespace io {
namespace {

// points
constexpr double kMargin = 22.0, kPlotGap = 20.0;
constexpr double kFrameWidth = 620.0;
constexpr double kFrameHeight = 260.0;         // a single frame's
constexpr double kStackedFrameHeight = 190.0;  // one of several frames: two fit on a page
constexpr double kScatterHeight = 400.0;       // a scatter plot's frame
constexpr double kMapSide = 300.0;             // a square map's
constexpr double kBasinSide = 512.0;           // two points a cell
constexpr double kLandscapeSide = 448.0;       // eight points a cell

constexpr lab::Color kInk{0.12F, 0.13F, 0.15F}, kSoftInk{0.30F, 0.32F, 0.35F};
constexpr lab::PlotStyle kPaper{.ground = {1.0F, 1.0F, 1.0F},
                                .grid = {0.90F, 0.91F, 0.92F},
                                .rule = {0.45F, 0.47F, 0.50F},
                                .title = {lab::Face::kBold, 18.0, kInk},
                                .words = {lab::Face::kWords, 13.0, kSoftInk},
                                .numbers = {lab::Face::kNumbers, 12.0, kSoftInk}};

/// Lays out the plots below each other from the top margin. \returns the last plot's bottom
double stack(std::span<const lab::Plot> plots, const lab::PlotStyle& style,
             const lab::Painter& painter, std::vector<lab::PlotLayout>& layouts) {
  constexpr double kRoom = 1000.0;  // arbitrary: the space around the frame does not depend on it
  const double height = plots.size() > 1 ? kStackedFrameHeight : kFrameHeight;
  double y = kMargin;
  for (const lab::Plot& plot : plots) {
    lab::Box box{kMargin, y, style.axis + kFrameWidth, kRoom};
    box.height += height - lay_out(plot, box, style, painter).frame.height;
    layouts.push_back(lay_out(plot, box, style, painter));
    y = box.bottom() + kPlotGap;
  }
  return y - kPlotGap;
}

}  // namespace

std::string draw_plots(std::span<const lab::Plot> plots, PlotFormat format,
                       const std::string& provenance) {
  std::vector<lab::Plot> stacked(plots.begin(), plots.end());
  for (std::size_t i = 1; i < plots.size(); ++i) {
    if (plots[i].subtitle == plots[i - 1].subtitle) stacked[i].subtitle.clear();
  }
  lab::PlotStyle style = kPaper;
  std::vector<lab::PlotLayout> layouts;
  double bottom = 0.0;
  measure_text([&](const lab::Painter& painter) {
    for (const lab::Plot& plot : stacked) {
      style.axis = std::max(style.axis, axis_width(plot, style, painter));
    }
    bottom = stack(stacked, style, painter, layouts);
  });
  const Figure figure{style.axis + kFrameWidth + 2.0 * kMargin, bottom + 0.5 * kMargin,
                      joined(plots, "; ", &lab::Plot::title), provenance};
  return figure_bytes(with_foot(figure), format, [&](lab::Painter& painter) {
    for (std::size_t i = 0; i < layouts.size(); ++i) {
      lab::draw(stacked[i], layouts[i], style, painter);
    }
  });
}

std::string draw_heat_maps(std::span<const lab::HeatMap> maps, PlotFormat format,
                           const std::string& provenance) {
  lab::Box box{kMargin, kMargin, kMapSide * static_cast<double>(maps.size()), kMapSide};
  lab::MapsLayout layout;
  measure_text([&](const lab::Painter& painter) {
    const lab::Point margins = lab::map_margins(maps, kPaper, painter);
    box.width += margins.x;
    box.height += margins.y;
    layout = lab::lay_out(maps, box, kPaper, painter);
  });
  const Figure figure = with_foot({box.right() + kMargin, box.bottom() + 0.5 * kMargin,
                                   joined(maps, "; ", &lab::HeatMap::title), provenance});
  return figure_bytes(figure, format,
                      [&](lab::Painter& painter) { lab::draw(maps, layout, kPaper, painter); });
}

std::string draw_scatter(const lab::Scatter& scatter, PlotFormat format,
                         const std::string& provenance) {
  constexpr double kRoom = 1000.0;  // arbitrary, as in stack()
  lab::Box box{kMargin, kMargin, kPaper.axis + kFrameWidth, kRoom};
  lab::Scatter page = scatter;  // a copy with the legend broken into lines
  page.legend.clear();
  lab::ScatterLayout layout;
  measure_text([&](const lab::Painter& painter) {
    for (const std::string& text : scatter.legend) {
      for (std::string& line : lines_of(text, kPaper.words, box.width, painter)) {
        page.legend.push_back(std::move(line));
      }
    }
    box.height += kScatterHeight - lay_out(page, box, kPaper, painter).frame.height;
    layout = lay_out(page, box, kPaper, painter);
  });
  const Figure figure =
      with_foot({box.right() + kMargin, box.bottom() + 0.5 * kMargin, scatter.title, provenance});
  return figure_bytes(figure, format,
                      [&](lab::Painter& painter) { draw(page, layout, kPaper, painter); });
}

std::string draw_basins(const lab::BasinFigure& basins, PlotFormat format,
                        const std::string& provenance) {
  const lab::Box cells =
      lab::cells_at({kMargin, kMargin}, kBasinSide / std::max(1, basins.columns), basins, kPaper);
  const lab::Box whole = lab::whole_of(basins, cells, kPaper);
  const Figure figure = with_foot(
      {whole.right() + kMargin, whole.bottom() + 0.5 * kMargin, basins.title, provenance});
  return figure_bytes(figure, format,
                      [&](lab::Painter& painter) { lab::draw(basins, cells, kPaper, painter); });
}

std::string draw_landscape(const lab::LandscapeFigure& landscape, PlotFormat format,
                           const std::string& provenance) {
  lab::Box room{kMargin, kMargin, kLandscapeSide, kLandscapeSide};
  measure_text([&](const lab::Painter& painter) {
    const lab::Point margins = lab::map_margins(std::span(&landscape.map, 1), kPaper, painter);
    room.width += margins.x;
    room.height += margins.y;
  });
  const double height = room.bottom() + legend_height(landscape, kPaper) + 0.5 * kMargin;
  const Figure figure =
      with_foot({room.right() + kMargin, height, landscape.map.title, provenance});
  return figure_bytes(figure, format,
                      [&](lab::Painter& painter) { lab::draw(landscape, room, kPaper, painter); });
}

std::string draw_poses(const lab::PoseStrip& strip, PlotFormat format,
                       const std::string& provenance) {
  const double width = kPaper.axis + kFrameWidth;
  const lab::Box box{kMargin, kMargin, width, lab::height_of(strip, width, kPaper)};
  const Figure figure =
      with_foot({box.right() + kMargin, box.bottom() + 0.5 * kMargin, strip.title, provenance});
  return figure_bytes(figure, format,
                      [&](lab::Painter& painter) { lab::draw(strip, box, kPaper, painter); });
}

}  // namespace io
