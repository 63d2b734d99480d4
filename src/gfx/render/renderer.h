#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "gfx/context/framebuffer.h"
#include "gfx/context/handles.h"
#include "gfx/draw/camera.h"
#include "gfx/draw/lines.h"
#include "gfx/draw/picture.h"
#include "gfx/draw/shadow.h"
#include "gfx/draw/skinned.h"
#include "gfx/draw/solids.h"

namespace gfx {

class Crowd;

/// The rectangle of a framebuffer that a picture fills.
struct Viewport {
  unsigned framebuffer = 0;  ///< 0 is the window
  int x = 0;                 ///< pixels, from the left
  int y = 0;                 ///< pixels, from the bottom
  int width = 0;             ///< pixels
  int height = 0;            ///< pixels
  float pixel_scale = 1.0f;  ///< pixels per point: 2 on a high-density display

  bool operator==(const Viewport&) const = default;
};

/// One picture of a frame.
struct Cell {
  const Picture* picture = nullptr;  ///< not null
  Viewport viewport;
  Crowd* crowd = nullptr;  ///< drawn in the same light; null: none
};

/// What a picture may cost.
struct Quality {
  /// Texels per side of the shadow map. For a body of a few metres a texel of 1024 is a few
  /// millimetres, less than a soft edge.
  int shadow_side = 1024;
  /// Samples of the shadow map per pixel: a few find an edge, all smooth it.
  float few_samples = 4.0f, all_samples = 16.0f;
  int segments = kSegments;  ///< sides of the solids' circles, a multiple of four
  /// Keeps the picture without its body: it is drawn again only if the camera, the viewports or the
  /// floor change. For framebuffers with one sample per pixel.
  bool keeps_background = false;

  bool operator==(const Quality&) const = default;
};
/// For a renderer that computes pixels on the processor.
inline constexpr Quality kLightQuality{.shadow_side = 512,
                                       .few_samples = 3.0f,
                                       .all_samples = 6.0f,
                                       .segments = 16,
                                       .keeps_background = true};

/// Draws pictures with the context that is current at construction.
///
/// The shaders convert colours to linear light, shade, and convert back: draw into a framebuffer
/// without conversion (no GL_FRAMEBUFFER_SRGB). Blending happens in sRGB.
class Renderer {
 public:
  /// \throws std::runtime_error if a shader does not compile
  explicit Renderer(const Quality& quality = {});

  const Quality& quality() const { return quality_; }
  /// Changes the quality of later pictures.
  void set_quality(const Quality& quality);

  /// Draws one frame: pictures side by side, without overlap. Leaves the first viewport's
  /// framebuffer bound, and depth test, culling, blending and scissor off.
  ///
  /// All pictures share the camera, the first picture's light and floor, and the first viewport's
  /// framebuffer and pixel scale. They also share one shadow map and one upload of uniforms,
  /// instances and lines. Viewports have equal sizes up to rounding: a smaller one is clipped. An
  /// empty one shows nothing.
  void draw(std::span<const Cell> cells, const Camera& camera);

  /// Draws a frame with one picture.
  void draw(const Picture& picture, const Camera& camera, const Viewport& viewport,
            Crowd* crowd = nullptr);

 private:
  void upload(std::span<const Cell> cells, const Camera& camera);
  void draw_shadow_map(std::size_t cells);
  void set_view(const Cell& cell, std::size_t i);
  void draw_cell(const Cell& cell, std::size_t i);
  void draw_solids(std::size_t i, Crowd* crowd);
  void draw_ground(Crowd* crowd);
  void draw_ghosts(std::size_t i);
  bool has_shadow_map() const { return shadows_ && !shadow_fit_.empty; }
  bool is_background_kept() const;
  void keep_background(std::span<const Cell> cells);

  Quality quality_;
  Program backdrop_, ground_, ground_shadow_, solid_, depth_, line_;
  BufferHandle uniforms_;                 // one Frame block, then one Cell block per cell
  std::size_t frame_bytes_, cell_bytes_;  // size of a block with padding
  std::vector<std::byte> staging_;        // contents of uniforms_
  // what the background depends on, now and of background_
  std::vector<std::byte> scenery_, kept_scenery_;
  std::optional<Framebuffer> background_;
  int width_ = 0, height_ = 0;  // size of every picture, pixels
  bool ground_shown_ = true, shadows_ = true, floor_is_behind_ = true;
  VertexArrayHandle no_attributes_;
  ShadowMap shadow_map_;
  ShadowFit shadow_fit_;
  InstanceLists instances_;
  Solids solids_;
  SkinnedModels skinned_;
  Lines lines_;
};

}  // namespace gfx
