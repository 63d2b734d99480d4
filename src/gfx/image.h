#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gfx {

/// A picture in memory: four bytes a pixel (red, green, blue, alpha; sRGB), the top row first.
struct Image {
  int width = 0;                   ///< pixels
  int height = 0;                  ///< pixels
  std::vector<std::uint8_t> rgba;  ///< (4 * width * height)

  /// The four bytes of a pixel, counted from the left and from the top.
  const std::uint8_t* at(int x, int y) const {
    return &rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x))];
  }
};

}  // namespace gfx
