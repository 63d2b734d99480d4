#pragma once

#include <span>

#include "ik/kinematics.h"
#include "ik/obstacle.h"

namespace ik {

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
