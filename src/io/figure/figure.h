#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>

#include "io/files/text.h"
#include "lab/plot/painter.h"

namespace io {

enum class PlotFormat { kSvg, kPng, kPdf };

/// What the names of figures end in, by the number of the format.
inline constexpr std::array kPlotSuffixes = {".svg", ".png", ".pdf"};

/// The format that the path's suffix asks for.
/// \throws Error naming the path unless that is one of kPlotSuffixes
PlotFormat plot_format(const std::filesystem::path& path);

/// A figure before it is drawn: its size in points, and what its file says of itself.
struct Figure {
  double width, height;
  std::string title;
  std::string provenance;  ///< of what is drawn; stands at its foot, too. May be empty
};

/// The height that the foot of a figure needs, points: none without provenance.
double foot_height(const Figure& figure);

/// The bytes of a figure on white: the drawing, the foot, and title, provenance and program in the
/// file's own fields (SVG title and desc, PNG text, PDF document information). They hold no date,
/// so that the same figure has the same bytes.
std::string figure_bytes(const Figure& figure, PlotFormat format,
                         const std::function<void(lab::Painter&)>& draw);

/// Hands out a painter that draws nowhere but knows how wide texts are.
void measure_text(const std::function<void(const lab::Painter&)>& measure);

}  // namespace io
