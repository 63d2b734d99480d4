#pragma once

#include <Eigen/Core>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "app/picture/stage.h"
#include "gfx/draw/camera.h"
#include "gfx/draw/picture.h"
#include "lab/track/tracker.h"
#include "ui/overlay/labels.h"

namespace app {

/// Adds a ring around every target's ball and every effector's ball, in the effector's colour
/// (lab::series_color). The rings face the eye. An effector within its target's ball has none.
/// \param targets (k) m, in the effectors' order
/// \param eye     of the camera, m
/// \param grasped this target's ring is around the ball of add_grasp()
void add_rings(const ik::Pose& pose, std::span<const Eigen::Vector3d> targets, const Stage& stage,
               bool dark, const glm::vec3& eye, gfx::Picture& picture,
               std::optional<int> grasped = {});

/// Radius of the ball around a target under the pointer, as a multiple of the target's.
inline constexpr float kGraspRadius = 1.7f;

/// The effectors and targets of a lane as the camera sees them in `view`, for their names.
std::vector<ui::NamedPair> named_pairs(const lab::Tracker& tracker, const gfx::Camera& camera,
                                       const Stage& stage, const ui::Area& view);

/// Which point of a lane's body is the farthest from the same point of all other lanes: a name
/// beside it cannot be taken for another lane's. The point of the last frame is kept until another
/// one is half as far again.
/// \param lanes  the points of each lane's body, m, as many for all
/// \param before index of the point of the last frame
std::size_t farthest_apart(std::span<const std::vector<Eigen::Vector3d>> lanes, std::size_t lane,
                           std::size_t before);

}  // namespace app
