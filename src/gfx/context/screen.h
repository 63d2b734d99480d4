#pragma once

#include <optional>

#include "gfx/context/framebuffer.h"

namespace gfx {

/// What a window's frame is drawn into. On a desktop it is an image of its own, which show() copies
/// to the window: its samples are known and it can be read at any time. In a browser it is the
/// canvas itself, which can be read until the frame ends.
class Screen {
 public:
  /// \param width, height in pixels
  /// \param samples per pixel, in a browser those with which the canvas was made
  /// \throws std::runtime_error where the driver does not support the size
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
};

}  // namespace gfx
