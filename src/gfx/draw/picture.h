#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <glm/mat3x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace gfx {

/// Red, green, blue as sRGB in [0, 1], and straight alpha.
using Color = glm::vec4;

/// The colour of a hexadecimal code such as 0x4477aa.
constexpr Color hex(unsigned rgb, float alpha = 1.0f) {
  return {static_cast<float>((rgb >> 16) & 0xffu) / 255.0f,
          static_cast<float>((rgb >> 8) & 0xffu) / 255.0f, static_cast<float>(rgb & 0xffu) / 255.0f,
          alpha};
}

/// The surroundings of a picture: background, floor and lights.
struct Studio {
  Color background_top;     ///< at the upper edge of the picture
  Color background_bottom;  ///< at the lower edge
  Color ground;             ///< the floor; alpha is its opacity
  Color grid;               ///< lines of the floor; alpha at the centre, before they fade
  Color grid_major;         ///< every fifth line
  Color axis_x;             ///< the world's x axis on the floor
  Color axis_y;             ///< the world's y axis on the floor, if z is up
  Color axis_z;             ///< the world's z axis on the floor, if y is up
  glm::vec3 to_light;       ///< unit, towards the key light, after to_y_up()
  glm::vec3 key;            ///< colour of the key light, linear; 1 renders a white face white
  glm::vec3 sky;            ///< light from above, linear
  glm::vec3 bounce;         ///< light from below, linear
  float rim;                ///< strength of the rim light, 0 to 1
  float shadow;             ///< darkness of the shadow on the floor, 0 to 1

  bool operator==(const Studio&) const = default;
};

/// For paper and daylight.
Studio light_studio();

/// For dark rooms and projectors.
Studio dark_studio();

/// The surface of a solid. With alpha below 1 it is a ghost: translucent and without a shadow.
struct Surface {
  Color color{0.5f, 0.5f, 0.5f, 1.0f};
  float gloss = 0.4f;  ///< 0 chalk, 1 polished
  float metal = 0.0f;  ///< 0 plastic, 1 metal: reflections take the colour

  bool operator==(const Surface&) const = default;
};

/// All points within `radius` of the segment from a to b; a ball if a equals b.
struct Capsule {
  glm::vec3 a{0.0f};
  glm::vec3 b{0.0f};
  float radius = 0.0f;  ///< m
  Surface surface;

  bool operator==(const Capsule&) const = default;
};

struct Ball {
  glm::vec3 center{0.0f};
  float radius = 0.0f;  ///< m
  Surface surface;

  bool operator==(const Ball&) const = default;
};

/// A closed cylinder with bevelled edges.
struct Drum {
  glm::vec3 center{0.0f};
  glm::vec3 axis{0.0f, 1.0f, 0.0f};  ///< unit
  float radius = 0.0f;               ///< m
  float half_length = 0.0f;          ///< m, along the axis
  Surface surface;

  bool operator==(const Drum&) const = default;
};

/// A box with a square cross-section and bevelled edges.
struct Sleeve {
  glm::vec3 center{0.0f};
  glm::vec3 axis{0.0f, 1.0f, 0.0f};  ///< unit
  /// Normal of one of the four faces; its part along `axis` is ignored.
  glm::vec3 side{1.0f, 0.0f, 0.0f};
  float half_width = 0.0f;   ///< m
  float half_length = 0.0f;  ///< m, along the axis
  Surface surface;

  bool operator==(const Sleeve&) const = default;
};

struct ModelMesh;

/// A user-made triangle mesh, see make_model().
struct Model {
  std::shared_ptr<const ModelMesh> mesh;
  glm::vec3 origin{0.0f};         ///< m, of the mesh's frame in the world
  glm::vec3 x{1.0f, 0.0f, 0.0f};  ///< unit, the frame's axes in the world;
  glm::vec3 z{0.0f, 0.0f, 1.0f};  ///< y = z x x
  Surface surface;

  bool operator==(const Model&) const = default;
};

struct SkinnedMesh;

/// A mesh deformed by joints, see make_skinned().
struct SkinnedModel {
  std::shared_ptr<const SkinnedMesh> mesh;
  std::size_t palette = 0;  ///< index of its first joint in Picture::palette
  Surface surface;

  bool operator==(const SkinnedModel&) const = default;
};

/// A vector, drawn as a shaft with a tip. An arrow shorter than its tip is drawn thinner.
struct Arrow {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f};
  float radius = 0.0f;  ///< m, of the shaft
  Surface surface;

  bool operator==(const Arrow&) const = default;
};

/// A straight line of constant width on the screen, with depth test.
struct Line {
  glm::vec3 a{0.0f};
  glm::vec3 b{0.0f};
  float width = 1.0f;  ///< points
  float dash = 0.0f;   ///< points, length of a dash and of a gap; 0: solid
  Color color{0.0f, 0.0f, 0.0f, 1.0f};

  bool operator==(const Line&) const = default;
};

/// A line through a range of Picture::trail_points. It fades in, from transparent at the first
/// point to `color` at the last. A NaN point interrupts it.
struct Trail {
  std::size_t first = 0;
  std::size_t count = 0;
  float width = 1.0f;  ///< points
  Color color{0.0f, 0.0f, 0.0f, 1.0f};

  bool operator==(const Trail&) const = default;
};

/// The floor: a grid that fades into the background away from its centre.
struct Ground {
  bool shown = true;
  bool grid = true;        ///< draw the lines
  glm::vec3 center{0.0f};  ///< m, on the floor. The lines run through the origin
  float spacing = 0.25f;   ///< m, between lines; every fifth line is stronger
  float extent = 10.0f;    ///< m, radius at which it has faded completely

  bool operator==(const Ground&) const = default;
};

/// What to draw. The order does not matter.
struct Picture {
  Studio studio = light_studio();
  Ground ground;
  bool z_up = false;  ///< +Z is up in all that is drawn, else +Y
  bool shadows = true;
  float shadow_softness = 0.03f;  ///< m, half the width of a shadow's soft edge
  std::vector<Capsule> capsules;
  std::vector<Ball> balls;
  std::vector<Drum> drums;
  std::vector<Sleeve> sleeves;
  std::vector<Model> models;
  std::vector<SkinnedModel> skinned;
  /// For each joint of the skinned meshes, the rows of its matrix world_from_mesh.
  std::vector<glm::mat3x4> palette;
  std::vector<Arrow> arrows;
  std::vector<Line> lines;
  std::vector<Trail> trails;
  std::vector<glm::vec3> trail_points;

  /// Removes everything drawn; keeps the memory, the studio, the ground and the axes.
  void clear();
  /// Whether both look the same; NaN points of trails are equal.
  bool operator==(const Picture& other) const;
};

}  // namespace gfx
