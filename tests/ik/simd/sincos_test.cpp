#include "ik/simd/sincos.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

void sincos(const ik::VectorX& angle, ik::VectorX& sine, ik::VectorX& cosine) {
  ik::sincos(angle.data(), angle.size(), sine.data(), cosine.data());
}

double worst_error(const ik::VectorX& angle) {
  ik::VectorX sine(angle.size()), cosine(angle.size());
  sincos(angle, sine, cosine);
  double worst = 0.0;
  for (Eigen::Index i = 0; i < angle.size(); ++i) {
    const long double x = angle[i];
    worst = std::max(worst, static_cast<double>(std::abs(sine[i] - std::sin(x))));
    worst = std::max(worst, static_cast<double>(std::abs(cosine[i] - std::cos(x))));
  }
  return worst;
}

TEST(Sincos, AgreesWithLongDoubleToTheLastPlaces) {
  for (const double range : {0.1, 3.0, 100.0, 1e4, 9.9e5, 1e9, 1e300}) {
    EXPECT_LT(worst_error(range * bodies::Numbers(1).vector(4001)), 2.3e-16) << range;
  }
}

TEST(Sincos, IsRightNextToTheMultiplesOfAQuarterTurn) {
  ik::VectorX angle(8004);
  for (int i = 0; i < angle.size(); ++i) {
    angle[i] = std::nextafter((i / 2 - 2001) * 97 * (M_PI / 2.0), i % 2 == 0 ? 1e9 : -1e9);
  }
  EXPECT_LT(worst_error(angle), 2.3e-16);
}

TEST(Sincos, GivesAnAngleTheSameBitsInEveryPlace) {
  for (int count = 1; count <= 9; ++count) {
    for (const double angle : {0.1, -2.5, 77.0}) {
      ik::VectorX sine(count), cosine(count);
      sincos(ik::VectorX::Constant(count, angle), sine, cosine);
      EXPECT_TRUE((sine.array() == sine[0]).all());
      EXPECT_TRUE((cosine.array() == cosine[0]).all());
    }
  }
}

TEST(Sincos, OfNothingFiniteIsNoNumber) {
  ik::VectorX sine(3), cosine(3);
  sincos(Eigen::Vector3d(std::nan(""), ik::kUnlimited, 0.0), sine, cosine);
  EXPECT_TRUE(std::isnan(sine[0]) && std::isnan(sine[1]));
  EXPECT_TRUE(std::isnan(cosine[0]) && std::isnan(cosine[1]));
  EXPECT_EQ(cosine[2], 1.0);
}

}  // namespace
