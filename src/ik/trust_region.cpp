#include "ik/trust_region.h"

#include <algorithm>
#include <cmath>

#include "ik/cholesky.h"

namespace ik {
namespace {

constexpr int kMostFactors = 30;    ///< factorisations; the usual number is 1 to 3
constexpr double kTolerance = 0.1;  ///< of the step's length beside the radius: its exact length is
                                    ///< worth no further factorisation

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
