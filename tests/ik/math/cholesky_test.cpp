#include "ik/math/symmetric.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

ik::MatrixX positive_definite(int m, bool sparse) {
  ik::MatrixX B = bodies::Numbers(m).vector(m * m).reshaped(m, m);
  if (sparse) B.topRightCorner(m / 2, m - m / 2).setZero();
  if (sparse) B.bottomLeftCorner(m - m / 2, m / 2).setZero();
  return B * B.transpose() + 0.1 * ik::MatrixX::Identity(m, m);
}

TEST(Ldlt, SolvesWhatItFactored) {
  for (const bool sparse : {false, true}) {
    for (int m = 1; m <= 24; ++m) {
      const ik::MatrixX A = positive_definite(m, sparse);
      const ik::VectorX b = bodies::Numbers(99).vector(m);
      ik::MatrixX factor = A;
      factor.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));  // must not be read
      ik::VectorX x = b;
      ASSERT_TRUE(ik::factor_ldlt(factor));
      ik::solve_ldlt(factor, x);
      EXPECT_LT((A * x - b).norm(), 1e-12 * A.norm() * x.norm()) << m;
    }
  }
}

TEST(Ldlt, SolvesManyRightSidesWithTheBitsOfEach) {
  for (const int m : {1, 3, 8, 13}) {
    ik::MatrixX factor = positive_definite(m, false);
    ASSERT_TRUE(ik::factor_ldlt(factor));
    for (const int count : {1, 2, 7, 16}) {
      const ik::MatrixX B = bodies::Numbers(7).vector(count * m).reshaped(count, m);
      ik::MatrixX X = B;
      ik::solve_rows_ldlt(factor, X);
      for (int i = 0; i < count; ++i) {
        ik::VectorX x = B.row(i).transpose();
        ik::solve_ldlt(factor, x);
        EXPECT_EQ(ik::VectorX(X.row(i).transpose()), x) << m << ", " << i << " of " << count;
      }
    }
  }
}

TEST(Ldlt, RefusesWhatIsNotPositiveDefinite) {
  ik::MatrixX A = Eigen::Vector3d(1.0, -1.0, 1.0).asDiagonal();
  EXPECT_FALSE(ik::factor_ldlt(A));
  A = ik::MatrixX::Ones(2, 2);
  EXPECT_FALSE(ik::factor_ldlt(A));
  A = ik::MatrixX::Constant(2, 2, std::nan(""));
  EXPECT_FALSE(ik::factor_ldlt(A));
}

}  // namespace
