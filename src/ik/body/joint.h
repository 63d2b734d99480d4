#pragma once

#include "iklab/body.h"

#include <Eigen/Core>

#include <limits>
#include <span>

namespace ik {

/// Error of an effector's aim, rad: from the current aim to the target aim.
///
///   direction    t - d, the chord between two unit vectors: at most 2, about the angle if small
///   orientation  the rotation vector of R_t R^T, the shortest rotation from R to R_t
///
/// Both are smooth except where the aim is opposite to the target; the step J^T e of a direction is
/// 0 there. A target direction of length 0 gives the error 0.
/// \param frame world_from_effector, the axes of the effector's frame
/// \param pointer unit, in the effector's frame
Eigen::Vector3d aim_error(AimKind kind, const Eigen::Matrix3d& frame,
                          const Eigen::Vector3d& pointer, const Aim& wanted);

/// True if R is a rotation: no entry of |R^T R - I| exceeds the tolerance, and det R > 0.
bool is_rotation(const Eigen::Matrix3d& R, double tolerance);

/// Deviation from a rotation that rounding explains, see is_rotation: numbers of six digits.
inline constexpr double kRotationRounding = 1e-5;

/// Index of effector i's aim among the aims (r) of the body.
/// \throws std::invalid_argument if there is no such effector, or it has no aim of that kind
std::size_t aim_index(const Multibody& multibody, int i, AimKind kind);

/// True for an aim that Outcome::kInvalidAim is about. False if its numbers are not finite.
bool is_invalid_aim(AimKind kind, const Aim& aim);

/// True if some aim (r) of a body is invalid, see is_invalid_aim.
bool has_invalid_aim(const Multibody& multibody, std::span<const Aim> aims);

/// Change of a target aim, measured as in aim_error.
Eigen::Vector3d aim_motion(AimKind kind, const Aim& before, const Aim& after);

/// Angle between an effector's aim and the target aim, rad; for a direction the angle itself, not
/// the chord of aim_error. NaN for an invalid aim.
/// \param frame world_from_effector, the axes of the effector's frame
double aim_angle(AimKind kind, const Eigen::Matrix3d& frame, const Eigen::Vector3d& pointer,
                 const Aim& wanted);

/// |w| without overflow or underflow of its square, see length_of.
double length(const Eigen::Vector3d& w);

/// Sufficient test, without a square root: true only if w is shorter than d by more than rounding.
inline bool surely_shorter(const Eigen::Vector3d& w, double d) {
  const double square = w.x() * w.x() + w.y() * w.y() + w.z() * w.z();
  return square >= std::numeric_limits<double>::min() && square < 0.999 * d * d;
}

/// w, shortened to length d if it is longer. Buss (2009), section 2, ClampMag.
Eigen::Vector3d clamp_mag(const Eigen::Vector3d& w, double d);

/// Scales the whole step so that no angle in it exceeds gamma [rad]. Buss (2009), section 8,
/// ClampMaxAbs, for revolute and screw joints. Infinity: no limit.
/// \returns true if the step was scaled
bool clamp_max_angle(const Multibody& multibody, double gamma, VectorX& dtheta);

/// clamp_max_angle for the slides of prismatic joints; limit in m.
bool clamp_max_slide(const Multibody& multibody, double limit, VectorX& dtheta);

}  // namespace ik
