#include "app/picture/pick.h"

#include <glm/geometric.hpp>

#include "app/session/trails.h"

namespace app {
namespace {

constexpr float kTargetMargin = 7.0f;  // pixels, around a target

}  // namespace

std::optional<int> pick_target(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                               std::span<const Eigen::Vector3d> targets, float radius) {
  const gfx::Ray ray = camera.ray(pixel, size);
  std::optional<int> nearest;
  float least = 0.0f;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i].allFinite()) continue;
    const glm::vec3 center = to_gpu(targets[i]);
    const auto seen = camera.project(center, size);
    if (!seen) continue;
    const float off = glm::distance(pixel, glm::vec2(*seen));
    const bool met = off <= kTargetMargin || gfx::meet_ball(ray, {center, radius}).has_value();
    if (!met || (nearest && seen->z >= least)) continue;
    nearest = static_cast<int>(i);
    least = seen->z;
  }
  return nearest;
}

std::optional<lab::Pull> pick_link(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                                   const ik::Multibody& multibody, const ik::Pose& pose,
                                   float radius) {
  const gfx::Ray ray = camera.ray(pixel, size);
  std::optional<lab::Pull> nearest;
  float least = 0.0f;
  ik::for_each_link(multibody, [&](const ik::LinkSegment& link) {
    const Eigen::Vector3d from = link.from(pose), to = link.to(pose);
    if (!from.allFinite() || !to.allFinite() || from == to) return;
    const auto met = gfx::meet_capsule(ray, to_gpu(from), to_gpu(to), radius);
    if (!met || (nearest && *met >= least)) return;
    least = *met;
    // the point of the link's middle line under the pixel
    const Eigen::Vector3d eye = to_world(ray.origin);
    const Eigen::Vector3d beyond = to_world(ray.origin + (*met + 4.0f * radius) * ray.direction);
    const Eigen::Vector3d at = from + ik::closest_shares(eye, beyond, from, to).q * (to - from);
    nearest = {link.joint, pose.world_from_joint(link.joint).inverse() * at, at};
  });
  return nearest;
}

}  // namespace app
