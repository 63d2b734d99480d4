#include "ik/solve/normal_system.h"

#include <algorithm>

namespace ik {
namespace {

IK_MULTIVERSION bool damped(const DenseStep<double>& step, double mu) {
  return !damped_dense<double>(step, mu);
}

IK_MULTIVERSION double determinant(const DenseStep<double>& step) {
  const RowMatrix<double> A = step.matrix();
  fill_damped<double>(step, 0.0);
  if (factor_rows<double>(A)) return 0.0;
  double product = 1.0;
  for (int i = 0; i < A.side; ++i) product /= A.at(i, i);
  return product;
}

}  // namespace

void NormalSystem::resize(int rows, int columns) {
  rows_ = rows;
  columns_ = columns;
  stride_ = whole_pieces<double>(rows);
  const auto size = static_cast<std::size_t>(stride_);
  const auto count = static_cast<std::size_t>(columns);
  J_.assign(size * count, 0.0);
  e_.assign(size, 0.0);
  x_.assign(count, 0.0);
  scratch_.assign(static_cast<std::size_t>(DenseStep<double>::scratch_rows(rows, columns)), 0.0);
}

void NormalSystem::clear() { std::fill(J_.begin(), J_.end(), 0.0); }

DenseStep<double> NormalSystem::step() {
  return {.rows = rows_,
          .columns = columns_,
          .J = J_.data(),
          .e = e_.data(),
          .x = x_.data(),
          .scratch = scratch_.data()};
}

bool NormalSystem::solve(double mu) { return damped(step(), mu); }

double NormalSystem::descent(int c) const {
  return dot_rows<double>(column(c), e_.data(), stride_);
}

int NormalSystem::rank() {
  constexpr double kRank = 1e-6;
  double first = 0.0;
  for (int rank = 0; rank < rows_; ++rank) {
    int pivot = -1;
    double most = 0.0;
    for (int c = 0; c < columns_; ++c) {
      const double square = dot_rows<double>(column(c), column(c), stride_);
      if (!(square > most)) continue;
      most = square;
      pivot = c;
    }
    if (rank == 0) first = most;
    if (pivot < 0 || !(most > kRank * kRank * first)) return rank;
    // remove the pivot's direction from all columns, last from itself
    for (int c = 0; c < columns_; ++c) {
      if (c == pivot) continue;
      const double part = dot_rows<double>(column(c), column(pivot), stride_) / most;
      add_rows<double>(-part, column(pivot), column(c), stride_);
    }
    std::fill(column(pivot), column(pivot) + stride_, 0.0);
  }
  return rows_;
}

double NormalSystem::squared_manipulability() { return determinant(step()); }

}  // namespace ik
