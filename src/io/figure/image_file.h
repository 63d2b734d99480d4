#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "io/files/text.h"

namespace io {

/// The bytes of a PNG file.
/// \param rgba (4 * width * height) red, green, blue and opacity of each pixel, top row first
/// \throws std::invalid_argument if the number of bytes does not match the size
std::string png_bytes(int width, int height, std::span<const std::uint8_t> rgba);

/// Adds a text to the bytes of a PNG: an iTXt chunk in UTF-8 after the header. W3C, PNG
/// specification (2003), section 11.3.4.5.
/// \pre png is a PNG; the keyword has 1 to 79 letters
std::string with_png_text(const std::string& png, std::string_view keyword, std::string_view text);

/// Adds a title and a description to the bytes of an SVG. W3C, SVG 1.1, section 5.4.
std::string with_svg_text(const std::string& svg, std::string_view title, std::string_view text);

}  // namespace io
