#include "gfx/crowd/crowd.h"

#include <glad/gl.h>

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace gfx {
namespace {

constexpr int kColumns = 1024;  ///< texture width; the same in shaders/crowd.vert

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

MeshBuffers upload(const CrowdMesh& mesh) {
  return upload_mesh(mesh, {{0, 4, offsetof(CrowdVertex, offset)},
                            {1, 4, offsetof(CrowdVertex, normal)},
                            // `ends` and `toned`, which follows it
                            {2, 3, offsetof(CrowdVertex, ends)},
                            {3, 4, offsetof(CrowdVertex, color)},
                            {4, 4, offsetof(CrowdVertex, foot)},
                            {6, 4, offsetof(CrowdVertex, thin_color)}});
}

}  // namespace

Crowd::Crowd()
    : program_("crowd"),
      shadow_program_("crowd", "crowd_shadow"),
      points_(make_texture()),
      instances_(make_buffer()) {
  glBindTexture(GL_TEXTURE_2D, points_.id());
  set_filter(Filter::kNearest);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void Crowd::assign(const CrowdPicture& picture, const Camera& camera, glm::vec2 size) {
  Clock::time_point start = Clock::now();
  upload_kinds(picture.groups);
  if (version_ != picture.version) {
    upload_points(picture.points);
    version_ = picture.version;
    meter_.upload_s = seconds_since(start);
  }
  tones_ = picture.tones;
  start = Clock::now();
  calls_.clear();
  staging_.clear();
  meter_.drawn = {};
  for (std::size_t kind = 0; kind < picture.groups.size(); ++kind) {
    const CrowdGroup& group = picture.groups[kind];
    choose_levels(group.places, group.bounds, group.link, camera, size, choice_);
    for (std::size_t level = 0; level < kCrowdLevels; ++level) {
      const std::vector<int>& bodies = choice_.bodies[level];
      meter_.drawn[level] += bodies.size();
      if (bodies.empty()) continue;
      calls_.push_back({kind, level, staging_.size(), bodies.size()});
      for (const int body : bodies) {
        staging_.push_back({group.places[static_cast<std::size_t>(body)],
                            static_cast<float>(group.first + body * group.body.point_count)});
      }
    }
  }
  stream(instances_, std::as_bytes(std::span(staging_)));
  choose_s_ = seconds_since(start);
}

void Crowd::draw() {
  const Clock::time_point start = Clock::now();
  clock_.begin();
  program_.use();
  set_tones();
  glBindTexture(GL_TEXTURE_2D, points_.id());
  for (const Call& call : calls_) draw(kinds_[call.kind].bodies[call.level], call);
  clock_.end();
  meter_.draw_s = choose_s_ + clock_.seconds() + seconds_since(start);
}

void Crowd::set_tones() const {
  const std::size_t count = std::min(tones_.colors.size(), CrowdTones::kMax);
  std::array<float, 4 * CrowdTones::kMax> numbers{};
  for (std::size_t i = 0; i < count; ++i) {
    const Color& color = tones_.colors[i];
    for (const int c : {0, 1, 2}) numbers[4 * i + static_cast<std::size_t>(c)] = color[c];
  }
  const float last = count > 0 ? static_cast<float>(count - 1) : 0.0f;
  glUniform4fv(program_.uniform("tones"), static_cast<GLsizei>(CrowdTones::kMax), numbers.data());
  glUniform2f(program_.uniform("tone_places"), tones_.scale, last);
}

void Crowd::draw_shadows() {
  const Clock::time_point start = Clock::now();
  shadow_clock_.begin();
  shadow_program_.use();
  glBindTexture(GL_TEXTURE_2D, points_.id());
  // the shadow of a distant body would be much thinner than a pixel
  constexpr auto kDistant = static_cast<std::size_t>(CrowdLevel::kDistant);
  for (const Call& call : calls_) {
    if (call.level < kDistant) draw(kinds_[call.kind].shadows[call.level], call);
  }
  shadow_clock_.end();
  meter_.draw_s += shadow_clock_.seconds() + seconds_since(start);
}

void Crowd::draw(const MeshBuffers& mesh, const Call& call) const {
  if (mesh.index_count == 0) return;
  bind_instances(mesh.vertex_array, instances_, sizeof(Instance), call.first, {{5, 4, 0}});
  glDrawElementsInstanced(GL_TRIANGLES, mesh.index_count, GL_UNSIGNED_INT, nullptr,
                          static_cast<GLsizei>(call.count));
  glBindVertexArray(0);
}

void Crowd::upload_kinds(std::span<const CrowdGroup> groups) {
  kinds_.resize(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (kinds_[i].body == groups[i].body) continue;
    kinds_[i].body = groups[i].body;
    for (std::size_t level = 0; level < kCrowdLevels; ++level) {
      const auto which = static_cast<CrowdLevel>(level);
      kinds_[i].bodies[level] = upload(crowd_mesh(groups[i].body, which));
      kinds_[i].shadows[level] = upload(crowd_shadow_mesh(groups[i].body, which));
    }
  }
}

void Crowd::upload_points(std::span<const float> points) {
  const auto texels = static_cast<int>(points.size() / 4);
  const int rows = (texels + kColumns - 1) / kColumns;
  glBindTexture(GL_TEXTURE_2D, points_.id());
  if (rows > rows_) {
    rows_ = rows;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, kColumns, rows, 0, GL_RGBA, GL_FLOAT, nullptr);
  }
  const int whole = texels / kColumns;
  const int rest = texels % kColumns;
  if (whole > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kColumns, whole, GL_RGBA, GL_FLOAT, points.data());
  }
  if (rest > 0) {
    glTexSubImage2D(
        GL_TEXTURE_2D, 0, 0, whole, rest, 1, GL_RGBA, GL_FLOAT,
        points.data() + static_cast<std::size_t>(4) * kColumns * static_cast<std::size_t>(whole));
  }
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace gfx
