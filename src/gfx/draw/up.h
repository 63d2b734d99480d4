#pragma once

#include <glm/vec3.hpp>

namespace gfx {

// Pictures are drawn with y up. A scene with z up keeps its numbers: its camera and its picture are
// turned by -90 degrees about x when they are drawn.

/// A vector of a scene, turned so that y is up. \param z_up of the scene
inline glm::vec3 to_y_up(const glm::vec3& v, bool z_up) {
  return z_up ? glm::vec3(v.x, v.z, -v.y) : v;
}
/// The inverse of to_y_up().
inline glm::vec3 from_y_up(const glm::vec3& v, bool z_up) {
  return z_up ? glm::vec3(v.x, -v.z, v.y) : v;
}

}  // namespace gfx
