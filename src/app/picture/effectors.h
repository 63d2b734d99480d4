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

/// Where rings are drawn.
struct Ringed {
  const ik::Pose& pose;
  std::span<const Eigen::Vector3d> targets;  ///< (k) m, in the effectors' order
  std::optional<int> grasped =
      {};  ///< target with the ball of add_grasp(): its ring is around that
};

/// Adds a ring around every target's ball and every effector's ball, in the effector's colour
/// (lab::series_color). The rings face the eye. An effector inside its target's ball has no ring.
/// \param eye     position of the camera, m
void add_rings(const Ringed& ringed, const Stage& stage, bool dark, const glm::vec3& eye,
               gfx::Picture& picture);

/// Radius of the ball around a target under the pointer, as a multiple of the target's radius.
inline constexpr float kGraspRadius = 1.7f;

/// Effectors and targets of a lane as the camera sees them in `view`, for name labels.
std::vector<ui::NamedPair> named_pairs(const lab::Tracker& tracker, const gfx::Camera& camera,
                                       const Stage& stage, const ui::Area& view);

/// Index of the point of a lane's body that is farthest from the same point of all other lanes: a
/// label there is not mistaken for another lane's label. The last frame's point is kept until
/// another point is 1.5 times as far.
/// \param lanes  points of each lane's body, m; the same number in all lanes
/// \param before the last frame's index
std::size_t farthest_apart(std::span<const std::vector<Eigen::Vector3d>> lanes, std::size_t lane,
                           std::size_t before);

}  // namespace app
