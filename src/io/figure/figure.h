#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "io/files/text.h"
#include "lab/plot/heat_map.h"
#include "lab/plot/painter.h"
#include "lab/plot/plot.h"
#include "lab/plot/scatter.h"

namespace io {

enum class PlotFormat { kSvg, kPng, kPdf };

/// File suffixes by PlotFormat.
inline constexpr std::array kPlotSuffixes = {".svg", ".png", ".pdf"};

/// The formats that this platform writes: the first of kPlotSuffixes.
std::span<const char* const> written_suffixes();

/// The format of the path's suffix.
/// \throws Error naming the path unless its suffix is one of kPlotSuffixes
PlotFormat plot_format(const std::filesystem::path& path);

/// Size and metadata of a figure.
struct Figure {
  double width, height;  ///< points
  std::string title;
  std::string provenance;              ///< may be empty
  std::vector<std::string> foot = {};  ///< the provenance in lines, by with_foot()
};

/// The figure with its provenance in lines at its foot, and room for them.
Figure with_foot(Figure figure);

/// A text in lines that are not wider than `room`, broken between words.
std::vector<std::string> lines_of(std::string_view text, const lab::Letters& letters, double room,
                                  const lab::Painter& painter);

/// Letters of figures, as shares of a line's height: the size of the font, and half a digit's
/// height.
inline constexpr double kFontShare = 1.0 / 1.2, kHalfDigit = 0.36 * kFontShare;

/// A painter's cells() as rectangles. A cell also lies under the next ones, upwards and to the
/// right: at an edge within a pixel a viewer mixes two cells at any scale, never a cell and the
/// ground.
void draw_cells(lab::Painter& painter, const lab::Box& box, int columns,
                std::span<const lab::Color> colors);

/// Writes the lines of the foot.
void write_foot(lab::Painter& painter, const Figure& figure);

/// The bytes of a figure on white: the drawing, the foot, and title, provenance and program in the
/// file's metadata (SVG title and desc, PNG text, PDF document information). There is no date: the
/// same figure has the same bytes.
std::string figure_bytes(const Figure& figure, PlotFormat format,
                         const std::function<void(lab::Painter&)>& draw);

/// Calls `measure` with a painter that measures texts and draws nothing.
void measure_text(const std::function<void(const lab::Painter&)>& measure);

/// The bytes of one figure, with the plots below each other and their axes aligned. A subtitle that
/// repeats the one above is not drawn.
/// \param provenance see io/setup/setup_json.h
std::string draw_plots(std::span<const lab::Plot> plots, PlotFormat format,
                       const std::string& provenance = "");

/// The bytes of one figure, with the maps side by side, a colour scale for each, and the legend of
/// the marks below. The first map's subtitle heads the figure.
std::string draw_heat_maps(std::span<const lab::HeatMap> maps, PlotFormat format,
                           const std::string& provenance = "");

/// The bytes of a figure of a cloud of points, with its legend below.
std::string draw_scatter(const lab::Scatter& scatter, PlotFormat format,
                         const std::string& provenance = "");

}  // namespace io
