#pragma once

#include <Eigen/Core>
#include <span>

#include "app/picture.h"

namespace app {

/// Adds where effectors aim and where they should: a direction's pointer as a rod out of the
/// effector, an orientation's frame as three rods, x red, y green and z blue; what is wanted as
/// dashed lines out of the target. In agreement a line runs along its rod.
/// \param targets (k) m, \param aims (r) in the order of the multibody's goals
void add_aims(const ik::Multibody& multibody, const ik::Pose& pose,
              std::span<const Eigen::Vector3d> targets, std::span<const ik::Aim> aims,
              const Stage& stage, const PictureStyle& style, gfx::Picture& picture);

}  // namespace app
