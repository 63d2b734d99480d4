#include "gfx/render/renderer.h"

#include <glad/gl.h>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "gfx/crowd/crowd.h"

namespace gfx {
namespace {

// texels per side: for a body of a few metres a texel is a few millimetres, less than a soft edge
constexpr int kShadowResolution = 1024;

// samples of the shadow map for one pixel: first to find an edge, and all for a smooth edge
constexpr float kFewSamples = 4.0f;
constexpr float kAllSamples = 16.0f;

/// The uniform block of frame.glsl in its std140 layout: only vectors of four and matrices.
struct Frame {
  glm::mat4 clip_from_world;
  glm::mat4 shadow_from_world;
  glm::vec4 eye;
  glm::vec4 to_light;
  glm::vec4 key;
  glm::vec4 sky;
  glm::vec4 bounce;
  glm::vec4 background_top;
  glm::vec4 background_bottom;
  glm::vec4 ground;
  glm::vec4 grid;
  glm::vec4 grid_major;
  glm::vec4 axis_x;
  glm::vec4 axis_z;
  glm::vec4 floor_place;   // centre, extent
  glm::vec4 floor_lines;   // spacing, 1 if lines are drawn
  glm::vec4 viewport;      // width, height, x, y in pixels
  glm::vec4 scale;         // pixels per point, samples of the shadow map: few and all
  glm::vec4 shadow;        // softness in the map's two directions, darkness, 1 if shadows are drawn
  glm::vec4 footprint[4];  // corners of the shadow map on the floor
};

/// Draws a triangle strip of four vertices, which the shader places by their index.
void draw_corners(const VertexArrayHandle& no_attributes) {
  glBindVertexArray(no_attributes.id());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
}

}  // namespace

Renderer::Renderer()
    : backdrop_("backdrop"),
      ground_("ground"),
      ground_shadow_("ground_shadow"),
      solid_("solid"),
      depth_("depth"),
      line_("line"),
      frame_(make_buffer()),
      no_attributes_(make_vertex_array()),
      shadow_map_(kShadowResolution) {}

void Renderer::draw(const Picture& picture, const Camera& camera, const Viewport& viewport,
                    Crowd* crowd) {
  if (viewport.width <= 0 || viewport.height <= 0) return;
  instances_.assign(picture);
  solids_.upload(instances_);
  lines_.upload(picture);
  upload_frame(picture, camera, viewport);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame_.id());

  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glEnable(GL_CULL_FACE);
  glFrontFace(GL_CCW);
  glActiveTexture(GL_TEXTURE0);
  if (picture.shadows && !shadow_fit_.empty) draw_shadow_map();

  glBindFramebuffer(GL_FRAMEBUFFER, viewport.framebuffer);
  glViewport(viewport.x, viewport.y, viewport.width, viewport.height);
  glScissor(viewport.x, viewport.y, viewport.width, viewport.height);
  glEnable(GL_SCISSOR_TEST);
  glClear(GL_DEPTH_BUFFER_BIT);
  // alpha stays 1, so that a saved picture is opaque
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);

  glDepthMask(GL_FALSE);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  backdrop_.use();
  draw_corners(no_attributes_);
  glEnable(GL_DEPTH_TEST);

  draw_solids(crowd);
  if (picture.ground.shown) draw_ground(picture, crowd);
  draw_ghosts();

  glEnable(GL_BLEND);
  glDepthMask(GL_FALSE);
  glDisable(GL_CULL_FACE);
  line_.use();
  lines_.draw();

  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_SCISSOR_TEST);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0);
  glUseProgram(0);
}

void Renderer::draw_shadow_map() {
  const int side = shadow_map_.resolution();
  glBindFramebuffer(GL_FRAMEBUFFER, shadow_map_.framebuffer());
  glViewport(0, 0, side, side);
  glClear(GL_DEPTH_BUFFER_BIT);
  // only back faces are in the map, so that lit faces do not shadow themselves
  glCullFace(GL_FRONT);
  depth_.use();
  solids_.draw_opaque();
  glCullFace(GL_BACK);
}

