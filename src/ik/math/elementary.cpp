#include "ik/math/elementary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "ik/simd/sincos.h"

namespace ik {
namespace {

/// Double-double number high + low, |low| at most half a unit in the last place of high.
struct Parts {
  double high, low;
};
constexpr Parts kPi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr Parts kRightAngle{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
/// log 2; multiples of `high` up to 2^20 are exact.
constexpr Parts kLogTwo{0x1.62e42feep-1, 0x1.a39ef35793c76p-33};

constexpr int kSixteenths = 16;
/// arctan(i / 16)
constexpr std::array<Parts, kSixteenths + 1> kArctangents{{
    {0x0.0p+0, 0x0.0p+0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
}};

/// 1/3, 1/5, ..., 1/23: the coefficients of arctan and artanh.
constexpr std::array kOdd = {1.0 / 3.0,  1.0 / 5.0,  1.0 / 7.0,  1.0 / 9.0,  1.0 / 11.0, 1.0 / 13.0,
                             1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0, 1.0 / 21.0, 1.0 / 23.0};

/// arctan t for t from 0 to 1, with c the nearest sixteenth:
///   arctan t = arctan c + arctan((t - c) / (1 + t c))
/// The second term is computed by its series.
double arctangent_of_share(double t) {
  const int i = (static_cast<int>(2.0 * kSixteenths * t) + 1) / 2;
  const double c = static_cast<double>(i) / kSixteenths;
  const double u = (t - c) / (1.0 + t * c);
  const double square = u * u;  // below 2^-10
  double series = 0.0;
  for (std::size_t k = 6; k-- > 0;) series = square * (kOdd[k] - series);
  const Parts& near = kArctangents[static_cast<std::size_t>(i)];
  return near.high + (near.low + (u - u * series));
}

/// Argument reduction: angle = rest + quarters pi/2, with `quarters` the nearest multiple. Only the
/// lowest two bits of `quarters` are valid.
struct Reduced {
  double rest;
  std::uint64_t quarters;
};

Reduced reduced(double angle) {
  constexpr HalfPi kParts;
  const double shifted = angle * kParts.inverse + kParts.rounder;
  const double quarter = shifted - kParts.rounder;
  const double rest =
      ((angle - quarter * kParts.high) - quarter * kParts.middle) - quarter * kParts.low;
  return {rest, std::bit_cast<std::uint64_t>(shifted)};
}

double sine_of(const Reduced& angle) {
  const double square = angle.rest * angle.rest;
  const double value = (angle.quarters & 1U) != 0 ? polynomial(kCosine, square)
                                                  : polynomial(kSine, square) * angle.rest;
  return (angle.quarters & 2U) != 0 ? -value : value;
}

double cosine_of(const Reduced& angle) { return sine_of({angle.rest, angle.quarters + 1}); }

bool is_small(double angle) { return std::abs(angle) < HalfPi::kLargest; }

/// 1 / (n + 1)! at index n: the coefficients of (e^r - 1) / r.
constexpr auto kExponential = [] {
  std::array<double, 15> coefficient{};
  double factorial = 1.0;
  for (std::size_t n = 0; n < coefficient.size(); ++n) {
    factorial *= static_cast<double>(n + 1);
    coefficient[n] = 1.0 / factorial;
  }
  return coefficient;
}();

}  // namespace

double sine(double angle) { return is_small(angle) ? sine_of(reduced(angle)) : std::sin(angle); }

double cosine(double angle) {
  return is_small(angle) ? cosine_of(reduced(angle)) : std::cos(angle);
}

SineCosine sine_cosine(double angle) {
  if (!is_small(angle)) return {std::sin(angle), std::cos(angle)};
  const Reduced small = reduced(angle);
  return {sine_of(small), cosine_of(small)};
}

double arctangent(double y, double x) {
  const double height = std::abs(y), width = std::abs(x);
  double angle = 0.0;
  if (std::isnan(x) || std::isnan(y)) return x + y;
  if (height == width) {
    angle = height == 0.0 ? 0.0 : kArctangents[kSixteenths].high;  // infinities too have this angle
  } else if (height < width) {
    angle = arctangent_of_share(height / width);
  } else {
    angle = kRightAngle.high - (arctangent_of_share(width / height) - kRightAngle.low);
  }
  if (std::signbit(x)) angle = kPi.high - (angle - kPi.low);
  return std::copysign(angle, y);
}

double arcsine(double x) { return arctangent(x, std::sqrt((1.0 - x) * (1.0 + x))); }

// log x = e log 2 + 2 artanh s with x = 2^e m, m near 1, s = (m - 1) / (m + 1); artanh by its
// series.
double logarithm(double x) {
  if (std::isnan(x) || x < 0.0) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0.0) return -std::numeric_limits<double>::infinity();
  if (std::isinf(x)) return x;
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < std::sqrt(0.5)) {
    m *= 2.0;
    --e;
  }
  const double f = m - 1.0, s = f / (m + 1.0), square = s * s;
  double series = 0.0;  // (artanh s - s) / s
  for (std::size_t k = kOdd.size(); k-- > 0;) series = square * (kOdd[k] + series);
  // 2 s = f - s f keeps f exact
  return e * kLogTwo.high + (f - (s * (f - 2.0 * series) - e * kLogTwo.low));
}

// e^x = 2^k e^r with |r| <= log 2 / 2; e^r by its series.
double exponential(double x) {
  constexpr double kMax = 709.79, kMin = -745.2;  // beyond these: infinity and 0
  if (std::isnan(x)) return x;
  if (x > kMax) return std::numeric_limits<double>::infinity();
  if (x < kMin) return 0.0;
  const double k = std::floor(x / kLogTwo.high + 0.5);
  const double r = (x - k * kLogTwo.high) - k * kLogTwo.low;
  double series = 0.0;
  for (std::size_t n = kExponential.size(); n-- > 0;) series = kExponential[n] + r * series;
  return std::ldexp(1.0 + r * series, static_cast<int>(k));
}

double power(double x, double y) {
  if (y == 0.0) return 1.0;
  return exponential(y * logarithm(x));
}

double hypotenuse(double x, double y) {
  const double large = std::max(std::abs(x), std::abs(y));
  const double small = std::min(std::abs(x), std::abs(y));
  if (!(large > 0.0) || std::isinf(large)) return large + small;
  const double share = small / large;
  return large * std::sqrt(1.0 + share * share);
}

// not inlined: otherwise LLVM 14 for WebAssembly mixes up rows of a product with the matrix
[[gnu::noinline]] Eigen::Matrix3d rotation_about(const Eigen::Vector3d& axis, double angle) {
  const auto [s, c] = sine_cosine(angle);
  Eigen::Matrix3d cross;
  cross << 0.0, -axis.z(), axis.y(), axis.z(), 0.0, -axis.x(), -axis.y(), axis.x(), 0.0;
  const Eigen::Vector3d rest = (1.0 - c) * axis;
  Eigen::Matrix3d R = rest * axis.transpose() + s * cross;
  R.diagonal().array() += c;
  return R;
}

}  // namespace ik
