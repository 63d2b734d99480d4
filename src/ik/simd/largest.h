#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

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

/// True where every number is 1, as of weights that change nothing.
inline bool all_one(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double number) { return number == 1.0; });
}

}  // namespace ik
