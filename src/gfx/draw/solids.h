#pragma once

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "gfx/context/handles.h"
#include "gfx/draw/mesh.h"
#include "gfx/draw/picture.h"

namespace gfx {

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
