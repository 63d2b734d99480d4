#pragma once

#include <glm/mat3x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gfx/context/handles.h"
#include "gfx/draw/picture.h"

namespace gfx {

/// A vertex with up to four joints, in the layout of shaders/skinned.vert. Its position is
/// sum_k weights[k] * palette[joints[k]] * point.
struct SkinnedVertex {
  glm::vec3 point{0.0f};    ///< in the mesh's frame
  glm::vec3 normal{0.0f};   ///< unit
  glm::vec4 joints{0.0f};   ///< indices, whole numbers
  glm::vec4 weights{0.0f};  ///< sum to 1
};

/// A mesh deformed by joints, for gfx::SkinnedModel.
struct SkinnedMesh {
  std::vector<SkinnedVertex> vertices;
  std::vector<std::uint32_t> indices;
  /// By joint: centre and radius of a ball around the joint's vertices, in the mesh's frame. A
  /// negative radius means no vertices.
  std::vector<glm::vec4> balls;
};

/// Makes a skinned triangle mesh.
/// \param indices three per triangle, counter-clockwise seen from outside
/// \param joints number of joints in its palette
/// \returns null if there is no triangle, or a joint or index is out of range
std::shared_ptr<const SkinnedMesh> make_skinned(std::vector<SkinnedVertex> vertices,
                                                std::vector<std::uint32_t> indices,
                                                std::size_t joints);

/// Appends balls that together contain the mesh in the pose given by the palette. One ball per
/// joint is enough: a vertex is a weighted mean of its positions under its joints.
/// \param palette by joint
void add_reach(const SkinnedMesh& mesh, std::span<const glm::mat3x4> palette,
               std::vector<glm::vec4>& balls);

/// Draws the skinned meshes of a frame's pictures, one call per mesh.
class SkinnedModels {
 public:
  /// Starts a frame. Drops meshes that have no other owner.
  void clear();
  /// Adds the meshes of the next picture.
  void add(const Picture& picture);
  /// Uploads all palettes to the graphics card at once.
  void upload();

  void draw_opaque(std::size_t picture) const { draw(lit_, pictures_[picture].opaque); }
  void draw_translucent(std::size_t picture) const { draw(lit_, pictures_[picture].translucent); }
  /// Draws the opaque meshes into the shadow map.
  void draw_shadow(std::size_t picture) const { draw(shadow_, pictures_[picture].opaque); }
  bool has_translucent(std::size_t picture) const {
    return !pictures_[picture].translucent.empty();
  }

 private:
  /// The same vertex shader with another fragment shader.
  struct SkinnedProgram {
    SkinnedProgram(const char* fragment_name, bool into_shadow);
    Program program;
    int first, color, finish;
  };
  struct KeptMesh {
    std::shared_ptr<const SkinnedMesh> mesh;
    MeshBuffers buffers;
  };
  struct SkinnedDraw {
    std::size_t kept;   // index of its mesh in kept_
    std::size_t first;  // index of its first joint in palette_
    Surface surface;
  };
  struct PictureDraws {
    std::vector<SkinnedDraw> opaque, translucent;
  };
  std::size_t keep(const std::shared_ptr<const SkinnedMesh>& mesh);
  void draw(const std::optional<SkinnedProgram>& program,
            const std::vector<SkinnedDraw>& draws) const;

  std::optional<SkinnedProgram> lit_, shadow_;  // made for the first picture with a skinned mesh
  TextureHandle texture_;
  std::size_t rows_ = 0;  // height of the texture
  std::vector<glm::mat3x4> palette_;
  std::vector<KeptMesh> kept_;
  std::vector<PictureDraws> pictures_;
  std::size_t picture_count_ = 0;
};

}  // namespace gfx
