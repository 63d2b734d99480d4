#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

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

}  // namespace io
