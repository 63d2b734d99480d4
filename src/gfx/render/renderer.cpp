#include "gfx/render/renderer.h"

#include <glad/gl.h>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "gfx/crowd/crowd.h"

namespace gfx {
namespace {

/// The uniform block Frame of frame.glsl in its std140 layout: only vectors of four and matrices.
struct FrameBlock {
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
  glm::vec4 scale;         // pixels per point, samples of the shadow map: few and all
  glm::vec4 shadow;        // softness in the map's two directions, darkness, 1 if shadows are drawn
  glm::vec4 footprint[4];  // corners of the shadow map on the floor
};

/// The uniform block Cell of frame.glsl in its std140 layout.
struct CellBlock {
  glm::vec4 viewport;  // width, height, x, y in pixels
  glm::vec4 tile;      // its part of the shadow map: corner and size as fractions of the map
};

constexpr unsigned kFramePoint = 0, kCellPoint = 1;  // see Program

/// Bytes of a uniform block, padded so that the next block can be bound, too.
std::size_t padded(std::size_t bytes) {
  GLint alignment = 1;
  glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
  const auto step = static_cast<std::size_t>(std::max(alignment, 1));
  return (bytes + step - 1) / step * step;
}

/// A rectangle of the shadow map, texels.
struct Tile {
  int x, y, width, height;
};

Tile tile_of(std::size_t i, std::size_t n, int side) {
  const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(n))));
  const int rows = (static_cast<int>(n) + columns - 1) / columns;
  const int width = side / columns, height = side / rows;
  const int index = static_cast<int>(i);
  return {index % columns * width, index / columns * height, width, height};
}

FrameBlock frame_block(const Picture& picture, const Camera& camera, float aspect,
                       float pixel_scale) {
  const Studio& studio = picture.studio;
  const Ground& ground = picture.ground;
  const glm::vec3 eye = camera.eye();
  FrameBlock frame{};
  frame.clip_from_world = camera.projection(aspect) * camera.view();
  frame.eye = {eye, 1.0f};
  frame.to_light = {studio.to_light, studio.rim};
  frame.key = {studio.key, 0.0f};
  frame.sky = {studio.sky, 0.0f};
  frame.bounce = {studio.bounce, 0.0f};
  frame.background_top = studio.background_top;
  frame.background_bottom = studio.background_bottom;
  frame.ground = studio.ground;
  // seen from below, an opaque floor would hide the body
  if (eye.y < to_y_up(ground.center, picture.z_up).y) frame.ground.a *= 0.25f;
  frame.grid = studio.grid;
  frame.grid_major = studio.grid_major;
  frame.axis_x = studio.axis_x;
  frame.axis_z = picture.z_up ? studio.axis_y : studio.axis_z;
  frame.floor_place = {to_y_up(ground.center, picture.z_up), ground.extent};
  frame.floor_lines = {ground.spacing, ground.grid ? 1.0f : 0.0f, 0.0f, 0.0f};
  frame.scale = {pixel_scale, 0.0f, 0.0f, 0.0f};
  return frame;
}

void add_shadow(const Picture& picture, const ShadowFit& fit, const Quality& quality,
                FrameBlock& frame) {
  frame.shadow_from_world = fit.clip_from_world;
  frame.shadow = {picture.shadow_softness / glm::vec2(fit.size), picture.studio.shadow, 1.0f};
  frame.scale.y = quality.few_samples;
  frame.scale.z = quality.all_samples;
  for (std::size_t i = 0; i < fit.footprint.size(); ++i) {
    frame.footprint[i] = {fit.footprint[i], 1.0f};
  }
}

/// Appends the bytes of a value without gaps between its members.
template <class Value>
void append(std::vector<std::byte>& bytes, const Value& value) {
  const auto* const first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof value);
}

/// Draws a triangle strip of four vertices; the shader places them by index.
void draw_corners(const VertexArrayHandle& no_attributes) {
  glBindVertexArray(no_attributes.id());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
}

}  // namespace

Renderer::Renderer(const Quality& quality)
    : quality_(quality),
      backdrop_("backdrop"),
      ground_("ground"),
      ground_shadow_("ground_shadow"),
      solid_("solid"),
      depth_("depth"),
      line_("line"),
      uniforms_(make_buffer()),
      frame_bytes_(padded(sizeof(FrameBlock))),
      cell_bytes_(padded(sizeof(CellBlock))),
      no_attributes_(make_vertex_array()),
      shadow_map_(quality.shadow_side),
      solids_(quality.segments) {}

void Renderer::set_quality(const Quality& quality) {
  if (quality.shadow_side != quality_.shadow_side) shadow_map_ = ShadowMap(quality.shadow_side);
  if (quality.segments != quality_.segments) solids_ = Solids(quality.segments);
  quality_ = quality;
}

