#include "peers/golub_reinsch.h"

#include <gtest/gtest.h>
#include <Eigen/LU>

namespace {

using Jacobian = Eigen::Matrix<double, 6, 9>;

/// Numbers without a pattern, so that no row depends on others.
Jacobian full_rank() {
  Jacobian J;
  for (int row = 0; row < J.rows(); ++row) {
    for (int column = 0; column < J.cols(); ++column) {
      J(row, column) = std::sin(1.0 + row + 7.0 * row * column + 3.0 * column * column);
    }
  }
  return J;
}

/// The factors are orthogonal, sigma is not negative, and their product is J.
void expect_decomposition(const Jacobian& J) {
  bench::GolubReinsch<6, 9> svd(6, 9);
  svd.compute(J);
  const auto& U = svd.matrixU();
  const auto& V = svd.matrixV();
  const auto& sigma = svd.singularValues();
  const double rounding = 1e-14 * std::max(1.0, J.norm());
  EXPECT_LT((U.transpose() * U - Eigen::Matrix<double, 6, 6>::Identity()).norm(), 1e-14);
  EXPECT_LT((V.transpose() * V - Eigen::Matrix<double, 6, 6>::Identity()).norm(), 1e-14);
  EXPECT_GE(sigma.minCoeff(), 0.0);
  EXPECT_LT((U * sigma.asDiagonal() * V.transpose() - J).norm(), rounding);
}

TEST(GolubReinsch, DecomposesAMatrixOfFullRank) {
  ASSERT_EQ(full_rank().fullPivLu().rank(), 6);
  expect_decomposition(full_rank());
  expect_decomposition(1e6 * full_rank());
}

TEST(GolubReinsch, DecomposesMatricesThatHaveLostRank) {
  for (int rank = 0; rank < 6; ++rank) {
    SCOPED_TRACE(rank);
    const Jacobian J = full_rank();
    Jacobian lost = J;
    for (int row = rank; row < 6; ++row) {
      lost.row(row).setZero();
      for (int from = 0; from < rank; ++from) lost.row(row) += (1.0 + row - from) * J.row(from);
    }
    expect_decomposition(lost);
  }
}

TEST(GolubReinsch, DecomposesMatricesWithZerosOnTheBidiagonal) {
  for (int zero = 0; zero < 6; ++zero) {
    SCOPED_TRACE(zero);
    // bidiagonal as it is, with a zero in the diagonal: its transpose is the tall matrix
    Jacobian J = Jacobian::Zero();
    for (int i = 0; i < 6; ++i) {
      J(i, i) = i == zero ? 0.0 : 1.0 + i;
      if (i > 0) J(i, i - 1) = 2.0 - 0.1 * i;
    }
    expect_decomposition(J);
  }
}

TEST(GolubReinsch, FindsKnownSingularValues) {
  Jacobian J = Jacobian::Zero();
  const double values[] = {3.0, 1e-7, 2.0, 2.0, 0.0, 5.0};
  for (int i = 0; i < 6; ++i) J(i, (2 * i + 3) % 9) = i % 2 == 0 ? values[i] : -values[i];
  bench::GolubReinsch<6, 9> svd(6, 9);
  svd.compute(J);
  Eigen::Matrix<double, 6, 1> sigma = svd.singularValues();
  std::sort(sigma.begin(), sigma.end());
  const double sorted[] = {0.0, 1e-7, 2.0, 2.0, 3.0, 5.0};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(sigma[i], sorted[i], 1e-14);
}

}  // namespace
