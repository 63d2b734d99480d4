#pragma once

#include <functional>
#include <string>

#include "io/figure/figure.h"
#include "lab/plot/painter.h"

namespace io {

/// Measures the width of a line of text, in the unit of the font size.
using TextWidth = std::function<double(const std::string& words, const lab::Letters& letters)>;

/// The bytes of an SVG figure, as figure_bytes(). Texts stay text: a reader can search, copy and
/// edit them. W3C, SVG 1.1 (2011).
/// \param text_width measures in this platform's fonts, for the layout
std::string svg_bytes(const Figure& figure, const TextWidth& text_width,
                      const std::function<void(lab::Painter&)>& draw);

}  // namespace io
