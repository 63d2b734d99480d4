#include "ik/math/symmetric.h"

#include <algorithm>
#include <cmath>

#include "ik/math/dense_step.h"

namespace ik {

namespace {

using Eigen::Index;

IK_MULTIVERSION bool factor(double* A, int m) { return !factor_rows<double>({A, m, m}); }
IK_MULTIVERSION void solve(const double* A, int m, double* x) {
  solve_factored<double>(A, m, m, x);
}

/// entry -= part * known, for `count` right sides.
IK_INLINE void eliminate_row(double part, const double* known, Index count,
                             double* __restrict entry) {
  for (Index i = 0; i < count; ++i) entry[i] -= known[i] * part;
}

/// solve() for `count` right sides; entry r of all of them lies in x[r * count, (r + 1) * count).
IK_MULTIVERSION void solve_rows(const double* a, Index m, double* x, Index count) {
  for (Index j = 0; j < m; ++j) {
    for (Index r = j + 1; r < m; ++r)
      eliminate_row(a[j * m + r], x + j * count, count, x + r * count);
  }
  for (Index j = 0; j < m; ++j) {
    for (Index i = 0; i < count; ++i) x[j * count + i] *= a[j * m + j];
  }
  for (Index j = m; j-- > 1;) {
    for (Index r = 0; r < j; ++r) eliminate_row(a[j * m + r], x + j * count, count, x + r * count);
  }
}

}  // namespace

bool factor_ldlt(MatrixX& A) { return factor(A.data(), static_cast<int>(A.rows())); }

void solve_ldlt(const MatrixX& A, VectorX& x) {
  solve(A.data(), static_cast<int>(A.rows()), x.data());
}

void solve_rows_ldlt(const MatrixX& A, MatrixX& X) {
  solve_rows(A.data(), A.rows(), X.data(), X.rows());
}

namespace {

constexpr int kMaxFactors = 30;  ///< maximum number of factorisations; usual are 1 to 3
/// Relative tolerance of the step's length: an exact length is not worth another factorisation.
constexpr double kTolerance = 0.1;
constexpr double kFlat = 1e-9;  ///< relative size of a negative eigenvalue that counts
constexpr double kShiftTolerance = 0.1;
constexpr int kInverseIterations = 16;

}  // namespace

double solve_in_region(const RegionProblem& problem, MatrixX& A, VectorX& scratch, VectorX& x) {
  const auto& [H, g, floor, radius] = problem;
  double low = floor;
  double high =
      floor + H.norm() +
      g.norm() / radius;  // large enough for a positive definite matrix and for |x| <= radius
  double sigma = floor;
  for (int i = 0; i < kMaxFactors; ++i) {
    A = H;
    A.diagonal().array() += sigma;
    if (!factor_ldlt(A)) {
      low = sigma;
      sigma = low > 0.0 ? std::min(4.0 * low, std::sqrt(low * high)) : 0.5 * high;
      if (i > 4) sigma = std::sqrt(low * high);
      continue;
    }
    x = -g;
    solve_ldlt(A, x);
    const double size = x.norm();
    if (size <= (1.0 + kTolerance) * radius &&
        (sigma <= floor || size >= (1.0 - kTolerance) * radius))
      return sigma;

    (size > radius ? low : high) = sigma;
    scratch = x;
    solve_ldlt(A, scratch);
    const double slope = x.dot(scratch) / (size * size);  // -d log|x| / d sigma
    const double next = sigma + (size / radius - 1.0) / slope;
    if (size < radius && next <= floor && low <= floor) {
      sigma = floor;
    } else {
      sigma = next > low && next < high ? next : 0.5 * (low + high);
    }
  }
  const double size = x.norm();
  if (size > radius) x *= radius / size;
  return sigma;
}

double negative_curvature(const MatrixX& H, MatrixX& A, VectorX& scratch, VectorX& x) {
  const auto shifted = [&](double shift) {
    A = H;
    A.diagonal().array() += shift;
    return factor_ldlt(A);
  };
  double low = kFlat * H.norm();  // below: rounding of a semidefinite matrix
  if (shifted(low)) return 0.0;
  double high = H.norm();
  while (high > (1.0 + kShiftTolerance) * low) {
    const double middle = std::sqrt(low * high);
    (shifted(middle) ? high : low) = middle;
  }
  if (!shifted(high)) return 0.0;  // H is not finite
  // a start without the symmetries of bodies
  for (Index j = 0; j < x.size(); ++j) x[j] = 1.0 / static_cast<double>(3 * j + 2);
  for (int i = 0; i < kInverseIterations; ++i) {
    solve_ldlt(A, x);
    x.normalize();
  }
  scratch.noalias() = H * x;
  return std::min(0.0, x.dot(scratch));
}

}  // namespace ik
