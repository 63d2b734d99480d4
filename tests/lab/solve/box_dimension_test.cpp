#include "lab/solve/basin_map.h"

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace {

template <class Label>
std::vector<int> labelled(int columns, int rows, Label label) {
  std::vector<int> labels;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) labels.push_back(label(column, row));
  }
  return labels;
}

TEST(BoxDimension, OfAStraightBorderIsOne) {
  const auto upright = labelled(256, 256, [](int x, int) { return x < 100 ? 0 : 1; });
  const auto slanted = labelled(512, 512, [](int x, int y) { return 3 * y < x + 200 ? 0 : 1; });
  const auto circle = labelled(
      512, 512, [](int x, int y) { return std::hypot(x - 250.0, y - 260.0) < 190.0 ? 5 : -1; });
  EXPECT_NEAR(lab::box_dimension(upright, 256)->dimension, 1.0, 0.01);
  EXPECT_NEAR(lab::box_dimension(slanted, 512)->dimension, 1.0, 0.05);
  EXPECT_NEAR(lab::box_dimension(circle, 512)->dimension, 1.0, 0.05);
}

TEST(BoxDimension, OfDustThatFillsAnAreaIsTwo) {
  const auto board = labelled(256, 128, [](int x, int y) { return (x + y) % 2; });
  const auto found = lab::box_dimension(board, 256);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->dimension, 2.0, 0.02);
  EXPECT_LT(found->error, 0.02);
}

// Pascal's triangle modulo 2 is Sierpinski's: log 3 / log 2
TEST(BoxDimension, OfSierpinskisTriangleIsItsOwn) {
  const auto triangle = labelled(1024, 1024, [](int x, int y) { return (x & y) == 0 ? 1 : 0; });
  EXPECT_NEAR(lab::box_dimension(triangle, 1024)->dimension, std::log(3.0) / std::log(2.0), 0.06);
}

// The Julia set of Newton's method for z^3 - 1: about 1.42 by counting boxes (Epureanu and
// Greenside 1998)
TEST(BoxDimension, OfNewtonsFractalIsThePublishedOne) {
  constexpr int kSide = 1024;
  const auto fractal = labelled(kSide, kSide, [](int x, int y) {
    std::complex<double> z(4.0 * (x + 0.5) / kSide - 2.0, 4.0 * (y + 0.5) / kSide - 2.0);
    for (int k = 0; k < 60; ++k) z -= (z * z * z - 1.0) / (3.0 * z * z);
    return static_cast<int>(std::lround(std::arg(z) * 3.0 / (2.0 * std::numbers::pi)));
  });
  EXPECT_NEAR(lab::box_dimension(fractal, kSide)->dimension, 1.42, 0.06);
}

TEST(BoxDimension, IsUnknownWithoutABorderOrScales) {
  EXPECT_FALSE(lab::box_dimension(std::vector<int>(256 * 256, 3), 256));
  EXPECT_FALSE(lab::box_dimension(labelled(32, 32, [](int x, int) { return x % 2; }), 32));
  EXPECT_FALSE(lab::box_dimension({}, 0));
}

}  // namespace
