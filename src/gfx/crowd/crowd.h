#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "gfx/context/handles.h"
#include "gfx/crowd/mesh.h"

namespace gfx {

/// Bodies of one kind and their positions.
struct CrowdGroup {
  CrowdBody body;
  int first = 0;                      ///< index of the first point of its first body
  std::span<const glm::vec3> places;  ///< m, added to the points of each body; with y up, as these
  Sphere bounds;                      ///< around one body with its targets, relative to its place
  float link = 0.0f;                  ///< m, radius of a link
};

/// Colour map of whole bodies. The fourth number w of a body's first point selects the position
/// w * scale in `colors`, interpolated between neighbours.
struct CrowdTones {
  static constexpr std::size_t kMax = 16;

  std::vector<Color> colors;  ///< 2 to kMax; empty: every piece has its own colour
  float scale = 1.0f;
};

/// A crowd at one moment. A view of data that the caller owns.
struct CrowdPicture {
  std::span<const CrowdGroup> groups;
  std::span<const float> points;  ///< m; x, y, z of each point of each body, and w, the tone
  long version = 0;               ///< changes with the points
  CrowdTones tones = {};
};

/// Cost of the last picture of a crowd.
struct CrowdMeter {
  double upload_s = 0.0;  ///< s, uploading the points
  double draw_s = 0.0;    ///< s, choosing levels and drawing, CPU and graphics card
  std::array<std::size_t, kCrowdLevels> drawn{};  ///< number of bodies by level
};

/// Draws crowds with the context that is current at construction. One texture holds the points of
/// all bodies. Each level of each kind of body is one instanced call.
class Crowd {
 public:
  Crowd();

  /// Sets what to draw: uploads the points if their version has changed, and chooses the levels of
  /// detail.
  /// \param size of the picture, pixels
  void assign(const CrowdPicture& picture, const Camera& camera, glm::vec2 size);

  /// Called by Renderer::draw, which sets the framebuffer and the lights.
  void draw();
  void draw_shadows();

  const CrowdMeter& meter() const { return meter_; }

 private:
  struct Call {
    std::size_t kind, level;
    std::size_t first, count;  // range of instances
  };
  struct Kind {
    CrowdBody body;
    std::array<MeshBuffers, kCrowdLevels> bodies, shadows;
  };
  struct Instance {
    glm::vec3 place;
    float first;  // index of its first point
  };

  void upload_kinds(std::span<const CrowdGroup> groups);
  void upload_points(std::span<const float> points);
  void draw(const MeshBuffers& mesh, const Call& call) const;
  void set_tones() const;

  Program program_, shadow_program_;
  TextureHandle points_;
  int rows_ = 0;  // texture height
  std::optional<long> version_;
  BufferHandle instances_;
  std::vector<Kind> kinds_;
  std::vector<Call> calls_;
  std::vector<Instance> staging_;
  CrowdChoice choice_;
  CrowdTones tones_;
  GpuClock clock_, shadow_clock_;
  double choose_s_ = 0.0;
  CrowdMeter meter_;
};

}  // namespace gfx
