#pragma once

#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gfx {

/// How much of a body of a crowd is drawn: round pieces, prisms, ribbons, few ribbons, or hardly
/// any.
enum class CrowdLevel { kNear, kMiddle, kFar, kDistant, kSpeck };
inline constexpr std::size_t kCrowdLevels = 5;

/// Pixels that a link is wide by at least, for each level but the last: from there on it can be
/// seen whether a link is round, whether it has a bright middle, where it bends, and how many arms
/// there are.
inline constexpr std::array<float, kCrowdLevels - 1> kLinkPixels = {4.5f, 1.6f, 0.55f, 0.15f};

/// The bodies that are in the picture, by their level; numbers of bodies in rising order.
struct CrowdChoice {
  std::array<std::vector<int>, kCrowdLevels> bodies;

  std::size_t count(CrowdLevel level) const {
    return bodies[static_cast<std::size_t>(level)].size();
  }
};

/// Replaces `choice` by the bodies of which the sphere around them reaches into the picture.
///
/// A body around the eye would hide the others, and is left out. A body's level follows from the
/// width of a link at the depth of its sphere's middle, or of its nearest point where that is
/// closer than the sphere is wide. \param places (N) m, where the bodies stand \param bounds of
/// every body, its middle relative to its place, m \param link   m, the radius of a link \param
/// size   of the picture, pixels
void choose_levels(std::span<const glm::vec3> places, const Sphere& bounds, float link,
                   const Camera& camera, glm::vec2 size, CrowdChoice& choice);

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
