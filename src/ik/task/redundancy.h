#pragma once

#include <span>

#include "ik/body/obstacle.h"
#include "ik/math/three_columns.h"
#include "iklab/problem.h"

namespace ik {

/// Rank threshold: singular values above this share of the largest are directions of the task. Ten
/// times the rounding of J: all other directions move the effectors by rounding only.
inline constexpr double kExactRank = 1e-12;

/// Maximum change of the posture in an update, rad or m: a nullspace motion keeps the effectors
/// still only to first order.
inline constexpr double kMaxPostureStep = 0.1;

/// x := (I - Q Q^T) x with the columns [from, to) of Q (n x any), which are orthonormal.
void project_out(const MatrixX& Q, int from, int to, VectorX& x);
/// The same with the first `count` columns. For Q = V of J's SVD and count = rank: projects x (n)
/// onto the nullspace of J.
inline void project_out(const MatrixX& Q, int count, VectorX& x) { project_out(Q, 0, count, x); }
/// The same for the three columns of X (n x 3).
void project_out(const MatrixX& Q, int count, ThreeColumns& X);

/// Derivative of J with respect to the joints, times y (m): C (n x n), C(b, a) = y . dJ_b/dtheta_a.
///
/// Joint a rotates its subtree (see task_hessian) by w_a = v_a if it is revolute or screw, else by
/// 0. For a position or a direction:
///
///   dJ_b/dtheta_a = w_a x J_b for a above b or a = b,   w_b x J_a for a below b,
///
/// and C is symmetric. An orientation's column is the axis v_b, which joints below b do not move:
/// the second case is 0, and C is not symmetric.
/// \param J (m x n) task_jacobian at the effector, times diag(mobility); C has the mobility on both
///   sides
/// \param scratch used for a body with followers: C is then computed for the tree and folded
void task_curvature(const Problem& problem, const MatrixX& J, const VectorX& y, MatrixX& scratch,
                    MatrixX& C);

/// Applies fold_columns to a gradient with respect to theta (n) and scales it by the joints'
/// mobility; 0 for joints that move no effector.
void scale_posture_gradient(const Problem& problem, VectorX& gradient);

/// Scales x (n) so that no entry exceeds kMaxPostureStep; sets all of x to 0 if it is not finite.
void limit_posture_step(VectorX& x);

/// Scratch of posture costs.
struct PostureScratch {
  /// Reserves memory for manipulability, so that a later step by other equations allocates nothing.
  void reserve(const Multibody& multibody);

  MatrixX J, F, A, M;  // F: (3k x n) J of positions with followers folded in, or M^T; M: (n x 3k)
  VectorX gradient;    // (n) gradient of a single clearance
  VectorX sigma, row;  // (r) factors of singular values; a row of V times them
};

// Posture costs: secondary objectives that a redundant body can lower while its effectors reach
// their targets. Each function returns the cost and adds `weight` times its gradient to `gradient`
// (n), solver's order. Problem::mobility is ignored.

/// Distance from the rest posture, 1/2 sum (theta_j - rest_j)^2.
double rest_cost(const Multibody& multibody, const VectorX& theta, double weight,
                 VectorX& gradient);

/// Distance from the middle of the joint ranges, Liegeois (1977):
///
///   1/2 h^2 sum ((theta_j - middle_j) / half_j)^2
///
/// summed over the joints with two limits, middle_j +- half_j. The constant h = min(1, min half_j)
/// bounds the curvature of the cost by 1, so gradient descent with a fixed rate of at most 1
/// converges for every body. Liegeois divides by the number of joints instead.
double limit_cost(const Multibody& multibody, const VectorX& theta, double weight,
                  VectorX& gradient);

/// Manipulability: -log w with w of Yoshikawa (1985), with a floor mu under the singular values,
///
///   -1/2 log det(J J^T + mu^2 I),   J (3k x n) of the effectors' positions,   mu = 0.1 m / rad
///
/// The logarithm makes the gradient independent of units and of the number of rows of J. The floor
/// keeps the cost smooth where w = 0; directions that no joint moves do not count. The gradient is
///   -sum_b M_b . dJ_b/dtheta_a,   M = (J J^T + mu^2 I)^-1 J,   dJ_b/dtheta_a of task_curvature
/// \returns infinity, with the gradient unchanged, if J J^T overflows
double manipulability_cost(const Multibody& multibody, const Pose& pose, double weight,
                           PostureScratch& scratch, VectorX& gradient);

/// The gradient of manipulability_cost from the singular values, M^T = U diag(sigma / (sigma^2 +
/// mu^2)) V^T: no matrix is squared.
/// \pre the body has no followers; the problem's J (3k x n) is tree_jacobian of the positions, not
/// scaled
/// \param w  of a step that has begun: has J and its singular values, or finds them
void manipulability_gradient(const Problem& problem, Workspace& w, double weight,
                             PostureScratch& scratch, VectorX& gradient);

/// Obstacles with the margin that links keep around them, m.
struct Surroundings {
  std::span<const Obstacle> obstacles;
  double margin;
};

/// Intrusion into the margin around obstacles, after Maciejewski and Klein (1985), m^2:
/// 1/2 sum (margin - distance)^2 over the pairs (link, obstacle) with distance < margin.
double clearance_cost(const Multibody& multibody, const Pose& pose,
                      const Surroundings& surroundings, double weight, PostureScratch& scratch,
                      VectorX& gradient);

}  // namespace ik
