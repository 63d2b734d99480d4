#pragma once

#include <vector>

#include "ik/body/obstacle.h"

namespace bodies {

/// Minimum distance between the body's links and the obstacles, m; infinity without obstacles.
inline double least_clearance(const ik::Multibody& body, const ik::Pose& pose,
                              std::span<const ik::Obstacle> obstacles) {
  std::vector<ik::Clearance> clearances;
  ik::measure_clearances(body, pose, obstacles, clearances);
  return ik::least_distance(clearances);
}

}  // namespace bodies
