#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include <glm/geometric.hpp>

#include "gfx/draw/solids.h"

namespace test {

/// Whether every edge of a triangle is an edge of another one in the opposite direction, as often.
inline bool is_closed(const gfx::ModelMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = mesh.indices[i + k], b = mesh.indices[i + (k + 1) % 3];
      ++edges[{a, b}];
      --edges[{b, a}];
    }
  }
  for (const auto& [edge, count] : edges) {
    if (count != 0) return false;
  }
  return !edges.empty();
}

/// Volume of a closed mesh, m^3; positive if its triangles face outwards.
inline double volume(const gfx::ModelMesh& mesh) {
  double sum = 0.0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const auto corner = [&](std::size_t k) { return mesh.vertices[mesh.indices[i + k]].offset; };
    sum += glm::dot(corner(0), glm::cross(corner(1), corner(2))) / 6.0;
  }
  return sum * mesh.radius * mesh.radius * mesh.radius;
}

}  // namespace test
