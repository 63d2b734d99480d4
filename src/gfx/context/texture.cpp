#include "gfx/context/texture.h"

#include <glad/gl.h>

namespace gfx {

void Texture::set(int width, int height, std::span<const std::uint8_t> rgba) {
  if (texture_.id() == 0) texture_ = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               rgba.data());
  set_filter(Filter::kLinear);
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace gfx
