#pragma once

#include <optional>
#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace gfx {

struct Sphere {
  glm::vec3 center{0.0f};  ///< m
  float radius = 0.0f;     ///< m
};

/// A half-line; the direction has unit length.
struct Ray {
  glm::vec3 origin{0.0f};
  glm::vec3 direction{0.0f, 0.0f, -1.0f};
};

/// A camera on a sphere around the point it looks at. +Y is up.
///
/// At yaw 0 and pitch 0 it looks along -Z; positive yaw moves the eye towards +X, positive pitch
/// towards +Y. Pixels count from the top left corner of the picture, x to the right and y down,
/// the first pixel's middle at (0.5, 0.5).
struct Camera {
  static constexpr float kMaxPitch = 1.54f;       ///< rad; short of the poles, where up is lost
  static constexpr float kMinDistance = 0.02f;    ///< m; closer, the near plane meets round-off
  static constexpr float kMaxDistance = 5000.0f;  ///< m; farther, no body is wider than a pixel

  glm::vec3 focus{0.0f};  ///< m
  float distance = 4.0f;  ///< m, from the eye to the focus
  float yaw = 0.0f;       ///< rad
  float pitch = 0.0f;     ///< rad; beyond kMaxPitch counts as kMaxPitch
  float fov_y = 0.61f;    ///< rad, the whole vertical angle

  glm::vec3 eye() const;      ///< m
  glm::vec3 right() const;    ///< unit, to the right of the picture
  glm::vec3 up() const;       ///< unit, to the top of the picture
  glm::vec3 forward() const;  ///< unit, into the picture

  float near_plane() const;  ///< m, along forward; follows the distance
  float far_plane() const;   ///< m, along forward; follows the distance

  /// eye_from_world: the eye at the origin, looking along -Z.
  glm::mat4 view() const;
  /// clip_from_eye for a picture aspect = width / height.
  glm::mat4 projection(float aspect) const;

  /// Turns around the focus by a drag, measured in heights of the picture: one height turns by pi.
  /// The body seems to follow the pointer.
  void orbit(glm::vec2 drag);
  /// Shifts the focus by a drag, measured in heights of the picture, so that what lies in the
  /// plane of the focus stays under the pointer.
  void pan(glm::vec2 drag);
  /// Moves in by a number of notches of a wheel, or out for a negative number. A notch is a tenth.
  void dolly(float notches);

  /// Keeps the direction and moves the eye as near as it can be with every sphere in the picture.
  ///
  /// Exact for the given aspect: one sphere touches an edge of the picture shrunk by `margin`,
  /// a share of its half height and half width. Nothing happens where `spheres` is empty.
  void frame(std::span<const Sphere> spheres, float aspect, float margin = 0.08f);

  /// From the eye through a pixel of a picture of this size.
  Ray ray(glm::vec2 pixel, glm::vec2 size) const;
  /// Where a world point appears: x and y in pixels, z the depth along forward in metres.
  /// Nothing where the point is not before the eye.
  std::optional<glm::vec3> project(glm::vec3 point, glm::vec2 size) const;
};

/// Where the ray meets the plane through `point`. Nothing where it runs along the plane or away.
/// \param normal any length but 0
std::optional<glm::vec3> meet_plane(const Ray& ray, glm::vec3 point, glm::vec3 normal);

/// The point of the line through `point` along `axis` that is nearest to the ray. Nothing where the
/// two are as good as parallel.
/// \param axis unit
std::optional<glm::vec3> nearest_on_line(const Ray& ray, glm::vec3 point, glm::vec3 axis);

/// How far along the ray it enters the ball, m. Nothing where it misses, or the ball lies behind.
std::optional<float> meet_ball(const Ray& ray, const Sphere& ball);

/// How far along the ray it comes within `radius` of the segment from a to b, m. Nothing where it
/// does not.
std::optional<float> meet_capsule(const Ray& ray, glm::vec3 a, glm::vec3 b, float radius);

}  // namespace gfx