void Renderer::draw_solids(Crowd* crowd) {
  glDepthMask(GL_TRUE);
  glEnable(GL_CULL_FACE);
  if (crowd != nullptr) crowd->draw();
  glBindTexture(GL_TEXTURE_2D, shadow_map_.texture());
  solid_.use();
  solids_.draw_opaque();
}

void Renderer::draw_ground(const Picture& picture, Crowd* crowd) {
  glDepthMask(GL_FALSE);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  ground_.use();
  draw_corners(no_attributes_);
  if (picture.shadows && !shadow_fit_.empty) {
    ground_shadow_.use();
    draw_corners(no_attributes_);
  }
  if (picture.shadows && crowd != nullptr) {
    glBlendEquation(GL_MIN);
    crowd->draw_shadows();
    glBlendEquation(GL_FUNC_ADD);
    glBindTexture(GL_TEXTURE_2D, shadow_map_.texture());
  }
  glDisable(GL_BLEND);
}

void Renderer::draw_ghosts() {
  if (!solids_.has_translucent()) return;
  glEnable(GL_CULL_FACE);
  glDepthMask(GL_TRUE);
  // depth first: only the nearest face of a ghost is visible, whatever the order of its parts
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  solid_.use();
  solids_.draw_translucent();
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glEnable(GL_BLEND);
  glDepthFunc(GL_LEQUAL);
  solids_.draw_translucent();
  glDepthFunc(GL_LESS);
  glDisable(GL_BLEND);
}

void Renderer::upload_frame(const Picture& picture, const Camera& camera,
                            const Viewport& viewport) {
  const Studio& studio = picture.studio;
  const Ground& ground = picture.ground;
  const glm::vec2 size(viewport.width, viewport.height);
  const glm::vec3 eye = camera.eye();
  const float floor_height = ground.shown ? ground.center.y : instances_.lowest();

  Frame frame{};
  frame.clip_from_world = camera.projection(size.x / size.y) * camera.view();
  frame.eye = {eye, 1.0f};
  frame.to_light = {studio.to_light, studio.rim};
  frame.key = {studio.key, 0.0f};
  frame.sky = {studio.sky, 0.0f};
  frame.bounce = {studio.bounce, 0.0f};
  frame.background_top = studio.background_top;
  frame.background_bottom = studio.background_bottom;
  frame.ground = studio.ground;
  // seen from below, an opaque floor would hide the body
  if (eye.y < ground.center.y) frame.ground.a *= 0.25f;
  frame.grid = studio.grid;
  frame.grid_major = studio.grid_major;
  frame.axis_x = studio.axis_x;
  frame.axis_z = studio.axis_z;
  frame.floor_place = {ground.center, ground.extent};
  frame.floor_lines = {ground.spacing, ground.grid ? 1.0f : 0.0f, 0.0f, 0.0f};
  frame.viewport = {size, viewport.x, viewport.y};
  frame.scale = {viewport.pixel_scale, 0.0f, 0.0f, 0.0f};

  shadow_fit_ = fit_shadow(instances_, studio.to_light, floor_height, picture.shadow_softness);
  frame.shadow_from_world = shadow_fit_.clip_from_world;
  if (picture.shadows && !shadow_fit_.empty) {
    const glm::vec2 soft = picture.shadow_softness / glm::vec2(shadow_fit_.size);
    frame.shadow = {soft, studio.shadow, 1.0f};
    frame.scale.y = kFewSamples;
    frame.scale.z = kAllSamples;
  }
  for (std::size_t i = 0; i < shadow_fit_.footprint.size(); ++i) {
    frame.footprint[i] = {shadow_fit_.footprint[i], 1.0f};
  }
  glBindBuffer(GL_UNIFORM_BUFFER, frame_.id());
  glBufferData(GL_UNIFORM_BUFFER, sizeof frame, &frame, GL_STREAM_DRAW);
  glBindBuffer(GL_UNIFORM_BUFFER, 0);
}

}  // namespace gfx
