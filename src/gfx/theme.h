#pragma once

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
struct Theme {
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
Theme light_theme();

/// For dark rooms and projectors.
Theme dark_theme();

}  // namespace gfx
