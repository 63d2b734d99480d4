#pragma once

#include "iklab/problem.h"

namespace ik {

/// Beyond this an effector's target is a direction only: e_i is shortened to it, m. Far outside
/// any scene, and small enough that squares and products of squares stay finite.
inline constexpr double kHorizon = 1e70;

/// world_from_effector: the axes of an effector's frame.
Eigen::Matrix3d effector_axes(const Pose& pose, const Effector& effector);

/// What is left of goal g, m: target minus effector, shortened to kHorizon, or the lever times
/// aim_error. Neither clamped by D_max nor weighted; not finite where target or pose is not.
Eigen::Vector3d goal_error(const Problem& problem, int g);

/// e (3(k + r)), world axes: goal_error of every goal, shortened to its D_max, times the square
/// root of its weight. \returns false if a goal's is not finite; those entries are then zero
bool task_error(const Problem& problem, Eigen::VectorXd& e);

/// Where effector i's columns of J are taken: s_i, or for JacobianKind::kTarget the target, at most
/// kHorizon away, where it is finite.
Eigen::Vector3d column_point(const Problem& problem, int i);

/// How the effectors move and turn with the joints (3(k + r) x n), world axes at the effector.
///
/// The sign follows s, not e: de/dtheta = -J. Buss (2009), section 2. A position's column is
///   revolute   v x (s - p)              m / rad
///   prismatic  v                        m / m    (Tu's eq. 3 prints another vector: not so)
///   screw      v x (s - p) + pitch v    m / rad
/// with v the joint's axis and p a point on it, and zero where the joint does not move the
/// effector. JacobianKind::kTarget puts column_point in the place of s. An aim's is the lever times
///   direction    v x d       with d where the pointer shows
///   orientation  v
/// for a revolute or screw joint and zero for a prismatic one. For an orientation J^T e is the
/// exact slope of -1/2 |e|^2 though de/dtheta = -J holds only where e = 0: a rotation vector does
/// not change as fast as its frame turns.
void task_jacobian(const Problem& problem, Eigen::MatrixXd& J);

}  // namespace ik
