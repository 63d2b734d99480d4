#include "gfx/picture.h"

namespace gfx {

void Picture::clear() {
  capsules.clear();
  balls.clear();
  drums.clear();
  sleeves.clear();
  arrows.clear();
  lines.clear();
  trails.clear();
  trail_points.clear();
}

void Picture::add_trail(std::span<const glm::vec3> points, float width, const Color& color) {
  trails.push_back({trail_points.size(), points.size(), width, color});
  trail_points.insert(trail_points.end(), points.begin(), points.end());
}

}  // namespace gfx
