#include "ik/sincos.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "ik/lanes.h"

namespace ik {
namespace {

/// Beyond this the three parts of pi/2 below no longer cancel exactly, rad.
constexpr double kLargest = 1e6;

// pi/2 in three parts; the first two have 33 bits, so that a multiple below 2^20 of them is exact
// (Cody and Waite 1980, chapter 8)
constexpr double kHalfPiHigh = 0x1.921fb544p+0;
constexpr double kHalfPiMiddle = 0x1.0b4611a6p-34;
constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;

// adding and taking away 1.5 * 2^52 rounds to the nearest whole number
constexpr double kRounder = 6755399441055744.0;

/// 1 / k! with alternating sign, for k = first, first + 2, ...: Taylor's series. On |x| <= pi/4 the
/// first term left out is below 1e-16 of the result.
template <int kCount>
constexpr std::array<double, kCount> taylor(int first) {
  std::array<double, kCount> coefficient{};
  double factorial = 1.0;
  for (int k = 2; k <= first; ++k) factorial *= k;
  for (int i = 0; i < kCount; ++i) {
    coefficient[static_cast<std::size_t>(i)] = (i % 2 == 0 ? 1.0 : -1.0) / factorial;
    const int k = first + 2 * i;
    factorial *= (k + 1.0) * (k + 2.0);
  }
  return coefficient;
}
constexpr auto kSine = taylor<8>(1);
constexpr auto kCosine = taylor<9>(0);

/// sum coefficient[i] x^i, in pairs of pairs (Estrin): a chain half as long as Horner's.
template <std::size_t kCount>
IK_INLINE void polynomial(const std::array<double, kCount>& coefficient, const Lanes& x,
                          Lanes& sum) {
  static_assert(kCount == 8 || kCount == 9);
  const Lanes x2 = x * x;
  const Lanes x4 = x2 * x2;
  const Lanes low =
      (coefficient[0] + coefficient[1] * x) + (coefficient[2] + coefficient[3] * x) * x2;
  Lanes high = (coefficient[4] + coefficient[5] * x) + (coefficient[6] + coefficient[7] * x) * x2;
  if constexpr (kCount == 9) high += coefficient[8] * x4;
  sum = low + high * x4;
}

IK_INLINE void small_sincos(const double* angle, double* sine, double* cosine) {
  Lanes x;
  load(angle, x);
  const Lanes shifted = x * (2.0 / M_PI) + kRounder;
  const Lanes quarter = shifted - kRounder;
  const Lanes r = ((x - quarter * kHalfPiHigh) - quarter * kHalfPiMiddle) - quarter * kHalfPiLow;
  const Lanes square = r * r;
  Lanes s, c;
  polynomial(kSine, square, s);
  polynomial(kCosine, square, c);
  s *= r;

  // the lowest two bits of the shifted number count the quarter turns: an odd one swaps sine and
  // cosine, and each has its sign in two of the four
  const LaneBits turns = (LaneBits)shifted;
  const LaneBits swapped = ((LaneBits)s ^ (LaneBits)c) & -(turns & 1);
  const LaneBits sine_sign = (turns & 2) << 62;
  const LaneBits cosine_sign = ((turns + 1) & 2) << 62;
  store((Lanes)((LaneBits)s ^ swapped ^ sine_sign), sine);
  store((Lanes)((LaneBits)c ^ swapped ^ cosine_sign), cosine);
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
  bool small = true;
  for (Eigen::Index i = 0; i < count; ++i) small = small && std::abs(angle[i]) < kLargest;
  if (!small) {
    for (Eigen::Index i = 0; i < count; ++i) {
      sine[i] = std::sin(angle[i]);
      cosine[i] = std::cos(angle[i]);
    }
    return;
  }

  small_sincos(angle.data(), sine.data(), cosine.data(), count);
}

}  // namespace ik
