#pragma once

#include "gfx/context/handles.h"
#include "gfx/draw/camera.h"
#include "gfx/draw/lines.h"
#include "gfx/draw/picture.h"
#include "gfx/draw/shadow.h"
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

/// Draws pictures with the context that is current at construction.
///
/// The shaders convert colours to linear light, shade, and convert back: draw into a framebuffer
/// without conversion (no GL_FRAMEBUFFER_SRGB). Blending happens in sRGB.
class Renderer {
 public:
  /// \throws std::runtime_error where a shader does not compile
  Renderer();

  /// Draws one frame into the viewport, and nothing if it is empty. Leaves the viewport's
  /// framebuffer bound, and depth test, culling, blending and scissor off.
  /// \param crowd drawn in the same light; null: none
  void draw(const Picture& picture, const Camera& camera, const Viewport& viewport,
            Crowd* crowd = nullptr);

 private:
  void upload_frame(const Picture& picture, const Camera& camera, const Viewport& viewport);
  void draw_shadow_map();
  void draw_solids(Crowd* crowd);
  void draw_ground(const Picture& picture, Crowd* crowd);
  void draw_ghosts();

  Program backdrop_, ground_, ground_shadow_, solid_, depth_, line_;
  BufferHandle frame_;
  VertexArrayHandle no_attributes_;
  ShadowMap shadow_map_;
  ShadowFit shadow_fit_;
  InstanceLists instances_;
  Solids solids_;
  Lines lines_;
};

}  // namespace gfx
