#pragma once

#include <optional>

#include "gfx/camera.h"

namespace gfx {

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
