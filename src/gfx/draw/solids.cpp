#include "gfx/draw/solids.h"

#include <glad/gl.h>
#include <glm/common.hpp>
#include <glm/ext/scalar_constants.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gfx/draw/camera.h"
#include "gfx/draw/skinned.h"

namespace gfx {
namespace {

constexpr float kPi = glm::pi<float>();
/// A point of the profile of a solid of revolution: r is the distance from the axis, z the position
/// along it. The other members are as in Vertex.
struct ProfilePoint {
  float r = 0.0f, z = 0.0f;
  float end = 0.0f;
  float normal_r = 0.0f, normal_z = 0.0f;
  float inset_r = 0.0f, inset_z = 0.0f;
};

/// Revolves a profile, given from the top (+z) to the bottom, about the axis.
Mesh revolve(std::span<const ProfilePoint> profile, int segments) {
  Mesh mesh;
  for (const ProfilePoint& p : profile) {
    for (int i = 0; i <= segments; ++i) {
      const float angle =
          2.0f * kPi * static_cast<float>(i % segments) / static_cast<float>(segments);
      const float c = std::cos(angle);
      const float s = std::sin(angle);
      mesh.vertices.push_back(
          {{p.r * c, p.r * s, p.z},
           p.end,
           glm::normalize(glm::vec3(p.normal_r * c, p.normal_r * s, p.normal_z)),
           {p.inset_r * c, p.inset_r * s, p.inset_z}});
    }
  }
  const auto ring = static_cast<std::size_t>(segments) + 1;
  const auto add = [&mesh](std::size_t a, std::size_t b, std::size_t c) {
    for (const std::size_t index : {a, b, c}) {
      mesh.indices.push_back(static_cast<std::uint16_t>(index));
    }
  };
  for (std::size_t row = 0; row + 1 < profile.size(); ++row) {
    for (std::size_t i = 0; i + 1 < ring; ++i) {
      const std::size_t top = row * ring + i;
      const std::size_t bottom = top + ring;
      // a ring of radius 0 is one point: its triangle would have no area
      if (profile[row].r > 0.0f) add(top, bottom, top + 1);
      if (profile[row + 1].r > 0.0f) add(top + 1, bottom, bottom + 1);
    }
  }
  return mesh;
}

/// Adds an arc of the unit circle between two angles, rad; pi / 2 is the top.
void add_arc(std::vector<ProfilePoint>& profile, float from, float to, int steps, float end) {
  for (int i = 0; i <= steps; ++i) {
    const float angle = from + (to - from) * static_cast<float>(i) / static_cast<float>(steps);
    // cos(pi / 2) is not zero in floats, but the pole must be one point
    const float r = std::abs(std::cos(angle)) < 1e-6f ? 0.0f : std::cos(angle);
    profile.push_back({r, std::sin(angle), end, r, std::sin(angle)});
  }
}

/// The unit vector normal to `axis` that is nearest to `wish`.
glm::vec3 normal_to(const glm::vec3& axis, const glm::vec3& wish) {
  const glm::vec3 across = wish - glm::dot(wish, axis) * axis;
  const float length = glm::length(across);
  if (length > 1e-4f) return across / length;
  // `wish` is parallel to the axis: use a world axis that is not parallel
  const glm::vec3 other =
      std::abs(axis.y) < 0.7f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
  return glm::normalize(other - glm::dot(other, axis) * axis);
}

/// The segment from a to b. If its length is 0, its axis is +y.
struct Span {
  Span(const glm::vec3& a, const glm::vec3& b) : center(0.5f * (a + b)) {
    const float whole = glm::length(b - a);
    half_length = 0.5f * whole;
    if (whole > 0.0f) axis = (b - a) / whole;
  }
  glm::vec3 center;
  glm::vec3 axis{0.0f, 1.0f, 0.0f};
  float half_length = 0.0f;
};

void put(InstanceLists& lists, std::size_t list, Instance instance, const Surface& surface) {
  if (!(instance.radius > 0.0f)) return;
  instance.side = normal_to(instance.axis, instance.side);
  instance.gloss = surface.gloss;
  instance.metal = surface.metal;
  instance.color = surface.color;
  // limited, so that thin discs keep a flat rim
  instance.bevel = std::min(0.14f * instance.radius, 0.35f * instance.half_length);
  (surface.color.a < 1.0f ? lists.translucent : lists.opaque)[list].push_back(instance);
}
void put(InstanceLists& lists, Shape shape, const Instance& instance, const Surface& surface) {
  put(lists, static_cast<std::size_t>(shape), instance, surface);
}

void put_arrow(InstanceLists& lists, const Arrow& arrow) {
  const Span span(arrow.from, arrow.to);
  const float length = 2.0f * span.half_length;
  if (!(length > 0.0f)) return;
  const float radius = std::min(arrow.radius, length / kTipLength);
  const glm::vec3 neck = arrow.to - radius * kTipLength * span.axis;
  const Span shaft(arrow.from, neck);
  if (shaft.half_length > 0.0f) {
    put(lists, Shape::kDrum, {shaft.center, radius, span.axis, shaft.half_length}, arrow.surface);
  }
  put(lists, Shape::kTip, {neck, radius, span.axis}, arrow.surface);
}

template <class M>
MeshBuffers upload_solid(const M& mesh) {
  return upload_mesh(mesh, {{0, 4, offsetof(Vertex, offset)},
                            {1, 3, offsetof(Vertex, normal)},
                            {7, 3, offsetof(Vertex, inset)}});
}

}  // namespace

Mesh capsule_mesh(int segments) {
  std::vector<ProfilePoint> profile;
  add_arc(profile, 0.5f * kPi, 0.0f, segments / 4, 1.0f);
  add_arc(profile, 0.0f, -0.5f * kPi, segments / 4, -1.0f);
  return revolve(profile, segments);
}

Mesh ball_mesh(int segments) {
  std::vector<ProfilePoint> profile;
  add_arc(profile, 0.5f * kPi, -0.5f * kPi, segments / 2, 0.0f);
  return revolve(profile, segments);
}

Mesh drum_mesh(int segments) {
  const ProfilePoint profile[] = {
      {0.0f, 0.0f, 1.0f, 0.0f, 1.0f, 0.0f, 0.0f},    {1.0f, 0.0f, 1.0f, 0.0f, 1.0f, -1.0f, 0.0f},
      {1.0f, 0.0f, 1.0f, 0.35f, 1.0f, -1.0f, 0.0f},  {1.0f, 0.0f, 1.0f, 1.0f, 0.35f, 0.0f, -1.0f},
      {1.0f, 0.0f, 1.0f, 1.0f, 0.0f, 0.0f, -1.0f},   {1.0f, 0.0f, -1.0f, 1.0f, 0.0f, 0.0f, 1.0f},
      {1.0f, 0.0f, -1.0f, 1.0f, -0.35f, 0.0f, 1.0f}, {1.0f, 0.0f, -1.0f, 0.35f, -1.0f, -1.0f, 0.0f},
      {1.0f, 0.0f, -1.0f, 0.0f, -1.0f, -1.0f, 0.0f}, {0.0f, 0.0f, -1.0f, 0.0f, -1.0f, 0.0f, 0.0f},
  };
  return revolve(profile, segments);
}

Mesh sleeve_mesh() {
  // the eight corners of the cross-section, a square with bevelled corners
  struct Corner {
    glm::vec2 place;
    glm::vec2 inset;
  };
  const Corner section[] = {{{1, -1}, {0, 1}},  {{1, 1}, {0, -1}},  {{1, 1}, {-1, 0}},
                            {{-1, 1}, {1, 0}},  {{-1, 1}, {0, -1}}, {{-1, -1}, {0, 1}},
                            {{-1, -1}, {1, 0}}, {{1, -1}, {-1, 0}}};
  Mesh mesh;
  const auto quad = [&mesh](const Vertex& a, const Vertex& b, const Vertex& c, const Vertex& d,
                            const glm::vec3& normal) {
    const auto first = static_cast<std::uint16_t>(mesh.vertices.size());
    for (Vertex v : {a, b, c, d}) {
      v.normal = glm::normalize(normal);
      mesh.vertices.push_back(v);
    }
    for (const int i : {0, 1, 2, 0, 2, 3}) {
      mesh.indices.push_back(static_cast<std::uint16_t>(first + i));
    }
  };
  for (std::size_t i = 0; i < 8; ++i) {
    const Corner& p = section[i];
    const Corner& q = section[(i + 1) % 8];
    // half a bevel gives a bevelled corner its direction and changes no other direction
    const glm::vec2 along = (q.place + 0.5f * q.inset) - (p.place + 0.5f * p.inset);
    const glm::vec3 out = glm::normalize(glm::vec3(along.y, -along.x, 0.0f));
    const glm::vec3 z(0.0f, 0.0f, 1.0f);
    const auto side_corner = [](const Corner& c, float end) {
      return Vertex{{c.place, 0.0f}, end, {}, {c.inset, -end}};
    };
    // a corner of the end face lies one bevel further inside than the side's corner
    const auto face_corner = [](const Corner& c, float end) {
      return Vertex{{c.place, 0.0f}, end, {}, {c.inset - c.place, 0.0f}};
    };
    quad(side_corner(p, -1.0f), side_corner(q, -1.0f), side_corner(q, 1.0f), side_corner(p, 1.0f),
         out);
    quad(side_corner(p, 1.0f), side_corner(q, 1.0f), face_corner(q, 1.0f), face_corner(p, 1.0f),
         out + z);
    quad(side_corner(q, -1.0f), side_corner(p, -1.0f), face_corner(p, -1.0f), face_corner(q, -1.0f),
         out - z);
    const Vertex top{.end = 1.0f}, bottom{.end = -1.0f};
    quad(face_corner(p, 1.0f), face_corner(q, 1.0f), top, top, z);
    quad(face_corner(q, -1.0f), face_corner(p, -1.0f), bottom, bottom, -z);
  }
  return mesh;
}

Mesh tip_mesh(int segments) {
  // the normal of the side is perpendicular to its slope
  const ProfilePoint profile[] = {
      {0.0f, kTipLength, 0.0f, kTipLength, kTipRadius},
      {kTipRadius, 0.0f, 0.0f, kTipLength, kTipRadius},
      {kTipRadius, 0.0f, 0.0f, 0.0f, -1.0f},
      {0.0f, 0.0f, 0.0f, 0.0f, -1.0f},
  };
  return revolve(profile, segments);
}

std::shared_ptr<const ModelMesh> make_model(std::span<const glm::vec3> points,
                                            std::span<const glm::vec3> normals,
                                            std::vector<std::uint32_t> indices) {
  if (indices.empty()) return nullptr;
  glm::vec3 least(std::numeric_limits<float>::infinity()), most = -least;
  for (const glm::vec3& point : points) {
    least = glm::min(least, point);
    most = glm::max(most, point);
  }
  auto mesh = std::make_shared<ModelMesh>();
  mesh->middle = 0.5f * (least + most);
  mesh->half = 0.5f * (most - least);
  for (const glm::vec3& point : points) {
    mesh->radius = std::max(mesh->radius, glm::distance(point, mesh->middle));
  }
  if (!(mesh->radius > 0.0f) || !std::isfinite(mesh->radius)) return nullptr;
  for (std::size_t i = 0; i < points.size(); ++i) {
    mesh->vertices.push_back({.offset = (points[i] - mesh->middle) / mesh->radius,
                              .end = 0.0f,
                              .normal = normals[i],
                              .inset = {}});
  }
  mesh->indices = std::move(indices);
  return mesh;
}

std::shared_ptr<const ModelMesh> box_model(const glm::vec3& size) {
  std::vector<glm::vec3> points, normals;
  std::vector<std::uint32_t> indices;
  if (!(size.x > 0.0f && size.y > 0.0f && size.z > 0.0f)) return nullptr;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {-1.0f, 1.0f}) {
      glm::vec3 n(0.0f), u(0.0f), v(0.0f);
      n[axis] = side;
      u[(axis + 1) % 3] = side;
      v[(axis + 2) % 3] = 1.0f;
      const auto first = static_cast<std::uint32_t>(points.size());
      for (const glm::vec3& corner : {n - u - v, n + u - v, n + u + v, n - u + v}) {
        points.push_back(0.5f * corner * size);
        normals.push_back(n);
      }
      for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) indices.push_back(first + i);
    }
  }
  return make_model(points, normals, std::move(indices));
}

