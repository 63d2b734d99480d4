#include "gfx/crowd/mesh.h"

#include "gfx/draw/solids.h"

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

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
  // largest distance of a visible sphere's centre outside an edge of the picture, across the view
  const float beyond_x = bounds.radius * std::sqrt(1.0f + tan_x * tan_x);
  const float beyond_y = bounds.radius * std::sqrt(1.0f + tan_y * tan_y);
  const float near = camera.near_plane() - bounds.radius;
  const float far = camera.far_plane() + bounds.radius;
  const float width = link * size.y / tan_y;  // pixels, width of a link at a depth of 1 m

  for (std::size_t i = 0; i < places.size(); ++i) {
    const glm::vec3 away = places[i] - from;
    const float depth = glm::dot(away, forward);
    if (!(depth > near && depth < far)) continue;
    if (std::abs(glm::dot(away, right)) > depth * tan_x + beyond_x) continue;
    if (std::abs(glm::dot(away, up)) > depth * tan_y + beyond_y) continue;
    if (glm::dot(away, away) < bounds.radius * bounds.radius) continue;
    const float at =
        depth > 2.0f * bounds.radius ? depth : std::max(depth - bounds.radius, camera.near_plane());
    const float pixels = width / at;
    std::size_t level = 0;
    while (level < kLinkPixels.size() && pixels < kLinkPixels[level]) ++level;
    choice.bodies[level].push_back(static_cast<int>(i));
  }
}

namespace {

// segments of a circle
constexpr int kCapsuleSegments = 12;  ///< a near link is about 10 pixels wide
constexpr int kBallSegments = 16;     ///< a near ball is wider
constexpr int kDrumSegments = 20;     ///< a near piece with flat ends, such as a foot
constexpr int kDiscSegments = 7;      ///< a flat piece at a greater distance

/// A column of vertices on the half that faces the eye: position across the piece and towards the
/// eye, in radii, and normal.
struct Column {
  float across, out;
  glm::vec3 normal;
};
const Column kPrism[] = {{-1.0f, 0.0f, {-1.0f, 0.0f, 0.0f}},
                         {0.0f, 1.0f, {0.0f, 1.0f, 0.0f}},
                         {1.0f, 0.0f, {1.0f, 0.0f, 0.0f}}};
// normals of a rod at +-37 degrees: shaded like its front, without the dark edges
const Column kRibbon[] = {{-1.0f, 0.0f, {-0.6f, 0.8f, 0.0f}}, {1.0f, 0.0f, {0.6f, 0.8f, 0.0f}}};

constexpr float kOverlap = 0.5f;   ///< radii by which a ribbon extends beyond its points
constexpr float kSquare = 0.886f;  ///< half side of the square with the area of the unit disc

/// A disc with a rim and without an underside.
Mesh disc_mesh(int segments) {
  Mesh mesh;
  mesh.vertices.push_back({{0.0f, 0.0f, 0.0f}, 1.0f, {0.0f, 0.0f, 1.0f}, {}});
  const auto count = static_cast<std::uint16_t>(segments);
  for (int i = 0; i < segments; ++i) {
    const float angle = glm::two_pi<float>() * static_cast<float>(i) / static_cast<float>(segments);
    const glm::vec3 out(std::cos(angle), std::sin(angle), 0.0f);
    const glm::vec3 rim = glm::normalize(out + glm::vec3(0.0f, 0.0f, 2.0f));
    mesh.vertices.push_back({out, 1.0f, rim, {}});
    mesh.vertices.push_back({out, -1.0f, out, {}});
  }
  for (std::uint16_t i = 0; i < count; ++i) {
    const auto top = static_cast<std::uint16_t>(1 + 2 * i);
    const auto next = static_cast<std::uint16_t>(1 + 2 * ((i + 1) % count));
    for (const int index :
         {0, top + 0, next + 0, top + 0, top + 1, next + 0, next + 0, top + 1, next + 1}) {
      mesh.indices.push_back(static_cast<std::uint16_t>(index));
    }
  }
  return mesh;
}

/// A vertex of a piece; the caller sets its position.
CrowdVertex vertex_of(const CrowdBody& body, const CrowdPiece& piece) {
  CrowdVertex v;
  v.radius = piece.radius;
  v.ends = {piece.a, piece.b};
  v.toned = piece.toned ? 1.0f : 0.0f;
  v.color = piece.color;
  v.thin_color = piece.thin_color;
  v.foot = {body.foot.x, body.foot.z, body.foot.y, body.foot.y + body.x_axis_height};
  return v;
}

void add(CrowdMesh& mesh, CrowdVertex vertex, const Mesh& solid) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Vertex& v : solid.vertices) {
    vertex.offset = v.offset;
    vertex.end = v.end;
    vertex.normal = v.normal;
    mesh.vertices.push_back(vertex);
  }
  for (const std::uint16_t index : solid.indices) mesh.indices.push_back(first + index);
}

void add(CrowdMesh& mesh, CrowdVertex vertex, std::span<const Column> columns) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  const bool ball = vertex.ends.x == vertex.ends.y;
  const float across = ball ? kSquare : 1.0f;
  const float along = ball ? kSquare : kOverlap;
  for (const Column& column : columns) {
    for (const float end : {-1.0f, 1.0f}) {
      vertex.offset = {across * column.across, column.out, end * along};
      vertex.end = end;
      vertex.normal = column.normal;
      mesh.vertices.push_back(vertex);
    }
  }
  for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
    for (const std::uint32_t k : {0u, 1u, 2u, 1u, 3u, 2u}) {
      mesh.indices.push_back(first + 2 * static_cast<std::uint32_t>(i) + k);
    }
  }
}

const std::vector<CrowdPiece>& pieces_of(const CrowdBody& body, CrowdLevel level) {
  return body.pieces[static_cast<std::size_t>(level)];
}

}  // namespace

CrowdMesh crowd_mesh(const CrowdBody& body, CrowdLevel level) {
  CrowdMesh mesh;
  const Mesh capsule = capsule_mesh(kCapsuleSegments);
  const Mesh ball = capsule_mesh(kBallSegments);
  const Mesh flat =
      level == CrowdLevel::kNear ? drum_mesh(kDrumSegments) : disc_mesh(kDiscSegments);
  for (const CrowdPiece& piece : pieces_of(body, level)) {
    const CrowdVertex vertex = vertex_of(body, piece);
    if (piece.flat) {
      add(mesh, vertex, flat);
    } else if (level == CrowdLevel::kNear) {
      add(mesh, vertex, piece.a == piece.b ? ball : capsule);
    } else {
      add(mesh, vertex, level == CrowdLevel::kMiddle ? std::span<const Column>(kPrism) : kRibbon);
    }
  }
  return mesh;
}

CrowdMesh crowd_shadow_mesh(const CrowdBody& body, CrowdLevel level) {
  CrowdMesh mesh;
  for (const CrowdPiece& piece : pieces_of(body, level)) {
    CrowdVertex vertex = vertex_of(body, piece);
    vertex.radius = -vertex.radius;
    if (piece.throws_shadow) add(mesh, vertex, kRibbon);
  }
  return mesh;
}

}  // namespace gfx
