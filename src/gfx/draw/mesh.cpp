#include "gfx/draw/mesh.h"

#include <glm/ext/scalar_constants.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <cmath>
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

}  // namespace gfx
