#pragma once

#include <utility>

#include "ik/math/row_matrix.h"

// The damped least-squares step with J and J J^T as dense matrices, and the factorisation
// A = L D L^T, Golub and Van Loan (2013), section 4.1: without square roots, and for 6 to 36 rows
// several times faster than a blocked factorisation. For one body (N = double) or for lanes with
// one body each.
namespace ik {

/// Subtracts from column c of an (m x m) matrix its parts along the columns [j, j + kColumns). Each
/// entry subtracts them in order, so the bits do not depend on kColumns.
template <int kColumns, class N>
IK_INLINE void subtract_columns(const RowMatrix<N>& A, int j, int c) {
  double* const __restrict column = A.column(c);
  const double* part[kColumns];
  N factor[kColumns];
  MaskOf<N> some = every<N>(0.0) != every<N>(0.0);
  for (int k = 0; k < kColumns; ++k) {
    part[k] = A.column(j + k);
    factor[k] = get<N>(column, j + k);
    some |= factor[k] != every<N>(0.0);
  }
  if (!any(some)) return;  // common for effectors without shared joints
  for (int r = c; r < A.side; ++r) {
    N entry = get<N>(column, r);
    for (int k = 0; k < kColumns; ++k) entry -= factor[k] * get<N>(part[k], r);
    put<N>(entry, column, r);
  }
}

/// A = L D L^T in place. \param[in,out] A only the lower triangle is read; replaced by 1/D
/// on the diagonal, the unit triangular L below it and L^T above it
/// \returns the lanes in which A is not positive definite to working precision: undefined there
template <class N>
IK_INLINE MaskOf<N> factor_rows(const RowMatrix<N>& A) {
  constexpr int kAtOnce = 4;
  const int m = A.side;
  MaskOf<N> singular = every<N>(0.0) != every<N>(0.0);
  for (int c = 0; c < m; ++c) {
    double* const column = A.column(c);
    // below the diagonal: still L D
    for (int j = 0; j < c; ++j) put<N>(A.at(c, j) * A.at(j, j), column, j);
    int j = 0;
    for (; j + kAtOnce <= c; j += kAtOnce) subtract_columns<kAtOnce, N>(A, j, c);
    for (; j < c; ++j) subtract_columns<1, N>(A, j, c);
    const N pivot = get<N>(column, c);
    singular |= !(pivot > every<N>(0.0));
    if constexpr (Lanewise<N>::kCount == 1) {
      if (singular) return singular;
    }
    put<N>(every<N>(1.0) / pivot, column, c);
  }
  for (int j = 0; j < m; ++j) {
    double* const column = A.column(j);
    const N inverse = get<N>(column, j);
    for (int r = j + 1; r < m; ++r) put<N>(get<N>(column, r) * inverse, column, r);
  }
  return singular;
}

/// x -= known * column for the entries [from, to).
template <class N>
IK_INLINE void eliminate_known(const N& known, const double* column, int from, int to,
                               double* __restrict x) {
  for (int r = from; r < to; ++r) put<N>(get<N>(x, r) - known * get<N>(column, r), x, r);
}

/// Solves A x = b. \param A (side columns of `height` numbers) the result of factor_rows
/// \param[in,out] x (side) b on entry, the solution on return
template <class N>
IK_INLINE void solve_factored(const double* A, int side, int height, double* x) {
  const auto column = [ A, height ](int c) __attribute__((always_inline)) {
    return A + static_cast<std::ptrdiff_t>(c) * height * Lanewise<N>::kStride;
  };
  for (int j = 0; j < side; ++j) eliminate_known<N>(get<N>(x, j), column(j), j + 1, side, x);
  for (int j = 0; j < side; ++j) put<N>(get<N>(x, j) * get<N>(column(j), j), x, j);
  for (int j = side; j-- > 1;) eliminate_known<N>(get<N>(x, j), column(j), 0, j, x);
}

/// J and e of a step
///
///   minimise |J x - e|^2 + mu |x|^2,   x = J^T (J J^T + mu I)^-1 e = (J^T J + mu I)^-1 J^T e
///
/// by the smaller of the two matrices; Buss (2009), eq. 11 and 10.
template <class N>
struct DenseStep {
  int rows, columns;
  double* J;        ///< columns of whole_pieces(rows) numbers, 0 beyond the rows
  const double* e;  ///< whole_pieces(rows), 0 beyond the rows
  double* x;        ///< (columns)
  double* scratch;  ///< (scratch_rows)

