#include "gfx/context/screen.h"

namespace gfx {

Screen::Screen(int width, int height, int) : width_(width), height_(height) {}

void Screen::resize(int width, int height) { width_ = width, height_ = height; }

unsigned Screen::id() const { return 0; }

void Screen::show() {}

Image Screen::image() const { return read_framebuffer(0, width_, height_); }

}  // namespace gfx