void InstanceLists::clear() {
  for (auto& list : opaque) list.clear();
  for (auto& list : translucent) list.clear();
  skinned.clear();
  picture_count = 0;
  for (std::size_t i = models.size(); i-- > 0;) {
    if (models[i].use_count() > 1) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    models.erase(models.begin() + at);
    opaque.erase(opaque.begin() + static_cast<std::ptrdiff_t>(kShapes) + at);
    translucent.erase(translucent.begin() + static_cast<std::ptrdiff_t>(kShapes) + at);
  }
}

std::size_t InstanceLists::list_of(const std::shared_ptr<const ModelMesh>& mesh) {
  const auto known = std::find(models.begin(), models.end(), mesh);
  const auto index = static_cast<std::size_t>(known - models.begin());
  if (known == models.end()) {
    models.push_back(mesh);
    opaque.emplace_back();
    translucent.emplace_back();
  }
  return kShapes + index;
}

void InstanceLists::add(const Picture& picture) {
  const auto turned = [&picture](const glm::vec3& v) { return to_y_up(v, picture.z_up); };
  for (const auto& [a, b, radius, surface] : picture.capsules) {
    const Span span(turned(a), turned(b));
    put(*this, Shape::kCapsule, {span.center, radius, span.axis, span.half_length}, surface);
  }
  for (const auto& [center, radius, surface] : picture.balls) {
    put(*this, Shape::kBall, {turned(center), radius, {0.0f, 1.0f, 0.0f}}, surface);
  }
  for (const auto& [center, axis, radius, half_length, surface] : picture.drums) {
    put(*this, Shape::kDrum, {turned(center), radius, turned(axis), half_length}, surface);
  }
  for (const Sleeve& s : picture.sleeves) {
    put(*this, Shape::kSleeve,
        {turned(s.center), s.half_width, turned(s.axis), s.half_length, turned(s.side)}, s.surface);
  }
  for (const auto& [a, b, r, surface] : picture.arrows)
    put_arrow(*this, {turned(a), turned(b), r, surface});
  for (const Model& m : picture.models) {
    if (m.mesh == nullptr) continue;
    const glm::vec3 center = m.origin + glm::mat3(m.x, glm::cross(m.z, m.x), m.z) * m.mesh->middle;
    put(*this, list_of(m.mesh), {turned(center), m.mesh->radius, turned(m.z), 0.0f, turned(m.x)},
        m.surface);
  }
  for (const SkinnedModel& m : picture.skinned) {
    const bool known = m.mesh != nullptr && m.palette <= picture.palette.size();
    if (!known || m.surface.color.a < 1.0f) continue;
    std::size_t i = skinned.size();
    add_reach(*m.mesh, std::span(picture.palette).subspan(m.palette), skinned);
    for (; i < skinned.size(); ++i) skinned[i] = {turned(glm::vec3(skinned[i])), skinned[i].w};
  }
  if (ends.size() == picture_count) ends.emplace_back();
  Ends& end = ends[picture_count++];
  end.opaque.clear();
  end.translucent.clear();
  for (const auto& list : opaque) end.opaque.push_back(list.size());
  for (const auto& list : translucent) end.translucent.push_back(list.size());
}

