#include "ik/math/three_columns.h"

#include <gtest/gtest.h>

#include "support/algebra.h"
#include "support/bodies.h"

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d full(const ik::Triangle& R) {
  return Matrix3d{{R.aa, R.ab, R.ac}, {0.0, R.bb, R.bc}, {0.0, 0.0, R.cc}};
}

/// Random columns, of which one lies this close to the plane of the others.
ik::ThreeColumns columns(int seed, double apart) {
  bodies::Numbers numbers(seed);
  ik::ThreeColumns X(8, 3);
  for (int c = 0; c < 3; ++c) X.col(c) = numbers.vector(8);
  const int near = seed % 3, one = (near + 1) % 3, other = (near + 2) % 3;
  X.col(near) = X.col(one) - (seed % 2 == 0 ? 0.7 : 0.01) * X.col(other) + apart * X.col(near);
  return X;
}
constexpr int kSeeds = 60;

TEST(ThreeColumns, FactorsAndTheirInverseAreThoseOfTheProducts) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    for (const double apart : {1.0, 0.1, 1e-3}) {
      const ik::ThreeColumns X = columns(seed, apart);
      ik::ThreeFactor factor;
      ASSERT_TRUE(ik::factor_columns(X, factor));
      const Matrix3d R = full(factor.R), inverse = full(factor.inverse);
      EXPECT_LT((R.transpose() * R - X.transpose() * X).norm(), 1e-15 * X.squaredNorm());
      EXPECT_LT((R * inverse - Matrix3d::Identity()).norm(), 1e-13 / apart) << apart;
      EXPECT_NEAR(ik::inverse_bound(factor) / inverse.norm(), 1.0, 1e-14);
      const double least = algebra::singular_values(X)[2];
      EXPECT_GE(ik::inverse_bound(factor) * least, 1.0 - 1e-7) << apart;
    }
  }
}

TEST(ThreeColumns, ProductsOfTrianglesAreThoseOfMatrices) {
  const ik::Triangle A{2.0, 3.0, 5.0, 7.0, 11.0, 13.0}, B{17.0, 19.0, 23.0, 29.0, 31.0, 37.0};
  EXPECT_EQ(full(ik::product(A, B)), Matrix3d(full(A) * full(B)));
}

TEST(ThreeColumns, TwiceDividedColumnsAreOrthonormalAndSpanTheSame) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    for (const double apart : {1.0, 1e-2, 1e-3}) {
      const ik::ThreeColumns X = columns(seed, apart);
      ik::ThreeColumns Q = X;
      ik::ThreeFactor first, second;
      ASSERT_TRUE(ik::factor_columns(Q, first));
      ik::divide_columns(first.inverse, Q);
      ASSERT_TRUE(ik::factor_columns(Q, second));
      ik::divide_columns(second.inverse, Q);
      EXPECT_LT((Q.transpose() * Q - Matrix3d::Identity()).norm(), 2e-15) << apart;
      const Matrix3d R = full(ik::product(second.R, first.R));
      EXPECT_LT((Q * R - X).norm(), 1e-14 * X.norm()) << apart;
    }
  }
}

TEST(ThreeColumns, DependentHugeAndTinyColumnsAreNotFactored) {
  ik::ThreeFactor factor;
  EXPECT_FALSE(ik::factor_columns(ik::ThreeColumns::Zero(8, 3), factor));
  for (int seed = 0; seed < kSeeds; ++seed) {
    // rounding may leave a pivot: then the bound shows it
    if (ik::factor_columns(columns(seed, 0.0), factor)) {
      EXPECT_GT(ik::inverse_bound(factor), 1e6);
    }
    for (const double size : {1e-148, 1e148, 1e200}) {
      EXPECT_FALSE(ik::factor_columns(size * columns(seed, 1.0), factor)) << size;
    }
    ik::ThreeColumns broken = columns(seed, 1.0);
    broken(2, seed % 3) = std::nan("");
    EXPECT_FALSE(ik::factor_columns(broken, factor));
  }
}

TEST(ThreeColumns, DampedSolutionIsThatOfLongLeastSquares) {
  for (int seed = 0; seed < kSeeds; ++seed) {
    for (const double apart : {1.0, 1e-2, 1e-3}) {
      for (const double lambda : {0.0, 1e-4, 0.01, 0.3, 5.0}) {
        ik::ThreeFactor factor;
        ASSERT_TRUE(ik::factor_columns(columns(seed, apart), factor));
        const Vector3d b(0.3, -0.2, 0.7);
        algebra::LongMatrix A = algebra::LongMatrix::Zero(6, 3);
        A.topRows(3) = full(factor.R).transpose().cast<long double>();
        A.bottomRows(3).diagonal().setConstant(lambda);
        algebra::LongVector right = algebra::LongVector::Zero(6);
        right.head(3) = b.cast<long double>();
        const algebra::LongVector exact = algebra::long_least_squares(A, right);
        const Vector3d z = ik::damped_solution(factor.R, b, lambda * lambda);
        EXPECT_LT((z.cast<long double>() - exact).norm(), 3e-14 * exact.norm())
            << seed << " " << apart << " " << lambda;
      }
    }
  }
}

}  // namespace
