#include "gfx/draw/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <glm/common.hpp>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/scalar_constants.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace gfx {
namespace {

/// Position of the eye along one axis of the picture, and the distance that shows every sphere.
struct Slab {
  float offset = 0.0f;    // m, across
  float distance = 0.0f;  // m, back from the origin
};

/// A sphere as one direction of the picture sees it, in a frame that looks along -Z.
struct Disk {
  float x, z, r;
};

/// Fits two opposite planes of the view frustum to spheres.
/// \param t tangent of the half angle between the planes
///
/// A sphere (x, z, r) is inside both planes where |x - offset| + r sqrt(1 + t^2) <= (d - z) t.
/// This gives lower bounds of offset + d t and d t - offset. Both hold with equality at the
/// smallest d.
Slab fitted(std::span<const Disk> disks, float t) {
  const float slant = std::sqrt(1.0f + t * t);
  float high = -std::numeric_limits<float>::infinity(), low = high;
  for (const Disk& disk : disks) {
    high = std::max(high, disk.x + disk.z * t + disk.r * slant);
    low = std::max(low, -disk.x + disk.z * t + disk.r * slant);
  }
  return {0.5f * (high - low), 0.5f * (high + low) / t};
}

/// The offset with equal margins on both sides at a distance: by the narrowest planes that hold
/// every sphere.
/// \param t at this tangent the distance suffices
float centered(std::span<const Disk> disks, float t, float distance) {
  constexpr int kHalvings = 20;
  float narrow = 0.0f, wide = t;
  for (int i = 0; i < kHalvings; ++i) {
    const float middle = 0.5f * (narrow + wide);
    (fitted(disks, middle).distance > distance ? narrow : wide) = middle;
  }
  return fitted(disks, wide).offset;
}

constexpr float kParallel = 1e-4f;  // sine of the angle below which directions count as parallel

float clamped(float pitch) { return std::clamp(pitch, -Camera::kMaxPitch, Camera::kMaxPitch); }

}  // namespace

glm::vec3 Camera::forward() const {
  const float p = clamped(pitch);
  const glm::vec3 way(-std::sin(yaw) * std::cos(p), -std::sin(p), -std::cos(yaw) * std::cos(p));
  return from_y_up(way, z_up);
}

glm::vec3 Camera::right() const { return from_y_up({std::cos(yaw), 0.0f, -std::sin(yaw)}, z_up); }

glm::vec3 Camera::vertical() const { return from_y_up({0.0f, 1.0f, 0.0f}, z_up); }

Camera Camera::with_y_up() const {
  Camera turned = *this;
  turned.focus = to_y_up(focus, z_up);
  turned.z_up = false;
  return turned;
}

glm::vec3 Camera::up() const { return glm::cross(right(), forward()); }

glm::vec3 Camera::eye() const { return focus - distance * forward(); }

// with a ratio of 1e4 a 24-bit depth buffer resolves far less than a millimetre at the focus
float Camera::near_plane() const { return 0.02f * distance; }
float Camera::far_plane() const { return 200.0f * distance; }

glm::mat4 Camera::view() const {
  const glm::mat3 eye_from_world = glm::transpose(glm::mat3(right(), up(), -forward()));
  glm::mat4 result(eye_from_world);
  result[3] = glm::vec4(-(eye_from_world * eye()), 1.0f);
  return result;
}

glm::mat4 Camera::projection(float aspect) const {
  return glm::perspective(fov_y, aspect, near_plane(), far_plane());
}

void Camera::orbit(glm::vec2 drag) {
  const float turn = glm::pi<float>();
  yaw = std::remainder(yaw - turn * drag.x, 2.0f * turn);
  pitch = clamped(pitch + turn * drag.y);
}

float Camera::height() const { return 2.0f * distance * std::tan(0.5f * fov_y); }

void Camera::pan(glm::vec2 drag) { focus += height() * (drag.y * up() - drag.x * right()); }

void Camera::dolly(float notches) {
  constexpr float kNotch = 0.9f;
  const float wanted = distance * std::pow(kNotch, notches);
  distance = std::clamp(wanted, kClosest * framed, kFarthest * framed);
}

void Camera::dolly(float notches, glm::vec2 pixel, glm::vec2 size) {
  const auto under_pointer = [&] { return meet_plane(ray(pixel, size), focus, forward()); };
  const auto before = under_pointer();
  dolly(notches);
  const auto after = under_pointer();
  if (before && after) focus += *before - *after;
}

void Camera::stay_above(float height) {
  const float sine = (height - glm::dot(focus, vertical())) / distance;
  pitch = clamped(std::max(pitch, std::asin(std::clamp(sine, -1.0f, 1.0f))));
}

