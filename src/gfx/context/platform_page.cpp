#include <glad/gl.h>

#include <emscripten/html5.h>

#include "gfx/context/context.h"
#include "gfx/context/framebuffer.h"

namespace gfx {

std::string renderer_name() {
  constexpr unsigned kUnmaskedRenderer = 0x9246;  // WEBGL_debug_renderer_info
  const auto context = emscripten_webgl_get_current_context();
  if (!emscripten_webgl_enable_extension(context, "WEBGL_debug_renderer_info")) {
    return gl_text(GL_RENDERER);
  }
  return gl_text(kUnmaskedRenderer);
}

PixelOrder pixel_order_of_windows() { return {GL_RGBA, GL_UNSIGNED_BYTE}; }

Screen::Screen(int width, int height, int) : width_(width), height_(height) {}

void Screen::resize(int width, int height) { width_ = width, height_ = height; }

unsigned Screen::id() const { return 0; }

void Screen::show() {}

Image Screen::image() const { return read_framebuffer(0, width_, height_); }

}  // namespace gfx
