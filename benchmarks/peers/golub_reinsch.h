#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Core>

namespace bench {

/// The singular value decomposition J = U diag(sigma) V^T as it has been published and used since
/// Golub and Reinsch (1970): Householder reflections make a bidiagonal matrix, QR iterations with
/// an implicit shift make it diagonal. As Buss's software does for pseudoinverse and SDLS. One
/// number after the other, from nothing but J.
///
/// It decomposes J^T = V diag(sigma) U^T, because n >= m; letters below are for this tall matrix.
/// \tparam m, n rows and columns of J
template <int m, int n>
class GolubReinsch {
 public:
  static_assert(n >= m && m >= 2);

  GolubReinsch(Eigen::Index, Eigen::Index) {}

  void compute(const Eigen::Matrix<double, m, n>& J) {
    V_ = J.transpose();
    bidiagonalise();
    accumulate();
    diagonalise();
    for (int i = 0; i < m; ++i) {
      if (d_[i] < 0.0) {
        d_[i] = -d_[i];
        U_.col(i) = -U_.col(i);
      }
    }
  }

  const Eigen::Matrix<double, m, 1>& singularValues() const { return d_; }  ///< in no order
  const Eigen::Matrix<double, m, m>& matrixU() const { return U_; }
  const Eigen::Matrix<double, n, m>& matrixV() const { return V_; }

 private:
  /// A rotation with (c s; -s c) (a b)^T = (r 0)^T.
  struct Rotation {
    double c = 1.0, s = 0.0, r = 0.0;
    Rotation(double a, double b) : r(a) {
      if (b == 0.0) return;
      r = std::sqrt(a * a + b * b);
      c = a / r;
      s = b / r;
    }
  };

  /// Rotates two columns of an orthogonal factor.
  template <class Matrix>
  static void rotate(Matrix& Q, int i, int j, const Rotation& g) {
    for (int row = 0; row < Q.rows(); ++row) {
      const double a = Q(row, i), b = Q(row, j);
      Q(row, i) = g.c * a + g.s * b;
      Q(row, j) = g.c * b - g.s * a;
    }
  }

  /// The factor -1 / (u_0 r) of the reflection I - 2 u u^T / u^T u that maps x to r e_0, with
  /// u = x - r e_0 in the place of x. Both zero if x is zero.
  struct Reflection {
    double r = 0.0, factor = 0.0;
  };
  template <class X>
  static Reflection reflect(X&& x) {
    const double norm = std::sqrt(x.squaredNorm());
    if (norm == 0.0) return {};
    const double r = x[0] > 0.0 ? -norm : norm;
    x[0] -= r;
    return {r, -1.0 / (x[0] * r)};
  }

  /// d, f: diagonal and superdiagonal. The vectors of the reflections stay in V_: of columns from
  /// the diagonal down, of rows right of the superdiagonal, the latter with the superdiagonal.
  void bidiagonalise() {
    for (int k = 0; k < m; ++k) {
      const Reflection left = reflect(V_.col(k).tail(n - k));
      d_[k] = left.r;
      left_[k] = left.factor;
      const auto u = V_.col(k).tail(n - k);
      for (int j = k + 1; j < m; ++j) {
        auto x = V_.col(j).tail(n - k);
        x -= (left.factor * u.dot(x)) * u;
      }
      if (k + 1 == m) break;
      const Reflection right = reflect(V_.row(k).tail(m - k - 1));
      f_[k] = right.r;
      right_[k] = right.factor;
      Eigen::Matrix<double, n, 1> w;
      auto sum = w.tail(n - k - 1);
      sum.setZero();
      for (int j = k + 1; j < m; ++j) sum += V_(k, j) * V_.col(j).tail(n - k - 1);
      for (int j = k + 1; j < m; ++j) {
        V_.col(j).tail(n - k - 1) -= (right.factor * V_(k, j)) * sum;
      }
    }
  }

  /// Multiplies the reflections, the last first, as long as they meet only the corner behind them.
  void accumulate() {
    U_.setIdentity();
    for (int k = m - 2; k >= 0; --k) {
      const auto u = V_.row(k).tail(m - k - 1).transpose();
      for (int j = k + 1; j < m; ++j) {
        auto x = U_.col(j).tail(m - k - 1);
        x -= (right_[k] * u.dot(x)) * u;
      }
    }
    for (int k = m - 1; k >= 0; --k) {
      const auto u = V_.col(k).tail(n - k);
      for (int j = k + 1; j < m; ++j) {
        V_(k, j) = 0.0;
        auto x = V_.col(j).tail(n - k);
        x -= (left_[k] * u.dot(x)) * u;
      }
      // the column itself is e_k - factor u_0 u
      V_.col(k).tail(n - k) *= -left_[k] * V_(k, k);
      V_(k, k) += 1.0;
    }
  }

