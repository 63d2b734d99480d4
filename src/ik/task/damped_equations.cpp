#include "ik/task/damped_equations.h"

#include <algorithm>
#include <cmath>

namespace ik {
namespace {

/// matrix = -(J J^T + square I)^-1 if `inverts`, else the factors of the damped matrix.
/// \param spare (height) \returns as DampedEquations::begin
IK_MULTIVERSION bool prepare(const DenseStep<double>& step, double square, bool inverts,
                             const RowMatrix<double>& matrix, double* spare) {
  outer_products<double>(step, square, matrix);
  if (!inverts) return !factor_rows<double>(matrix);
  for (int c = 1; c < matrix.side; ++c) {
    for (int r = 0; r < c; ++r) matrix.column(c)[r] = matrix.at(c, r);
  }
  return !matrix.invert(spare);
}

/// u = -(the solution for r), y -= u, r = -square u. \param matrix the result of prepare()
IK_MULTIVERSION void refine_by(const RowMatrix<double>& matrix, bool inverted, double square,
                               double* r, double* y, double* u) {
  if (inverted) {
    matrix.times(r, u);
  } else {
    scale_rows<double>(-1.0, r, u, matrix.height);
    solve_factored<double>(matrix.data, matrix.side, matrix.height, u);
  }
  add_rows<double>(-1.0, u, y, matrix.height);
  scale_rows<double>(-square, u, r, matrix.height);
}

IK_MULTIVERSION double padded_length(const double* r, int height) {
  return std::sqrt(dot_rows<double>(r, r, height));
}

/// r = -J x.
IK_MULTIVERSION void subtract_motion(const DenseStep<double>& step, const double* x, double* r) {
  fill_rows<double>(0.0, r, step.height());
  for (int j = 0; j < step.columns; ++j) {
    add_rows<double>(-x[j], step.column(j), r, step.height());
  }
}

/// x += J^T y.
IK_MULTIVERSION void add_slopes(const DenseStep<double>& step, const double* y, double* x) {
  for (int j = 0; j < step.columns; ++j) {
    x[j] += dot_rows<double>(step.column(j), y, step.height());
  }
}

}  // namespace

void DampedEquations::reserve(const Multibody& multibody) {
  rows_ = multibody.row_count();
  columns_ = multibody.joint_count();
  height_ = padded(rows_);
  const auto height = static_cast<std::size_t>(height_);
  J_.assign(height * static_cast<std::size_t>(columns_), 0.0);
  matrix_.assign(height * static_cast<std::size_t>(rows_), 0.0);
  for (std::vector<double>* x : {&r_, &y_, &u_}) x->assign(height, 0.0);
}

bool DampedEquations::begin(const MatrixX& J, double square) {
  square_ = square;
  for (int j = 0; j < columns_; ++j) {
    std::copy_n(J.data() + J.rows() * j, rows_,
                J_.data() + static_cast<std::ptrdiff_t>(j) * height_);
  }
  return prepare(columns(), square, inverts(), matrix(), u_.data());
}

void DampedEquations::ask(const VectorX& e) {
  std::copy_n(e.data(), rows_, r_.data());
  std::fill(y_.begin(), y_.end(), 0.0);
}

void DampedEquations::ask_against(const VectorX& x) {
  subtract_motion(columns(), x.data(), r_.data());
  std::fill(y_.begin(), y_.end(), 0.0);
}

void DampedEquations::refine() {
  refine_by(matrix(), inverts(), square_, r_.data(), y_.data(), u_.data());
}

double DampedEquations::residual() const { return padded_length(r_.data(), height_); }

void DampedEquations::add_step(VectorX& x) { add_slopes(columns(), y_.data(), x.data()); }

}  // namespace ik
