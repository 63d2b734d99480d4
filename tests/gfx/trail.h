#pragma once

#include <span>

#include "gfx/draw/picture.h"

namespace test {

/// Adds a trail through these points, oldest first.
inline void add_trail(gfx::Picture& picture, std::span<const glm::vec3> points, float width,
                      const gfx::Color& color) {
  picture.trails.push_back({picture.trail_points.size(), points.size(), width, color});
  picture.trail_points.insert(picture.trail_points.end(), points.begin(), points.end());
}

}  // namespace test
