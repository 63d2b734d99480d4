#include "gfx/draw/picture.h"

#include <glm/geometric.hpp>

#include <cstring>

namespace gfx {

Studio light_studio() {
  return {
      .background_top = hex(0xd3dde8),
      .background_bottom = hex(0xf3f4f5),
      .ground = hex(0xf6f6f5, 0.94f),
      .grid = hex(0x8494a8, 0.22f),
      .grid_major = hex(0x75869c, 0.42f),
      .axis_x = hex(0xc9545a, 0.65f),
      .axis_y = hex(0x3a9d5d, 0.65f),
      .axis_z = hex(0x3f74c4, 0.65f),
      .to_light = glm::normalize(glm::vec3(-0.42f, 0.95f, 0.48f)),
      .key = {0.86f, 0.82f, 0.76f},
      .sky = {0.42f, 0.45f, 0.50f},
      .bounce = {0.25f, 0.24f, 0.235f},
      .rim = 0.22f,
      .shadow = 0.42f,
  };
}

Studio dark_studio() {
  return {
      .background_top = hex(0x12161d),
      .background_bottom = hex(0x232a35),
      .ground = hex(0x2a323e, 0.94f),
      .grid = hex(0x8fa6c4, 0.13f),
      .grid_major = hex(0x9cb2d0, 0.24f),
      .axis_x = hex(0xe0666c, 0.6f),
      .axis_y = hex(0x58b87b, 0.6f),
      .axis_z = hex(0x5d95ea, 0.6f),
      .to_light = glm::normalize(glm::vec3(-0.42f, 0.95f, 0.48f)),
      .key = {0.84f, 0.80f, 0.74f},
      .sky = {0.20f, 0.23f, 0.29f},
      .bounce = {0.07f, 0.08f, 0.10f},
      .rim = 0.35f,
      .shadow = 0.62f,
  };
}

void Picture::clear() {
  capsules.clear();
  balls.clear();
  drums.clear();
  sleeves.clear();
  models.clear();
  skinned.clear();
  palette.clear();
  arrows.clear();
  lines.clear();
  trails.clear();
  trail_points.clear();
}

bool Picture::operator==(const Picture& other) const {
  const auto& points = other.trail_points;
  return studio == other.studio && ground == other.ground && z_up == other.z_up &&
         shadows == other.shadows && shadow_softness == other.shadow_softness &&
         capsules == other.capsules && balls == other.balls && drums == other.drums &&
         sleeves == other.sleeves && models == other.models && skinned == other.skinned &&
         palette == other.palette && arrows == other.arrows && lines == other.lines &&
         trails == other.trails && trail_points.size() == points.size() &&
         (points.empty() ||
          std::memcmp(trail_points.data(), points.data(), points.size() * sizeof points[0]) == 0);
}

}  // namespace gfx
