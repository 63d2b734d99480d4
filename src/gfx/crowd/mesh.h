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

/// Level of detail of a body: round links, prisms, ribbons, the branches only, or a few ribbons.
enum class CrowdLevel { kNear, kMiddle, kFar, kDistant, kSpeck };
inline constexpr std::size_t kCrowdLevels = 5;

/// Smallest width of a link in pixels for each level but the last. Above these widths one can see:
/// round links, a bright middle, the bends, the number of arms.
inline constexpr std::array<float, kCrowdLevels - 1> kLinkPixels = {4.5f, 1.6f, 0.55f, 0.15f};

/// The visible bodies by level: indices in ascending order.
struct CrowdChoice {
  std::array<std::vector<int>, kCrowdLevels> bodies;
};

/// Frustum culling and levels of detail: replaces `choice` by the bodies with a bounding sphere in
/// the picture.
///
/// Skips a body around the eye, because it would hide the others. The level of a body follows
/// from the width of a link at the depth of its sphere's centre. If the eye is closer than the
/// sphere's diameter, it follows from the width at the sphere's nearest point.
/// \param places (N) m
/// \param bounds m, bounding sphere of every body, relative to its place
/// \param link   m, radius of a link
/// \param size   of the picture, pixels
void choose_levels(std::span<const glm::vec3> places, const Sphere& bounds, float link,
                   const Camera& camera, glm::vec2 size, CrowdChoice& choice);

/// A part of a body: a capsule between two of its points, or a ball if both points are the same.
struct CrowdPiece {
  static constexpr int kFootLow = -1, kFootHigh = -2;  ///< the ends of the body's foot

  int a = 0, b = 0;     ///< indices of points
  float radius = 0.0f;  ///< m
  Color color{0.5f, 0.5f, 0.5f, 1.0f};
  Color thin_color = color;   ///< colour when it is one or two pixels wide
  bool flat = false;          ///< flat ends instead of round ones
  bool throws_shadow = true;  ///< on the floor
  bool toned = false;         ///< takes the body's colour from CrowdTones

  bool operator==(const CrowdPiece&) const = default;
};

/// One kind of body: its points and the parts between them.
struct CrowdBody {
  int point_count = 0;
  glm::vec3 foot{0.0f};        ///< m, lower end of its foot, relative to the body's place
  float x_axis_height = 0.0f;  ///< m
  std::array<std::vector<CrowdPiece>, kCrowdLevels> pieces;  ///< by level

  bool operator==(const CrowdBody&) const = default;
};

/// A vertex of a piece, in the layout of shaders/crowd.vert.
struct CrowdVertex {
  glm::vec3 offset{0.0f};  ///< in radii; z is along the axis
  float end = 0.0f;        ///< -1: at the piece's first point, +1: at the second
  glm::vec3 normal{0.0f};  ///< unit, in the same basis
  float radius = 0.0f;     ///< m; negative: the piece's shadow on the floor
  glm::vec2 ends{0.0f};    ///< indices of the piece's points
  float toned = 0.0f;      ///< 1: takes the body's colour from CrowdTones
  glm::vec4 color{0.0f}, thin_color{0.0f};
  glm::vec4 foot{0.0f};  ///< x, z, low, high
};

/// Triangles, counter-clockwise seen from the eye.
struct CrowdMesh {
  std::vector<CrowdVertex> vertices;
  std::vector<std::uint32_t> indices;
};

/// Mesh of all pieces of a body at a level. Near pieces are closed and round. At the other levels
/// a piece is only the half that faces the eye: a prism of three vertex columns, a ribbon of two.
CrowdMesh crowd_mesh(const CrowdBody& body, CrowdLevel level);

/// The shadows of the pieces at a level, as ribbons.
CrowdMesh crowd_shadow_mesh(const CrowdBody& body, CrowdLevel level);

}  // namespace gfx
