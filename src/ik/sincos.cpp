#include "ik/sincos.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "ik/sincos_lanes.h"

namespace ik {
namespace {

constexpr double kLargest = HalfPi<double>::kLargest;

IK_INLINE void small_sincos(const double* angle, double* sine, double* cosine) {
  Lanes x, s, c;
  load(angle, x);
  sincos(x, s, c);
  store(s, sine);
  store(c, cosine);
}

IK_MULTIVERSION bool all_small(const double* angle, std::ptrdiff_t count) {
  int large = 0;  // without a branch, so that lanes can do it
  for (std::ptrdiff_t i = 0; i < count; ++i) large |= !(std::abs(angle[i]) < kLargest);
  return large == 0;
}

/// \pre every angle is below kLargest
IK_MULTIVERSION void small_sincos(const double* angle, double* sine, double* cosine,
                                  std::ptrdiff_t count) {
  std::ptrdiff_t i = 0;
  for (; i + kLanes <= count; i += kLanes) small_sincos(angle + i, sine + i, cosine + i);
  if (i == count) return;
  // the rest goes through a full set of lanes too, so that an angle's bits do not depend on its
  // place
  double rest[kLanes] = {}, rest_sine[kLanes], rest_cosine[kLanes];
  std::copy(angle + i, angle + count, rest);
  small_sincos(rest, rest_sine, rest_cosine);
  std::copy_n(rest_sine, count - i, sine + i);
  std::copy_n(rest_cosine, count - i, cosine + i);
}

}  // namespace

void sincos(const Eigen::VectorXd& angle, Eigen::VectorXd& sine, Eigen::VectorXd& cosine) {
  const Eigen::Index count = angle.size();
  if (!all_small(angle.data(), count)) {
    for (Eigen::Index i = 0; i < count; ++i) {
      sine[i] = std::sin(angle[i]);
      cosine[i] = std::cos(angle[i]);
    }
    return;
  }

  small_sincos(angle.data(), sine.data(), cosine.data(), count);
}

}  // namespace ik
