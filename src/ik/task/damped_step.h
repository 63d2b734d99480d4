#pragma once

#include <optional>
#include <vector>

#include "ik/math/dense_step.h"
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

/// Refined solutions of damped equations for one J (m x n),
///
///   (J J^T + square I) y = b
///
/// Each refinement solves for the residual r = b - J J^T y of the solution so far and adds the
/// result, which leaves square / (sigma^2 + square) of a direction: r becomes square times the
/// result, and no product with J is needed. If `square` is below 1e-6 of J's squared singular
/// values, that loses digits. Up to 24 rows the matrix is inverted: a product does not wait for
/// one entry after the other, as substitution does.
class DampedEquations {
 public:
  /// Reserves all memory.
  void reserve(const Multibody& multibody);
  /// \returns false if the matrix is not positive definite to working precision
  bool begin(const MatrixX& J, double square);

  /// b = e (m), y = 0.
  void ask(const VectorX& e);
  /// b = -J x, y = 0. \param x (n)
  void ask_against(const VectorX& x);
  void refine();
  double residual() const;    ///< |r|
  void add_step(VectorX& x);  ///< x (n) += J^T y

 private:
  bool inverts() const { return rows_ <= 24; }
  DenseStep<double> columns() { return {.rows = rows_, .columns = columns_, .J = J_.data()}; }
  RowMatrix<double> matrix() { return {matrix_.data(), rows_, height_}; }

  int rows_ = 0, columns_ = 0, height_ = 0;  // height_: rows, whole sets of lanes
  double square_ = 0.0;
  std::vector<double> J_;          // (height x n) the rows beyond m are 0
  std::vector<double> matrix_;     // (height x m) the inverse times -1, or the factors
  std::vector<double> r_, y_, u_;  // (height)
};

}  // namespace ik
