#include "ik/task/damped_equations.h"

#include <algorithm>
#include <cmath>

#include "ik/math/row_matrix.h"
#include "ik/math/symmetric.h"
#include "ik/task/damped_step.h"

namespace ik {
namespace {

/// J by columns of `height` numbers.
struct PaddedColumns {
  const double* begin;
  int rows, columns, height;
  IK_INLINE const double* column(int j) const {
    return begin + static_cast<std::ptrdiff_t>(j) * height;
  }
};

/// The columns c, c + 1 and c + 2 of J J^T, kSets sets of lanes from row `from` on.
template <int kSets>
IK_INLINE void normal_columns(const PaddedColumns& J, int c, int from, double* to) {
  Lanes sum[3][kSets] = {};
  for (int j = 0; j < J.columns; ++j) {
    const double* const column = J.column(j);
    const double* const factor = column + c;
    // most joints of a tree with several goals do not move this one
    if (factor[0] == 0.0 && factor[1] == 0.0 && factor[2] == 0.0) continue;
#pragma GCC unroll 3
    for (int s = 0; s < kSets; ++s) {
      Lanes entry;
      load(column + from + kLanes * s, entry);
#pragma GCC unroll 3
      for (int i = 0; i < 3; ++i) sum[i][s] += factor[i] * entry;
    }
  }
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
#pragma GCC unroll 3
    for (int s = 0; s < kSets; ++s) store(sum[i][s], to + i * J.height + from + kLanes * s);
  }
}

/// matrix = -(J J^T + square I)^-1. By value: the compiler keeps copies in registers.
/// \param spare (height) \returns false as DampedEquations::begin
IK_MULTIVERSION bool invert_damped(PaddedColumns J, double square, double* matrix, double* spare) {
  const RowMatrix<double> A{matrix, J.rows, J.height};
  for (int c = 0; c < J.rows; c += 3) {
    int from = 0;
    for (; from + 3 * kLanes <= J.height; from += 3 * kLanes) {
      normal_columns<3>(J, c, from, A.column(c));
    }
    for (; from < J.height; from += kLanes) normal_columns<1>(J, c, from, A.column(c));
    for (int i = c; i < c + 3; ++i) A.column(i)[i] += square;
  }
  return !A.invert(spare);
}

/// u = matrix r, y -= u, r = -square u.
IK_MULTIVERSION void refine_by(RowMatrix<double> matrix, double square, double* r, double* y,
                               double* u) {
  matrix.times(r, u);
  add_rows<double>(-1.0, u, y, matrix.height);
  scale_rows<double>(-square, u, r, matrix.height);
}

IK_MULTIVERSION double padded_length(const double* r, int height) {
  return std::sqrt(dot_rows<double>(r, r, height));
}

/// r = -J x.
IK_MULTIVERSION void subtract_motion(const PaddedColumns& J, const double* x, double* r) {
  fill_rows<double>(0.0, r, J.height);
  for (int j = 0; j < J.columns; ++j) add_rows<double>(-x[j], J.column(j), r, J.height);
}

/// x += J^T y.
IK_MULTIVERSION void add_slopes(const PaddedColumns& J, const double* y, double* x) {
  for (int j = 0; j < J.columns; ++j) x[j] += dot_rows<double>(J.column(j), y, J.height);
}

}  // namespace

void DampedEquations::reserve(const Multibody& multibody) {
  rows_ = multibody.row_count();
  columns_ = multibody.joint_count();
  height_ = padded(rows_);
  const auto height = static_cast<std::size_t>(height_);
  J_.assign(height * static_cast<std::size_t>(columns_), 0.0);
  for (std::vector<double>* x : {&r_, &y_, &u_}) x->assign(height, 0.0);
  if (inverts()) {
    inverse_.assign(height * static_cast<std::size_t>(rows_), 0.0);
  } else {
    factors_.resize(rows_, rows_);
    known_.setZero(rows_);
  }
}

bool DampedEquations::begin(const Multibody& multibody, const MatrixX& J, double square) {
  square_ = square;
  for (int j = 0; j < columns_; ++j) {
    std::copy_n(J.data() + J.rows() * j, rows_,
                J_.data() + static_cast<std::ptrdiff_t>(j) * height_);
  }
  if (inverts()) {
    return invert_damped({J_.data(), rows_, columns_, height_}, square, inverse_.data(), u_.data());
  }
  normal_matrix(multibody, J, square, factors_);
  return factor_ldlt(factors_);
}

void DampedEquations::ask(const VectorX& e) {
  std::copy_n(e.data(), rows_, r_.data());
  std::fill(y_.begin(), y_.end(), 0.0);
}

void DampedEquations::ask_against(const VectorX& x) {
  subtract_motion({J_.data(), rows_, columns_, height_}, x.data(), r_.data());
  std::fill(y_.begin(), y_.end(), 0.0);
}

void DampedEquations::refine() {
  if (inverts()) {
    return refine_by({inverse_.data(), rows_, height_}, square_, r_.data(), y_.data(), u_.data());
  }
  std::copy_n(r_.data(), rows_, known_.data());
  solve_ldlt(factors_, known_);
  for (int i = 0; i < rows_; ++i) {
    y_[static_cast<std::size_t>(i)] += known_[i];
    r_[static_cast<std::size_t>(i)] = square_ * known_[i];
  }
}

double DampedEquations::residual() const { return padded_length(r_.data(), height_); }

void DampedEquations::add_step(VectorX& x) const {
  add_slopes({J_.data(), rows_, columns_, height_}, y_.data(), x.data());
}

}  // namespace ik
