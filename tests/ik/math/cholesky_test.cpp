#include "ik/math/matrix.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

Eigen::MatrixXd positive_definite(int m, bool sparse) {
  Eigen::MatrixXd B = bodies::Numbers(m).vector(m * m).reshaped(m, m);
  if (sparse) B.topRightCorner(m / 2, m - m / 2).setZero();
  if (sparse) B.bottomLeftCorner(m - m / 2, m / 2).setZero();
  return B * B.transpose() + 0.1 * Eigen::MatrixXd::Identity(m, m);
}

TEST(Ldlt, SolvesWhatItFactored) {
  for (const bool sparse : {false, true}) {
    for (int m = 1; m <= 24; ++m) {
      const Eigen::MatrixXd A = positive_definite(m, sparse);
      const Eigen::VectorXd b = bodies::Numbers(99).vector(m);
      Eigen::MatrixXd factor = A;
      factor.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));  // is not read
      Eigen::VectorXd x = b;
      ASSERT_TRUE(ik::factor_ldlt(factor));
      ik::solve_ldlt(factor, x);
      EXPECT_LT((A * x - b).norm(), 1e-12 * A.norm() * x.norm()) << m;
    }
  }
}

TEST(Ldlt, RefusesWhatIsNotPositiveDefinite) {
  Eigen::MatrixXd A = Eigen::Vector3d(1.0, -1.0, 1.0).asDiagonal();
  EXPECT_FALSE(ik::factor_ldlt(A));
  A = Eigen::MatrixXd::Ones(2, 2);
  EXPECT_FALSE(ik::factor_ldlt(A));
  A = Eigen::MatrixXd::Constant(2, 2, std::nan(""));
  EXPECT_FALSE(ik::factor_ldlt(A));
}

}  // namespace