bool InstanceLists::stand_on(float height) const {
  constexpr float kRounding = 1e-3f;  // in radii
  for (std::size_t list = 0; list < count(); ++list) {
    const auto shape = static_cast<Shape>(list);
    for (const Instance& i : opaque[list]) {
      const float across = std::sqrt(std::max(1.0f - i.axis.y * i.axis.y, 0.0f));
      float below = std::abs(i.axis.y) * i.half_length - kRounding * i.radius;
      switch (shape) {
        case Shape::kCapsule:
          below += 0.5f * i.radius;
          break;
        case Shape::kDrum:
          below += across * i.radius;
          break;
        case Shape::kSleeve:
          below += kSleeveReach * across * i.radius;
          break;
        case Shape::kTip:
          below += std::max(kTipRadius * across, -kTipLength * i.axis.y) * i.radius;
          break;
        case Shape::kBall:
          below += i.radius;
          break;
        default: {  // a model: the lowest corner of its box
          const glm::vec3& half = models[list - kShapes]->half;
          const glm::vec3 rise(i.side.y, glm::cross(i.axis, i.side).y, i.axis.y);
          below += glm::dot(glm::abs(rise), half);
        }
      }
      if (i.center.y - below < height) return false;
    }
  }
  return std::ranges::all_of(skinned,
                             [height](const glm::vec4& ball) { return ball.y - ball.w >= height; });
}

