#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include <array>

#include "gfx/context/handles.h"
#include "gfx/draw/solids.h"

namespace gfx {

/// The part of the world a shadow map shows, as the key light sees it.
struct ShadowFit {
  bool empty = true;  ///< nothing throws a shadow
  glm::mat4 clip_from_world{1.0f};
  glm::vec3 size{1.0f};  ///< m, across, along and into the map
  /// m, the map's corners laid on the floor, in the order of a triangle strip
  std::array<glm::vec3, 4> footprint{};
};

/// Fits a shadow map around the opaque instances, with `margin` metres to spare for soft edges.
///
/// The box grows and moves in coarse steps, so that the map's texels, and with them the edges of
/// the shadows, stay where they are while the body moves within it.
/// \param to_light unit, towards the light, above the horizon
/// \param ground_height m; the box reaches down to the floor
ShadowFit fit_shadow(const InstanceLists& lists, const glm::vec3& to_light, float ground_height,
                     float margin);

/// A square picture of depths, as the key light sees them.
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
