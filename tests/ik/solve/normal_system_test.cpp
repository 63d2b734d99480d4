#include "ik/solve/goal_rows.h"

#include <gtest/gtest.h>

#include "support/algebra.h"
#include "support/bodies.h"
#include "support/count_allocations.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Fills a system with random numbers. \param[out] J, e the same numbers
void fill(ik::NormalSystem& system, int rows, int columns, int seed, MatrixXd& J, VectorXd& e) {
  bodies::Numbers numbers(seed);
  system.resize(rows, columns);
  J.resize(rows, columns);
  e.resize(rows);
  for (int r = 0; r < rows; ++r) {
    system.e()[r] = e[r] = numbers.next();
    for (int c = 0; c < columns; ++c) system.column(c)[r] = J(r, c) = numbers.next();
  }
}

TEST(NormalSystem, SolvesTheNormalEquationsOfItsObjectiveForAllShapes) {
  ik::NormalSystem system;
  MatrixXd J;
  VectorXd e;
  for (int rows = 1; rows <= 14; ++rows) {
    for (int columns = 1; columns <= 14; ++columns) {
      for (const double mu : {1.0, 1e-3}) {
        fill(system, rows, columns, 15 * rows + columns, J, e);
        ASSERT_TRUE(system.solve(mu));
        const Eigen::Map<const VectorXd> x(system.x(), columns);
        // gradient of |J x - e|^2 + mu |x|^2
        const VectorXd gradient = J.transpose() * (J * x - e) + mu * x;
        EXPECT_LT(gradient.norm(), 1e-12 * rows / mu) << rows << ' ' << columns;
        for (int c = 0; c < columns; ++c) EXPECT_NEAR(system.descent(c), J.col(c).dot(e), 1e-13);
      }
    }
  }
}

TEST(NormalSystem, HasTheDeterminantAndTheRankOfJ) {
  ik::NormalSystem system;
  MatrixXd J;
  VectorXd e;
  for (const auto& [rows, columns] : {std::pair{6, 6}, {6, 7}, {3, 5}, {9, 4}, {12, 12}}) {
    fill(system, rows, columns, rows + columns, J, e);
    const int least = std::min(rows, columns);
    const MatrixXd A = rows <= columns ? MatrixXd(J * J.transpose()) : MatrixXd(J.transpose() * J);
    const double expected = A.determinant();
    EXPECT_NEAR(system.squared_manipulability(), expected, 1e-10 * std::abs(expected));
    EXPECT_EQ(system.rank(), least);
    // two columns of three are the same
    fill(system, rows, columns, rows + columns, J, e);
    for (int c = 0; c < columns; ++c) {
      std::copy(system.column(c % 2), system.column(c % 2) + rows, system.column(c));
    }
    EXPECT_EQ(system.rank(), 2);
    system.clear();
    EXPECT_EQ(system.rank(), 0);
    EXPECT_EQ(system.squared_manipulability(), 0.0);
    EXPECT_FALSE(system.solve(0.0));
  }
}

TEST(NormalSystem, AllocatesNothingForSmallerSizes) {
  ik::NormalSystem system;
  system.resize(12, 12);
  const std::size_t before = allocation_count();
  for (int rows = 1; rows <= 12; ++rows) system.resize(rows, 12);
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
