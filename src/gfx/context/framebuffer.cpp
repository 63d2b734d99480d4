#include "gfx/context/framebuffer.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include <glad/gl.h>

#include "gfx/context/context.h"

namespace gfx {
namespace {

int supported_samples(int wanted) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  const int samples = std::min(wanted, most);
  return samples > 1 ? samples : 0;
}

void require_complete(int width, int height) {
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error("the graphics driver does not support an image of " +
                             std::to_string(width) + "x" + std::to_string(height) + " pixels");
  }
}

}  // namespace

void Texture::set(int width, int height, std::span<const std::uint8_t> rgba) {
  if (texture_.id() == 0) texture_ = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               rgba.data());
  set_filter(Filter::kLinear);
  glBindTexture(GL_TEXTURE_2D, 0);
}

Framebuffer::Framebuffer(int width, int height, int samples)
    : width_(std::max(width, 1)),
      height_(std::max(height, 1)),
      samples_(supported_samples(samples)) {
  allocate();
}

void Framebuffer::resize(int width, int height) {
  width = std::max(width, 1);
  height = std::max(height, 1);
  if (width == width_ && height == height_) return;
  width_ = width;
  height_ = height;
  allocate();
}

void Framebuffer::allocate() {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  if (width_ > largest || height_ > largest) {
    throw std::runtime_error("the graphics driver supports images of at most " +
                             std::to_string(largest) + " pixels per side");
  }

  color_texture_ = make_texture();
  glBindTexture(GL_TEXTURE_2D, color_texture_.id());
  const PixelOrder order = pixel_order_of_windows();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width_, height_, 0, order.format, order.type, nullptr);
  set_filter(Filter::kLinear);
  glBindTexture(GL_TEXTURE_2D, 0);

  depth_ = make_renderbuffer();
  glBindRenderbuffer(GL_RENDERBUFFER, depth_.id());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_, GL_DEPTH_COMPONENT24, width_,
                                   height_);

  plain_ = make_framebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, plain_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color_texture_.id(),
                         0);
  if (samples_ > 0) {
    require_complete(width_, height_);
    color_samples_ = make_renderbuffer();
    glBindRenderbuffer(GL_RENDERBUFFER, color_samples_.id());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_, GL_RGBA8, width_, height_);
    multisampled_ = make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, multisampled_.id());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              color_samples_.id());
  }
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
  require_complete(width_, height_);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

unsigned Framebuffer::id() const { return samples_ > 0 ? multisampled_.id() : plain_.id(); }

void Framebuffer::resolve() const {
  if (samples_ == 0) return;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled_.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, plain_.id());
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void Framebuffer::copy_parts_to(unsigned framebuffer, std::span<const PixelArea> parts) const {
  resolve();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, plain_.id());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  for (const PixelArea& part : parts) {
    const int right = part.x + part.width, top = part.y + part.height;
    glBlitFramebuffer(part.x, part.y, right, top, part.x, part.y, right, top, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

Image Framebuffer::read_pixels() const {
  resolve();
  return read_framebuffer(plain_.id(), width_, height_);
}

Image read_framebuffer(unsigned id, int width, int height) {
  const std::size_t row = 4 * static_cast<std::size_t>(width);
  const auto rows = static_cast<std::size_t>(height);
  std::vector<std::uint8_t> upside_down(row * rows);
  glBindFramebuffer(GL_FRAMEBUFFER, id);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);

  // OpenGL's first row is the bottom one
  Image image{width, height, std::vector<std::uint8_t>(upside_down.size())};
  for (std::size_t y = 0; y < rows; ++y) {
    std::memcpy(&image.rgba[y * row], &upside_down[(rows - 1 - y) * row], row);
  }
  return image;
}

}  // namespace gfx