void Renderer::draw(const Picture& picture, const Camera& camera, const Viewport& viewport,
                    Crowd* crowd) {
  const Cell cell{&picture, viewport, crowd};
  draw({&cell, 1}, camera);
}

void Renderer::draw(std::span<const Cell> cells, const Camera& camera) {
  width_ = height_ = 0;
  for (const Cell& cell : cells) {
    width_ = std::max(width_, cell.viewport.width);
    height_ = std::max(height_, cell.viewport.height);
  }
  if (width_ <= 0 || height_ <= 0) {
    // what is drawn next, such as panels over the whole window, belongs there, too
    if (!cells.empty()) glBindFramebuffer(GL_FRAMEBUFFER, cells.front().viewport.framebuffer);
    return;
  }
  upload(cells, camera);

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
  // alpha stays 1, so that a saved picture is opaque
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  if (has_shadow_map()) draw_shadow_map(cells.size());
  if (is_background_kept()) keep_background(cells);

  glBindFramebuffer(GL_FRAMEBUFFER, cells.front().viewport.framebuffer);
  glEnable(GL_SCISSOR_TEST);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].viewport.width > 0 && cells[i].viewport.height > 0) draw_cell(cells[i], i);
  }

  glDisable(GL_SCISSOR_TEST);
  glBindTexture(GL_TEXTURE_2D, 0);
  glBindBufferBase(GL_UNIFORM_BUFFER, kFramePoint, 0);
  glBindBufferBase(GL_UNIFORM_BUFFER, kCellPoint, 0);
  glUseProgram(0);
}

void Renderer::draw_shadow_map(std::size_t cells) {
  const int side = shadow_map_.resolution();
  glBindFramebuffer(GL_FRAMEBUFFER, shadow_map_.framebuffer());
  glClear(GL_DEPTH_BUFFER_BIT);
  // only back faces are in the map, so that lit faces do not shadow themselves
  glCullFace(GL_FRONT);
  // unused here, but WebGL requires every declared block to be bound
  glBindBufferRange(GL_UNIFORM_BUFFER, kCellPoint, uniforms_.id(),
                    static_cast<GLintptr>(frame_bytes_), sizeof(CellBlock));
  for (std::size_t i = 0; i < cells; ++i) {
    const Tile tile = tile_of(i, cells, side);
    glViewport(tile.x, tile.y, tile.width, tile.height);
    depth_.use();
    solids_.draw_opaque(i);
    skinned_.draw_shadow(i);
  }
  glCullFace(GL_BACK);
}

bool Renderer::is_background_kept() const {
  // a body below the floor, or behind it, would be drawn over it
  return quality_.keeps_background && (!ground_shown_ || floor_is_behind_);
}

/// Draws the pictures without their bodies, unless they are drawn already.
void Renderer::keep_background(std::span<const Cell> cells) {
  if (background_ && scenery_ == kept_scenery_) return;
  int right = 0, top = 0;
  for (const Cell& cell : cells) {
    right = std::max(right, cell.viewport.x + width_);
    top = std::max(top, cell.viewport.y + height_);
  }
  if (!background_) background_.emplace(right, top, 0);
  background_->resize(right, top);
  glBindFramebuffer(GL_FRAMEBUFFER, background_->id());
  glEnable(GL_SCISSOR_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    set_view(cells[i], i);
    backdrop_.use();
    draw_corners(no_attributes_);
    if (!ground_shown_) continue;
    glEnable(GL_BLEND);
    ground_.use();
    draw_corners(no_attributes_);
    glDisable(GL_BLEND);
  }
  glEnable(GL_DEPTH_TEST);
  kept_scenery_ = scenery_;
}

/// Sets the part of the framebuffer, and the uniforms, of a picture.
void Renderer::set_view(const Cell& cell, std::size_t i) {
  const Viewport& viewport = cell.viewport;
  glBindBufferRange(GL_UNIFORM_BUFFER, kCellPoint, uniforms_.id(),
                    static_cast<GLintptr>(frame_bytes_ + i * cell_bytes_), sizeof(CellBlock));
  glViewport(viewport.x, viewport.y, width_, height_);
  glScissor(viewport.x, viewport.y, std::max(viewport.width, 0), std::max(viewport.height, 0));
}

