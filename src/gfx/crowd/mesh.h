#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gfx/crowd/levels.h"
#include "gfx/draw/picture.h"

namespace gfx {

/// A part of a body: what is round between two of its points, or a ball where both are the same.
struct CrowdPiece {
  static constexpr int kFootLow = -1, kFootHigh = -2;  ///< the ends of the body's foot

  int a = 0, b = 0;     ///< numbers of points
  float radius = 0.0f;  ///< m
  Color color{0.5f, 0.5f, 0.5f, 1.0f};
  Color thin_color = color;   ///< where it is a pixel wide or two
  bool flat = false;          ///< its ends are flat instead of round
  bool throws_shadow = true;  ///< on the floor, where the body is not far

  bool operator==(const CrowdPiece&) const = default;
};

/// One kind of body: which of its points are joined by what.
struct CrowdBody {
  int point_count = 0;
  glm::vec3 foot{0.0f};      ///< m, relative to the body's place: its foot's lower end
  float foot_height = 0.0f;  ///< m
  std::array<std::vector<CrowdPiece>, kCrowdLevels> pieces;  ///< by level

  bool operator==(const CrowdBody&) const = default;
};

/// A corner of a piece; laid out as shaders/crowd.vert reads it.
struct CrowdVertex {
  glm::vec3 offset{0.0f};  ///< in radii; z is along the axis
  float end = 0.0f;        ///< -1: at the piece's first point, +1: at its second
  glm::vec3 normal{0.0f};  ///< unit, in the same basis
  float radius = 0.0f;     ///< m; below zero it is the piece's shadow on the floor
  glm::vec2 ends{0.0f};    ///< numbers of the piece's points
  glm::vec4 color{0.0f}, thin_color{0.0f};
  glm::vec4 foot{0.0f};  ///< x, z, low, high
};

/// Triangles, counter-clockwise from the eye.
struct CrowdMesh {
  std::vector<CrowdVertex> vertices;
  std::vector<std::uint32_t> indices;
};

/// All pieces of a body at a level. Near ones are round; those of the other levels are the half
/// that the eye sees, of three columns of corners, or two for ribbons.
CrowdMesh crowd_mesh(const CrowdBody& body, CrowdLevel level);

/// The shadows of a level's pieces, as ribbons.
CrowdMesh crowd_shadow_mesh(const CrowdBody& body, CrowdLevel level);

}  // namespace gfx
