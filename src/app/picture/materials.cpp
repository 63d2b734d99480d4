#include "app/picture/materials.h"

#include <glm/common.hpp>

namespace app {

Materials materials(bool dark) {
  return {
      .link = {gfx::hex(dark ? 0xd5dae2 : 0xd6dbe1), 0.45f, 0.0f},
      .hinge = {gfx::hex(dark ? 0x646d7a : 0x565f6b), 0.55f, 0.6f},
      .pin = {gfx::hex(0xd9dde2), 0.8f, 1.0f},
      .plinth = {gfx::hex(dark ? 0x5b6370 : 0x6a737f), 0.4f, 0.5f},
      .target = {gfx::hex(dark ? 0xe23b3b : 0xd92b2b), 0.85f, 0.0f},
      .obstacle = {gfx::hex(dark ? 0x8c7a5e : 0xb9a88c), 0.15f, 0.0f},
      .target_line = gfx::hex(dark ? 0xf06a62 : 0xc62f2f, 0.75f),
  };
}

gfx::Color lighter(const gfx::Color& color) {
  constexpr float kWhite = 0.28f;
  return {glm::mix(glm::vec3(color), glm::vec3(1.0f), kWhite), color.a};
}

}  // namespace app
