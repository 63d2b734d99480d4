#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "io/files/text.h"
#include "lab/plot/painter.h"

namespace io {

enum class PlotFormat { kSvg, kPng, kPdf };

/// The format that the path's suffix asks for.
/// \throws Error naming the path unless that is .svg, .png or .pdf
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

/// The bytes of a PNG with a text of that keyword behind its header, as an iTXt chunk in UTF-8.
/// W3C, PNG specification (2003), section 11.3.4.5.
/// \pre png is one; the keyword has 1 to 79 letters
std::string with_png_text(const std::string& png, std::string_view keyword, std::string_view text);

/// The bytes of an SVG with a title and a description of the whole picture. W3C, SVG 1.1,
/// section 5.4.
std::string with_svg_text(const std::string& svg, std::string_view title, std::string_view text);

}  // namespace io