  static constexpr int scratch_rows(int rows, int columns) {
    const int side = rows < columns ? rows : columns;
    return side * whole_pieces<N>(side) + whole_pieces<N>(rows);
  }
  /// The smaller matrix, in scratch.
  IK_INLINE RowMatrix<N> matrix() const {
    const int side = rows < columns ? rows : columns;
    return {scratch, side, whole_pieces<N>(side)};
  }

  IK_INLINE int height() const { return whole_pieces<N>(rows); }
  IK_INLINE double* column(int c) const {
    return J + static_cast<std::ptrdiff_t>(c) * height() * Lanewise<N>::kStride;
  }
};

/// Calls f(0), ..., f(kCount - 1) with constants: the numbers of a small system stay in registers.
template <int... kIndex, class Function>
IK_INLINE void for_each_of(std::integer_sequence<int, kIndex...>, const Function& f) {
  (f(std::integral_constant<int, kIndex>()), ...);
}
template <int kCount, class Function>
IK_INLINE void for_each_of(const Function& f) {
  for_each_of(std::make_integer_sequence<int, kCount>(), f);
}

/// The step for kRows rows, at most as many as columns.
/// \returns the lanes in which J J^T + mu I is not positive definite; x is undefined there
template <int kRows, class N>
IK_INLINE MaskOf<N> damped_by_rows(const DenseStep<N>& s, const N& mu) {
  constexpr int kHeight = whole_pieces<N>(kRows), kStride = Lanewise<N>::kStride;
  constexpr int kPieces = kHeight / kPieceRows<N>;
  // the columns of the matrix, on and below the diagonal; f is the right side
  alignas(64) double A[kRows][kHeight * kStride], f[kHeight * kStride];
  const auto first_of = [](int row) { return row / kPieceRows<N>; };

  Piece<N> sum[kRows][kPieces] = {};
  for (int j = 0; j < s.columns; ++j) {
    const double* const column = s.column(j);
    Piece<N> part[kPieces];
    for_each_of<kPieces>([&](auto i)
                             __attribute__((always_inline)) { part[i] = get_piece<N>(column, i); });
    for_each_of<kRows>([&](auto b) __attribute__((always_inline)) {
      const Piece<N> factor = piece_of<N>(get<N>(column, b));
      for_each_of<kPieces>([&](auto i) __attribute__((always_inline)) {
        if constexpr (i >= b / kPieceRows<N>) sum[b][i] += factor * part[i];
      });
    });
  }
  for_each_of<kRows>([&](auto b) __attribute__((always_inline)) {
    for (int i = first_of(b); i < kPieces; ++i) put_piece<N>(sum[b][i], A[b], i);
    put<N>(get<N>(A[b], b) + mu, A[b], b);
  });
  for (int i = 0; i < kPieces; ++i) put_piece<N>(get_piece<N>(s.e, i), f, i);

  // column c becomes D_c times column c of L, with 1 / D_c on the diagonal
  MaskOf<N> singular = mu != mu;
  for_each_of<kRows>([&](auto c) __attribute__((always_inline)) {
    const N pivot = get<N>(A[c], c);
    singular |= !(pivot > every<N>(0.0));
    const N inverse = every<N>(1.0) / pivot, known = get<N>(f, c) * inverse;
    for_each_of<kRows - 1 - c>([&](auto below) __attribute__((always_inline)) {
      constexpr int r = c + 1 + below;
      const N entry = get<N>(A[c], r);
      const Piece<N> factor = piece_of<N>(entry * inverse);
      for (int i = first_of(r); i < kPieces; ++i) {
        put_piece<N>(get_piece<N>(A[r], i) - factor * get_piece<N>(A[c], i), A[r], i);
      }
      put<N>(get<N>(f, r) - known * entry, f, r);
    });
    put<N>(inverse, A[c], c);
  });
  for_each_of<kRows>([&](auto step) __attribute__((always_inline)) {
    constexpr int c = kRows - 1 - step;
    N left = get<N>(f, c);
    for_each_of<step>([&](auto i) __attribute__((always_inline)) {
      left -= get<N>(A[c], c + 1 + i) * get<N>(f, c + 1 + i);
    });
    put<N>(left * get<N>(A[c], c), f, c);
  });
  for (int j = 0; j < s.columns; ++j) put<N>(dot_rows<N>(s.column(j), f, kHeight), s.x, j);
  return singular;
}

/// A = J J^T + mu I on and below the diagonal.
template <class N>
IK_INLINE void outer_products(const DenseStep<N>& s, const N& mu, const RowMatrix<N>& A) {
  const N zero = every<N>(0.0);
  for (int c = 0; c < A.side; ++c) fill_rows<N>(zero, A.column(c), A.height);
  for (int j = 0; j < s.columns; ++j) {
    const double* const column = s.column(j);
    for (int c = 0; c < A.side; ++c) {
      const N factor = get<N>(column, c);
      if (!any(factor != zero)) continue;  // most joints of a tree do not move this goal
      const int above = c / kPieceRows<N> * kPieceRows<N>;
      const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(above) * Lanewise<N>::kStride;
      add_rows<N>(factor, column + first, A.column(c) + first, A.height - above);
    }
  }
  for (int c = 0; c < A.side; ++c) put<N>(A.at(c, c) + mu, A.column(c), c);
}

/// A = J^T J + mu I on and below the diagonal.
template <class N>
IK_INLINE void inner_products(const DenseStep<N>& s, const N& mu, const RowMatrix<N>& A) {
  for (int c = 0; c < A.side; ++c) {
    for (int r = c; r < A.side; ++r) {
      put<N>(dot_rows<N>(s.column(c), s.column(r), s.height()), A.column(c), r);
    }
    put<N>(A.at(c, c) + mu, A.column(c), c);
  }
}

/// Fills s.matrix() on and below the diagonal.
template <class N>
IK_INLINE void fill_damped(const DenseStep<N>& s, const N& mu) {
  return s.rows <= s.columns ? outer_products(s, mu, s.matrix())
                             : inner_products(s, mu, s.matrix());
}

/// The step for any numbers of rows and columns. \returns as damped_by_rows
template <class N>
IK_INLINE MaskOf<N> damped_by_any(const DenseStep<N>& s, const N& mu) {
  const RowMatrix<N> A = s.matrix();
  fill_damped(s, mu);
  const MaskOf<N> singular = factor_rows<N>(A);
  if (s.rows <= s.columns) {
    double* const f = A.column(A.side);
    scale_rows<N>(every<N>(1.0), s.e, f, s.height());
    solve_factored<N>(A.data, A.side, A.height, f);
    for (int j = 0; j < s.columns; ++j) put<N>(dot_rows<N>(s.column(j), f, s.height()), s.x, j);
  } else {
    for (int j = 0; j < s.columns; ++j) put<N>(dot_rows<N>(s.column(j), s.e, s.height()), s.x, j);
    solve_factored<N>(A.data, A.side, A.height, s.x);
  }
  return singular;
}

template <class N>
IK_INLINE_LARGE MaskOf<N> damped_dense(const DenseStep<N>& s, const N& mu) {
  if (s.rows == 6 && s.columns >= 6) return damped_by_rows<6, N>(s, mu);
  if (s.rows == 3 && s.columns >= 3) return damped_by_rows<3, N>(s, mu);
  if constexpr (Lanewise<N>::kCount == 1) {  // in lanes 78 numbers fill no registers
    if (s.rows == 12 && s.columns >= 12) return damped_by_rows<12, N>(s, mu);
  }
  return damped_by_any<N>(s, mu);
}

}  // namespace ik
