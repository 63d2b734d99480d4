#include "iklab/problem.h"

#include <gtest/gtest.h>

#include "support/algebra.h"
#include "support/bodies.h"

namespace {

ik::MatrixX matrix(int seed, int rows, int cols) {
  return bodies::Numbers(seed).vector(rows * cols).reshaped(rows, cols);
}

/// Orthonormal columns, from a QR decomposition.
ik::MatrixX orthonormal(int seed, int rows, int cols) {
  return algebra::orthogonal_factor(matrix(seed, rows, cols)).leftCols(cols);
}

/// \param tolerance about ten rotations of a vector per sweep, five sweeps, 1e-16 rounding each
void expect_decomposes(const ik::Svd& svd, const ik::MatrixX& J, double tolerance = 1e-14) {
  const ik::VectorX& sigma = svd.sigma();
  const double size = std::max(sigma[0], 1e-300);
  EXPECT_LT((svd.U() * sigma.asDiagonal() * svd.V().transpose() - J).norm(), tolerance * size);
  for (int i = 0; i < svd.count(); ++i) {
    EXPECT_GE(sigma[i], 0.0);
    EXPECT_LE(sigma[i], sigma[std::max(i - 1, 0)]);
    for (int k = 0; k <= i; ++k) {
      if (sigma[i] == 0.0) continue;
      const double expected = i == k ? 1.0 : 0.0;
      EXPECT_NEAR(svd.U().col(i).dot(svd.U().col(k)), expected, tolerance);
      EXPECT_NEAR(svd.V().col(i).dot(svd.V().col(k)), expected, tolerance);
    }
  }
}

TEST(Svd, DecomposesWideTallAndSquareMatrices) {
  const std::pair<int, int> shapes[] = {{1, 1}, {3, 1},   {1, 5},   {3, 3}, {6, 7},
                                        {7, 6}, {12, 16}, {12, 25}, {9, 4}, {15, 15}};
  for (const auto& [rows, cols] : shapes) {
    const ik::MatrixX J = matrix(rows + 50 * cols, rows, cols);
    ik::Svd svd;
    svd.compute(J);
    expect_decomposes(svd, J);
    EXPECT_LT((svd.sigma() - algebra::singular_values(J)).norm(), 1e-13);
  }
}

TEST(Svd, SatisfiesPenrosesFourIdentities) {
  for (int seed = 0; seed < 10; ++seed) {
    const ik::MatrixX J = matrix(seed, 6, 2) * matrix(seed + 20, 2, 7);  // rank 2
    ik::Svd svd;
    svd.compute(J);
    EXPECT_EQ(svd.rank(1e-10), 2);
    ik::MatrixX P = ik::MatrixX::Zero(7, 6);  // the pseudoinverse
    for (int i = 0; i < 2; ++i) {
      P += svd.V().col(i) * svd.U().col(i).transpose() / svd.sigma()[i];
    }
    EXPECT_LT((J * P * J - J).norm(), 1e-12 * J.norm());
    EXPECT_LT((P * J * P - P).norm(), 1e-12 * P.norm());
    EXPECT_LT((J * P - (J * P).transpose()).norm(), 1e-12);
    EXPECT_LT((P * J - (P * J).transpose()).norm(), 1e-12);
  }
}

TEST(Svd, FindsSmallSingularValuesThatSquaringWouldLose) {
  ik::VectorX sigma(6);
  sigma << 1.0, 1e-2, 1e-5, 1e-9, 1e-11, 1e-13;
  const ik::MatrixX J =
      orthonormal(1, 6, 6) * sigma.asDiagonal() * orthonormal(2, 9, 6).transpose();
  ik::Svd svd;
  svd.compute(J);
  // J is rounded to 1e-16 of its norm: no method can resolve smaller singular values
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(svd.sigma()[i], sigma[i], 1e-15);
  expect_decomposes(svd, J);
}

TEST(Svd, CallsRoundingAloneZero) {
  ik::MatrixX J = matrix(3, 5, 8);
  J.row(3) = J.row(1) + 2.0 * J.row(2);
  ik::Svd svd;
  svd.compute(J);
  EXPECT_EQ(svd.sigma()[4], 0.0);
  EXPECT_TRUE(svd.V().col(4).isZero(0.0));
  EXPECT_LT((svd.U().transpose() * svd.U() - ik::MatrixX::Identity(5, 5)).norm(), 1e-13);
  svd.compute(ik::MatrixX::Zero(5, 8));
  EXPECT_TRUE(svd.sigma().isZero(0.0));
}

TEST(Svd, IsTheSameForAMatrixScaledByAPowerOfTwo) {
  const ik::MatrixX J = matrix(4, 6, 7);
  ik::Svd plain, tiny, huge;
  plain.compute(J);
  tiny.compute(0x1p-900 * J);
  huge.compute(0x1p900 * J);
  EXPECT_EQ(plain.U(), tiny.U());
  EXPECT_EQ(plain.V(), huge.V());
  EXPECT_EQ(plain.sigma(), 0x1p900 * tiny.sigma());
  EXPECT_EQ(plain.sigma(), 0x1p-900 * huge.sigma());
}

TEST(Svd, StartingFromTheLastMatrixLosesNothingOverThousandsOfSteps) {
  ik::Svd warm;
  ik::MatrixX J;
  for (int step = 0; step < 3000; ++step) {
    const double t = 0.01 * step;
    J = std::cos(t) * matrix(5, 6, 7) + std::sin(1.7 * t) * matrix(6, 6, 7);
    if (step % 500 == 250) J.row(2) = J.row(4);  // a singularity on the path
    warm.compute(J);
    if (step % 50 != 0) continue;
    expect_decomposes(warm, J, 3e-14);  // rounding of up to eight calls adds up
    EXPECT_LT((warm.U().transpose() * warm.U() - ik::MatrixX::Identity(6, 6)).norm(), 1e-13);
  }
  ik::Svd cold;
  cold.compute(J);
  EXPECT_LT((warm.sigma() - cold.sigma()).norm(), 1e-14 * cold.sigma()[0]);
}

TEST(Svd, AfterForgettingRepeatsItselfToTheBit) {
  ik::Svd fresh, used;
  fresh.compute(matrix(7, 6, 7));
  used.compute(matrix(8, 6, 7));
  used.forget();
  used.compute(matrix(7, 6, 7));
  EXPECT_EQ(fresh.sigma(), used.sigma());
  EXPECT_EQ(fresh.U(), used.U());
  EXPECT_EQ(fresh.V(), used.V());
}

}  // namespace
