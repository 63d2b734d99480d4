#pragma once

#include "iklab/body.h"

namespace ik {

/// The rotation vector of R (3 x 3), axis times angle, at most pi long, rad.
Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R);

/// From the aim of an effector to the aim it should have, rad.
///
///   direction    t - d, the chord between two unit vectors: as long as the angle where that is
///                small, and at most 2
///   orientation  the rotation vector of R_t R^T: turns R into R_t by the shortest way
///
/// Both are smooth but where the aim is just the opposite; there a direction's is no way at all.
/// A wanted direction of no length asks for nothing.
/// \param frame world_from_effector, the axes of the effector's frame
/// \param pointer unit, in that frame
Eigen::Vector3d aim_error(AimKind kind, const Eigen::Matrix3d& frame,
                          const Eigen::Vector3d& pointer, const Aim& wanted);

/// How far a wanted aim has moved between two times, in the terms of aim_error.
Eigen::Vector3d aim_motion(AimKind kind, const Aim& before, const Aim& after);

/// The angle between an effector's aim and the one it should have, rad; not the chord that methods
/// see of a direction.
/// \param frame world_from_effector, the axes of the effector's frame
double aim_angle(AimKind kind, const Eigen::Matrix3d& frame, const Eigen::Vector3d& pointer,
                 const Aim& wanted);

/// Turns v (unit, world axes) by an angle: how fast the aim follows, d(aim)/dangle.
///
///   direction    v x d
///   orientation  v
Eigen::Vector3d aim_column(AimKind kind, const Eigen::Vector3d& v, const Eigen::Vector3d& d);

}  // namespace ik
