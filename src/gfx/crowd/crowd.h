#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "gfx/context/handles.h"
#include "gfx/crowd/mesh.h"

namespace gfx {

/// Bodies of one kind, and where they stand.
struct CrowdGroup {
  CrowdBody body;
  int first = 0;                      ///< the point, of all, with which its first body begins
  std::span<const glm::vec3> places;  ///< m, added to the points of each body
  Sphere bounds;                      ///< around any body with its targets, relative to its place
  float link = 0.0f;                  ///< m, the radius of its links
};

/// A crowd as it stands at one moment. Refers to what the caller owns.
struct CrowdPicture {
  std::span<const CrowdGroup> groups;
  std::span<const float> points;  ///< x, y, z and nothing, of every point of every body, m
  long version = 0;               ///< another one for other points
};

/// What the last picture of a crowd took.
struct CrowdMeter {
  double upload_s = 0.0;  ///< of handing over the points
  double draw_s = 0.0;    ///< of choosing and drawing, by processor and card
  std::array<std::size_t, kCrowdLevels> drawn{};  ///< bodies, by level
};

/// Draws crowds with the context that was current when it was made: the points of all bodies go
/// into one texture, and each level of each kind of body is one call.
class Crowd {
 public:
  Crowd();

  /// Takes over what is to be drawn: sends the points, unless they are those of the last call, and
  /// chooses the levels.
  void assign(const CrowdPicture& picture, const Camera& camera, glm::vec2 size);

  /// Both are called by Renderer::draw, which says where and in which light.
  void draw();
  void draw_shadows();

  const CrowdMeter& meter() const { return meter_; }

 private:
  struct Mesh {
    VertexArrayHandle vertex_array;
    BufferHandle vertices, indices;
    int index_count = 0;
  };
  /// What one call draws.
  struct Call {
    std::size_t kind, level;
    std::size_t first, count;  // of the instances
  };
  struct Kind {
    CrowdBody body;
    std::array<Mesh, kCrowdLevels> bodies, shadows;
  };
  struct Instance {
    glm::vec3 place;
    float first;  // its first point
  };

  static Mesh upload(const CrowdMesh& mesh);
  void upload_kinds(std::span<const CrowdGroup> groups);
  void upload_points(std::span<const float> points);
  void draw(const Mesh& mesh, const Call& call) const;

  Program program_, shadow_program_;
  TextureHandle points_;
  int rows_ = 0;  // of the texture
  std::optional<long> version_;
  BufferHandle instances_;
  std::vector<Kind> kinds_;
  std::vector<Call> calls_;
  std::vector<Instance> staging_;
  CrowdChoice choice_;
  GpuClock clock_, shadow_clock_;
  double choose_s_ = 0.0;
  CrowdMeter meter_;
};

}  // namespace gfx
