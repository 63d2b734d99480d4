#pragma once

#include <array>
#include <limits>

#include "ik/simd/lanes.h"

namespace ik {

/// Constants of the argument reduction to |x| <= pi/4 (Cody and Waite 1980, chapter 8).
struct HalfPi {
  /// For angles below this, rad, the multiples of `high` and `middle` are exact.
  static constexpr double kLargest = 1e6;
  /// Adding and then subtracting this rounds to an integer.
  double rounder = 0x1.8p+52;
  double inverse = 2.0 / M_PI;
  /// pi/2 in three parts.
  double high = 0x1.921fb544p+0;
  double middle = 0x1.0b4611a6p-34;
  double low = 0x1.3198a2e037073p-69;
  /// Numbers with a single bit set: the first (sign) bit, and the last bit.
  double first_bit = -0.0;
  double last_bit = std::numeric_limits<double>::denorm_min();
  double largest = kLargest;
};
inline constexpr HalfPi kHalfPi;

/// Taylor coefficients: 1 / k! with alternating sign, for k = first, first + 2, ... For |x| <= pi/4
/// the first omitted term is below 1e-16 of the result.
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
inline constexpr auto kSine = taylor<8>(1);
inline constexpr auto kCosine = taylor<9>(0);

/// sum coefficient[i] x^i by Estrin's scheme: half the dependency chain of Horner's scheme.
template <class N, std::size_t kCount>
IK_INLINE N polynomial(const std::array<double, kCount>& coefficient, const N& x) {
  static_assert(kCount == 8 || kCount == 9);
  const double* const known = from_memory(coefficient.data());
  const auto c = [&](int i) __attribute__((always_inline)) { return every<N>(known[i]); };
  const N x2 = x * x;
  const N x4 = x2 * x2;
  const N low = (c(0) + c(1) * x) + (c(2) + c(3) * x) * x2;
  N high = (c(4) + c(5) * x) + (c(6) + c(7) * x) * x2;
  if constexpr (kCount == 9) high += c(8) * x4;
  return low + high * x4;
}

/// Sine and cosine in every lane. \pre |x| < kLargest
template <class N>
IK_INLINE void sincos(const N& x, N& sine, N& cosine) {
  using Bits = decltype(x < x);
  constexpr int kSign = 62;
  const HalfPi& parts = *from_memory(&kHalfPi);
  const N rounder = every<N>(parts.rounder);
  const N shifted = x * every<N>(parts.inverse) + rounder;
  const N quarter = shifted - rounder;
  const N r = ((x - quarter * every<N>(parts.high)) - quarter * every<N>(parts.middle)) -
              quarter * every<N>(parts.low);
  const N square = r * r;
  const N s = polynomial(kSine, square) * r;
  const N c = polynomial(kCosine, square);

  // the lowest two bits of `shifted` count quarter turns: an odd count swaps sine and cosine, and
  // each of them is negative in two of the four quadrants
  const Bits sign = (Bits)every<N>(parts.first_bit), one = (Bits)every<N>(parts.last_bit);
  const Bits turns = (Bits)shifted;
  const Bits swapped = ((Bits)s ^ (Bits)c) & -(turns & one);
  const Bits sine_sign = (turns << kSign) & sign;
  const Bits cosine_sign = ((turns + one) << kSign) & sign;
  sine = (N)((Bits)s ^ swapped ^ sine_sign);
  cosine = (N)((Bits)c ^ swapped ^ cosine_sign);
}

/// Sine and cosine of every angle [rad]; error at most 2 ulp of 1.
///
/// Vectorised, with the same bits on every machine, unlike the standard library. The standard
/// library computes angles beyond a million radians. An angle that is not finite gives NaN.
/// \param[out] sine, cosine (count)
void sincos(const double* angle, std::ptrdiff_t count, double* sine, double* cosine);

}  // namespace ik
