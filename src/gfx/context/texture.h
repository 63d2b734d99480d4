#pragma once

#include <cstdint>
#include <span>

#include "gfx/context/handles.h"

namespace gfx {

/// A picture of 8-bit RGBA pixels in the graphics card's memory, for panels that show one.
class Texture {
 public:
  /// Replaces the picture. \param rgba (4 width height), the upper row first
  void set(int width, int height, std::span<const std::uint8_t> rgba);
  unsigned id() const { return texture_.id(); }  ///< OpenGL's name; 0 before the first picture

 private:
  TextureHandle texture_;
};

}  // namespace gfx