float InstanceLists::lowest() const {
  float result = std::numeric_limits<float>::infinity();
  for (const auto& list : opaque) {
    for (const Instance& i : list) {
      result = std::min(result, i.center.y - std::abs(i.axis.y) * i.half_length - i.radius);
    }
  }
  for (const glm::vec4& ball : skinned) result = std::min(result, ball.y - ball.w);
  return std::isfinite(result) ? result : 0.0f;
}

Solids::Solids(int segments) : instances_(make_buffer()) {
  // in the order of Shape
  // drums have few vertices and wide flat ends, whose corners are seen first
  for (const Mesh& mesh : {capsule_mesh(segments), ball_mesh(segments), drum_mesh(2 * segments),
                           sleeve_mesh(), tip_mesh(segments)}) {
    meshes_.push_back(upload_solid(mesh));
  }
}

void Solids::upload_models(const InstanceLists& lists) {
  // a model keeps its buffers while it stays in the lists: their order changes only by removals
  for (std::size_t i = 0; i < lists.models.size(); ++i) {
    const ModelMesh* const mesh = lists.models[i].get();
    const auto from = model_meshes_.begin() + static_cast<std::ptrdiff_t>(i);
    const auto known = std::find(from, model_meshes_.end(), mesh);
    const auto buffers = meshes_.begin() + static_cast<std::ptrdiff_t>(kShapes + i);
    if (known == model_meshes_.end()) {
      meshes_.insert(buffers, upload_solid(*mesh));
      model_meshes_.insert(from, mesh);
    } else {
      meshes_.erase(buffers, buffers + (known - from));
      model_meshes_.erase(from, known);
    }
  }
  meshes_.resize(lists.count());
  model_meshes_.resize(lists.models.size());
}

