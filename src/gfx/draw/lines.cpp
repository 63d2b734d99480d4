#include "gfx/draw/lines.h"

#include <glad/gl.h>

#include <cmath>
#include <cstddef>

#include "gfx/draw/camera.h"

namespace gfx {
namespace {

void append_trail(std::vector<Stroke>& strokes, const Picture& picture, const Trail& trail) {
  const glm::vec3* points = picture.trail_points.data() + trail.first;
  const std::size_t first = strokes.size();
  for (std::size_t i = 1; i < trail.count; ++i) {
    if (points[i] == points[i - 1]) continue;
    if (std::isnan(points[i].x) || std::isnan(points[i - 1].x)) continue;
    const auto color_at = [&](std::size_t k) {
      Color color = trail.color;
      color.a *= static_cast<float>(k) / static_cast<float>(trail.count - 1);
      return color;
    };
    strokes.push_back({points[i - 1], points[i - 1], points[i], points[i], color_at(i - 1),
                       color_at(i), trail.width, 0.0f});
  }
  for (std::size_t i = first + 1; i < strokes.size(); ++i) {
    if (strokes[i].a != strokes[i - 1].b) continue;  // the trail is broken here
    strokes[i].before = strokes[i - 1].a;
    strokes[i - 1].after = strokes[i].b;
  }
}

}  // namespace

void add_strokes(std::vector<Stroke>& strokes, const Picture& picture) {
  const std::size_t first = strokes.size();
  for (const Trail& trail : picture.trails) append_trail(strokes, picture, trail);
  for (const Line& line : picture.lines) {
    strokes.push_back(
        {line.a, line.a, line.b, line.b, line.color, line.color, line.width, line.dash});
  }
  if (!picture.z_up) return;
  for (std::size_t i = first; i < strokes.size(); ++i) {
    Stroke& stroke = strokes[i];
    for (glm::vec3* point : {&stroke.before, &stroke.a, &stroke.b, &stroke.after}) {
      *point = to_y_up(*point, true);
    }
  }
}

Lines::Lines() : vertex_array_(make_vertex_array()), buffer_(make_buffer()) {}

void Lines::clear() {
  strokes_.clear();
  ends_.clear();
}

void Lines::add(const Picture& picture) {
  add_strokes(strokes_, picture);
  ends_.push_back(strokes_.size());
}

void Lines::upload() const { stream(buffer_, std::as_bytes(std::span(strokes_))); }

void Lines::draw(std::size_t picture) const {
  const std::size_t first = picture == 0 ? 0 : ends_[picture - 1];
  const std::size_t count = ends_[picture] - first;
  if (count == 0) return;
  bind_instances(vertex_array_, buffer_, sizeof(Stroke), first,
                 {{0, 3, offsetof(Stroke, before)},
                  {1, 3, offsetof(Stroke, a)},
                  {2, 3, offsetof(Stroke, b)},
                  {3, 3, offsetof(Stroke, after)},
                  {4, 4, offsetof(Stroke, color_a)},
                  {5, 4, offsetof(Stroke, color_b)},
                  {6, 2, offsetof(Stroke, width)}});  // width and dash, which follows it
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
  glBindVertexArray(0);
}

}  // namespace gfx
