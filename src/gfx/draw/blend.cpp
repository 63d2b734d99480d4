#include "gfx/draw/blend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

namespace gfx {
namespace {

constexpr int kMostCells = 96;  // along the longest side of a mesh

/// Signed distance from a point to one part, in the half-plane of the part's axis and the point.
float distance_to(const BlendPart& part, const glm::vec3& point) {
  const glm::vec3 along = part.b - part.a;
  const float whole = glm::length(along);
  const glm::vec3 from = point - part.a;
  const float edge = std::min({part.edge, part.radius_a, part.radius_b});
  // the core, without its edges: its ends are nearer to each other, and its radii smaller
  const float half = std::max(0.5f * whole - edge, 0.0f);
  const float x = whole > 0.0f ? glm::dot(from, along) / whole : 0.0f;
  const float r = std::sqrt(std::max(glm::dot(from, from) - x * x, 0.0f));
  const float y = x - 0.5f * whole;
  const float low = part.radius_a - edge, high = part.radius_b - edge;
  // the end nearer to the point
  const float end_radius = y < 0.0f ? low : high;
  const glm::vec2 to_end(r - std::min(r, end_radius), std::abs(y) - half);
  // the side, from (low, -half) to (high, half)
  const glm::vec2 side(high - low, 2.0f * half);
  const float square = glm::dot(side, side);
  const glm::vec2 start(r - low, y + half);
  const float share = square > 0.0f ? std::clamp(glm::dot(start, side) / square, 0.0f, 1.0f) : 0.0f;
  const glm::vec2 to_side = start - share * side;
  const bool inside = to_end.y < 0.0f && start.x * side.y - start.y * side.x < 0.0f;
  const float near = std::sqrt(std::min(glm::dot(to_end, to_end), glm::dot(to_side, to_side)));
  return (inside ? -near : near) - edge;
}

glm::vec3 normal_at(std::span<const BlendPart> parts, float fillet, const glm::vec3& p, float h) {
  // the corners of a tetrahedron
  constexpr std::array<glm::vec3, 4> kCorners = {glm::vec3(1, -1, -1), glm::vec3(-1, -1, 1),
                                                 glm::vec3(-1, 1, -1), glm::vec3(1, 1, 1)};
  glm::vec3 sum(0.0f);
  for (const glm::vec3& corner : kCorners) {
    sum += corner * blend_distance(parts, fillet, p + h * corner);
  }
  const float length = glm::length(sum);
  return length > 0.0f ? sum / length : glm::vec3(0.0f, 0.0f, 1.0f);
}

/// The distances at the corners of a grid of cubes, and the mesh of the surface between: one vertex
/// in each cell that the surface passes, one quad around each edge that it crosses (surface nets).
class Nets {
 public:
  Nets(std::span<const BlendPart> parts, float fillet, float cell)
      : parts_(parts), fillet_(fillet) {
    glm::vec3 least(std::numeric_limits<float>::infinity()), most = -least;
    for (const BlendPart& part : parts) {
      const float radius = std::max(part.radius_a, part.radius_b);
      least = glm::min(least, glm::min(part.a, part.b) - radius);
      most = glm::max(most, glm::max(part.a, part.b) + radius);
    }
    const glm::vec3 size = most - least + 2.0f * fillet;
    cell_ = std::max(cell, std::max({size.x, size.y, size.z}) / kMostCells);
    for (int k = 0; k < 3; ++k) count_[k] = 3 + static_cast<int>(size[k] / cell_);
    for (int k = 0; k < 3; ++k) {
      const auto cells = static_cast<float>(count_[k] - 1);
      corner_[k] = 0.5f * (least[k] + most[k] - cells * cell_);
    }
  }

  std::shared_ptr<const ModelMesh> mesh() {
    values_.resize(index(0, 0, count_[2]));
    each([&](int x, int y, int z) {
      values_[index(x, y, z)] = blend_distance(parts_, fillet_, place(x, y, z));
    });
    vertices_.assign(values_.size(), 0);
    each([&](int x, int y, int z) { add_vertex(x, y, z); });
    each([&](int x, int y, int z) { add_quads(x, y, z); });
    return make_model(points_, normals_, std::move(indices_));
  }

