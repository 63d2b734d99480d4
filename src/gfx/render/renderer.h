#pragma once

#include <cstddef>
#include <span>
#include <vector>

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
};

/// One picture of a frame.
struct Cell {
  const Picture* picture = nullptr;  ///< not null
  Viewport viewport;
  Crowd* crowd = nullptr;  ///< drawn in the same light; null: none
};

/// Draws pictures with the context that is current at construction.
///
/// The shaders convert colours to linear light, shade, and convert back: draw into a framebuffer
/// without conversion (no GL_FRAMEBUFFER_SRGB). Blending happens in sRGB.
class Renderer {
 public:
  /// \throws std::runtime_error if a shader does not compile
  Renderer();

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
  void draw_cell(const Cell& cell, std::size_t i);
  void draw_solids(std::size_t i, Crowd* crowd);
  void draw_ground(Crowd* crowd);
  void draw_ghosts(std::size_t i);
  bool has_shadow_map() const { return shadows_ && !shadow_fit_.empty; }

  Program backdrop_, ground_, ground_shadow_, solid_, depth_, line_;
  BufferHandle uniforms_;                 // one Frame block, then one Cell block per cell
  std::size_t frame_bytes_, cell_bytes_;  // size of a block with padding
  std::vector<std::byte> staging_;        // contents of uniforms_
  int width_ = 0, height_ = 0;            // size of every picture, pixels
  bool ground_shown_ = true, shadows_ = true;
  VertexArrayHandle no_attributes_;
  ShadowMap shadow_map_;
  ShadowFit shadow_fit_;
  InstanceLists instances_;
  Solids solids_;
  SkinnedModels skinned_;
  Lines lines_;
};

}  // namespace gfx
