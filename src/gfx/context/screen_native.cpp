#include "gfx/context/screen.h"

namespace gfx {

Screen::Screen(int width, int height, int samples) : width_(width), height_(height) {
  own_.emplace(width, height, samples);
}

void Screen::resize(int width, int height) {
  own_->resize(width, height);
  width_ = own_->width();
  height_ = own_->height();
}

unsigned Screen::id() const { return own_->id(); }

void Screen::show() { own_->copy_to(0, 0, 0); }

Image Screen::image() const { return own_->read_pixels(); }

}  // namespace gfx
