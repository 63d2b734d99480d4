#pragma once

#include "iklab/body.h"

#include <Eigen/Core>

#include <limits>

namespace ik {

/// The error of an effector's aim, rad: from the present aim to the wanted one.
///
///   direction    t - d, the chord between two unit vectors: at most 2, about the angle if small
///   orientation  the rotation vector of R_t R^T, the shortest rotation from R to R_t
///
/// Both are smooth except where the aim is opposite to the wanted one; the step J^T e of a
/// direction is 0 there. A wanted direction of length 0 gives the error 0.
/// \param frame world_from_effector, the axes of the effector's frame
/// \param pointer unit, in that frame
Eigen::Vector3d aim_error(AimKind kind, const Eigen::Matrix3d& frame,
                          const Eigen::Vector3d& pointer, const Aim& wanted);

/// The change of a wanted aim, in the terms of aim_error.
Eigen::Vector3d aim_motion(AimKind kind, const Aim& before, const Aim& after);

/// The angle between an effector's aim and the wanted one, rad; for a direction not the chord of
/// aim_error.
/// \param frame world_from_effector, the axes of the effector's frame
double aim_angle(AimKind kind, const Eigen::Matrix3d& frame, const Eigen::Vector3d& pointer,
                 const Aim& wanted);

/// |w|, also where its square would overflow or underflow: length_of.
double length(const Eigen::Vector3d& w);

/// True if w is shorter than d by more than rounding; false says nothing. Needs no square root.
inline bool surely_shorter(const Eigen::Vector3d& w, double d) {
  const double square = w.x() * w.x() + w.y() * w.y() + w.z() * w.z();
  return square >= std::numeric_limits<double>::min() && square < 0.999 * d * d;
}

/// w, shortened to length d if it is longer. Buss (2009), section 2, ClampMag.
Eigen::Vector3d clamp_mag(const Eigen::Vector3d& w, double d);

/// Scales the whole step so that no angle in it exceeds gamma [rad]. Buss (2009), section 8,
/// ClampMaxAbs, for revolute and screw joints; infinity is off.
/// \returns true if the step was scaled
bool clamp_max_angle(const Multibody& multibody, double gamma, VectorX& dtheta);

/// The same for the slides of prismatic joints, limit in metres.
bool clamp_max_slide(const Multibody& multibody, double limit, VectorX& dtheta);

}  // namespace ik
