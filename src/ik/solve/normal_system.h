#pragma once

#include <vector>

#include "ik/math/dense_step.h"

namespace ik {

/// A DenseStep of one body with its memory: J, e and the step x. Same bits on every machine.
class NormalSystem {
 public:
  /// Sets the size and allocates: later sizes up to this one allocate nothing.
  void resize(int rows, int columns);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// Numbers of a column: whole SIMD lanes, 0 beyond the rows.
  int stride() const { return stride_; }

  double* column(int c) { return J_.data() + c * stride_; }
  const double* column(int c) const { return J_.data() + c * stride_; }
  double* e() { return e_.data(); }
  const double* e() const { return e_.data(); }
  const double* x() const { return x_.data(); }

  /// J = 0.
  void clear();
  /// x := the step. \returns false if the matrix is not positive definite to working precision
  bool solve(double mu);
  /// J^T e of one column.
  double descent(int c) const;
  /// The determinant of J J^T, or of J^T J if J has fewer columns than rows: the square of
  /// Yoshikawa's manipulability (1985). 0 if J is singular to working precision.
  double squared_manipulability();
  /// The rank of J, by Gram-Schmidt with pivoting: columns below 1e-6 of the largest count as 0.
  /// Overwrites J.
  int rank();

 private:
  DenseStep<double> step();

  int rows_ = 0, columns_ = 0, stride_ = 0;
  std::vector<double> J_, e_, x_, scratch_;
};

}  // namespace ik
