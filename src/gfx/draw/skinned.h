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

/// A vertex that up to four joints carry, laid out as shaders/skinned.vert reads it. It is at
/// sum_k weights[k] * palette[joints[k]] * point.
struct SkinnedVertex {
  glm::vec3 point{0.0f};    ///< in the mesh's frame
  glm::vec3 normal{0.0f};   ///< unit
  glm::vec4 joints{0.0f};   ///< whole numbers from 0 on
  glm::vec4 weights{0.0f};  ///< sum to 1
};

/// A mesh that bends with joints, for gfx::SkinnedModel.
struct SkinnedMesh {
  std::vector<SkinnedVertex> vertices;
  std::vector<std::uint32_t> indices;
  /// Middle and radius of a ball around the vertices that a joint carries, by joint, in the mesh's
  /// frame; a negative radius: it carries none.
  std::vector<glm::vec4> balls;
};

/// Makes a mesh of triangles. \param indices three for each triangle, counter-clockwise seen from
/// outside \returns null if there is no triangle, or a joint or index is out of range
/// \param joints how many there are in its palette
std::shared_ptr<const SkinnedMesh> make_skinned(std::vector<SkinnedVertex> vertices,
                                                std::vector<std::uint32_t> indices,
                                                std::size_t joints);

/// Balls that together hold a mesh with these places of its joints: a vertex is between the places
/// where its joints would take it. \param palette by joint
void add_reach(const SkinnedMesh& mesh, std::span<const glm::mat3x4> palette,
               std::vector<glm::vec4>& balls);

/// Draws the skinned meshes of the pictures of a frame, one call for each.
class SkinnedModels {
 public:
  /// Begins a frame. A mesh with no other owner is dropped.
  void clear();
  /// Adds the meshes of the next picture.
  void add(const Picture& picture);
  /// Uploads all palettes to the graphics card, at once.
  void upload();

  void draw_opaque(std::size_t picture) const { draw(lit_, pictures_[picture].opaque); }
  void draw_translucent(std::size_t picture) const { draw(lit_, pictures_[picture].translucent); }
  /// The opaque ones, as the lamp sees them.
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
    std::size_t kept;   // in kept_
    std::size_t first;  // in the palette
    Surface surface;
  };
  struct PictureDraws {
    std::vector<SkinnedDraw> opaque, translucent;
  };
  std::size_t keep(const std::shared_ptr<const SkinnedMesh>& mesh);
  void draw(const std::optional<SkinnedProgram>& program,
            const std::vector<SkinnedDraw>& draws) const;

  std::optional<SkinnedProgram> lit_, shadow_;  // made when a picture first has such a mesh
  TextureHandle texture_;
  std::size_t rows_ = 0;  // of the texture
  std::vector<glm::mat3x4> palette_;
  std::vector<KeptMesh> kept_;
  std::vector<PictureDraws> pictures_;
  std::size_t picture_count_ = 0;
};

}  // namespace gfx
