#pragma once

#include <vector>

#include "ik/math/dense_step.h"
#include "iklab/body.h"

namespace ik {

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
