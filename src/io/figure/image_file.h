#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "io/files/text.h"

namespace io {

/// The bytes of a PNG file.
/// \param rgba (4 * width * height) red, green, blue and opacity of each pixel, the top row first
/// \throws std::invalid_argument if the size does not fit the bytes
std::string png_bytes(int width, int height, std::span<const std::uint8_t> rgba);

/// Writes them to a file.
/// \throws Error, WriteError naming the path; std::invalid_argument likewise
void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba);

/// The bytes of a PNG with a text of that keyword behind its header, as an iTXt chunk in UTF-8.
/// W3C, PNG specification (2003), section 11.3.4.5.
/// \pre png is one; the keyword has 1 to 79 letters
std::string with_png_text(const std::string& png, std::string_view keyword, std::string_view text);

/// The bytes of an SVG with a title and a description of the whole picture. W3C, SVG 1.1,
/// section 5.4.
std::string with_svg_text(const std::string& svg, std::string_view title, std::string_view text);

}  // namespace io
