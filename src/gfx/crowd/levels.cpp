#include "gfx/crowd/levels.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace gfx {

void choose_levels(std::span<const glm::vec3> places, const Sphere& bounds, float link,
                   const Camera& camera, glm::vec2 size, CrowdChoice& choice) {
  for (auto& list : choice.bodies) list.clear();
  if (!(size.x > 0.0f && size.y > 0.0f)) return;
  const glm::vec3 forward = camera.forward();
  const glm::vec3 right = camera.right();
  const glm::vec3 up = camera.up();
  const glm::vec3 from = camera.eye() - bounds.center;
  const float tan_y = std::tan(0.5f * camera.fov_y);
  const float tan_x = tan_y * size.x / size.y;
  // how far beyond an edge of the picture, measured across, the middle of a sphere may be
  const float beyond_x = bounds.radius * std::sqrt(1.0f + tan_x * tan_x);
  const float beyond_y = bounds.radius * std::sqrt(1.0f + tan_y * tan_y);
  const float near = camera.near_plane() - bounds.radius;
  const float far = camera.far_plane() + bounds.radius;
  const float width = link * size.y / tan_y;  // pixels that a link is wide at a depth of 1 m

  for (std::size_t i = 0; i < places.size(); ++i) {
    const glm::vec3 away = places[i] - from;
    const float depth = glm::dot(away, forward);
    if (!(depth > near && depth < far)) continue;
    if (std::abs(glm::dot(away, right)) > depth * tan_x + beyond_x) continue;
    if (std::abs(glm::dot(away, up)) > depth * tan_y + beyond_y) continue;
    if (glm::dot(away, away) < bounds.radius * bounds.radius) continue;
    const float looked_at =
        depth > 2.0f * bounds.radius ? depth : std::max(depth - bounds.radius, camera.near_plane());
    const float pixels = width / looked_at;
    std::size_t level = 0;
    while (level < kLinkPixels.size() && pixels < kLinkPixels[level]) ++level;
    choice.bodies[level].push_back(static_cast<int>(i));
  }
}

}  // namespace gfx
