#include "gfx/draw/solids.h"

#include "gfx/context/attributes.h"
#include "gfx/context/handles.h"

#include <glad/gl.h>
#include <glm/ext/scalar_constants.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace gfx {
namespace {

constexpr float kPi = glm::pi<float>();

/// A point of an outline that is turned about the axis: distance from it, place along it.
struct ProfilePoint {
  float r = 0.0f;
  float z = 0.0f;
  float end = 0.0f;
  float normal_r = 0.0f;
  float normal_z = 0.0f;
  float inset_r = 0.0f;
  float inset_z = 0.0f;
};

/// Turns an outline, given from the top (+z) to the bottom, about the axis.
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
      // a ring of radius zero is one point: the triangle there would have no area
      if (profile[row].r > 0.0f) add(top, bottom, top + 1);
      if (profile[row + 1].r > 0.0f) add(top + 1, bottom, bottom + 1);
    }
  }
  return mesh;
}

/// An arc from the top of a unit circle down to its bottom, or between two of its angles.
void add_arc(std::vector<ProfilePoint>& profile, float from, float to, int steps, float end) {
  for (int i = 0; i <= steps; ++i) {
    const float angle = from + (to - from) * static_cast<float>(i) / static_cast<float>(steps);
    // cos(pi / 2) is not zero in floats, and the pole must be one point
    const float r = std::abs(std::cos(angle)) < 1e-6f ? 0.0f : std::cos(angle);
    profile.push_back({r, std::sin(angle), end, r, std::sin(angle)});
  }
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
  // eight corners of the section: a square whose corners are cut by a bevel
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
    // half a bevel makes the direction of a cut corner right, and changes no other
    const glm::vec2 along = (q.place + 0.5f * q.inset) - (p.place + 0.5f * p.inset);
    const glm::vec3 out = glm::normalize(glm::vec3(along.y, -along.x, 0.0f));
    const glm::vec3 z(0.0f, 0.0f, 1.0f);
    const auto side_corner = [](const Corner& c, float end) {
      return Vertex{{c.place, 0.0f}, end, {}, {c.inset, -end}};
    };
    // a face's corner lies a bevel farther in than the side's, towards both of its neighbours
    const auto face_corner = [](const Corner& c, float end) {
      return Vertex{{c.place, 0.0f}, end, {}, {c.inset - c.place, 0.0f}};
    };
    quad(side_corner(p, -1.0f), side_corner(q, -1.0f), side_corner(q, 1.0f), side_corner(p, 1.0f),
         out);
    quad(side_corner(p, 1.0f), side_corner(q, 1.0f), face_corner(q, 1.0f), face_corner(p, 1.0f),
         out + z);
    quad(side_corner(q, -1.0f), side_corner(p, -1.0f), face_corner(p, -1.0f), face_corner(q, -1.0f),
         out - z);
    const Vertex top{{0.0f, 0.0f, 0.0f}, 1.0f, {}, {}};
    const Vertex bottom{{0.0f, 0.0f, 0.0f}, -1.0f, {}, {}};
    const Vertex face_p = face_corner(p, 1.0f);
    const Vertex face_q = face_corner(q, 1.0f);
    const Vertex base_p = face_corner(p, -1.0f);
    const Vertex base_q = face_corner(q, -1.0f);
    quad(face_p, face_q, top, top, z);
    quad(base_q, base_p, bottom, bottom, -z);
  }
  return mesh;
}

Mesh tip_mesh(int segments) {
  // the slope of the side has its normal across it
  const ProfilePoint profile[] = {
      {0.0f, kTipLength, 0.0f, kTipLength, kTipRadius},
      {kTipRadius, 0.0f, 0.0f, kTipLength, kTipRadius},
      {kTipRadius, 0.0f, 0.0f, 0.0f, -1.0f},
      {0.0f, 0.0f, 0.0f, 0.0f, -1.0f},
  };
  return revolve(profile, segments);
}

namespace {

/// A unit vector normal to `axis`, as near to `wish` as can be.
glm::vec3 normal_to(const glm::vec3& axis, const glm::vec3& wish) {
  const glm::vec3 across = wish - glm::dot(wish, axis) * axis;
  const float length = glm::length(across);
  if (length > 1e-4f) return across / length;
  // the wish lies along the axis: take the world direction that is most across it
  const glm::vec3 other =
      std::abs(axis.y) < 0.7f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
  return glm::normalize(other - glm::dot(other, axis) * axis);
}

/// A straight piece from a to b; without a length it keeps some axis.
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

void add(InstanceLists& lists, Shape shape, Instance instance, const Surface& surface) {
  if (!(instance.radius > 0.0f)) return;
  instance.side = normal_to(instance.axis, instance.side);
  instance.gloss = surface.gloss;
  instance.metal = surface.metal;
  instance.color = surface.color;
  // thin discs keep a flat rim
  instance.bevel = std::min(0.14f * instance.radius, 0.35f * instance.half_length);
  const auto index = static_cast<std::size_t>(shape);
  (surface.color.a < 1.0f ? lists.translucent : lists.opaque)[index].push_back(instance);
}

Instance placed(const glm::vec3& center, const glm::vec3& axis, float radius, float half_length) {
  Instance result;
  result.center = center;
  result.axis = axis;
  result.radius = radius;
  result.half_length = half_length;
  return result;
}

void add_arrow(InstanceLists& lists, const Arrow& arrow) {
  const Span span(arrow.from, arrow.to);
  const float length = 2.0f * span.half_length;
  if (!(length > 0.0f)) return;
  const float radius = std::min(arrow.radius, length / kTipLength);
  const glm::vec3 neck = arrow.to - radius * kTipLength * span.axis;
  const Span shaft(arrow.from, neck);
  if (shaft.half_length > 0.0f) {
    add(lists, Shape::kDrum, placed(shaft.center, span.axis, radius, shaft.half_length),
        arrow.surface);
  }
  add(lists, Shape::kTip, placed(neck, span.axis, radius, 0.0f), arrow.surface);
}

Mesh mesh_of(Shape shape) {
  switch (shape) {
    case Shape::kCapsule:
      return capsule_mesh(kSegments);
    case Shape::kBall:
      return ball_mesh(kSegments);
    case Shape::kDrum:
      return drum_mesh(kSegments);
    case Shape::kSleeve:
      return sleeve_mesh();
    case Shape::kTip:
      break;
  }
  return tip_mesh(kSegments);
}

constexpr GLuint kFirstInstanceAttribute = 2;
constexpr GLuint kInstanceAttributes = 5;

}  // namespace

