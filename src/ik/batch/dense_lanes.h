#pragma once

#include <utility>

#include "ik/batch/aim_lanes.h"
#include "ik/batch/kernel.h"
#include "ik/tree/step.h"

// Damped least squares with J and J J^T as dense matrices in lanes N, one body per lane: for bodies
// with aims, which the steps along the tree do not know.
namespace ik {

/// Number of scratch rows of a DenseStep's J and of its solution.
constexpr int dense_scratch(int rows, int columns) {
  const int side = rows < columns ? rows : columns;
  return rows * columns + side * side + rows;
}

/// A damped least-squares step x, see NormalSystem.
template <class N>
struct DenseStep {
  int rows, columns;
  double* J;        ///< (rows x columns), column-major
  const double* e;  ///< (rows)
  double* x;        ///< (columns)
  double* scratch;  ///< (dense_scratch - rows columns)

  IK_INLINE double* column(int c) const {
    return J + static_cast<std::ptrdiff_t>(c) * rows * Lanewise<N>::kStride;
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

/// x := J^T (J J^T + mu I)^-1 e for kRows rows, by an L D L^T factorisation in registers.
/// \returns the lanes in which the matrix is not positive definite; x is undefined there
template <int kRows, class N>
IK_INLINE MaskOf<N> damped_by_rows(const DenseStep<N>& s, const N& mu) {
  N A[kRows][kRows], f[kRows];
  for_each_of<kRows>([&](auto r) __attribute__((always_inline)) {
    f[r] = get<N>(s.e, r);
    for_each_of<r + 1>([&](auto c) __attribute__((always_inline)) {
      A[r][c] = r == c ? mu : every<N>(0.0);
    });
  });
  for (int j = 0; j < s.columns; ++j) {
    const double* const column = s.column(j);
    N a[kRows];
    for_each_of<kRows>([&](auto r) __attribute__((always_inline)) { a[r] = get<N>(column, r); });
    for_each_of<kRows>([&](auto r) __attribute__((always_inline)) {
      for_each_of<r + 1>([&](auto c) __attribute__((always_inline)) { A[r][c] += a[r] * a[c]; });
    });
  }
  MaskOf<N> singular = mu < mu;
  for_each_of<kRows>([&](auto c) __attribute__((always_inline)) {
    singular |= !(A[c][c] > every<N>(0.0));
    A[c][c] = every<N>(1.0) / A[c][c];
    const N known = f[c] * A[c][c];
    for_each_of<kRows - 1 - c>([&](auto i) __attribute__((always_inline)) {
      constexpr int r = c + 1 + i;
      const N factor = A[r][c] * A[c][c];
      for_each_of<i + 1>([&](auto k) __attribute__((always_inline)) {
        A[r][c + 1 + k] -= factor * A[c + 1 + k][c];
      });
      f[r] -= A[r][c] * known;
    });
  });
  for_each_of<kRows>([&](auto step) __attribute__((always_inline)) {
    constexpr int c = kRows - 1 - step;
    for_each_of<step>([&](auto i) __attribute__((always_inline)) {
      f[c] -= A[c + 1 + i][c] * f[c + 1 + i];
    });
    f[c] *= A[c][c];
  });
  for (int j = 0; j < s.columns; ++j) {
    const double* const column = s.column(j);
    N x = get<N>(column, 0) * f[0];
    for_each_of<kRows - 1>([&](auto i) __attribute__((always_inline)) {
      x += get<N>(column, i + 1) * f[i + 1];
    });
    put<N>(x, s.x, j);
  }
  return singular;
}

/// The same for any numbers of rows and columns, by the smaller of both matrices.
template <class N>
IK_INLINE MaskOf<N> damped_by_any(const DenseStep<N>& s, const N& mu) {
  const bool wide = s.rows <= s.columns;
  const int side = wide ? s.rows : s.columns, length = wide ? s.columns : s.rows;
  double* const A = s.scratch;  // (side x side), on and below the diagonal
  double* const f =
      wide ? A + static_cast<std::ptrdiff_t>(side) * side * Lanewise<N>::kStride : s.x;
  const auto a = [&s, wide ](int i, int k) __attribute__((always_inline)) {
    return wide ? get<N>(s.J, k * s.rows + i) : get<N>(s.J, i * s.rows + k);
  };
  for (int r = 0; r < side; ++r) {
    for (int c = 0; c <= r; ++c) {
      N sum = r == c ? mu : every<N>(0.0);
      for (int k = 0; k < length; ++k) sum += a(r, k) * a(c, k);
      put<N>(sum, A, r * side + c);
    }
    N right = wide ? get<N>(s.e, r) : every<N>(0.0);
    for (int k = 0; !wide && k < length; ++k) right += a(r, k) * get<N>(s.e, k);
    put<N>(right, f, r);
  }
  MaskOf<N> singular = mu < mu;
  for (int c = 0; c < side; ++c) {
    const N pivot = get<N>(A, c * side + c);
    singular |= !(pivot > every<N>(0.0));
    const N inverse = every<N>(1.0) / pivot, known = get<N>(f, c) * inverse;
    put<N>(inverse, A, c * side + c);
    for (int r = c + 1; r < side; ++r) {
      const N below = get<N>(A, r * side + c), factor = below * inverse;
      for (int k = c + 1; k <= r; ++k) {
        put<N>(get<N>(A, r * side + k) - factor * get<N>(A, k * side + c), A, r * side + k);
      }
      put<N>(get<N>(f, r) - below * known, f, r);
    }
  }
  for (int c = side; c-- > 0;) {
    N left = get<N>(f, c);
    for (int r = c + 1; r < side; ++r) left -= get<N>(A, r * side + c) * get<N>(f, r);
    put<N>(left * get<N>(A, c * side + c), f, c);
  }
  for (int j = 0; wide && j < s.columns; ++j) {
    N x = every<N>(0.0);
    for (int r = 0; r < s.rows; ++r) x += a(r, j) * get<N>(f, r);
    put<N>(x, s.x, j);
  }
  return singular;
}

template <class N>
IK_INLINE MaskOf<N> damped_dense(const DenseStep<N>& s, const N& mu) {
  if (s.rows == 6 && s.columns >= 6) return damped_by_rows<6, N>(s, mu);
  if (s.rows == 3 && s.columns >= 3) return damped_by_rows<3, N>(s, mu);
  return damped_by_any<N>(s, mu);
}

/// Which columns J has, and their factors.
struct ColumnRule {
  const int* columns_of;  ///< (n) column of a joint, or -1; null: j
  const double* factors;  ///< (n) factor on a joint's column; null: 1
  double per_length;      ///< factor on a position's rows
  /// The rows of aims. True: as in GoalRows, rad. False: as in task_jacobian, times the lever.
  bool rotations;
};

/// J of a body with aims at the pose of its lanes.
template <class N>
struct DenseColumns {
  const BlockTask& body;
  const double* axis;    ///< (3n)
  const double* origin;  ///< (3n)
  const double* point;   ///< (3k) as in TreeStep
  const double* aimed;   ///< (9r)
  const double* wanted;  ///< (9r)
  double* scratch;       ///< (dense_scratch)

  /// Fills s.J.
  IK_INLINE void fill(const ColumnRule& rule, const DenseStep<N>& s) const {
    const N zero = every<N>(0.0);
    // With one effector, columns of joints that do not move it are never written; scratch begins as
    // 0.
    for (int i = 0; body.effectors > 1 && i < s.rows * s.columns; ++i) put<N>(zero, s.J, i);
    for (int next = 0; next < body.effectors; ++next) {
      const int i = body.effector_order[next];
      const int a = body.aims > 0 ? body.aim_at[next] : -1;
      const Vec<N> target = get_vec<N>(point, i);
      for (int j = body.carriers[next]; j >= 0; j = body.links[j].parent) {
        const int c = rule.columns_of == nullptr ? j : rule.columns_of[j];
        if (c < 0) continue;
        const double factor = rule.factors == nullptr ? 1.0 : rule.factors[j];
        const Vec<N> v = get_vec<N>(axis, j), p = get_vec<N>(origin, j);
        const Link& link = body.links[j];
        const Vec<N> moved =
            body.plan->hinges ? cross(v, target - p) : position_column(link, v, p, target);
        put_vec<N>(every<N>(rule.per_length * factor) * moved, s.column(c), i);
        if (a < 0) continue;
        const Vec<N> turned =
            is_angular(link.type) ? aim_column(rule, a, v) : Vec<N>{zero, zero, zero};
        put_vec<N>(every<N>(factor) * turned, s.column(c), body.effectors + a);
      }
    }
  }

 private:
  /// The rows of aim a for a joint with the axis v.
  IK_INLINE Vec<N> aim_column(const ColumnRule& rule, int a, const Vec<N>& v) const {
    const LaneAim& aim = body.aim[a];
    const N lever = every<N>(rule.rotations ? 1.0 : aim.lever);
    if (aim.kind == AimKind::kOrientation) return lever * v;
    const Vec<N> d = get_vec<N>(aimed, 3 * a);
    if (!rule.rotations) return lever * cross(v, d);
    const Vec<N> t = get_vec<N>(wanted, 3 * a);  // 0: any direction
    const N zero = every<N>(0.0);
    return where<N>(dot(t, t) == zero, {zero, zero, zero}, v - dot(d, v) * d);
  }
};

}  // namespace ik