void Camera::frame(std::span<const Sphere> spheres, float aspect, float margin) {
  if (spheres.empty() || !(aspect > 0.0f)) return;
  const float t = std::tan(0.5f * fov_y) * (1.0f - margin);
  std::vector<Disk> across, along;
  float nearest = -std::numeric_limits<float>::infinity(), farthest = -nearest;
  for (const Sphere& s : spheres) {
    const float z = -glm::dot(s.center, forward());
    across.push_back({glm::dot(s.center, right()), z, s.radius});
    along.push_back({glm::dot(s.center, up()), z, s.radius});
    nearest = std::max(nearest, z + s.radius);
    farthest = std::min(farthest, z - s.radius);
  }
  const float back = std::max(fitted(across, t * aspect).distance, fitted(along, t).distance);

  // the focus is at the middle depth, so that orbiting turns about the body
  const float middle = 0.5f * (nearest + farthest);
  distance = framed = std::max(back - middle, kMinFramed);
  focus = centered(across, t * aspect, back) * right() + centered(along, t, back) * up() -
          middle * forward();
}

Ray Camera::ray(glm::vec2 pixel, glm::vec2 size) const {
  const float half_height = std::tan(0.5f * fov_y);
  const float x = (2.0f * pixel.x - size.x) / size.y * half_height;
  const float y = (size.y - 2.0f * pixel.y) / size.y * half_height;
  return {eye(), glm::normalize(forward() + x * right() + y * up())};
}

std::optional<glm::vec3> Camera::project(glm::vec3 point, glm::vec2 size) const {
  const glm::vec3 from_eye = point - eye();
  const float depth = glm::dot(from_eye, forward());
  if (!(depth > 0.0f)) return std::nullopt;
  const float scale = 0.5f * size.y / (depth * std::tan(0.5f * fov_y));
  return glm::vec3(0.5f * size.x + scale * glm::dot(from_eye, right()),
                   0.5f * size.y - scale * glm::dot(from_eye, up()), depth);
}

std::optional<glm::vec3> meet_plane(const Ray& ray, glm::vec3 point, glm::vec3 normal) {
  const float along = glm::dot(ray.direction, normal);
  if (std::abs(along) < kParallel * glm::length(normal)) return std::nullopt;
  const float distance = glm::dot(point - ray.origin, normal) / along;
  if (!(distance > 0.0f)) return std::nullopt;
  return ray.origin + distance * ray.direction;
}

std::optional<glm::vec3> nearest_on_line(const Ray& ray, glm::vec3 point, glm::vec3 axis) {
  // foot of the common perpendicular: Sunday (2001), "Distance between lines"
  const float cosine = glm::dot(ray.direction, axis);
  const float square = 1.0f - cosine * cosine;
  if (square < kParallel * kParallel) return std::nullopt;
  const glm::vec3 apart = point - ray.origin;
  const float along = (cosine * glm::dot(apart, ray.direction) - glm::dot(apart, axis)) / square;
  return point + along * axis;
}

std::optional<float> meet_ball(const Ray& ray, const Sphere& ball) {
  const glm::vec3 apart = ball.center - ray.origin;
  const float along = glm::dot(apart, ray.direction);
  const glm::vec3 aside = apart - along * ray.direction;
  const float half = ball.radius * ball.radius - glm::dot(aside, aside);
  if (half < 0.0f) return std::nullopt;
  const float first = along - std::sqrt(half);
  if (along + std::sqrt(half) < 0.0f) return std::nullopt;
  return std::max(first, 0.0f);
}

std::optional<float> meet_capsule(const Ray& ray, glm::vec3 a, glm::vec3 b, float radius) {
  const float length = glm::distance(a, b);
  std::optional<float> nearest = meet_ball(ray, {a, radius});
  const auto take = [&nearest](std::optional<float> other) {
    if (other && (!nearest || *other < *nearest)) nearest = other;
  };
  take(meet_ball(ray, {b, radius}));
  if (length <= 0.0f) return nearest;
  // the cylinder between the balls: intersect in the plane normal to its axis
  const glm::vec3 axis = (b - a) / length;
  const glm::vec3 apart = ray.origin - a;
  const glm::vec3 d = ray.direction - glm::dot(ray.direction, axis) * axis;
  const glm::vec3 o = apart - glm::dot(apart, axis) * axis;
  const float square = glm::dot(d, d);
  if (square < kParallel * kParallel) return nearest;
  const float middle = -glm::dot(o, d) / square;
  const float root = middle * middle - (glm::dot(o, o) - radius * radius) / square;
  if (root < 0.0f) return nearest;
  const float enters = std::max(middle - std::sqrt(root), 0.0f);
  if (middle + std::sqrt(root) < 0.0f) return nearest;
  const float at = glm::dot(ray.origin + enters * ray.direction - a, axis);
  if (at >= 0.0f && at <= length) take(enters);
  return nearest;
}

}  // namespace gfx
