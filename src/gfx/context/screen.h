#pragma once

#include <optional>

#include "gfx/context/framebuffer.h"
#include "gfx/context/handles.h"

namespace gfx {

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
