#pragma once

#include <span>

#include "ik/body/obstacle.h"
#include "iklab/problem.h"

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

/// Scratch of the costs below.
struct PostureScratch {
  Eigen::MatrixXd J, A, M;
  Eigen::VectorXd column;
};

// Costs of a posture: functions of theta that a body with joints to spare can lower while its
// effectors do their task. Each returns the cost and adds `weight` times its gradient to `gradient`
// (n), in the solver's order. They know nothing of Problem::mobility.

/// How far the joints are from where they like to be, 1/2 sum (theta_j - rest_j)^2.
double rest_cost(const Multibody& multibody, const Eigen::VectorXd& theta, double weight,
                 Eigen::VectorXd& gradient);

/// How close the joints are to their limits, Liegeois (1977):
///
///   1/2 h^2 sum ((theta_j - middle_j) / half_j)^2
///
/// over the joints with two limits, middle_j +- half_j. h, the smallest half_j and at most 1, is a
/// constant of the body that leaves the cost a curvature of 1 at most: a descent by a fixed share
/// of the gradient, at most 1, settles on every body. Liegeois divides by the number of joints.
double limit_cost(const Multibody& multibody, const Eigen::VectorXd& theta, double weight,
                  Eigen::VectorXd& gradient);

/// How badly the effectors can be moved, - log w with w the manipulability of Yoshikawa (1985), but
/// for a floor under the singular values:
///
///   -1/2 log det(J J^T + mu^2 I),   J (3k x n) the effectors' positions,   mu = 0.1 m / rad
///
/// The logarithm makes it blind to units and to how many rows J has; the floor keeps it smooth
/// where w is 0, and directions that no joint moves do not count. With M = (J J^T + mu^2 I)^-1 J
/// the gradient is -sum_b M_b . dJ_b/dtheta_a, where column b of an effector turns with a,
///
///   dJ_b/dtheta_a = w_a x J_b for a above b or a = b,   w_b x J_a for a below b,
///
/// w the axis of a joint that turns, else 0 (hessian.h says why).
/// \returns infinity, with the gradient as it was, where J J^T overflows
double manipulability_cost(const Multibody& multibody, const Pose& pose, double weight,
                           PostureScratch& scratch, Eigen::VectorXd& gradient);

/// How far links have come into the margin around obstacles, after Maciejewski and Klein (1985):
/// 1/2 sum (margin - distance)^2 over the pairs of a link and an obstacle that are closer, m^2.
double clearance_cost(const Multibody& multibody, const Pose& pose,
                      std::span<const Obstacle> obstacles, double margin, double weight,
                      PostureScratch& scratch, Eigen::VectorXd& gradient);

}  // namespace ik
