#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "io/files/numbered_files.h"
#include "io/files/text.h"
#include "lab/plot/painter.h"

namespace io {

enum class PlotFormat { kSvg, kPng, kPdf };

/// File suffixes by PlotFormat.
inline constexpr std::array kPlotSuffixes = {".svg", ".png", ".pdf"};

/// The formats that this platform writes: the first of kPlotSuffixes.
std::span<const char* const> written_suffixes();
/// Adds a figure in each of these formats to files that are saved together.
void add_figures(std::vector<NumberedFile>& files,
                 const std::function<std::string(PlotFormat format)>& draw);

/// The format given by the path's suffix.
/// \throws Error naming the path unless its suffix is one of kPlotSuffixes
PlotFormat plot_format(const std::filesystem::path& path);

/// Size and metadata of a figure.
struct Figure {
  double width, height;  ///< points
  std::string title;
  std::string provenance;              ///< may be empty
  std::vector<std::string> foot = {};  ///< lines of the provenance, set by with_foot()
};

/// Breaks the provenance into lines at the figure's foot and makes room for them.
Figure with_foot(Figure figure);

/// Breaks a text into lines not wider than `room`: between words, and a word that is wider than a
/// line, such as a list of methods, after its commas or anywhere.
std::vector<std::string> lines_of(std::string_view text, const lab::Letters& letters, double room,
                                  const lab::Painter& painter);

/// Metrics of the figures' font, as fractions of the line height: font size and half a digit's
/// height.
inline constexpr double kFontShare = 1.0 / 1.2, kHalfDigit = 0.36 * kFontShare;

/// Draws a painter's cells() as rectangles. Each cell continues underneath its right and upper
/// neighbours: at an edge inside a pixel a viewer then mixes two cells at any scale, never a cell
/// and the background.
void draw_cells(lab::Painter& painter, const lab::Box& box, int columns,
                std::span<const lab::Color> colors);

/// Writes the lines of the foot.
void write_foot(lab::Painter& painter, const Figure& figure);

/// The bytes of a figure on white: the drawing, the foot, and metadata with title, provenance and
/// program (SVG title and desc, PNG text, PDF document information). There is no date: the same
/// figure has the same bytes.
std::string figure_bytes(const Figure& figure, PlotFormat format,
                         const std::function<void(lab::Painter&)>& draw);

/// Calls `measure` with a painter that measures texts only.
void measure_text(const std::function<void(const lab::Painter&)>& measure);

/// Measures the width of a line of text, in the unit of the font size.
using TextWidth = std::function<double(const std::string& words, const lab::Letters& letters)>;

/// The bytes of an SVG figure, as figure_bytes(). Texts stay text: a reader can search, copy and
/// edit them. W3C, SVG 1.1 (2011).
/// \param text_width measures in this platform's fonts, for the layout
std::string svg_bytes(const Figure& figure, const TextWidth& text_width,
                      const std::function<void(lab::Painter&)>& draw);

}  // namespace io
