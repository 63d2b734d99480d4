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

/// A camera that orbits the point it looks at. +Y is up, or +Z.
///
/// At yaw 0 and pitch 0 it looks along -Z, or along +Y if +Z is up; positive yaw moves the eye
/// towards +X, positive pitch upwards. Pixel coordinates begin at the top left corner of the
/// picture, x to the right and y down; the centre of the first pixel is at (0.5, 0.5).
struct Camera {
  static constexpr float kMaxPitch = 1.54f;  ///< rad; at pi / 2 `up` is undefined
  // limits of dolly(), as shares of `framed`: closer, places have round-off; farther, no body is
  // wider than a pixel
  static constexpr float kClosest = 1e-4f, kFarthest = 1e3f;
  static constexpr float kMinFramed = 1e-9f;  ///< m; a single point has no distance of its own

  glm::vec3 focus{0.0f};  ///< m
  float distance = 4.0f;  ///< m, from the eye to the focus
  float framed = 4.0f;    ///< m, the distance that frame() has chosen: the size of the things seen
  float yaw = 0.0f;       ///< rad
  float pitch = 0.0f;     ///< rad; clamped to kMaxPitch
  float fov_y = 0.61f;    ///< rad, the full vertical angle
  bool z_up = false;  ///< the scene's z axis points up: all places and directions are in its axes

  glm::vec3 eye() const;       ///< m
  glm::vec3 right() const;     ///< unit, to the right of the picture
  glm::vec3 up() const;        ///< unit, to the top of the picture
  glm::vec3 forward() const;   ///< unit, into the picture
  glm::vec3 vertical() const;  ///< unit, up in the world

  /// The same view of the scene after to_y_up().
  Camera with_y_up() const;

  float height() const;  ///< m, of the picture in the plane of the focus

  float near_plane() const;  ///< m, along forward; proportional to the distance
  float far_plane() const;   ///< m, along forward; proportional to the distance

  /// eye_from_world: the eye at the origin, looking along -Z.
  glm::mat4 view() const;
  /// clip_from_eye for a picture aspect = width / height.
  glm::mat4 projection(float aspect) const;

  /// Turns around the focus by a drag in heights of the picture: one height is pi radians. The body
  /// follows the pointer.
  void orbit(glm::vec2 drag);
  /// Moves the focus by a drag in heights of the picture: points in the plane of the focus stay
  /// under the pointer.
  void pan(glm::vec2 drag);
  /// Moves the eye closer by a number of wheel notches; negative numbers move it away. One notch
  /// is a tenth of the distance.
  void dolly(float notches);
  /// Zooms about a pixel: the point of the focus plane under it does not move.
  /// \param size of the picture, pixels
  void dolly(float notches, glm::vec2 pixel, glm::vec2 size);
  /// Raises the eye to at least this height, by the pitch alone. If kMaxPitch is too low for this,
  /// the pitch becomes kMaxPitch.
  void stay_above(float height);

  /// Keeps the direction and moves the eye to the smallest distance that shows every sphere.
  ///
  /// Exact for the given aspect: one sphere touches an edge of the picture reduced by `margin`,
  /// a fraction of its half height and half width. What is seen is centered: its margins left and
  /// right are equal, and above and below. No effect if `spheres` is empty, or for a picture
  /// without an area.
  void frame(std::span<const Sphere> spheres, float aspect, float margin = 0.08f);

  /// The ray from the eye through a pixel of a picture of this size.
  Ray ray(glm::vec2 pixel, glm::vec2 size) const;
  bool operator==(const Camera&) const = default;

  /// Projects a world point: x and y in pixels, z the depth along forward in metres; none if the
  /// point is not in front of the eye.
  std::optional<glm::vec3> project(glm::vec3 point, glm::vec2 size) const;
};

/// Intersection of the ray and the plane through `point`; none if the ray is parallel to the plane
/// or leads away from it.
/// \param normal of any length but 0
std::optional<glm::vec3> meet_plane(const Ray& ray, glm::vec3 point, glm::vec3 normal);

/// The point of the line through `point` along `axis` that is nearest to the ray; none if the two
/// are nearly parallel.
/// \param axis unit
std::optional<glm::vec3> nearest_on_line(const Ray& ray, glm::vec3 point, glm::vec3 axis);

/// Distance along the ray to its entry into the ball, m; none if it misses the ball or the ball is
/// behind the origin.
std::optional<float> meet_ball(const Ray& ray, const Sphere& ball);

/// Distance along the ray to its entry into the capsule of this radius around the segment from a
/// to b, m; none if it misses.
std::optional<float> meet_capsule(const Ray& ray, glm::vec3 a, glm::vec3 b, float radius);

// Pictures are drawn with y up. A scene with z up keeps its numbers: its camera and its picture are
// turned by -90 degrees about x when they are drawn.

/// A vector of a scene, turned so that y is up. \param z_up of the scene
inline glm::vec3 to_y_up(const glm::vec3& v, bool z_up) {
  return z_up ? glm::vec3(v.x, v.z, -v.y) : v;
}
/// The inverse of to_y_up().
inline glm::vec3 from_y_up(const glm::vec3& v, bool z_up) {
  return z_up ? glm::vec3(v.x, -v.z, v.y) : v;
}

}  // namespace gfx
