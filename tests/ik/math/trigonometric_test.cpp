#include "ik/math/trigonometric.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace ik {
namespace {

/// cos(t - middle) - cos(width), whose roots are middle - width and middle + width.
TrigonometricPolynomial pair_of_roots(double middle, double width) {
  TrigonometricPolynomial p;
  p.degree = 1;
  p.c = {-std::cos(width), std::cos(middle)};
  p.s = {0.0, std::sin(middle)};
  return p;
}

double wrapped(double t) { return std::remainder(t, 2.0 * std::numbers::pi); }

TEST(TrigonometricPolynomials, MultiplyAsTheirValues) {
  TrigonometricPolynomial a, b;
  a.degree = 2;
  a.c = {0.3, -1.1, 0.7};
  a.s = {0.0, 0.4, -0.2};
  b.degree = 3;
  b.c = {-0.5, 0.2, 0.0, 0.9};
  b.s = {0.0, -0.6, 0.8, 0.1};
  const TrigonometricPolynomial product = a * b, sum = a + -2.0 * b;
  for (double t = -3.0; t < 3.2; t += 0.37) {
    EXPECT_NEAR(product.at(t).value, a.at(t).value * b.at(t).value, 1e-14);
    EXPECT_NEAR(sum.at(t).value, a.at(t).value - 2.0 * b.at(t).value, 1e-14);
  }
}

TEST(TrigonometricPolynomials, AreSumsOfCosinesAndSinesWithTheirDerivative) {
  TrigonometricPolynomial p;
  p.degree = 3;
  p.c = {0.1, 0.2, -0.3, 0.4};
  p.s = {0.0, 0.5, 0.6, -0.7};
  constexpr double kStep = 1e-6;
  for (double t = -3.0; t < 3.2; t += 0.41) {
    double value = 0.0;
    for (std::size_t k = 0; k <= 3; ++k) {
      value += p.c[k] * std::cos(static_cast<double>(k) * t) +
               p.s[k] * std::sin(static_cast<double>(k) * t);
    }
    EXPECT_NEAR(p.at(t).value, value, 1e-14);
    const double slope = (p.at(t + kStep).value - p.at(t - kStep).value) / (2.0 * kStep);
    EXPECT_NEAR(p.at(t).derivative, slope, 1e-8);
    EXPECT_LE(std::abs(p.at(t).value), p.size());
  }
}

TEST(RootsOfATurn, OfDegreeTwoAreThoseOfTheFactorsOrDoubtful) {
  int certain = 0, four = 0;
  constexpr int kTries = 400;
  for (int i = 0; i < kTries; ++i) {
    // two pairs anywhere, down to roots that are a millionth apart
    const double m1 = 2.4 * i, m2 = 3.7 * i + 0.3;
    const double w1 = std::pow(10.0, -0.3 * (i % 20)), w2 = 0.1 + 2.9 * std::abs(std::sin(0.7 * i));
    TrigonometricPolynomial p = pair_of_roots(m1, w1) * pair_of_roots(m2, w2);
    std::vector<double> expected = {wrapped(m1 - w1), wrapped(m1 + w1), wrapped(m2 - w2),
                                    wrapped(m2 + w2)};
    if (i % 3 == 0) {  // the second factor has no root
      p = pair_of_roots(m1, w1);
      TrigonometricPolynomial positive = pair_of_roots(m2, w2);
      positive.c[0] += 2.5;
      p = p * positive;
      expected.resize(2);
    }
    const TurnRoots roots = roots_of(p, 1e-14 * p.size());
    if (!roots.certain) continue;
    ++certain;
    ASSERT_EQ(static_cast<std::size_t>(roots.count), expected.size()) << i;
    four += roots.count == 4 ? 1 : 0;
    for (const double root : expected) {
      double nearest = 9.0;
      for (int k = 0; k < roots.count; ++k) {
        nearest = std::min(nearest, std::abs(wrapped(roots.t[static_cast<std::size_t>(k)] - root)));
      }
      EXPECT_LT(nearest, 1e-9 + 1e-15 / w1) << i;
    }
  }
  EXPECT_GT(certain, kTries * 3 / 4);
  EXPECT_GT(four, kTries / 3);
}

TEST(RootsOfATurn, AreThoseOfTheFactors) {
  const std::vector<std::pair<double, double>> pairs = {{-2.9, 0.3}, {0.2, 0.05}, {1.0, 0.4},
                                                        {2.0, 0.01}, {-1.5, 0.2}, {0.5, 1.9}};
  TrigonometricPolynomial p;
  p.c[0] = 1.0;
  std::vector<double> expected;
  for (const auto& [middle, width] : pairs) {
    p = p * pair_of_roots(middle, width);
    expected.push_back(wrapped(middle - width));
    expected.push_back(wrapped(middle + width));
  }
  const TurnRoots roots = roots_of(p, 1e-14 * p.size());
  ASSERT_TRUE(roots.certain);
  std::vector<double> found;
  for (int i = 0; i < roots.count; ++i) {
    found.push_back(wrapped(roots.t[static_cast<std::size_t>(i)]));
  }
  std::ranges::sort(found);
  std::ranges::sort(expected);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9);
}

TEST(RootsOfATurn, AreNoneWhereAllAreComplex) {
  TrigonometricPolynomial above;
  above.degree = 1;
  above.c = {1.0 + 1e-9, 1.0};
  const TurnRoots none = roots_of(above, 1e-13);
  EXPECT_TRUE(none.certain);
  EXPECT_EQ(none.count, 0);
}

TEST(RootsOfATurn, AreInDoubtAtADoubleRootAndForZero) {
  const TrigonometricPolynomial twice = pair_of_roots(0.7, 0.5) * pair_of_roots(0.7, 0.0);
  EXPECT_FALSE(roots_of(twice, 1e-14 * twice.size()).certain);
  EXPECT_FALSE(roots_of({}, 0.0).certain);
}

TEST(RootsOfATurn, AreInDoubtWhereNoiseMayHideThem) {
  const TrigonometricPolynomial p = pair_of_roots(0.7, 1e-3);
  EXPECT_EQ(roots_of(p, 1e-12).count, 2);
  EXPECT_TRUE(roots_of(p, 1e-12).certain);
  EXPECT_FALSE(roots_of(p, 1e-6).certain);
}

}  // namespace
}  // namespace ik
