#include "ik/math/elementary.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "ik/simd/sincos.h"
#include "support/bodies.h"

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kTrials = 20000;

/// |value - truth| in units in the last place; the truth is computed in long double.
double units(double value, long double truth) {
  const auto near = static_cast<double>(truth);
  const double unit = std::nextafter(std::abs(near), kInfinity) - std::abs(near);
  return static_cast<double>(std::abs(static_cast<long double>(value) - truth)) / unit;
}

/// A signed number with a magnitude between 2^-30 and 2^30.
double wide(bodies::Numbers& numbers) {
  const double exponent = 30.0 * numbers.next();
  return std::ldexp(numbers.next(), static_cast<int>(exponent));
}

TEST(Elementary, ArctangentIsThatOfALongerType) {
  bodies::Numbers numbers(1);
  double worst = 0.0;
  for (int i = 0; i < kTrials; ++i) {
    const double y = wide(numbers), x = wide(numbers);
    const long double truth = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    worst = std::max(worst, units(ik::arctangent(y, x), truth));
  }
  EXPECT_LT(worst, 2.0);
}

TEST(Elementary, ArctangentOfZerosAndInfinitiesHasStandardSigns) {
  const double values[] = {0.0,
                           -0.0,
                           1.0,
                           -1.0,
                           kInfinity,
                           -kInfinity,
                           std::numeric_limits<double>::denorm_min(),
                           -std::numeric_limits<double>::max()};
  for (const double y : values) {
    for (const double x : values) {
      const double truth = std::atan2(y, x), here = ik::arctangent(y, x);
      EXPECT_EQ(std::signbit(here), std::signbit(truth)) << y << ' ' << x;
      EXPECT_NEAR(here, truth, 1e-15) << y << ' ' << x;
    }
  }
  EXPECT_TRUE(std::isnan(ik::arctangent(std::nan(""), 1.0)));
  EXPECT_TRUE(std::isnan(ik::arctangent(1.0, std::nan(""))));
}

TEST(Elementary, ArcsineIsThatOfALongerType) {
  bodies::Numbers numbers(2);
  for (int i = 0; i < kTrials; ++i) {
    const double x = std::remainder(wide(numbers), 2.0);
    if (std::abs(x) > 1.0) continue;
    EXPECT_LT(units(ik::arcsine(x), std::asin(static_cast<long double>(x))), 3.0) << x;
  }
  EXPECT_EQ(ik::arcsine(1.0), 0.5 * std::numbers::pi);
  EXPECT_EQ(ik::arcsine(-1.0), -0.5 * std::numbers::pi);
}

TEST(Elementary, SineAndCosineAreThoseOfALongerType) {
  bodies::Numbers numbers(3);
  for (int i = 0; i < kTrials; ++i) {
    const double x = 1000.0 * numbers.next();
    const long double longer = x;
    EXPECT_LT(std::abs(ik::sine(x) - static_cast<double>(std::sin(longer))), 4e-16) << x;
    EXPECT_LT(std::abs(ik::cosine(x) - static_cast<double>(std::cos(longer))), 4e-16) << x;
  }
}

TEST(Elementary, SinesAreTheBitsOfManyAtOnce) {
  bodies::Numbers numbers(8);
  for (int i = 0; i < kTrials; ++i) {
    const double x = 20.0 * numbers.next();
    double s = 0.0, c = 0.0;
    ik::sincos(&x, 1, &s, &c);
    ASSERT_TRUE(bodies::same_bits(ik::sine(x), s)) << x;
    ASSERT_TRUE(bodies::same_bits(ik::cosine(x), c)) << x;
    ASSERT_TRUE(bodies::same_bits(ik::sine_cosine(x).sine, s)) << x;
  }
}

TEST(Elementary, LogarithmIsThatOfALongerType) {
  bodies::Numbers numbers(4);
  for (int i = 0; i < kTrials; ++i) {
    const double x = std::abs(wide(numbers));
    EXPECT_LT(units(ik::logarithm(x), std::log(static_cast<long double>(x))), 2.0) << x;
    const double near = 1.0 + 0.1 * numbers.next();
    EXPECT_LT(units(ik::logarithm(near), std::log(static_cast<long double>(near))), 2.0) << near;
  }
  EXPECT_EQ(ik::logarithm(0.0), -kInfinity);
  EXPECT_EQ(ik::logarithm(1.0), 0.0);
  EXPECT_TRUE(std::isnan(ik::logarithm(-1.0)));
}

TEST(Elementary, ExponentialIsThatOfALongerType) {
  bodies::Numbers numbers(5);
  for (int i = 0; i < kTrials; ++i) {
    const double x = 700.0 * numbers.next();
    EXPECT_LT(units(ik::exponential(x), std::exp(static_cast<long double>(x))), 2.0) << x;
  }
  EXPECT_EQ(ik::exponential(0.0), 1.0);
  EXPECT_EQ(ik::exponential(800.0), kInfinity);
  EXPECT_EQ(ik::exponential(-800.0), 0.0);
}

TEST(Elementary, PowersOfLengthsAreThoseOfALongerType) {
  bodies::Numbers numbers(6);
  for (int i = 0; i < kTrials; ++i) {
    const double x = std::abs(20.0 * numbers.next()), y = 3.0 * numbers.next();
    const long double truth = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    EXPECT_LT(units(ik::power(x, y), truth), 20.0) << x << ' ' << y;
  }
  EXPECT_EQ(ik::power(0.0, 0.5), 0.0);
  EXPECT_EQ(ik::power(5.0, 0.0), 1.0);
}

TEST(Elementary, HypotenuseNeitherOverflowsNorVanishes) {
  EXPECT_EQ(ik::hypotenuse(3.0, -4.0), 5.0);
  EXPECT_NEAR(ik::hypotenuse(3e300, 4e300) / 5e300, 1.0, 1e-15);
  EXPECT_NEAR(ik::hypotenuse(3e-300, 4e-300) / 5e-300, 1.0, 1e-15);
  EXPECT_EQ(ik::hypotenuse(0.0, 0.0), 0.0);
  EXPECT_EQ(ik::hypotenuse(-kInfinity, 1.0), kInfinity);
}

TEST(Elementary, RotationIsRodriguesAndOrthogonal) {
  bodies::Numbers numbers(7);
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector3d axis = numbers.vector(3).normalized();
    const double angle = 4.0 * numbers.next();
    const Eigen::Matrix3d R = ik::rotation_about(axis, angle);
    EXPECT_LT((R - Eigen::AngleAxisd(angle, axis).toRotationMatrix()).norm(), 2e-15);
    EXPECT_LT((R * R.transpose() - Eigen::Matrix3d::Identity()).norm(), 2e-15);
  }
}

// Reference bits. They must not depend on the machine's mathematics library.
TEST(Elementary, KnownBits) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(ik::arctangent(1.0, 1.0)), 0x3fe921fb54442d18U);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(ik::arctangent(0.0, -1.0)), 0x400921fb54442d18U);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(ik::logarithm(2.0)), 0x3fe62e42fefa39efU);
}

}  // namespace
