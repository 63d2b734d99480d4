#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gfx/context/handles.h"

namespace gfx {

/// An image in memory: four bytes per pixel (red, green, blue, alpha; sRGB), top row first.
struct Image {
  int width = 0;                   ///< pixels
  int height = 0;                  ///< pixels
  std::vector<std::uint8_t> rgba;  ///< (4 * width * height)

  /// The four bytes of pixel (x, y), from the left and from the top.
  const std::uint8_t* at(int x, int y) const {
    return &rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x))];
  }
};

/// A rectangle of a framebuffer, pixels from the lower left corner.
struct PixelArea {
  int x = 0, y = 0, width = 0, height = 0;
};

/// Reads all pixels of a framebuffer with one sample per pixel, or of a browser's canvas.
Image read_framebuffer(unsigned id, int width, int height);

/// An offscreen framebuffer with colour and depth, multisampled or not.
///
/// Colours are 8-bit sRGB: nothing is converted on writing or reading.
class Framebuffer {
 public:
  /// \param width, height in pixels; less than one counts as one
  /// \param samples per pixel; 0 and 1 mean one, values above the driver's maximum mean the maximum
  /// \throws std::runtime_error if the driver does not support the size
  Framebuffer(int width, int height, int samples);

  int width() const { return width_; }
  int height() const { return height_; }

  /// Changes the size and discards the contents. No effect if the size is the same.
  void resize(int width, int height);

  unsigned id() const;  ///< the framebuffer to draw into

  /// The pixels of a framebuffer with one sample per pixel, bottom row first.
  unsigned texture() const { return color_texture_.id(); }

  /// Copies these pixels to the same places of another framebuffer, and leaves that one bound.
  /// Framebuffer 0 is the window.
  void copy_parts_to(unsigned framebuffer, std::span<const PixelArea> parts) const;

  Image read_pixels() const;

 private:
  void allocate();
  /// Averages the samples of each pixel into the texture.
  void resolve() const;

  int width_;
  int height_;
  int samples_;
  FramebufferHandle plain_;
  FramebufferHandle multisampled_;
  TextureHandle color_texture_;
  RenderbufferHandle color_samples_;
  RenderbufferHandle depth_;
};

/// A picture of 8-bit RGBA pixels in the graphics card's memory, for panels that show one.
class Texture {
 public:
  /// Replaces the picture. \param rgba (4 width height), the upper row first
  void set(int width, int height, std::span<const std::uint8_t> rgba);
  unsigned id() const { return texture_.id(); }  ///< OpenGL's name; 0 before the first picture

 private:
  TextureHandle texture_;
};

/// Copies a picture into the window by a shader. Mesa's llvmpipe compiles the code of
/// glBlitFramebuffer into a window in every program that uses it, but keeps the code of shaders in
/// its cache on the disk.
struct ScreenCopy {
  Program program{"copy"};
  VertexArrayHandle no_attributes = make_vertex_array();
};

/// Render target of a window's frame. On a desktop it is a separate framebuffer, which show()
/// copies to the window: its sample count is known and it can be read at any time. In a browser it
/// is the canvas itself, which can be read until the frame ends.
class Screen {
 public:
  /// \param width, height in pixels
  /// \param samples per pixel; ignored in a browser, where the canvas has its own
  /// \throws std::runtime_error if the driver does not support the size
  Screen(int width, int height, int samples);

  int width() const { return width_; }
  int height() const { return height_; }
  void resize(int width, int height);
  unsigned id() const;  ///< the framebuffer to draw into
  /// Presents the frame in the window; image() does not contain later drawing.
  void show();
  /// The frame as of the last show().
  Image image() const;

 private:
  int width_, height_;
  std::optional<Framebuffer> own_;
  std::optional<ScreenCopy> copy_;  ///< where a processor draws
};

}  // namespace gfx
