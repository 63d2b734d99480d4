#pragma once

#include <optional>

#include "iklab/problem.h"

namespace ik {

/// w.dtheta = J^T (J J^T + square I)^-1 e, or, where J has fewer columns than rows, the same step
/// as (J^T J + square I)^-1 J^T e; Buss (2009), eq. 11 and 10. Uses w.A and w.f.
/// \param J (m x n) zero where the multibody's joint does not move the effector
/// \param square damping, the square of what singular values are measured in
/// \returns false if that matrix is not positive definite to working precision; w.dtheta is then
///   not the step
bool damped_step(const Multibody& multibody, const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                 double square, Workspace& w);

/// The same step for w.jacobian(problem) and w.error(problem), by the tree (damped_by_tree):
/// neither J nor J J^T is formed. Uses w.f and w.g.
/// \returns false where something aims or lambda is too small beside J; w.dtheta is then not the
///   step
bool damped_tree_step(const Problem& problem, double lambda, Workspace& w);

/// Jacobian transpose likewise (transpose_by_tree).
/// \returns alpha, or nothing where something aims: w.dtheta is then not the step
std::optional<double> transpose_tree_step(const Problem& problem, double gain, Workspace& w);

/// False where lambda is so small beside J that its square is lost in the rounding of J J^T: at
/// 1e-4 the solution of the damped equation still has 8 digits, below the singular values must do.
bool squarable(const Eigen::MatrixXd& J, double lambda);

/// Singular values up to this share of the largest are rounding: that direction cannot be moved.
inline constexpr double kUnmoved = 1e-10;

/// dtheta += sigma_i / (sigma_i^2 + square) (u_i^T e) v_i, the part of a damped step in the i-th
/// singular direction; Buss (2009), eq. 14. Nothing where sigma_i is 0.
void add_damped(const Svd& svd, int i, const Eigen::VectorXd& e, double square,
                Eigen::VectorXd& dtheta);

}  // namespace ik
