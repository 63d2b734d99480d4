#pragma once

#include "ik/problem.h"

namespace ik {

/// Beyond this an effector's target is a direction only: e_i is shortened to it, m. Far outside
/// any scene, and small enough that squares and products of squares stay finite.
inline constexpr double kHorizon = 1e70;

/// e (3k), target minus effector, world axes, every e_i shortened to problem.d_max and kHorizon.
/// \returns false if an e_i is not finite; those entries are then zero
bool position_error(const Problem& problem, Eigen::VectorXd& e);

/// How the effectors move with the joints, J = ds/dtheta (3k x n), world axes at the effector.
///
/// The sign follows s, not e: de/dtheta = -J. Buss (2009), section 2. A column is
///   revolute   v x (s - p)              m / rad
///   prismatic  v                        m / m    (Tu's eq. 3 prints another vector: not so)
///   screw      v x (s - p) + pitch v    m / rad
/// with v the joint's axis and p a point on it, and zero where the joint does not move the
/// effector. JacobianKind::kTarget puts the target, at most kHorizon away, in the place of s,
/// where the target is finite.
void position_jacobian(const Problem& problem, Eigen::MatrixXd& J);

/// J by central differences of forward kinematics with steps of `h` [rad or m]: a check, not a
/// tool; it allocates, and costs 2n times forward kinematics.
Eigen::MatrixXd difference_jacobian(const Multibody& multibody, const Eigen::VectorXd& theta,
                                    double h = 1e-6);

}  // namespace ik
