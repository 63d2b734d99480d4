#pragma once

#include "ik/workspace.h"

namespace ik {

/// Singular values above this share of the largest are directions of the task. Ten times the
/// rounding of J, so that what is left out moves the effectors by rounding alone.
inline constexpr double kExactRank = 1e-12;

/// A posture changes by this much an update at the most, rad or m: beyond it "to first order",
/// by which effectors keep still, means little.
inline constexpr double kMostPostureStep = 0.1;

/// x := (I - V V^T) x with the first `rank` columns of V: takes out of x (n) all that moves the
/// effectors. \param svd of J, \param rank its rank
void project_to_nullspace(const Svd& svd, int rank, Eigen::VectorXd& x);

/// How J turns with the joints, seen along y (m): C (n x n), C(b, a) = y . dJ_b/dtheta_a.
///
/// All that hangs on a turns with it (hessian.h), by w_a = v_a for joints that turn, else 0, so
/// that for a position or a direction
///
///   dJ_b/dtheta_a = w_a x J_b for a above b or a = b,   w_b x J_a for a below b,
///
/// and C is symmetric. A column of an orientation is the axis v_b, which a joint below b leaves
/// where it is: the second case is then 0, and C is not.
/// \param J (m x n) of task_jacobian at the effector, times diag(mobility), as C is then
void task_curvature(const Problem& problem, const Eigen::MatrixXd& J, const Eigen::VectorXd& y,
                    Eigen::MatrixXd& C);

/// Turns a gradient with respect to theta (n) into that with respect to the joints that methods
/// see: times mobility, and 0 for joints that move no effector, which a task leaves alone.
void scale_posture_gradient(const Problem& problem, Eigen::VectorXd& gradient);

/// Shortens x (n) so that no entry exceeds kMostPostureStep; 0 where it is not finite.
void limit_posture_step(Eigen::VectorXd& x);

}  // namespace ik
