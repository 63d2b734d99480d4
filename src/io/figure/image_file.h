#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/files/text.h"

namespace io {

/// A picture in memory: four bytes a pixel (red, green, blue, alpha), the top row first.
struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  ///< (4 * width * height)
};

/// The bytes of a PNG file.
/// \param rgba (4 * width * height) as in Pixels
/// \throws std::invalid_argument if the size does not fit the bytes
std::string png_bytes(int width, int height, std::span<const std::uint8_t> rgba);

/// Writes them to a file.
/// \throws Error, WriteError naming the path; std::invalid_argument likewise
void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba);

/// Reads a PNG of any kind.
/// \throws Error naming the path
Pixels read_png(const std::filesystem::path& path);

}  // namespace io
