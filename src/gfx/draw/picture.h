#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace gfx {

/// Red, green, blue as sRGB in [0, 1], as a design program shows them, and straight alpha.
using Color = glm::vec4;

/// A colour from its hexadecimal notation, such as 0x4477aa.
constexpr Color hex(unsigned rgb, float alpha = 1.0f) {
  return {static_cast<float>((rgb >> 16) & 0xffu) / 255.0f,
          static_cast<float>((rgb >> 8) & 0xffu) / 255.0f, static_cast<float>(rgb & 0xffu) / 255.0f,
          alpha};
}

/// The studio a picture is taken in: its backdrop, its floor and its lights.
struct Studio {
  Color background_top;     ///< at the upper edge of the picture
  Color background_bottom;  ///< at the lower edge
  Color ground;             ///< the floor; alpha is how much it hides of what lies below it
  Color grid;               ///< lines of the floor, alpha at most
  Color grid_major;         ///< every fifth line
  Color axis_x;             ///< the world's x axis on the floor
  Color axis_z;             ///< the world's z axis on the floor
  glm::vec3 to_light;       ///< unit, towards the key light
  glm::vec3 key;            ///< light of the key light, linear, 1 shows a white face white
  glm::vec3 sky;            ///< light from above, linear
  glm::vec3 bounce;         ///< light from below, linear
  float rim;                ///< strength of the soft light on edges, 0 to 1
  float shadow;             ///< how dark the shadow on the floor is, 0 to 1
};

/// Bright and calm: for paper and daylight.
Studio light_studio();

/// For dark rooms and projectors.
Studio dark_studio();

/// What the face of a solid looks like. Alpha below one makes a ghost: it shows what is behind it
/// and throws no shadow.
struct Surface {
  Color color{0.5f, 0.5f, 0.5f, 1.0f};
  float gloss = 0.4f;  ///< 0 chalk, 1 polished
  float metal = 0.0f;  ///< 0 plastic, 1 metal: reflections take the colour
};

/// All points within `radius` of the segment from a to b. Where a equals b it is a ball.
struct Capsule {
  glm::vec3 a{0.0f};
  glm::vec3 b{0.0f};
  float radius = 0.0f;  ///< m
  Surface surface;
};

struct Ball {
  glm::vec3 center{0.0f};
  float radius = 0.0f;  ///< m
  Surface surface;
};

/// A closed cylinder with softened edges.
struct Drum {
  glm::vec3 center{0.0f};
  glm::vec3 axis{0.0f, 1.0f, 0.0f};  ///< unit
  float radius = 0.0f;               ///< m
  float half_length = 0.0f;          ///< m, along the axis
  Surface surface;
};

/// A box with a square section and softened edges.
struct Sleeve {
  glm::vec3 center{0.0f};
  glm::vec3 axis{0.0f, 1.0f, 0.0f};  ///< unit
  glm::vec3 side{1.0f, 0.0f, 0.0f};  ///< towards one of the four faces; made normal to the axis
  float half_width = 0.0f;           ///< m
  float half_length = 0.0f;          ///< m, along the axis
  Surface surface;
};

/// A vector, drawn as a shaft with a tip. Shorter than its tip, the whole arrow shrinks.
struct Arrow {
  glm::vec3 from{0.0f};
  glm::vec3 to{0.0f};
  float radius = 0.0f;  ///< m, of the shaft
  Surface surface;
};

/// A straight line of constant width on the screen, hidden by what stands before it.
struct Line {
  glm::vec3 a{0.0f};
  glm::vec3 b{0.0f};
  float width = 1.0f;  ///< points
  float dash = 0.0f;   ///< points, of a dash and of a gap; 0 draws a whole line
  Color color{0.0f, 0.0f, 0.0f, 1.0f};
};

/// A line through some of Picture::trail_points, from nothing at the first to `color` at the last.
/// It is broken at a point that is not a number.
struct Trail {
  std::size_t first = 0;
  std::size_t count = 0;
  float width = 1.0f;  ///< points
  Color color{0.0f, 0.0f, 0.0f, 1.0f};
};

/// The floor: a grid that fades into the background with the distance from its middle.
struct Ground {
  bool shown = true;
  bool grid = true;        ///< the lines; without them the floor is plain
  glm::vec3 center{0.0f};  ///< m; y is the height of the floor. The lines run through the origin
  float spacing = 0.25f;   ///< m, between lines; every fifth is stronger
  float extent = 10.0f;    ///< m, from the middle to where it has faded away
};

/// What to draw, as a plain value in metres. Order does not matter.
struct Picture {
  Studio studio = light_studio();
  Ground ground;
  bool shadows = true;
  float shadow_softness = 0.03f;  ///< m, half the width of a shadow's edge
  std::vector<Capsule> capsules;
  std::vector<Ball> balls;
  std::vector<Drum> drums;
  std::vector<Sleeve> sleeves;
  std::vector<Arrow> arrows;
  std::vector<Line> lines;
  std::vector<Trail> trails;
  std::vector<glm::vec3> trail_points;

  /// Removes all that is drawn and keeps the memory, the studio and the ground.
  void clear();
};

}  // namespace gfx
