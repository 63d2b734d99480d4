#pragma once

#include "iklab/body.h"

#include "ik/body/layout.h"

#include <Eigen/Core>

#include <limits>

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

/// |w|, right where its square would overflow or vanish.
double length(const Eigen::Vector3d& w);

/// True where w is shorter than d by more than rounding, which takes no root to see; false leaves
/// it open.
inline bool surely_shorter(const Eigen::Vector3d& w, double d) {
  const double square = w.x() * w.x() + w.y() * w.y() + w.z() * w.z();
  return square >= std::numeric_limits<double>::min() && square < 0.999 * d * d;
}

/// w, or w shortened to length d where it is longer. Buss (2009), section 2, ClampMag.
/// d = 0 gives 0, d = infinity gives w.
Eigen::Vector3d clamp_mag(const Eigen::Vector3d& w, double d);

/// Scales the whole step so that no angle in it exceeds gamma [rad]. Buss (2009), section 8,
/// ClampMaxAbs. Looks at revolute and screw joints; infinity is off.
/// \returns true if the step was scaled
bool clamp_max_angle(const Multibody& multibody, double gamma, Eigen::VectorXd& dtheta);

/// The same for the slides of prismatic joints, limit in metres.
bool clamp_max_slide(const Multibody& multibody, double limit, Eigen::VectorXd& dtheta);

}  // namespace ik
