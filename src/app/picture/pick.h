#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "gfx/draw/camera.h"
#include "lab/track/setup.h"

namespace app {

/// A point of a picture in world coordinates.
inline Eigen::Vector3d to_world(glm::vec3 p) { return {p.x, p.y, p.z}; }

/// The target under the pointer that is nearest to the eye.
/// \param pixel in the view's coordinates, from its top left corner
std::optional<int> pick_target(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                               std::span<const Eigen::Vector3d> targets, float radius);

/// The link under the pointer that is nearest to the eye, with its point under the pointer.
std::optional<lab::Pull> pick_link(const gfx::Camera& camera, glm::vec2 pixel, glm::vec2 size,
                                   const ik::Multibody& multibody, const ik::Pose& pose,
                                   float radius);

}  // namespace app
