#include "ik/simd/sincos.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "ik/simd/lanes.h"

namespace ik {
namespace {

/// Sine and cosine of four angles. Clears the lanes of `small` in which the angle is too large.
IK_INLINE void sincos_of_four(const double* angle, double* sine, double* cosine, LaneBits& small) {
  Lanes x, s, c;
  load(angle, x);
  sincos(x, s, c);
  store(s, sine);
  store(c, cosine);
  const HalfPi& parts = *from_memory(&kHalfPi);
  const Lanes size = (Lanes)((LaneBits)x & ~(LaneBits)every<Lanes>(parts.first_bit));
  small &= size < every<Lanes>(parts.largest);
}

/// \returns true if some angle is too large; its sine and cosine are then still missing
IK_MULTIVERSION bool small_sincos(const double* angle, double* sine, double* cosine,
                                  std::ptrdiff_t count) {
  LaneBits small = ~LaneBits{};
  std::ptrdiff_t i = 0;
  for (; i + kLanes <= count; i += kLanes) sincos_of_four(angle + i, sine + i, cosine + i, small);
  if (i == count) return any(~small);
  // the remainder in a full set of lanes too: the bits of a result must not depend on its index
  if (count >= kLanes) {
    const std::ptrdiff_t last = count - kLanes;
    sincos_of_four(angle + last, sine + last, cosine + last, small);
    return any(~small);
  }
  double rest[kLanes] = {}, rest_sine[kLanes], rest_cosine[kLanes];
  std::copy(angle + i, angle + count, rest);
  sincos_of_four(rest, rest_sine, rest_cosine, small);
  std::copy_n(rest_sine, count - i, sine + i);
  std::copy_n(rest_cosine, count - i, cosine + i);
  return any(~small);
}

}  // namespace

void sincos(const double* angle, std::ptrdiff_t count, double* sine, double* cosine) {
  if (!small_sincos(angle, sine, cosine, count)) return;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    if (std::abs(angle[i]) < HalfPi::kLargest) continue;
    sine[i] = std::sin(angle[i]);
    cosine[i] = std::cos(angle[i]);
  }
}

}  // namespace ik
