#include "gfx/ray.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace gfx {
namespace {

constexpr float kParallel = 1e-4f;  // sine of an angle that is as good as none

}  // namespace

std::optional<glm::vec3> meet_plane(const Ray& ray, glm::vec3 point, glm::vec3 normal) {
  const float along = glm::dot(ray.direction, normal);
  if (std::abs(along) < kParallel * glm::length(normal)) return std::nullopt;
  const float distance = glm::dot(point - ray.origin, normal) / along;
  if (!(distance > 0.0f)) return std::nullopt;
  return ray.origin + distance * ray.direction;
}

std::optional<glm::vec3> nearest_on_line(const Ray& ray, glm::vec3 point, glm::vec3 axis) {
  // both feet of the common normal: Sunday (2001), "Distance between lines"
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
  // the part between: the ray and the cylinder, seen along the axis
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