void Solids::upload(const InstanceLists& lists) {
  upload_models(lists);
  staging_.clear();
  pictures_.resize(lists.picture_count);
  for (PictureRanges& picture : pictures_) {
    picture.opaque.assign(lists.count(), {});
    picture.translucent.assign(lists.count(), {});
  }
  const auto append = [&](std::size_t list, const std::vector<Instance>& instances, auto ends,
                          auto ranges) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < pictures_.size(); ++i) {
      const std::vector<std::size_t>& end = lists.ends[i].*ends;
      const std::size_t to = std::max(from, list < end.size() ? end[list] : 0);
      (pictures_[i].*ranges)[list] = {staging_.size() + from, to - from};
      from = to;
    }
    staging_.insert(staging_.end(), instances.begin(), instances.end());
  };
  using Ends = InstanceLists::Ends;
  for (std::size_t list = 0; list < lists.count(); ++list) {
    append(list, lists.opaque[list], &Ends::opaque, &PictureRanges::opaque);
    append(list, lists.translucent[list], &Ends::translucent, &PictureRanges::translucent);
  }
  stream(instances_, std::as_bytes(std::span(staging_)));
}

bool Solids::has_translucent(std::size_t picture) const {
  const Ranges& ranges = pictures_[picture].translucent;
  return std::ranges::any_of(ranges, [](const Range& range) { return range.count > 0; });
}

void Solids::draw(const Ranges& ranges) const {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].count == 0) continue;
    bind_instances(meshes_[i].vertex_array, instances_, sizeof(Instance), ranges[i].first,
                   {{2, 4, offsetof(Instance, center)},
                    {3, 4, offsetof(Instance, axis)},
                    {4, 4, offsetof(Instance, side)},
                    {5, 4, offsetof(Instance, color)},
                    {6, 2, offsetof(Instance, metal)}});
    glDrawElementsInstanced(GL_TRIANGLES, meshes_[i].index_count,
                            i < kShapes ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT, nullptr,
                            static_cast<GLsizei>(ranges[i].count));
  }
  glBindVertexArray(0);
}

}  // namespace gfx
