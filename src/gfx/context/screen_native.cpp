#include "gfx/context/screen.h"

#include <glad/gl.h>

#include "gfx/context/context.h"

namespace gfx {

Screen::Screen(int width, int height, int samples) : width_(width), height_(height) {
  own_.emplace(width, height, samples);
  if (context_info().software && samples <= 1) copy_.emplace();
}

void Screen::resize(int width, int height) {
  own_->resize(width, height);
  width_ = own_->width();
  height_ = own_->height();
}

unsigned Screen::id() const { return own_->id(); }

void Screen::show() {
  if (!copy_) return own_->copy_to(0, 0, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  for (const GLenum state : {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_SCISSOR_TEST}) {
    glDisable(state);
  }
  glViewport(0, 0, width_, height_);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, own_->texture());
  set_filter(Filter::kNearest);
  copy_->program.use();
  glBindVertexArray(copy_->no_attributes.id());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
}

Image Screen::image() const { return own_->read_pixels(); }

}  // namespace gfx
