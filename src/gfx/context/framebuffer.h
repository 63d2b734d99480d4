#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>
#include "gfx/context/handles.h"

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

/// A place to draw that is not the window: colour and depth, with several samples a pixel or one.
///
/// Colours are 8 bits a channel and already sRGB: no conversion happens on the way in or out.
class Framebuffer {
 public:
  /// \param width, height in pixels; less than one counts as one
  /// \param samples a pixel; 0 and 1 mean one, and more than the driver offers means its most
  /// \throws std::runtime_error where the driver refuses the size
  Framebuffer(int width, int height, int samples);

  int width() const { return width_; }
  int height() const { return height_; }
  int samples() const { return samples_; }  ///< 0 where there is one a pixel

  /// Makes room for another size, and does nothing where it is the same.
  void resize(int width, int height);

  /// The framebuffer to draw into.
  unsigned id() const;

  /// Averages the samples of every pixel into the texture.
  void resolve() const;

  /// The texture of the last resolve(), bottom row first.
  unsigned texture() const { return color_texture_.id(); }

  /// Resolves, then copies every pixel into another framebuffer whose corner is at (x, y) from
  /// its bottom left; 0 is the window.
  void copy_to(unsigned framebuffer, int x, int y) const;

  /// Resolves, then reads every pixel back.
  Image read_pixels() const;

 private:
  void allocate();

  int width_;
  int height_;
  int samples_;
  FramebufferHandle plain_;
  FramebufferHandle multisampled_;
  TextureHandle color_texture_;
  RenderbufferHandle color_samples_;
  RenderbufferHandle depth_;
};

}  // namespace gfx
