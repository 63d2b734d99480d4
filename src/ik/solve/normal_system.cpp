#include "ik/solve/normal_system.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "ik/simd/lanes.h"

namespace ik {
namespace {

/// J and e of a system, by columns of `stride` numbers.
struct SystemRows {
  const double* J;
  const double* e;
  int rows, columns, stride;
};

IK_INLINE Lanes lanes_at(const double* from) {
  Lanes lanes;
  load(from, lanes);
  return lanes;
}

/// a . b, of `stride` numbers.
IK_INLINE double lane_dot(const double* a, const double* b, int stride) {
  Lanes sum = lanes_at(a) * lanes_at(b);
  for (int i = kLanes; i < stride; i += kLanes) sum += lanes_at(a + i) * lanes_at(b + i);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// to -= factor * from for the numbers [first, stride), in whole lanes.
IK_INLINE void subtract_multiple(double factor, const double* from, int first, int stride,
                                 double* to) {
  for (int i = first / kLanes * kLanes; i < stride; i += kLanes) {
    store(lanes_at(to + i) - factor * lanes_at(from + i), to + i);
  }
}

/// Calls f(0), ..., f(kCount - 1) with constants: the sums of a small system stay in registers.
template <int... kIndex, class Function>
IK_INLINE void each(std::integer_sequence<int, kIndex...>, const Function& f) {
  (f(std::integral_constant<int, kIndex>()), ...);
}
template <int kCount, class Function>
IK_INLINE void each(const Function& f) {
  each(std::make_integer_sequence<int, kCount>(), f);
}

/// A = J J^T + mu I on and below the diagonal. \param A (rows columns of `stride` numbers)
IK_INLINE void outer_products(const SystemRows& s, double mu, double* A) {
  std::fill(A, A + s.rows * s.stride, 0.0);
  for (int j = 0; j < s.columns; ++j) {
    const double* const c = s.J + j * s.stride;
    for (int b = 0; b < s.rows; ++b) {
      if (c[b] != 0.0) subtract_multiple(-c[b], c, b, s.stride, A + b * s.stride);
    }
  }
  for (int b = 0; b < s.rows; ++b) A[b * s.stride + b] += mu;
}

/// outer_products for kRows rows.
template <int kRows>
IK_INLINE void outer_products_of(const SystemRows& s, double mu, double* A) {
  constexpr int kStride = padded(kRows), kSets = kStride / kLanes;
  Lanes sum[kRows][kSets] = {};
  for (int j = 0; j < s.columns; ++j) {
    const double* const c = s.J + j * kStride;
    Lanes part[kSets];
    each<kSets>([&](auto i) __attribute__((always_inline)) { load(c + kLanes * i, part[i]); });
    each<kRows>([&](auto b) __attribute__((always_inline)) {
      const Lanes factor = every<Lanes>(c[b]);
      each<kSets>([&](auto i) __attribute__((always_inline)) {
        if constexpr (i >= b / kLanes) sum[b][i] += factor * part[i];
      });
    });
  }
  each<kRows>([&](auto b) __attribute__((always_inline)) {
    each<kSets>([&](auto i) __attribute__((always_inline)) {
      if constexpr (i >= b / kLanes) store(sum[b][i], A + b * kStride + kLanes * i);
    });
    A[b * kStride + b] += mu;
  });
}

/// Factors A = L D L^T: column c of A becomes D_c times column c of L, with 1 / D_c on the
/// diagonal. \param A (size columns of `stride` numbers) on and below the diagonal \returns the
/// determinant of A; 0 if A is not positive definite
IK_INLINE double factor_symmetric(double* A, int size, int stride) {
  double determinant = 1.0;
  for (int c = 0; c < size; ++c) {
    double* const column = A + c * stride;
    const double pivot = column[c];
    if (!(pivot > 0.0)) return 0.0;
    determinant *= pivot;
    const double inverse = 1.0 / pivot;
    for (int r = c + 1; r < size; ++r) {
      const double factor = column[r] * inverse;
      if (factor != 0.0) subtract_multiple(factor, column, r, stride, A + r * stride);
    }
    column[c] = inverse;
  }
  return determinant;
}

/// Solves A f = b. \param A the result of factor_symmetric \param f b on entry
IK_INLINE void solve_symmetric(const double* A, int size, int stride, double* f) {
  for (int c = 0; c < size; ++c) {
    const double* const column = A + c * stride;
    const double known = f[c] * column[c];
    for (int r = c + 1; r < size; ++r) f[r] -= known * column[r];
  }
  for (int c = size; c-- > 0;) {
    const double* const column = A + c * stride;
    double left = f[c];
    for (int r = c + 1; r < size; ++r) left -= column[r] * f[r];
    f[c] = left * column[c];
  }
}

/// factor_symmetric and solve_symmetric for kSize rows. \returns false if A is not positive
/// definite
template <int kSize>
IK_INLINE bool solve_symmetric_of(double* A, double* f) {
  constexpr int kStride = padded(kSize);
  bool definite = true;
  each<kSize>([&](auto c) __attribute__((always_inline)) {
    double* const column = A + c * kStride;
    const double pivot = column[c];
    definite = definite && pivot > 0.0;
    const double inverse = 1.0 / pivot;
    const double known = f[c] * inverse;
    each<kSize>([&](auto r) __attribute__((always_inline)) {
      if constexpr (r > c) {
        const double factor = column[r] * inverse;
        subtract_multiple(factor, column, r, kStride, A + r * kStride);
        f[r] -= known * column[r];
      }
    });
    column[c] = inverse;
  });
  each<kSize>([&](auto step) __attribute__((always_inline)) {
    constexpr int c = kSize - 1 - step;
    const double* const column = A + c * kStride;
    double left = f[c];
    each<kSize>([&](auto r) __attribute__((always_inline)) {
      if constexpr (r > c) left -= column[r] * f[r];
    });
    f[c] = left * column[c];
  });
  return definite;
}

/// x (columns) := J^T f.
IK_INLINE void apply_transpose(const SystemRows& s, const double* f, int stride, double* x) {
  for (int j = 0; j < s.columns; ++j) x[j] = lane_dot(s.J + j * stride, f, stride);
}

/// A = J^T J + mu I: on and below the diagonal.
IK_INLINE void inner_products(const SystemRows& s, double mu, double* A, int stride) {
  std::fill(A, A + s.columns * stride, 0.0);
  for (int c = 0; c < s.columns; ++c) {
    for (int r = c; r < s.columns; ++r) {
      A[c * stride + r] = lane_dot(s.J + c * s.stride, s.J + r * s.stride, s.stride);
    }
    A[c * stride + c] += mu;
  }
}

/// x := J^T (J J^T + mu I)^-1 e for kRows rows.
template <int kRows>
IK_INLINE bool step_of(const SystemRows& s, double mu, double* A, double* f, double* x) {
  outer_products_of<kRows>(s, mu, A);
  std::copy(s.e, s.e + padded(kRows), f);
  const bool definite = solve_symmetric_of<kRows>(A, f);
  apply_transpose(s, f, padded(kRows), x);
  return definite;
}
IK_MULTIVERSION bool step_of_six(const SystemRows& s, double mu, double* A, double* f, double* x) {
  return step_of<6>(s, mu, A, f, x);
}
IK_MULTIVERSION bool step_of_three(const SystemRows& s, double mu, double* A, double* f,
                                   double* x) {
  return step_of<3>(s, mu, A, f, x);
}

IK_MULTIVERSION bool step_of_any(const SystemRows& s, double mu, double* A, double* f, double* x) {
  if (s.rows <= s.columns) {
    outer_products(s, mu, A);
    if (factor_symmetric(A, s.rows, s.stride) == 0.0) return false;
    std::copy(s.e, s.e + s.stride, f);
    solve_symmetric(A, s.rows, s.stride, f);
    apply_transpose(s, f, s.stride, x);
    return true;
  }
  const int stride = padded(s.columns);
  inner_products(s, mu, A, stride);
  if (factor_symmetric(A, s.columns, stride) == 0.0) return false;
  apply_transpose(s, s.e, s.stride, x);
  solve_symmetric(A, s.columns, stride, x);
  return true;
}

IK_MULTIVERSION double determinant_of(const SystemRows& s, double* A) {
  if (s.rows <= s.columns) {
    outer_products(s, 0.0, A);
    return factor_symmetric(A, s.rows, s.stride);
  }
  inner_products(s, 0.0, A, padded(s.columns));
  return factor_symmetric(A, s.columns, padded(s.columns));
}

}  // namespace

void NormalSystem::resize(int rows, int columns) {
  rows_ = rows;
  columns_ = columns;
  stride_ = std::max(kLanes, padded(rows));
  const auto size = static_cast<std::size_t>(stride_);
  const auto count = static_cast<std::size_t>(columns);
  const auto side = static_cast<std::size_t>(padded(std::min(rows, columns)));
  J_.assign(size * count, 0.0);
  e_.assign(size, 0.0);
  x_.assign(count, 0.0);
  A_.assign(std::max(size * static_cast<std::size_t>(rows), side * side), 0.0);
  f_.assign(size, 0.0);
}

void NormalSystem::clear() { std::fill(J_.begin(), J_.end(), 0.0); }

bool NormalSystem::solve(double mu) {
  const SystemRows rows{J_.data(), e_.data(), rows_, columns_, stride_};
  if (rows_ == 6 && columns_ >= 6) {
    return step_of_six(rows, mu, A_.data(), f_.data(), x_.data());
  }
  if (rows_ == 3 && columns_ >= 3) {
    return step_of_three(rows, mu, A_.data(), f_.data(), x_.data());
  }
  return step_of_any(rows, mu, A_.data(), f_.data(), x_.data());
}

double NormalSystem::descent(int c) const { return lane_dot(column(c), e_.data(), stride_); }

int NormalSystem::rank() {
  constexpr double kRank = 1e-6;
  double first = 0.0;
  for (int rank = 0; rank < rows_; ++rank) {
    int pivot = -1;
    double most = 0.0;
    for (int c = 0; c < columns_; ++c) {
      const double square = lane_dot(column(c), column(c), stride_);
      if (!(square > most)) continue;
      most = square;
      pivot = c;
    }
    if (rank == 0) first = most;
    if (pivot < 0 || !(most > kRank * kRank * first)) return rank;
    // remove the pivot's direction from all columns, last from itself
    for (int c = 0; c < columns_; ++c) {
      if (c == pivot) continue;
      subtract_multiple(lane_dot(column(c), column(pivot), stride_) / most, column(pivot), 0,
                        stride_, column(c));
    }
    std::fill(column(pivot), column(pivot) + stride_, 0.0);
  }
  return rows_;
}

double NormalSystem::squared_manipulability() {
  return determinant_of({J_.data(), e_.data(), rows_, columns_, stride_}, A_.data());
}

}  // namespace ik
