#pragma once

#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "iklab/body.h"

namespace ik {

/// A small strictly convex quadratic program,
///
///   minimise  1/2 x^T G x - g^T x
///   subject to  N_i^T x  = b_i   for the first `equalities` constraints
///               N_i^T x >= b_i   for the others, `count` in all
struct QuadraticProgram {
  MatrixX G;           ///< (n x n) positive definite; its lower triangle is read
  VectorX g;           ///< (n)
  MatrixX N;           ///< (n x at least count) one constraint per column
  VectorX b;           ///< (at least count)
  int equalities = 0;  ///< number of equality constraints; they come first
  int count = 0;       ///< constraints in use
};

/// Result of QuadraticSolver::solve.
enum class ProgramStatus {
  kSolved,
  kInfeasible,  ///< no x satisfies the constraints
  kNoProgress,  ///< G is not positive definite, or rounding keeps the active set from settling
};

/// Goldfarb and Idnani's dual active-set method (1983).
///
/// With G = L L^T, y = L^T x and a_i = L^-1 N_i, the solution is the point nearest to y_0 = L^-1 g
/// with a_i^T y >= b_i. The method starts at y_0 and adds violated constraints to its active set
/// one at a time, the most violated first. Every iterate is the optimum for the active set,
/// y = y_0 + sum u_i a_i with u_i >= 0. A constraint is dropped if its u_i would become negative.
/// The distance to y_0 grows in every round, so the method terminates.
///
/// The active a_i are factored as Q R by Gram-Schmidt, done twice: Golub and Van Loan (2013),
/// section 5.2. A constraint is dependent on the active constraints if at most 1e-12 of it is
/// orthogonal to them.
class QuadraticSolver {
 public:
  /// Allocates nothing if n and the number of columns of N are the same as in the last call.
  ProgramStatus solve(const QuadraticProgram& program);

  /// The solution (n); undefined unless the status is kSolved.
  const VectorX& x() const { return x_; }
  /// Number of constraints in the active set.
  int active_count() const { return static_cast<int>(active_.size()); }
  /// (columns of N) the multipliers u: G x - g = N u, with u_i >= 0 for inequalities and
  /// u_i (N_i^T x - b_i) = 0. 0 beyond `count`.
  const VectorX& multipliers() const { return multipliers_; }

 private:
  void prepare(const QuadraticProgram& program);
  void polish(const QuadraticProgram& program);
  int most_violated(const QuadraticProgram& program) const;
  ProgramStatus take_in(const QuadraticProgram& program, int i);
  /// Splits a_i = Q c + rest with the first `count` columns of Q: writes c to split_, rest to way_.
  /// \returns the length of rest, 0 if it is rounding
  double split(int i, Eigen::Index count);
  /// Makes the result of split() a column of Q R.
  void set_column(Eigen::Index place, double rest);
  /// Removes the active constraint at this place from Q R.
  void drop(std::size_t place);

  Eigen::LLT<MatrixX> cholesky_;
  VectorX rows_;     // scratch for a_, row by row
  MatrixX a_;        // (n x columns) L^-1 N
  VectorX lengths_;  // lengths of the columns of a_
  VectorX y0_, y_, way_;
  MatrixX Q_, R_;  // (n x n), the first active_.size() columns
  VectorX split_, slope_;
  std::vector<int> active_;      // active constraints in the order of Q's columns, equalities first
  std::vector<double> u_;        // multipliers of the active constraints
  std::vector<char> is_active_;  // one for each constraint
  int rounds_left_ = 0;
  VectorX x_, multipliers_;
};

}  // namespace ik
