#pragma once

#include <optional>

#include "iklab/problem.h"

namespace ik {

/// A = square I + J J^T, lower triangle, as the sum of the outer products of J's columns. A column
/// is nonzero only for the goals that the joint moves.
void normal_matrix(const Multibody& multibody, const MatrixX& J, double square, MatrixX& A);

/// w.dtheta = J^T (J J^T + square I)^-1 e, or if J has fewer columns than rows, the same step as
/// (J^T J + square I)^-1 J^T e; Buss (2009), eq. 11 and 10. Uses w.A and w.f.
/// \param J (m x n) zero where a joint does not move an effector
/// \param square lambda^2, in the unit of squared singular values
/// \returns false if the matrix is not positive definite to working precision; w.dtheta is then
///   undefined
bool damped_step(const Multibody& multibody, const MatrixX& J, const VectorX& e, double square,
                 Workspace& w);

/// The same step for w.jacobian(problem) and w.error(problem) by damped_by_tree, which forms
/// neither J nor J J^T. Uses w.tree.
/// \returns false if TreePlan::steps is or if lambda is too small beside J; w.dtheta is then
///   undefined
bool damped_tree_step(const Problem& problem, double lambda, Workspace& w);

/// damped_tree_step for any lambda^2 = square > 0: where lambda is too small beside J, the step
/// loses digits. \pre multiplies_by_tree(problem.multibody)
void rough_tree_step(const Problem& problem, double square, Workspace& w);

/// False if an effector aims, a joint follows another, or there are at most three singular values.
bool supports_truncated_step(const Multibody& multibody);
/// The pseudoinverse's step by TruncatedStep, for the singular values above `cutoff` times the
/// largest. Uses w.tree. \pre supports_truncated_step
/// \returns the number of singular values below; nothing if the step is not certified, w.dtheta is
///   then undefined
std::optional<int> truncated_tree_step(const Problem& problem, double cutoff, Workspace& w);

/// The Jacobian transpose step by transpose_by_tree. Uses w.tree.
/// \returns alpha; nothing if TreePlan::steps is false, w.dtheta is then undefined
std::optional<double> transpose_tree_step(const Problem& problem, double gain, Workspace& w);

/// False if lambda is so small beside J that its square is lost in the rounding of J J^T; use the
/// singular values then. At the bound, 1e-4, the solution of the damped equation has 8 digits.
bool squarable(const MatrixX& J, double lambda);

/// Singular values up to this share of the largest are rounding.
inline constexpr double kUnmoved = 1e-10;

/// dtheta += sigma_i / (sigma_i^2 + square) (u_i^T e) v_i, the i-th singular component of a damped
/// step, 0 if sigma_i = 0; Buss (2009), eq. 14.
void add_damped(const Svd& svd, int i, const VectorX& e, double square, VectorX& dtheta);
/// w.dtheta = the sum of the first `count` components.
void take_damped(const Svd& svd, int count, const VectorX& e, double square, Workspace& w);

}  // namespace ik
