#include "ik/math/tree_matrix.h"

#include <gtest/gtest.h>

#include "support/algebra.h"
#include "support/bodies.h"

namespace {

using Parents = std::vector<int>;

/// Trees in depth-first order: chains, stars, and random small_trees.
std::vector<Parents> small_trees() {
  std::vector<Parents> all = {{-1}, {-1, -1, -1}, {-1, 0, 0, 0, 0}, {-1, 0, 1, 0, 3, 4, -1, 6}};
  for (const int length : {2, 3, 4, 5, 9, 16, 33}) {
    Parents chain;
    for (int i = 0; i < length; ++i) chain.push_back(i - 1);
    all.push_back(chain);
  }
  for (int seed = 0; seed < 20; ++seed) {
    bodies::Numbers numbers(seed);
    Parents random = {-1};
    for (int i = 1; i < 3 + seed; ++i) {
      int parent = i - 1;
      while (parent >= 0 && numbers.next() > 0.3) parent = random[static_cast<std::size_t>(parent)];
      random.push_back(parent);
    }
    all.push_back(random);
  }
  return all;
}

bool is_above(const Parents& parents, int a, int b) {
  for (; b > a; b = parents[static_cast<std::size_t>(b)]) continue;
  return a == b;
}

/// The matrix with all its zeros.
ik::MatrixX dense(ik::TreeMatrix matrix) {
  ik::MatrixX A = ik::MatrixX::Zero(matrix.size(), matrix.size());
  for (int i = 0; i < matrix.size(); ++i) {
    for (int d = 0; d <= matrix.depth(i); ++d) {
      A(i, matrix.path(i)[d]) = A(matrix.path(i)[d], i) = matrix.row(i)[d];
    }
  }
  return A;
}

/// Random entries in the range -1 to 1, and `diagonal` added to the diagonal.
ik::TreeMatrix random_matrix(const Parents& parents, double diagonal) {
  bodies::Numbers numbers(static_cast<int>(parents.size()));
  ik::TreeMatrix matrix;
  matrix.resize(parents);
  for (int i = 0; i < matrix.size(); ++i) {
    for (int d = 0; d <= matrix.depth(i); ++d) matrix.row(i)[d] = numbers.next();
    matrix.diagonal(i) += diagonal;
  }
  return matrix;
}

TEST(TreeMatrix, HasAnEntryForEachUnknownAndItsAncestors) {
  for (const Parents& parents : small_trees()) {
    const ik::MatrixX A = dense(random_matrix(parents, 2.0));
    for (int a = 0; a < A.rows(); ++a) {
      for (int b = a; b < A.rows(); ++b) {
        EXPECT_EQ(A(a, b) != 0.0, is_above(parents, a, b)) << a << " " << b;
      }
    }
  }
}

TEST(TreeMatrix, SolvesAsTheDenseMatrixInLongDouble) {
  for (const Parents& parents : small_trees()) {
    const auto m = static_cast<int>(parents.size());
    ik::TreeMatrix matrix = random_matrix(parents, 0.5 * m + 1.0);
    const ik::MatrixX A = dense(matrix);
    const ik::VectorX b = bodies::Numbers(99).vector(m);
    ik::VectorX x = b;
    ASSERT_TRUE(matrix.solve(x));
    const ik::VectorX exact =
        algebra::long_solve(A.cast<long double>(), b.cast<long double>()).cast<double>();
    EXPECT_LT((x - exact).norm(), 1e-14 * m * exact.norm()) << m;
  }
}

TEST(TreeMatrix, IsRefusedWhereAnEigenvalueIsNotPositive) {
  for (const Parents& parents : small_trees()) {
    for (const double diagonal : {-1.5, 0.0, 0.3, 1.0, 2.0, 4.0}) {
      ik::TreeMatrix matrix = random_matrix(parents, diagonal);
      const double least = algebra::eigenvalues(dense(matrix))[0];
      if (std::abs(least) < 1e-9) continue;
      ik::VectorX x = ik::VectorX::Ones(matrix.size());
      EXPECT_EQ(matrix.solve(x), least > 0.0) << least;
    }
  }
  ik::TreeMatrix unknown = random_matrix({-1, 0}, 3.0);
  unknown.diagonal(1) = std::nan("");
  ik::VectorX x = ik::VectorX::Ones(2);
  EXPECT_FALSE(unknown.solve(x));
}

TEST(TreeMatrix, IsolatesAnUnknown) {
  for (const Parents& parents : small_trees()) {
    for (int i = 0; i < static_cast<int>(parents.size()); i += 2) {
      ik::TreeMatrix matrix = random_matrix(parents, 2.0);
      ik::MatrixX expected = dense(matrix);
      expected.row(i).setZero();
      expected.col(i).setZero();
      expected(i, i) = 1.0;
      matrix.isolate(i);
      EXPECT_EQ(dense(matrix), expected) << i;
    }
  }
}

}  // namespace
