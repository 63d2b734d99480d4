#pragma once

#include "iklab/problem.h"

#include <vector>

#include "ik/body/layout.h"

namespace ik {

/// world_from_effector, the axes of an effector's frame: R_joint times the effector's rotation.
Eigen::Matrix3d effector_axes(const Pose& pose, const Effector& effector);

/// Fills the targets (k) and aims (r) that `pose` reaches exactly.
void reached_goals(const Multibody& multibody, const Pose& pose,
                   std::vector<Eigen::Vector3d>& targets, std::vector<Aim>& aims);

/// Error of goal g, m: target minus effector, clamped to kHorizon, or the lever times aim_error.
/// Neither clamped to D_max nor weighted; not finite if the target or the pose is not.
Eigen::Vector3d goal_error(const Problem& problem, int g);

/// e (3(k + r)), world axes: goal_error of every goal, clamped to its D_max, times the square
/// root of its weight. \returns false if some goal_error is not finite; its entries are zero
bool task_error(const Problem& problem, VectorX& e);

/// The point at which effector i's columns of J are computed, m: s_i, or for JacobianKind::kTarget
/// the target if it is finite, at most kHorizon away.
Eigen::Vector3d column_point(const Problem& problem, int i);

/// The Jacobian of the goals (3(k + r) x n), world axes at the effector.
///
/// The sign follows s, not e: de/dtheta = -J. Buss (2009), section 2. A position's column is
///   revolute   v x (s - p)              m / rad
///   prismatic  v                        m / m    (Tu's eq. 3 prints a wrong vector)
///   screw      v x (s - p) + pitch v    m / rad
/// with v the joint's axis and p a point on the axis; zero if the joint does not move the effector.
/// JacobianKind::kTarget replaces s by column_point. An aim's column is the lever times
///   direction    v x d       with d the pointer, world axes
///   orientation  v
/// for a revolute or screw joint and zero for a prismatic one. For an orientation J^T e is the
/// exact gradient of -1/2 |e|^2, but de/dtheta = -J holds only where e = 0: the derivative of a
/// rotation vector is not the angular velocity.
///
/// A follower is not an independent coordinate: its column times its ratio is added to the leader's
/// column, and its own column is zero.
void task_jacobian(const Problem& problem, MatrixX& J);

/// The Jacobian with every joint independent: task_jacobian without the treatment of followers.
void tree_jacobian(const Problem& problem, MatrixX& J);

/// (J^T e)_j with task_jacobian's J, for one joint and without forming J. \param e (3(k + r))
double descent_entry(const Problem& problem, int j, const VectorX& e);

/// Norm of J, m / rad: max |ds_g/dtheta_j| over goals g and joints j, the longest 3-vector of a
/// goal in a column. Independent of the world's axes, unlike the largest |J_ij|.
/// \param J (3(k + r) x n)
double longest_column(const MatrixX& J);

/// Lever rho of the body, m / rad: the root mean square of |J_j| over the joints j that turn,
/// frozen joints included; 0 if no joint turns. |e| / rho is an angle that shows how far the linear
/// model has to hold. \param J (3(k + r) x n)
double mean_lever(const Multibody& multibody, const MatrixX& J);

/// The change of J for a small motion of the joints, the second derivative of the goals (3(k + r) x
/// n, all joints independent):
///
///   rate_b = sum_a dJ_b/dtheta_a motion_a
///
/// A position or a direction: dJ_b/dtheta_a = w_a x J_b for a above b or a = b, w_b x J_a for a
/// below b, with w = v for a joint that turns, else 0 (see task_hessian). An orientation's column
/// is fixed in the link that carries joint b: w_a x J_b for a above b, else 0. For all of them
/// s(theta + motion) = s + (J + rate / 2) motion up to the third order, an orientation by the
/// rotation vector from its present axes. One pass from each effector to the root: the joints above
/// b turn J_b by their sum of w_a motion_a.
/// \param J      tree_jacobian at the effectors
/// \param motion (n) rad or m
void jacobian_rate(const Problem& problem, const MatrixX& J, const VectorX& motion, MatrixX& rate);

/// Adds the followers' columns, times their ratios, to the leaders' columns, and sets the
/// followers' columns to zero. \param M (any x n), or the transpose of a gradient (n)
template <class Matrix>
void fold_columns(const Multibody& multibody, Matrix&& M) {
  for (const int j : multibody.followers()) {
    const Joint& joint = multibody.joint(j);
    M.col(joint.leader) += joint.ratio * M.col(j);
    M.col(j).setZero();
  }
}

/// The problem for tree_jacobian: Jacobian at the effector, no mobility.
inline Problem unfolded(const Problem& problem) {
  Problem tree = problem.at(problem.pose);
  tree.jacobian = JacobianKind::kEffector;
  tree.mobility = {};
  return tree;
}

/// Folds a Hessian H (n x n) that treats every joint as independent, in place:
///   diag(mobility) S^T H S diag(mobility)
/// where J S is the Jacobian after fold_columns.
void fold_hessian(const Problem& problem, MatrixX& H);

/// A view of the values as a vector.
inline Eigen::Map<const VectorX> as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace ik
