#pragma once

#include "iklab/body.h"

namespace ik {

/// factor_rows for a symmetric positive definite matrix.
/// \param[in,out] A (m x m) only the lower triangle is read; replaced by 1/D on the diagonal, the
///   unit triangular L below it and L^T above it
/// \returns false if A is not positive definite to working precision; A is then undefined
bool factor_ldlt(MatrixX& A);

/// Solves A x = b. \param A the result of factor_ldlt
/// \param[in,out] x (m) b on entry, the solution on return
void solve_ldlt(const MatrixX& A, VectorX& x);

/// Solves for many right sides at once, with the bits of solve_ldlt.
/// \param[in,out] X (k x m) a right side in each row on entry, its solution on return
void solve_rows_ldlt(const MatrixX& A, MatrixX& X);

/// A trust-region subproblem: the minimum of g^T x + 1/2 x^T (H + floor I) x over |x| <= radius.
struct RegionProblem {
  const MatrixX& H;  ///< (n x n) symmetric, definite or indefinite
  const VectorX& g;  ///< (n)
  double floor;
  double radius;
};

/// The approximate solution of a trust-region subproblem,
///
///   x = -(H + sigma I)^-1 g
///
/// with the smallest sigma >= floor for which the matrix is positive definite and |x| is at most
/// 10 % above the radius. Newton's iteration on the secular equation; More and Sorensen (1983),
/// section 3.
/// \param A, scratch overwritten
/// \param[out] x (n)
/// \returns sigma
double solve_in_region(const RegionProblem& problem, MatrixX& A, VectorX& scratch, VectorX& x);

/// A direction of negative curvature, near the eigenvector of the least eigenvalue of H: bisection
/// for the shift that makes H definite, then inverse iteration from a fixed vector; Golub and Van
/// Loan (2013), section 8.2.
/// \param H (n x n) symmetric
/// \param A, scratch overwritten
/// \param[out] x (n) of length 1; undefined if the result is 0
/// \returns x^T H x < 0; 0 if H + 1e-9 |H| I is positive definite
double negative_curvature(const MatrixX& H, MatrixX& A, VectorX& scratch, VectorX& x);

}  // namespace ik
