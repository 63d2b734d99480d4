#pragma once

#include "iklab/problem.h"

namespace ik {

/// The longest e_i, m; a target farther away counts as a direction. Squares of squares of this are
/// still finite.
inline constexpr double kHorizon = 1e70;

/// world_from_effector: the axes of an effector's frame.
Eigen::Matrix3d effector_axes(const Pose& pose, const Effector& effector);

/// The error of goal g, m: target minus effector, shortened to kHorizon, or the lever times
/// aim_error. Neither clamped to D_max nor weighted; not finite if the target or the pose is not.
Eigen::Vector3d goal_error(const Problem& problem, int g);

/// e (3(k + r)), world axes: goal_error of every goal, shortened to its D_max, times the square
/// root of its weight. \returns false if some goal_error is not finite; its entries are zero
bool task_error(const Problem& problem, Eigen::VectorXd& e);

/// The point of effector i's columns of J, m: s_i, or for JacobianKind::kTarget the target if it is
/// finite, at most kHorizon away.
Eigen::Vector3d column_point(const Problem& problem, int i);

/// The Jacobian of the goals (3(k + r) x n), world axes at the effector.
///
/// The sign follows s, not e: de/dtheta = -J. Buss (2009), section 2. A position's column is
///   revolute   v x (s - p)              m / rad
///   prismatic  v                        m / m    (Tu's eq. 3 prints another vector, wrongly)
///   screw      v x (s - p) + pitch v    m / rad
/// with v the joint's axis and p a point on it, and zero if the joint does not move the effector.
/// JacobianKind::kTarget replaces s by column_point. An aim's column is the lever times
///   direction    v x d       with d the pointer, world axes
///   orientation  v
/// for a revolute or screw joint and zero for a prismatic one. For an orientation J^T e is the
/// exact gradient of -1/2 |e|^2, but de/dtheta = -J holds only where e = 0: the derivative of a
/// rotation vector is not the angular velocity.
void task_jacobian(const Problem& problem, Eigen::MatrixXd& J);

/// The values as a vector, without a copy.
inline Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace ik
