#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

namespace gfx {

/// A corner of a unit solid, which an instance places in the world:
///   world = center + half_length * end * axis + basis * (radius * offset + bevel * inset)
/// with basis = (side, axis x side, axis). So one mesh serves every length without bending its caps
/// and every width without widening its softened edges.
struct Vertex {
  glm::vec3 offset{0.0f};  ///< in radii; z is along the axis
  float end = 0.0f;        ///< -1, 0 or +1: which end of the axis it belongs to
  glm::vec3 normal{0.0f};  ///< unit, in the same basis
  glm::vec3 inset{0.0f};   ///< in bevels
};

/// Triangles, counter-clockwise from outside.
struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint16_t> indices;
};

/// How many flat pieces stand for a circle: at 24 the outline of a solid 100 pixels wide is
/// never farther than half a pixel from round.
inline constexpr int kSegments = 24;

Mesh capsule_mesh(int segments);
Mesh ball_mesh(int segments);
Mesh drum_mesh(int segments);
Mesh sleeve_mesh();
/// An arrow's tip: base at the origin with radius kTipRadius, point at +z * kTipLength.
Mesh tip_mesh(int segments);

inline constexpr float kTipRadius = 2.4f;  ///< in radii of the shaft
inline constexpr float kTipLength = 6.0f;  ///< in radii of the shaft

}  // namespace gfx
