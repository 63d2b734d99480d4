#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include <array>

#include "gfx/context/handles.h"
#include "gfx/draw/solids.h"

namespace gfx {

/// The part of the world that a shadow map covers, in the frame of the key light.
struct ShadowFit {
  bool empty = true;  ///< no opaque solid, so no shadow
  glm::mat4 clip_from_world{1.0f};
  glm::vec3 size{1.0f};  ///< m, width, height and depth of the map
  /// m, the map's corners projected onto the floor, in the order of a triangle strip
  std::array<glm::vec3, 4> footprint{};
};

/// Fits a shadow map around the opaque instances.
///
/// The box grows and moves in coarse steps: while the body moves inside it, the map's texels stay
/// in place and the shadow's edges do not flicker.
/// \param to_light unit, towards the light, above the horizon
/// \param ground_height m, of the floor; the box reaches down to it
/// \param margin m, room for soft edges
ShadowFit fit_shadow(const InstanceLists& lists, const glm::vec3& to_light, float ground_height,
                     float margin);

/// A square depth texture, rendered from the key light.
class ShadowMap {
 public:
  explicit ShadowMap(int resolution);

  int resolution() const { return resolution_; }
  unsigned framebuffer() const { return framebuffer_.id(); }
  unsigned texture() const { return depth_.id(); }

 private:
  int resolution_;
  TextureHandle depth_;
  FramebufferHandle framebuffer_;
};

}  // namespace gfx
