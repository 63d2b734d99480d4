#pragma once

#include <algorithm>
#include <vector>

#include <Eigen/Core>

namespace ik {

/// max |x_i|; NaN if any x_i is NaN, 0 if x is empty.
double largest(const double* x, Eigen::Index count);
template <class Matrix>
double largest(const Eigen::PlainObjectBase<Matrix>& x) {
  return largest(x.data(), x.size());
}

/// True if every number is 1; weights of 1 have no effect.
inline bool all_one(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double number) { return number == 1.0; });
}

}  // namespace ik
