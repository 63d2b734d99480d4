#pragma once

#include "gfx/context/handles.h"
#include "gfx/draw/picture.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gfx {

/// A vertex of a unit solid. An instance places it in the world, with
/// basis = (side, axis x side, axis):
///   world = center + half_length * end * axis + basis * (radius * offset + bevel * inset)
/// One mesh therefore serves all lengths without distorting the caps, and all widths without
/// widening the bevelled edges.
struct Vertex {
  glm::vec3 offset{0.0f};  ///< in radii; z is along the axis
  float end = 0.0f;        ///< -1, 0 or +1: the end of the axis that moves it
  glm::vec3 normal{0.0f};  ///< unit, in the same basis
  glm::vec3 inset{0.0f};   ///< in bevels
};

/// Triangles, counter-clockwise seen from outside.
struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint16_t> indices;
};

/// A user-made mesh, for gfx::Model. Its vertices are relative to the middle, in units of the
/// radius. An instance therefore places it like a ball that contains it.
struct ModelMesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
  glm::vec3 middle{0.0f};  ///< m, centre of its bounding box, in its own frame
  glm::vec3 half{0.0f};    ///< m, half the box, along its axes
  float radius = 0.0f;     ///< m, of the bounding ball around the middle
};

/// Makes a model of triangles.
/// \param points m, in the mesh's own frame
/// \param normals one per point, unit
/// \param indices three per triangle, counter-clockwise seen from outside
/// \returns null if there is no triangle or all points coincide
std::shared_ptr<const ModelMesh> make_model(std::span<const glm::vec3> points,
                                            std::span<const glm::vec3> normals,
                                            std::vector<std::uint32_t> indices);

/// A centred box with these edge lengths, m. Null if one of them is 0.
std::shared_ptr<const ModelMesh> box_model(const glm::vec3& size);

/// Segments of a circle. With 24, the outline of a solid 100 pixels wide deviates from a circle by
/// at most half a pixel.
inline constexpr int kSegments = 24;

Mesh capsule_mesh(int segments);
Mesh ball_mesh(int segments);
Mesh drum_mesh(int segments);
Mesh sleeve_mesh();
/// An arrow's tip, a cone: base at the origin with radius kTipRadius, apex at +z * kTipLength.
Mesh tip_mesh(int segments);

inline constexpr float kTipRadius = 2.4f;  ///< in radii of the shaft
inline constexpr float kTipLength = 6.0f;  ///< in radii of the shaft

/// Place and surface of one unit mesh in the world, in the shaders' layout.
struct Instance {
  glm::vec3 center{0.0f};
  float radius = 0.0f;
  glm::vec3 axis{0.0f, 0.0f, 1.0f};  ///< unit
  float half_length = 0.0f;
  glm::vec3 side{1.0f, 0.0f, 0.0f};  ///< unit, normal to the axis
  float gloss = 0.0f;
  Color color{0.0f};
  float metal = 0.0f;
  float bevel = 0.0f;  ///< m, width of the bevelled edges
};

/// Unit meshes of the solids.
enum class Shape { kCapsule, kBall, kDrum, kSleeve, kTip };
inline constexpr std::size_t kShapes = 5;

/// Distance of a sleeve's corner from its axis, in half widths: the square root of 2, rounded up.
inline constexpr float kSleeveReach = 1.4143f;
/// An upper bound for the distance of a solid's points from the nearer end of its axis, in radii.
/// \param list index in InstanceLists
constexpr float reach_of(std::size_t list) {
  return static_cast<Shape>(list) == Shape::kTip ? kTipLength : kSleeveReach;
}

/// Instances of all pictures of a frame. One list per shape, then one per model; each list holds
/// the pictures in order.
struct InstanceLists {
  std::vector<std::vector<Instance>> opaque{kShapes};
  std::vector<std::vector<Instance>> translucent{kShapes};
  /// The meshes of the lists from kShapes on. clear() drops meshes that have no other owner.
  std::vector<std::shared_ptr<const ModelMesh>> models;

  /// Balls that contain the opaque skinned meshes, centre and radius. SkinnedModels draws them.
  std::vector<glm::vec4> skinned;

  std::size_t count() const { return opaque.size(); }  ///< number of lists

  /// Length of each list at the end of a picture. A list added by a later picture is missing.
  struct Ends {
    std::vector<std::size_t> opaque, translucent;
  };
  std::vector<Ends> ends;         ///< by picture; keeps the memory of earlier frames
  std::size_t picture_count = 0;  ///< how many of `ends` belong to this frame

  void clear();
  /// Adds a picture's solids, except solids of radius 0.
  void add(const Picture& picture);

  /// A lower bound for y of the opaque solids, m; 0 if there are none.
  float lowest() const;
  /// Whether all opaque solids are above a floor at this height, m. A capsule may sink in by half
  /// its radius.
  bool stand_on(float height) const;

 private:
  std::size_t list_of(const std::shared_ptr<const ModelMesh>& mesh);
};

/// Draws a picture's solids, one instanced call per shape or model.
class Solids {
 public:
  explicit Solids(int segments = kSegments);

  /// Uploads the instances of all pictures to the graphics card at once.
  void upload(const InstanceLists& lists);

  /// Draws a picture's solids with the program in use. \param picture index in InstanceLists::ends
  void draw_opaque(std::size_t picture) const { draw(pictures_[picture].opaque); }
  void draw_translucent(std::size_t picture) const { draw(pictures_[picture].translucent); }
  bool has_translucent(std::size_t picture) const;

 private:
  struct Range {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  using Ranges = std::vector<Range>;  // by list
  struct PictureRanges {
    Ranges opaque, translucent;
  };
  void draw(const Ranges& ranges) const;
  void upload_models(const InstanceLists& lists);

  std::vector<MeshBuffers> meshes_;             // by list
  std::vector<const ModelMesh*> model_meshes_;  // the models behind meshes_ from kShapes on
  BufferHandle instances_;
  std::vector<Instance> staging_;
  std::vector<PictureRanges> pictures_;
};

}  // namespace gfx
