#include "gfx/draw/skinned.h"

#include <glad/gl.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gfx {
namespace {

constexpr std::size_t kJointsOfRow = 256;  // the same in shaders/skinned.vert
constexpr int kTexelsOfJoint = 3;

/// Upper bound of M's largest singular value: the square root of M^T M's largest absolute row sum.
float max_stretch_bound(const glm::mat3x4& rows) {
  float most = 0.0f;
  for (int i = 0; i < 3; ++i) {
    float sum = 0.0f;
    for (int j = 0; j < 3; ++j) {
      float product = 0.0f;
      for (int r = 0; r < 3; ++r) product += rows[r][i] * rows[r][j];
      sum += std::abs(product);
    }
    most = std::max(most, sum);
  }
  return std::sqrt(most);
}

}  // namespace

std::shared_ptr<const SkinnedMesh> make_skinned(std::vector<SkinnedVertex> vertices,
                                                std::vector<std::uint32_t> indices,
                                                std::size_t joints) {
  if (indices.empty()) return nullptr;
  for (const std::uint32_t i : indices) {
    if (i >= vertices.size()) return nullptr;
  }
  auto mesh = std::make_shared<SkinnedMesh>();
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<glm::vec3> least(joints, glm::vec3(inf)), most(joints, glm::vec3(-inf));
  const auto each_carrier = [&](const auto& act) {
    for (const SkinnedVertex& vertex : vertices) {
      for (int k = 0; k < 4; ++k) {
        const auto joint = static_cast<std::size_t>(vertex.joints[k]);
        if (joint >= joints) return false;
        if (vertex.weights[k] > 0.0f) act(joint, vertex.point);
      }
    }
    return true;
  };
  const bool known = each_carrier([&](std::size_t j, const glm::vec3& p) {
    least[j] = glm::min(least[j], p);
    most[j] = glm::max(most[j], p);
  });
  if (!known) return nullptr;
  mesh->balls.assign(joints, glm::vec4(0.0f, 0.0f, 0.0f, -1.0f));
  for (std::size_t j = 0; j < joints; ++j) {
    if (least[j].x <= most[j].x) mesh->balls[j] = {0.5f * (least[j] + most[j]), 0.0f};
  }
  each_carrier([&](std::size_t j, const glm::vec3& p) {
    glm::vec4& ball = mesh->balls[j];
    ball.w = std::max(ball.w, glm::distance(glm::vec3(ball), p));
  });
  mesh->vertices = std::move(vertices);
  mesh->indices = std::move(indices);
  return mesh;
}

void add_reach(const SkinnedMesh& mesh, std::span<const glm::mat3x4> palette,
               std::vector<glm::vec4>& balls) {
  for (std::size_t j = 0; j < std::min(mesh.balls.size(), palette.size()); ++j) {
    const glm::vec4& ball = mesh.balls[j];
    if (ball.w < 0.0f) continue;
    const glm::vec4 middle(glm::vec3(ball), 1.0f);
    const glm::mat3x4& rows = palette[j];
    balls.emplace_back(glm::dot(rows[0], middle), glm::dot(rows[1], middle),
                       glm::dot(rows[2], middle), ball.w * max_stretch_bound(rows));
  }
}

SkinnedModels::SkinnedProgram::SkinnedProgram(const char* fragment_name, bool into_shadow)
    : program("skinned", fragment_name),
      first(program.uniform("first")),
      color(program.uniform("surface_color")),
      finish(program.uniform("surface_finish")) {
  program.use();
  glUniform1i(program.uniform("palette"), 1);
  glUniform1i(program.uniform("into_shadow"), into_shadow ? 1 : 0);
}

void SkinnedModels::clear() {
  std::erase_if(kept_, [](const KeptMesh& kept) { return kept.mesh.use_count() == 1; });
  palette_.clear();
  picture_count_ = 0;
}

std::size_t SkinnedModels::keep(const std::shared_ptr<const SkinnedMesh>& mesh) {
  const auto known = std::ranges::find(kept_, mesh, &KeptMesh::mesh);
  const auto index = static_cast<std::size_t>(known - kept_.begin());
  if (known != kept_.end()) return index;
  kept_.push_back({mesh, upload_mesh(*mesh, {{0, 3, offsetof(SkinnedVertex, point)},
                                             {1, 3, offsetof(SkinnedVertex, normal)},
                                             {2, 4, offsetof(SkinnedVertex, joints)},
                                             {3, 4, offsetof(SkinnedVertex, weights)}})});
  return index;
}

void SkinnedModels::add(const Picture& picture) {
  if (pictures_.size() == picture_count_) pictures_.emplace_back();
  PictureDraws& draws = pictures_[picture_count_++];
  draws.opaque.clear();
  draws.translucent.clear();
  const std::size_t start = palette_.size();
  palette_.insert(palette_.end(), picture.palette.begin(), picture.palette.end());
  if (picture.z_up) {  // as to_y_up(), by rows
    for (std::size_t i = start; i < palette_.size(); ++i) {
      const glm::vec4 y = palette_[i][1];
      palette_[i][1] = palette_[i][2];
      palette_[i][2] = -y;
    }
  }
  for (const SkinnedModel& model : picture.skinned) {
    if (model.mesh == nullptr) continue;
    // skip a model with joints missing in the palette
    if (model.palette + model.mesh->balls.size() > picture.palette.size()) continue;
    auto& list = model.surface.color.a < 1.0f ? draws.translucent : draws.opaque;
    list.push_back({keep(model.mesh), start + model.palette, model.surface});
  }
}

void SkinnedModels::upload() {
  if (palette_.empty()) return;
  if (!lit_) {
    lit_.emplace("solid", false);
    shadow_.emplace("depth", true);
    texture_ = make_texture();
  }
  const std::size_t rows = (palette_.size() + kJointsOfRow - 1) / kJointsOfRow;
  palette_.resize(rows * kJointsOfRow);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  const auto width = static_cast<GLsizei>(kJointsOfRow * kTexelsOfJoint);
  const auto height = static_cast<GLsizei>(rows);
  const float* const texels = glm::value_ptr(palette_.front()[0]);
  if (rows > rows_) {
    set_filter(Filter::kNearest);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, width, height, 0, GL_RGBA, GL_FLOAT, texels);
    rows_ = rows;
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_FLOAT, texels);
  }
  glBindTexture(GL_TEXTURE_2D, 0);
  glActiveTexture(GL_TEXTURE0);
}

void SkinnedModels::draw(const std::optional<SkinnedProgram>& program,
                         const std::vector<SkinnedDraw>& draws) const {
  if (draws.empty()) return;
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  program->program.use();
  for (const SkinnedDraw& one : draws) {
    const Color& color = one.surface.color;
    glUniform1i(program->first, static_cast<GLint>(one.first));
    glUniform4f(program->color, color.r, color.g, color.b, color.a);
    glUniform2f(program->finish, one.surface.gloss, one.surface.metal);
    const MeshBuffers& mesh = kept_[one.kept].buffers;
    glBindVertexArray(mesh.vertex_array.id());
    glDrawElements(GL_TRIANGLES, mesh.index_count, GL_UNSIGNED_INT, nullptr);
  }
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glActiveTexture(GL_TEXTURE0);
}

}  // namespace gfx