void InstanceLists::assign(const Picture& picture) {
  for (auto& list : opaque) list.clear();
  for (auto& list : translucent) list.clear();
  for (const Capsule& c : picture.capsules) {
    const Span span(c.a, c.b);
    add(*this, Shape::kCapsule, placed(span.center, span.axis, c.radius, span.half_length),
        c.surface);
  }
  for (const Ball& b : picture.balls) {
    add(*this, Shape::kBall, placed(b.center, {0.0f, 1.0f, 0.0f}, b.radius, 0.0f), b.surface);
  }
  for (const Drum& d : picture.drums) {
    add(*this, Shape::kDrum, placed(d.center, d.axis, d.radius, d.half_length), d.surface);
  }
  for (const Sleeve& s : picture.sleeves) {
    Instance sleeve = placed(s.center, s.axis, s.half_width, s.half_length);
    sleeve.side = s.side;
    add(*this, Shape::kSleeve, sleeve, s.surface);
  }
  for (const Arrow& a : picture.arrows) add_arrow(*this, a);
}

float InstanceLists::lowest() const {
  float result = std::numeric_limits<float>::infinity();
  for (const auto& list : opaque) {
    for (const Instance& i : list) {
      result = std::min(result, i.center.y - std::abs(i.axis.y) * i.half_length - i.radius);
    }
  }
  return std::isfinite(result) ? result : 0.0f;
}

Solids::Solids() : instances_(make_buffer()) {
  for (std::size_t i = 0; i < kShapes; ++i) {
    const Mesh mesh = mesh_of(static_cast<Shape>(i));
    ShapeOnCard& shape = shapes_[i];
    shape.vertex_array = make_vertex_array();
    shape.vertices = make_buffer();
    shape.indices = make_buffer();
    shape.index_count = static_cast<int>(mesh.indices.size());
    glBindVertexArray(shape.vertex_array.id());
    glBindBuffer(GL_ARRAY_BUFFER, shape.vertices.id());
    glBufferData(GL_ARRAY_BUFFER, bytes(mesh.vertices), mesh.vertices.data(), GL_STATIC_DRAW);
    float_attribute(0, 4, sizeof(Vertex), offsetof(Vertex, offset));
    float_attribute(1, 3, sizeof(Vertex), offsetof(Vertex, normal));
    float_attribute(7, 3, sizeof(Vertex), offsetof(Vertex, inset));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, shape.indices.id());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, bytes(mesh.indices), mesh.indices.data(), GL_STATIC_DRAW);
    for (GLuint k = 0; k < kInstanceAttributes; ++k) {
      glVertexAttribDivisor(kFirstInstanceAttribute + k, 1);
    }
  }
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void Solids::upload(const InstanceLists& lists) {
  staging_.clear();
  const auto append = [this](const std::vector<Instance>& list) {
    const Range range{staging_.size(), list.size()};
    staging_.insert(staging_.end(), list.begin(), list.end());
    return range;
  };
  for (std::size_t i = 0; i < kShapes; ++i) {
    opaque_[i] = append(lists.opaque[i]);
    translucent_[i] = append(lists.translucent[i]);
  }
  glBindBuffer(GL_ARRAY_BUFFER, instances_.id());
  glBufferData(GL_ARRAY_BUFFER, bytes(staging_), staging_.data(), GL_STREAM_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

bool Solids::has_translucent() const {
  return std::any_of(translucent_.begin(), translucent_.end(),
                     [](const Range& range) { return range.count > 0; });
}

void Solids::draw(const Ranges& ranges) const {
  glBindBuffer(GL_ARRAY_BUFFER, instances_.id());
  for (std::size_t i = 0; i < kShapes; ++i) {
    if (ranges[i].count == 0) continue;
    glBindVertexArray(shapes_[i].vertex_array.id());
    // OpenGL 3.3 has no base instance: the attributes move to the range instead
    const std::size_t first = ranges[i].first * sizeof(Instance);
    float_attribute(2, 4, sizeof(Instance), first + offsetof(Instance, center));
    float_attribute(3, 4, sizeof(Instance), first + offsetof(Instance, axis));
    float_attribute(4, 4, sizeof(Instance), first + offsetof(Instance, side));
    float_attribute(5, 4, sizeof(Instance), first + offsetof(Instance, color));
    float_attribute(6, 2, sizeof(Instance), first + offsetof(Instance, metal));
    glDrawElementsInstanced(GL_TRIANGLES, shapes_[i].index_count, GL_UNSIGNED_SHORT, nullptr,
                            static_cast<GLsizei>(ranges[i].count));
  }
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

}  // namespace gfx
