#include "ik/math/symmetric.h"

#include <algorithm>
#include <cmath>

namespace ik {

bool factor_ldlt(Eigen::MatrixXd& A) {
  const Eigen::Index m = A.rows();
  for (Eigen::Index j = 0; j < m; ++j) {
    const double pivot = A(j, j);
    if (!(pivot > 0.0)) return false;
    const double inverse = 1.0 / pivot;
    const double* column = A.data() + j * m;
    // subtract the j-th rank-one part column by column: this vectorises in a fixed order
    for (Eigen::Index c = j + 1; c < m; ++c) {
      const double factor = column[c] * inverse;
      if (factor == 0.0) continue;  // common: effectors that share no joint
      double* rest = A.data() + c * m;
      for (Eigen::Index r = c; r < m; ++r) rest[r] -= factor * column[r];
    }
    for (Eigen::Index r = j + 1; r < m; ++r) A(r, j) *= inverse;
    A(j, j) = inverse;
  }
  return true;
}

void solve_ldlt(const Eigen::MatrixXd& A, Eigen::VectorXd& x) {
  const Eigen::Index m = A.rows();
  for (Eigen::Index j = 0; j < m; ++j) {
    const double known = x[j];
    for (Eigen::Index r = j + 1; r < m; ++r) x[r] -= known * A(r, j);
  }
  x.array() *= A.diagonal().array();
  for (Eigen::Index j = m; j-- > 1;) {
    const double known = x[j];
    for (Eigen::Index r = 0; r < j; ++r) x[r] -= known * A(j, r);
  }
}

namespace {

constexpr int kMostFactors = 30;  ///< factorisations; the usual number is 1 to 3
/// Relative tolerance of the step's length: an exact one is not worth a further factorisation.
constexpr double kTolerance = 0.1;

}  // namespace

double solve_in_region(const Eigen::MatrixXd& H, const Eigen::VectorXd& g, double floor,
                       double radius, Eigen::MatrixXd& A, Eigen::VectorXd& scratch,
                       Eigen::VectorXd& x) {
  double low = floor;
  double high = floor + H.norm() + g.norm() / radius;  // enough for both
  double sigma = floor;
  for (int i = 0; i < kMostFactors; ++i) {
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

}  // namespace ik
