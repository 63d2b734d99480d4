#include "ik/simd/sincos.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "ik/simd/lanes.h"

namespace ik {
namespace {

constexpr double kLargest = HalfPi<double>::kLargest;

/// \returns the lanes whose angle is too large
IK_INLINE LaneBits sincos_of_four(const double* angle, double* sine, double* cosine) {
  Lanes x, s, c;
  load(angle, x);
  sincos(x, s, c);
  store(s, sine);
  store(c, cosine);
  return !(magnitude(x) < every<Lanes>(kLargest));
}

/// \returns true if some angle is too large; its sine and cosine are then still missing
IK_MULTIVERSION bool small_sincos(const double* angle, double* sine, double* cosine,
                                  std::ptrdiff_t count) {
  LaneBits large = {};
  std::ptrdiff_t i = 0;
  for (; i + kLanes <= count; i += kLanes) large |= sincos_of_four(angle + i, sine + i, cosine + i);
  if (i == count) return any(large);
  // the rest in a full set of lanes, too: an angle's bits must not depend on its index
  double rest[kLanes] = {}, rest_sine[kLanes], rest_cosine[kLanes];
  std::copy(angle + i, angle + count, rest);
  large |= sincos_of_four(rest, rest_sine, rest_cosine);
  std::copy_n(rest_sine, count - i, sine + i);
  std::copy_n(rest_cosine, count - i, cosine + i);
  return any(large);
}

}  // namespace

void sincos(const double* angle, std::ptrdiff_t count, double* sine, double* cosine) {
  if (!small_sincos(angle, sine, cosine, count)) return;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    if (std::abs(angle[i]) < kLargest) continue;
    sine[i] = std::sin(angle[i]);
    cosine[i] = std::cos(angle[i]);
  }
}

}  // namespace ik
