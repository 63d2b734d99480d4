#include "ik/math/quadratic_program.h"

#include <random>

#include <gtest/gtest.h>

#include "support/algebra.h"
#include "support/bodies.h"
#include "support/count_allocations.h"

namespace {

using Status = ik::ProgramStatus;

/// A program of n variables with a known feasible point: `equalities` of its constraints hold there
/// exactly, the others are slack or tight.
struct Example {
  ik::QuadraticProgram program;
  ik::VectorX inside;
};

Example example(int seed, int n, int equalities, int count) {
  bodies::Numbers numbers(seed);
  ik::MatrixX A(n, n), N(n, count);
  // bodies::Numbers has a constant stride and would give nearly dependent columns
  std::mt19937 random(static_cast<unsigned>(seed));
  const auto number = [&random] { return std::ldexp(static_cast<double>(random()), -31) - 1.0; };
  for (double& x : A.reshaped()) x = number();
  for (double& x : N.reshaped()) x = number();
  Example result;
  result.program.G = A * A.transpose() + 0.1 * ik::MatrixX::Identity(n, n);
  result.program.g = 5.0 * numbers.vector(n);
  result.inside = numbers.vector(n);
  result.program.N = N;
  result.program.b = N.transpose() * result.inside;
  for (int i = equalities; i < count; ++i) {
    result.program.b[i] -= std::max(0.0, numbers.next());  // half of them are tight
  }
  result.program.equalities = equalities;
  result.program.count = count;
  return result;
}

/// Karush-Kuhn-Tucker conditions: sufficient for the solution of a convex program.
void expect_optimal(const ik::QuadraticProgram& program, const ik::QuadraticSolver& solver) {
  constexpr double kTolerance = 1e-10;
  const ik::VectorX& x = solver.x();
  const ik::VectorX& u = solver.multipliers();
  ASSERT_EQ(u.size(), program.N.cols());
  // nearly dependent constraints have large multipliers, which must cancel
  const double forces = 1e-11 * (1.0 + u.norm());
  EXPECT_LT((program.G * x - program.g - program.N * u).norm(), forces) << "stationary";
  for (int i = 0; i < program.count; ++i) {
    const double slack = program.N.col(i).dot(x) - program.b[i];
    if (i < program.equalities) {
      EXPECT_NEAR(slack, 0.0, kTolerance) << i;
      continue;
    }
    EXPECT_GT(slack, -kTolerance) << "feasible, " << i;
    EXPECT_GE(u[i], 0.0) << "dual feasible, " << i;
    EXPECT_NEAR(u[i] * slack, 0.0, forces) << "complementary, " << i;
  }
  for (Eigen::Index i = program.count; i < u.size(); ++i) EXPECT_EQ(u[i], 0.0);
}

TEST(QuadraticProgram, SatisfiesTheKktConditionsOnManyPrograms) {
  int active = 0;
  ik::QuadraticSolver solver;
  for (int seed = 0; seed < 400; ++seed) {
    const int n = 1 + seed % 9;
    const int equalities = seed % 3 == 0 ? std::min(n - 1, seed % 4) : 0;
    const Example at = example(seed, n, equalities, equalities + seed % 23);
    ASSERT_EQ(solver.solve(at.program), Status::kSolved) << seed;
    SCOPED_TRACE(seed);
    expect_optimal(at.program, solver);
    active += static_cast<int>((solver.multipliers().array() > 0.0).count());
  }
  EXPECT_GT(active, 400);
}

TEST(QuadraticProgram, WithoutConstraintsSolvesALinearSystem) {
  const Example at = example(1, 6, 0, 0);
  ik::QuadraticSolver solver;
  EXPECT_EQ(solver.solve(at.program), Status::kSolved);
  EXPECT_LT((at.program.G * solver.x() - at.program.g).norm(), 1e-12);
}

TEST(QuadraticProgram, FindsWhatTryingEveryActiveSetFinds) {
  ik::QuadraticSolver solver;
  for (int seed = 0; seed < 60; ++seed) {
    const int n = 2 + seed % 3, equalities = seed % 2, count = 6;
    const Example at = example(1000 + seed, n, equalities, count);
    const ik::QuadraticProgram& p = at.program;
    double least = 1e300;
    ik::VectorX best;
    for (unsigned set = 0; set < (1u << count); ++set) {
      std::vector<int> chosen;
      for (int i = 0; i < count; ++i) {
        if (i < equalities || (set >> i & 1u) != 0) chosen.push_back(i);
      }
      const auto q = static_cast<Eigen::Index>(chosen.size());
      if (q > n) continue;
      // the optimum with these constraints held as equalities
      ik::MatrixX K = ik::MatrixX::Zero(n + q, n + q);
      ik::VectorX right(n + q);
      K.topLeftCorner(n, n) = p.G;
      right.head(n) = p.g;
      for (Eigen::Index c = 0; c < q; ++c) {
        const int i = chosen[static_cast<std::size_t>(c)];
        K.block(0, n + c, n, 1) = -p.N.col(i);
        K.block(n + c, 0, 1, n) = p.N.col(i).transpose();
        right[n + c] = p.b[i];
      }
      const ik::VectorX x = algebra::solve(K, right).head(n);
      ik::VectorX slack = (p.N.transpose() * x - p.b).head(count);
      slack.head(equalities) = -slack.head(equalities).cwiseAbs();
      if (slack.minCoeff() < -1e-9) continue;
      const double value = 0.5 * x.dot(p.G * x) - p.g.dot(x);
      if (value < least) {
        least = value;
        best = x;
      }
    }
    ASSERT_EQ(solver.solve(p), Status::kSolved) << seed;
    EXPECT_LT((solver.x() - best).norm(), 1e-8) << seed;
  }
}

TEST(QuadraticProgram, TakesConstraintsThatStandTwiceOrFollowFromOthers) {
  ik::QuadraticSolver solver;
  for (int seed = 0; seed < 100; ++seed) {
    const int n = 3 + seed % 4, equalities = 2, half = 8;
    Example at = example(2000 + seed, n, equalities, half);
    ik::QuadraticProgram& p = at.program;
    ik::QuadraticProgram twice = p;
    // the equalities again (the second as the sum of both), then every inequality, some scaled
    twice.N.resize(n, 2 * half);
    twice.b.resize(2 * half);
    twice.N.leftCols(2) = p.N.leftCols(2);
    twice.b.head(2) = p.b.head(2);
    twice.N.col(2) = 2.0 * p.N.col(0);
    twice.b[2] = 2.0 * p.b[0];
    twice.N.col(3) = p.N.col(0) + p.N.col(1);
    twice.b[3] = p.b[0] + p.b[1];
    for (int i = 2; i < half; ++i) {
      twice.N.col(2 * i) = p.N.col(i);
      twice.b[2 * i] = p.b[i];
      twice.N.col(2 * i + 1) = (i % 2 == 0 ? 1.0 : 3.0) * p.N.col(i);
      twice.b[2 * i + 1] = (i % 2 == 0 ? 1.0 : 3.0) * p.b[i];
    }
    twice.equalities = 4;
    twice.count = 2 * half;
    ASSERT_EQ(solver.solve(p), Status::kSolved) << seed;
    const ik::VectorX once = solver.x();
    ASSERT_EQ(solver.solve(twice), Status::kSolved) << seed;
    SCOPED_TRACE(seed);
    expect_optimal(twice, solver);
    EXPECT_LT((solver.x() - once).norm(), 1e-8);
  }
}

TEST(QuadraticProgram, GoesToTheCornerWhereMoreConstraintsMeetThanNeeded) {
  // a pyramid over the square |x|, |y| <= z, pulled below its tip: all four faces meet there
  ik::QuadraticProgram p;
  p.G = Eigen::Matrix3d::Identity();
  p.g = Eigen::Vector3d(0.0, 0.0, -2.0);
  p.N.resize(3, 5);
  p.N << 1, -1, 0, 0, 0, 0, 0, 1, -1, 0, 1, 1, 1, 1, 0;
  p.b = ik::VectorX::Zero(5);
  p.count = 5;  // the last is 0 >= 0
  ik::QuadraticSolver solver;
  EXPECT_EQ(solver.solve(p), Status::kSolved);
  EXPECT_LT(solver.x().norm(), 1e-15);
  expect_optimal(p, solver);
}

TEST(QuadraticProgram, KeepsToABoxWhateverThePull) {
  // with G = I the solution is the point of the box nearest to the pull
  ik::QuadraticSolver solver;
  for (int seed = 0; seed < 50; ++seed) {
    const int n = 1 + seed % 12;
    bodies::Numbers numbers(seed);
    ik::QuadraticProgram p;
    p.G = ik::MatrixX::Identity(n, n);
    p.g = std::pow(10.0, seed % 7) * numbers.vector(n);
    p.N.resize(n, 2 * n);
    p.N << ik::MatrixX::Identity(n, n), -ik::MatrixX::Identity(n, n);
    p.b = ik::VectorX::Constant(2 * n, -0.5);
    p.count = 2 * n;
    ASSERT_EQ(solver.solve(p), Status::kSolved);
    EXPECT_LT((solver.x() - p.g.cwiseMax(-0.5).cwiseMin(0.5)).norm(), 1e-15 * p.g.norm() + 1e-15);
  }
}

TEST(QuadraticProgram, SaysWhereThereIsNoSolution) {
  ik::QuadraticProgram p;
  p.G = Eigen::Matrix2d::Identity();
  p.g = Eigen::Vector2d(0.3, 0.1);
  p.N.resize(2, 2);
  p.b.resize(2);
  p.count = 2;
  ik::QuadraticSolver solver;

  p.N << 1, -1, 1, -1;  // x + y >= 1 and x + y <= 0
  p.b << 1.0, 0.0;
  EXPECT_EQ(solver.solve(p), Status::kInfeasible);
  p.b << 1.0, -1.0;  // just feasible: x + y = 1
  EXPECT_EQ(solver.solve(p), Status::kSolved);
  EXPECT_NEAR(solver.x().sum(), 1.0, 1e-14);

  p.equalities = 2;  // x + y = 1 and x + y = 0
  p.b << 1.0, 0.0;
  EXPECT_EQ(solver.solve(p), Status::kInfeasible);
  p.N << 1, 2, 1, 2;  // x + y = 1 twice
  p.b << 1.0, 2.0;
  EXPECT_EQ(solver.solve(p), Status::kSolved);

  p.equalities = 0;
  p.N << 0, 1, 0, 0;  // 0 >= 1
  p.b << 1.0, 0.0;
  EXPECT_EQ(solver.solve(p), Status::kInfeasible);
}

TEST(QuadraticProgram, TakesADependentConstraintThatRoundingMissesForMet) {
  ik::QuadraticProgram p;
  p.G = Eigen::Matrix2d::Identity();
  p.g = Eigen::Vector2d(0.3, 0.1);
  p.N.resize(2, 2);
  p.N << 1, 1, 1, 1;  // x + y = 1 and x + y >= 1 + 1e-10
  p.b = Eigen::Vector2d(1.0, 1.0 + 1e-10);
  p.equalities = 1;
  p.count = 2;
  ik::QuadraticSolver solver;
  EXPECT_EQ(solver.solve(p), Status::kSolved);
  EXPECT_LT((solver.x() - Eigen::Vector2d(0.6, 0.4)).norm(), 1e-14);
}

TEST(QuadraticProgram, IsBlindToTheLengthsOfItsConstraints) {
  ik::QuadraticSolver solver;
  for (int seed = 0; seed < 20; ++seed) {
    const Example at = example(4000 + seed, 5, seed % 3, 9);
    ASSERT_EQ(solver.solve(at.program), Status::kSolved);
    const ik::VectorX x = solver.x();
    ik::QuadraticProgram small = at.program;
    small.N *= 1e-20;
    small.b *= 1e-20;
    ASSERT_EQ(solver.solve(small), Status::kSolved) << seed;
    EXPECT_LT((solver.x() - x).norm(), 1e-9) << seed;
  }
}

TEST(QuadraticProgram, SolvesNothingThatIsNoNumber) {
  Example at = example(3, 3, 0, 2);
  at.program.g[1] = std::nan("");
  ik::QuadraticSolver solver;
  EXPECT_EQ(solver.solve(at.program), Status::kNoProgress);
}

TEST(QuadraticProgram, RefusesWhatIsNotConvex) {
  Example at = example(3, 3, 0, 2);
  at.program.G(1, 1) = -1.0;
  ik::QuadraticSolver solver;
  EXPECT_EQ(solver.solve(at.program), Status::kNoProgress);
}

TEST(QuadraticProgram, IsSolvedAgainWithoutAllocating) {
  std::vector<Example> examples;
  for (int seed = 0; seed < 40; ++seed) {
    examples.push_back(example(3000 + seed, 7, seed % 3, 20));
    examples.back().program.count -= seed % 9;
  }
  ik::QuadraticSolver solver;
  solver.solve(examples[0].program);
  const std::size_t before = allocation_count();
  for (const Example& at : examples) solver.solve(at.program);
  EXPECT_EQ(allocation_count(), before);
}

}  // namespace