  void diagonalise() {
    const double eps = std::numeric_limits<double>::epsilon();
    double norm = 0.0;
    for (int i = 0; i < m; ++i) {
      norm = std::max(norm, std::abs(d_[i]) + (i > 0 ? std::abs(f_[i - 1]) : 0.0));
    }
    const double small = eps * norm;
    constexpr int kMaxIterations = 30;  // of one singular value
    int iterations = 0;
    for (int last = m - 1; last > 0;) {
      int first = last;
      while (first > 0 && std::abs(f_[first - 1]) > small) --first;
      if (first > 0) f_[first - 1] = 0.0;
      if (first == last || ++iterations > kMaxIterations) {
        --last;
        iterations = 0;
        continue;
      }
      if (const int zero = last_zero(first, last, small); zero < 0) {
        iterate(first, last);
      } else if (zero < last) {
        clear_row(zero, last);
      } else {
        clear_column(first, last);
      }
    }
  }

  /// The last d in [first, last] that is nothing but rounding; -1 if none is.
  int last_zero(int first, int last, double small) const {
    for (int i = last; i >= first; --i) {
      if (std::abs(d_[i]) <= small) return i;
    }
    return -1;
  }

  /// d_zero = 0: rotations of rows move f_zero to the right and out.
  void clear_row(int zero, int last) {
    d_[zero] = 0.0;
    double out = f_[zero];
    f_[zero] = 0.0;
    for (int k = zero + 1; k <= last && out != 0.0; ++k) {
      const Rotation g(d_[k], out);
      d_[k] = g.r;
      if (k < last) {
        out = -g.s * f_[k];
        f_[k] *= g.c;
      }
      rotate(V_, k, zero, g);
    }
  }

  /// d_last = 0: rotations of columns move the last f up and out.
  void clear_column(int first, int last) {
    d_[last] = 0.0;
    double out = f_[last - 1];
    f_[last - 1] = 0.0;
    for (int k = last - 1; k >= first && out != 0.0; --k) {
      const Rotation g(d_[k], out);
      d_[k] = g.r;
      if (k > first) {
        out = -g.s * f_[k - 1];
        f_[k - 1] *= g.c;
      }
      rotate(U_, k, last, g);
    }
  }

  /// One QR iteration on B^T B, implicitly, with the eigenvalue of its last 2 x 2 block that is
  /// closer to the last element as shift (Wilkinson's).
  void iterate(int first, int last) {
    const double before = last - 1 > first ? f_[last - 2] : 0.0;
    const double a = d_[last - 1] * d_[last - 1] + before * before;
    const double b = d_[last - 1] * f_[last - 1];
    const double c = d_[last] * d_[last] + f_[last - 1] * f_[last - 1];
    const double half = 0.5 * (a - c);
    const double root = std::copysign(std::sqrt(half * half + b * b), half);
    const double shift = c - b * b / (half + root);
    double y = d_[first] * d_[first] - shift;
    double z = d_[first] * f_[first];
    for (int k = first; k < last; ++k) {
      const Rotation right(y, z);
      if (k > first) f_[k - 1] = right.r;
      y = right.c * d_[k] + right.s * f_[k];
      f_[k] = right.c * f_[k] - right.s * d_[k];
      z = right.s * d_[k + 1];
      d_[k + 1] *= right.c;
      rotate(U_, k, k + 1, right);
      const Rotation left(y, z);
      d_[k] = left.r;
      y = left.c * f_[k] + left.s * d_[k + 1];
      d_[k + 1] = left.c * d_[k + 1] - left.s * f_[k];
      f_[k] = y;
      if (k + 1 < last) {
        z = left.s * f_[k + 1];
        f_[k + 1] *= left.c;
      }
      rotate(V_, k, k + 1, left);
    }
  }

  Eigen::Matrix<double, n, m> V_;
  Eigen::Matrix<double, m, m> U_;
  Eigen::Matrix<double, m, 1> d_;
  std::array<double, m> f_{}, left_{}, right_{};
};

}  // namespace bench
