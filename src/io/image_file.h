#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "io/error.h"

namespace io {

/// A picture in memory: four bytes a pixel (red, green, blue, alpha), the top row first.
struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  ///< (4 * width * height)
};

/// Writes a picture as PNG.
/// \param rgba (4 * width * height) as in Pixels
/// \throws Error, WriteError naming the path
/// \throws std::invalid_argument if the size does not fit the bytes
void write_png(const std::filesystem::path& path, int width, int height,
               std::span<const std::uint8_t> rgba);

/// Reads a PNG of any kind.
/// \throws Error naming the path
Pixels read_png(const std::filesystem::path& path);

}  // namespace io
