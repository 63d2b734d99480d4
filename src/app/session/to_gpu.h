#pragma once

#include <Eigen/Core>
#include <glm/vec3.hpp>

#include "gfx/draw/picture.h"
#include "lab/scene/colors.h"

// The only border between double and float.
namespace app {

/// A world point in float for the graphics card: resolves a micrometre at ten metres.
inline glm::vec3 to_gpu(const Eigen::Vector3d& point) {
  return {static_cast<float>(point.x()), static_cast<float>(point.y()),
          static_cast<float>(point.z())};
}
inline Eigen::Vector3d to_world(const glm::vec3& point) { return {point.x, point.y, point.z}; }
inline gfx::Color to_gpu(const lab::Color& color, float alpha = 1.0f) {
  return {color.r, color.g, color.b, alpha};
}

}  // namespace app