 private:
  template <class Act>
  void each(Act&& act) const {
    for (int z = 0; z < count_[2]; ++z) {
      for (int y = 0; y < count_[1]; ++y) {
        for (int x = 0; x < count_[0]; ++x) act(x, y, z);
      }
    }
  }
  std::size_t index(int x, int y, int z) const {
    return static_cast<std::size_t>(x + count_[0] * (y + count_[1] * z));
  }
  glm::vec3 place(int x, int y, int z) const {
    return corner_ +
           cell_ * glm::vec3(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
  }

  /// The vertex of the cell with this lowest corner: the mean of the crossings of its edges, moved
  /// onto the surface.
  void add_vertex(int x, int y, int z) {
    if (x + 1 >= count_[0] || y + 1 >= count_[1] || z + 1 >= count_[2]) return;
    glm::vec3 sum(0.0f);
    float crossings = 0.0f;
    for (int corner = 0; corner < 8; ++corner) {
      for (int axis = 0; axis < 3; ++axis) {
        const int other = corner | 1 << axis;
        if (other == corner) continue;
        const float low = at(x, y, z, corner), high = at(x, y, z, other);
        if ((low < 0.0f) == (high < 0.0f)) continue;
        glm::vec3 cross(static_cast<float>(corner & 1), static_cast<float>(corner >> 1 & 1),
                        static_cast<float>(corner >> 2));
        cross[axis] += low / (low - high);
        sum += cross;
        crossings += 1.0f;
      }
    }
    if (crossings == 0.0f) return;
    glm::vec3 point = place(x, y, z) + cell_ * sum / crossings;
    const float step = 0.02f * cell_;
    glm::vec3 normal = normal_at(parts_, fillet_, point, step);
    for (int i = 0; i < 2; ++i) {
      point -= blend_distance(parts_, fillet_, point) * normal;
      normal = normal_at(parts_, fillet_, point, step);
    }
    points_.push_back(point);
    normals_.push_back(normal);
    vertices_[index(x, y, z)] = static_cast<std::uint32_t>(points_.size());
  }
  float at(int x, int y, int z, int corner) const {
    return values_[index(x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2))];
  }

  /// The quads around the edges from this corner to its next ones.
  void add_quads(int x, int y, int z) {
    const bool inside = values_[index(x, y, z)] < 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
      std::array<int, 3> next = {x, y, z};
      if (++next[axis] >= count_[axis]) continue;
      if (inside == (values_[index(next[0], next[1], next[2])] < 0.0f)) continue;
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      // the four cells around the edge, counter-clockwise seen from the next corner
      std::array<std::uint32_t, 4> quad;
      for (int i = 0; i < 4; ++i) {
        std::array<int, 3> at = {x, y, z};
        at[u] -= i == 0 || i == 3 ? 1 : 0;
        at[v] -= i == 0 || i == 1 ? 1 : 0;
        quad[i] = vertices_[index(at[0], at[1], at[2])] - 1;
      }
      if (!inside) std::swap(quad[1], quad[3]);
      const bool other = glm::distance(points_[quad[0]], points_[quad[2]]) >
                         glm::distance(points_[quad[1]], points_[quad[3]]);
      const auto& [a, b, c, d] = quad;
      if (other) {
        indices_.insert(indices_.end(), {b, c, d, b, d, a});
      } else {
        indices_.insert(indices_.end(), {a, b, c, a, c, d});
      }
    }
  }

  std::span<const BlendPart> parts_;
  float fillet_, cell_;
  std::array<int, 3> count_;  // of corners, by axis
  glm::vec3 corner_;          // the lowest
  std::vector<float> values_;
  std::vector<std::uint32_t> vertices_;  // by lowest corner of a cell, 1 + index; 0: none
  std::vector<glm::vec3> points_, normals_;
  std::vector<std::uint32_t> indices_;
};

}  // namespace

float blend_distance(std::span<const BlendPart> parts, float fillet, const glm::vec3& point) {
  float sum = std::numeric_limits<float>::max();
  for (const BlendPart& part : parts) {
    const float one = distance_to(part, point);
    // a smooth minimum: both are reduced where they differ by less than the fillet
    const float near = std::max(fillet - std::abs(sum - one), 0.0f) / fillet;
    sum = std::min(sum, one) - 0.25f * fillet * near * near;
  }
  return sum;
}

std::shared_ptr<const ModelMesh> blend_model(std::span<const BlendPart> parts, float fillet,
                                             float cell) {
  std::vector<BlendPart> solid;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(solid), [](const BlendPart& part) {
    const float sum = glm::dot(part.a, part.a) + glm::dot(part.b, part.b);
    return part.radius_a > 0.0f && part.radius_b > 0.0f &&
           std::isfinite(sum + part.radius_a + part.radius_b);
  });
  return solid.empty() ? nullptr : Nets(solid, fillet, cell).mesh();
}

}  // namespace gfx
