#pragma once

#include <Eigen/Core>
#include <glm/vec3.hpp>

namespace app {

/// A world point as the graphics card takes it: float, which still tells a micrometre from the
/// next at ten metres.
inline glm::vec3 to_gpu(const Eigen::Vector3d& point) {
  return {static_cast<float>(point.x()), static_cast<float>(point.y()),
          static_cast<float>(point.z())};
}

}  // namespace app
