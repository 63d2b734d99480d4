#pragma once

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
/// \param offset  between the body's position and where it is drawn, m
void add_rings(const ik::Pose& pose, std::span<const Eigen::Vector3d> targets, const Stage& stage,
               bool dark, const glm::vec3& eye, const glm::vec3& offset, gfx::Picture& picture);

/// The effectors and targets of a lane as the camera sees them in `view`, for their names.
/// \param offset between the body's position and where it is drawn, m
std::vector<ui::NamedPair> named_pairs(const lab::Tracker& tracker, const gfx::Camera& camera,
                                       const Stage& stage, const ui::Area& view,
                                       const glm::vec3& offset = glm::vec3(0.0f));

}  // namespace app
