#pragma once

#include "gfx/context/handles.h"
#include "gfx/draw/picture.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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

/// Where one unit mesh stands in the world and how it looks; laid out as the shaders read it.
struct Instance {
  glm::vec3 center{0.0f};
  float radius = 0.0f;
  glm::vec3 axis{0.0f, 0.0f, 1.0f};  ///< unit
  float half_length = 0.0f;
  glm::vec3 side{1.0f, 0.0f, 0.0f};  ///< unit, normal to the axis
  float gloss = 0.0f;
  Color color{0.0f};
  float metal = 0.0f;
  float bevel = 0.0f;  ///< m, how far edges are softened
};

/// Unit meshes of the solids.
enum class Shape { kCapsule, kBall, kDrum, kSleeve, kTip };
inline constexpr std::size_t kShapes = 5;

/// The instances of one picture, a list a shape: opaque ones first.
struct InstanceLists {
  std::array<std::vector<Instance>, kShapes> opaque;
  std::array<std::vector<Instance>, kShapes> translucent;

  /// Replaces the lists by a picture's solids; solids without a size are left out.
  void assign(const Picture& picture);

  /// m, the least y that an opaque solid reaches; 0 where there is none.
  float lowest() const;
};

/// Draws all solids of a shape with one call.
class Solids {
 public:
  Solids();

  /// Sends the instances to the graphics card.
  void upload(const InstanceLists& lists);

  /// Draw with the program in use; it says what becomes of the triangles.
  void draw_opaque() const { draw(opaque_); }
  void draw_translucent() const { draw(translucent_); }
  bool has_translucent() const;

 private:
  struct Range {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  struct ShapeOnCard {
    VertexArrayHandle vertex_array;
    BufferHandle vertices;
    BufferHandle indices;
    int index_count = 0;
  };
  using Ranges = std::array<Range, kShapes>;
  void draw(const Ranges& ranges) const;

  std::array<ShapeOnCard, kShapes> shapes_;
  BufferHandle instances_;
  std::vector<Instance> staging_;
  Ranges opaque_{};
  Ranges translucent_{};
};

}  // namespace gfx
