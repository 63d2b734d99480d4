#pragma once

#include <cmath>

#include <Eigen/Core>

namespace ik {

/// max |x_i|; NaN where one of them is NaN, and 0 of nothing.
double largest(const double* x, Eigen::Index count);
template <class Matrix>
double largest(const Eigen::PlainObjectBase<Matrix>& x) {
  return largest(x.data(), x.size());
}

/// True where no number is NaN or infinite.
inline bool all_finite(const Eigen::VectorXd& x) { return std::isfinite(largest(x)); }

}  // namespace ik