void Renderer::draw_cell(const Cell& cell, std::size_t i) {
  const Viewport& viewport = cell.viewport;
  set_view(cell, i);
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT);

  glDepthMask(GL_FALSE);
  glDisable(GL_CULL_FACE);
  if (is_background_kept()) {
    const PixelArea place{viewport.x, viewport.y, viewport.width, viewport.height};
    background_->copy_parts_to(viewport.framebuffer, {&place, 1});
  } else {
    glDisable(GL_DEPTH_TEST);
    backdrop_.use();
    draw_corners(no_attributes_);
  }
  glEnable(GL_DEPTH_TEST);

  draw_solids(i, cell.crowd);
  if (ground_shown_) draw_ground(cell.crowd);
  draw_ghosts(i);

  glEnable(GL_BLEND);
  glDepthMask(GL_FALSE);
  glDisable(GL_CULL_FACE);
  line_.use();
  lines_.draw(i);

  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
}

void Renderer::draw_solids(std::size_t i, Crowd* crowd) {
  glDepthMask(GL_TRUE);
  glEnable(GL_CULL_FACE);
  if (crowd != nullptr) crowd->draw();
  glBindTexture(GL_TEXTURE_2D, shadow_map_.texture());
  solid_.use();
  solids_.draw_opaque(i);
  skinned_.draw_opaque(i);
}

void Renderer::draw_ground(Crowd* crowd) {
  glDepthMask(GL_FALSE);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  if (!is_background_kept()) {
    ground_.use();
    draw_corners(no_attributes_);
  }
  if (has_shadow_map()) {
    ground_shadow_.use();
    draw_corners(no_attributes_);
  }
  if (shadows_ && crowd != nullptr) {
    glBlendEquation(GL_MIN);
    crowd->draw_shadows();
    glBlendEquation(GL_FUNC_ADD);
    glBindTexture(GL_TEXTURE_2D, shadow_map_.texture());
  }
  glDisable(GL_BLEND);
}

void Renderer::draw_ghosts(std::size_t i) {
  if (!solids_.has_translucent(i) && !skinned_.has_translucent(i)) return;
  glEnable(GL_CULL_FACE);
  glDepthMask(GL_TRUE);
  // depth first: only the nearest face of a ghost is visible, whatever the order of its parts
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  // a little behind: a ghost at the same place as the body is hidden by it
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.0f, 64.0f);
  const auto draw_all = [this, i] {
    solid_.use();
    solids_.draw_translucent(i);
    skinned_.draw_translucent(i);
  };
  draw_all();
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glEnable(GL_BLEND);
  glDepthFunc(GL_LEQUAL);
  draw_all();
  glDepthFunc(GL_LESS);
  glDisable(GL_BLEND);
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::upload(std::span<const Cell> cells, const Camera& camera) {
  instances_.clear();
  lines_.clear();
  skinned_.clear();
  for (const Cell& cell : cells) {
    instances_.add(*cell.picture);
    lines_.add(*cell.picture);
    skinned_.add(*cell.picture);
  }
  solids_.upload(instances_);
  lines_.upload();
  skinned_.upload();
  const Picture& picture = *cells.front().picture;
  const float floor_height =
      picture.ground.shown ? to_y_up(picture.ground.center, picture.z_up).y : instances_.lowest();
  shadow_fit_ =
      fit_shadow(instances_, picture.studio.to_light, floor_height, picture.shadow_softness);
  ground_shown_ = picture.ground.shown;
  shadows_ = picture.shadows;

  const glm::vec2 size(width_, height_);
  FrameBlock frame =
      frame_block(picture, camera.with_y_up(), size.x / size.y, cells.front().viewport.pixel_scale);
  const bool alone =
      std::ranges::all_of(cells, [](const Cell& cell) { return cell.crowd == nullptr; });
  floor_is_behind_ = alone && frame.eye.y >= floor_height && instances_.stand_on(floor_height);
  scenery_.clear();
  append(scenery_, frame);
  append(scenery_, ground_shown_);
  if (has_shadow_map()) add_shadow(picture, shadow_fit_, quality_, frame);
  staging_.resize(frame_bytes_ + cells.size() * cell_bytes_);
  std::memcpy(staging_.data(), &frame, sizeof frame);
  const auto side = static_cast<float>(shadow_map_.resolution());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Viewport& viewport = cells[i].viewport;
    const Tile tile = tile_of(i, cells.size(), shadow_map_.resolution());
    const CellBlock cell{glm::vec4(size, viewport.x, viewport.y),
                         glm::vec4(tile.x, tile.y, tile.width, tile.height) / side};
    std::memcpy(staging_.data() + frame_bytes_ + i * cell_bytes_, &cell, sizeof cell);
    append(scenery_, cell.viewport);
  }
  glBindBuffer(GL_UNIFORM_BUFFER, uniforms_.id());
  glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(staging_.size()), staging_.data(),
               GL_STREAM_DRAW);
  glBindBufferRange(GL_UNIFORM_BUFFER, kFramePoint, uniforms_.id(), 0, sizeof frame);
}

}  // namespace gfx
