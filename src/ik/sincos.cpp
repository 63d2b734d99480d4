#include "ik/sincos.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace ik {
namespace {

constexpr int kLanes = 4;
using Lanes = Eigen::Array<double, kLanes, 1>;

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

template <std::size_t kCount>
Lanes polynomial(const std::array<double, kCount>& coefficient, const Lanes& x) {
  Lanes sum = Lanes::Constant(coefficient[kCount - 1]);
  for (std::size_t i = kCount - 1; i-- > 0;) sum = sum * x + coefficient[i];
  return sum;
}

void small_sincos(const double* angle, double* sine, double* cosine) {
  const Lanes x = Eigen::Map<const Lanes>(angle);
  const Lanes shifted = x * (2.0 / M_PI) + kRounder;
  const Lanes quarter = shifted - kRounder;
  const Lanes r = ((x - quarter * kHalfPiHigh) - quarter * kHalfPiMiddle) - quarter * kHalfPiLow;
  const Lanes square = r * r;
  const Lanes s = polynomial(kSine, square) * r;
  const Lanes c = polynomial(kCosine, square);

  // the lowest bits of the shifted number count the quarter turns
  std::array<std::uint64_t, kLanes> turn;
  std::memcpy(turn.data(), shifted.data(), sizeof turn);
  for (int lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t q = turn[static_cast<std::size_t>(lane)];
    const double a = (q & 1) != 0 ? c[lane] : s[lane];
    const double b = (q & 1) != 0 ? s[lane] : c[lane];
    sine[lane] = (q & 2) != 0 ? -a : a;
    cosine[lane] = ((q + 1) & 2) != 0 ? -b : b;
  }
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

  Eigen::Index i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    small_sincos(angle.data() + i, sine.data() + i, cosine.data() + i);
  }
  if (i == count) return;
  // the rest goes through a full set of lanes too, so that an angle's bits do not depend on its
  // place
  std::array<double, kLanes> rest{}, rest_sine, rest_cosine;
  std::copy(angle.data() + i, angle.data() + count, rest.begin());
  small_sincos(rest.data(), rest_sine.data(), rest_cosine.data());
  std::copy_n(rest_sine.begin(), count - i, sine.data() + i);
  std::copy_n(rest_cosine.begin(), count - i, cosine.data() + i);
}

}  // namespace ik
