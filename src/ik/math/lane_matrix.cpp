#include "ik/math/lane_matrix.h"

#include "ik/simd/lanes.h"

namespace ik {
namespace {

/// Rows `from` and up of to = A factors, kSets whole sets of lanes at a time; advances `from`.
template <int kSets>
IK_INLINE void add_sets(const Columnwise<const double>& A, std::ptrdiff_t length,
                        std::ptrdiff_t inner, const double* factors, double* to,
                        std::ptrdiff_t& from) {
  for (; from + kSets * kLanes <= length; from += kSets * kLanes) {
    Lanes sum[kSets] = {};
    for (std::ptrdiff_t r = 0; r < inner; ++r) {
      const double* const column = A.column(r) + from;
      const Lanes factor = factors[r] - Lanes{};
#pragma GCC unroll 4
      for (int s = 0; s < kSets; ++s) {
        Lanes x;
        load(column + kLanes * s, x);
        sum[s] += factor * x;
      }
    }
#pragma GCC unroll 4
    for (int s = 0; s < kSets; ++s) store(sum[s], to + from + kLanes * s);
  }
}

/// to = A factors for all whole sets of lanes. \returns the first remaining row
IK_INLINE std::ptrdiff_t combine(const Columnwise<const double>& A, std::ptrdiff_t length,
                                 std::ptrdiff_t inner, const double* factors, double* to) {
  std::ptrdiff_t from = 0;
  add_sets<4>(A, length, inner, factors, to, from);
  add_sets<2>(A, length, inner, factors, to, from);
  add_sets<1>(A, length, inner, factors, to, from);
  return from;
}

}  // namespace

IK_MULTIVERSION void lane_product(Columnwise<const double> A, std::ptrdiff_t length,
                                  std::ptrdiff_t inner, Columnwise<const double> B,
                                  std::ptrdiff_t columns, Columnwise<double> to) {
  for (std::ptrdiff_t i = 0; i < columns; ++i) {
    combine(A, length, inner, B.column(i), to.column(i));
  }
}

IK_MULTIVERSION void lane_times(Columnwise<const double> A, std::ptrdiff_t rows,
                                std::ptrdiff_t columns, const double* x, double* to) {
  for (std::ptrdiff_t row = combine(A, rows, columns, x, to); row < rows; ++row) {
    double sum = 0.0;
    for (std::ptrdiff_t i = 0; i < columns; ++i) sum += x[i] * A.column(i)[row];
    to[row] = sum;
  }
}

IK_MULTIVERSION void lane_transpose(Columnwise<const double> A, std::ptrdiff_t rows,
                                    std::ptrdiff_t cols, double scale, Columnwise<double> to) {
  const std::ptrdiff_t whole = cols - cols % kLanes;
  std::ptrdiff_t row = 0;
  for (; row + kLanes <= rows; row += kLanes) {
    for (std::ptrdiff_t col = 0; col < whole; col += kLanes) {
      Lanes a, b, c, d;
      load(A.column(col) + row, a);
      load(A.column(col + 1) + row, b);
      load(A.column(col + 2) + row, c);
      load(A.column(col + 3) + row, d);
      const Lanes ab = __builtin_shufflevector(a, b, 0, 4, 2, 6) * scale;
      const Lanes ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7) * scale;
      const Lanes cd = __builtin_shufflevector(c, d, 0, 4, 2, 6) * scale;
      const Lanes cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7) * scale;
      store(__builtin_shufflevector(ab, cd, 0, 1, 4, 5), to.column(row) + col);
      store(__builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5), to.column(row + 1) + col);
      store(__builtin_shufflevector(ab, cd, 2, 3, 6, 7), to.column(row + 2) + col);
      store(__builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7), to.column(row + 3) + col);
    }
    for (std::ptrdiff_t col = whole; col < cols; ++col) {
      for (int i = 0; i < kLanes; ++i) to.column(row + i)[col] = scale * A.column(col)[row + i];
    }
  }
  for (; row < rows; ++row) {
    for (std::ptrdiff_t col = 0; col < cols; ++col) {
      to.column(row)[col] = scale * A.column(col)[row];
    }
  }
}

IK_MULTIVERSION void lane_reorder(Columnwise<const double> A, std::ptrdiff_t rows, const int* order,
                                  const double* factors, std::ptrdiff_t columns,
                                  Columnwise<double> to) {
  for (std::ptrdiff_t i = 0; i < columns; ++i) {
    const double* const from = A.column(order[i]);
    double* const here = to.column(i);
    const Lanes factor = factors[i] - Lanes{};
    std::ptrdiff_t row = 0;
    for (; row + kLanes <= rows; row += kLanes) {
      Lanes x;
      load(from + row, x);
      store(factor * x, here + row);
    }
    for (; row < rows; ++row) here[row] = factors[i] * from[row];
  }
}

}  // namespace ik
