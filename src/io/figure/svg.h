#pragma once

#include <functional>
#include <string>

#include "io/figure/figure.h"
#include "lab/plot/painter.h"

namespace io {

/// The width of a line of text, in the unit of its letters' size.
using TextWidth = std::function<double(const std::string& words, const lab::Letters& letters)>;

/// The bytes of an SVG figure: figure_bytes() by elements with texts as texts, which a reader can
/// find, copy and change. W3C, SVG 1.1 (2011).
/// \param text_width by the letters of this platform, for the layout
std::string svg_bytes(const Figure& figure, const TextWidth& text_width,
                      const std::function<void(lab::Painter&)>& draw);

}  // namespace io
