#pragma once

#include <Eigen/Core>

namespace ik {

/// A = L D L^T of a symmetric positive definite matrix, in place; Golub and Van Loan (2013),
/// section 4.1. At 6 to 36 rows several times faster than a blocked factorisation; no square root.
/// \param[in,out] A (m x m) its lower triangle is read; replaced by 1/D, below it the unit L and
/// above it L^T
/// \returns false if A is not positive definite to working precision; A is then undefined
bool factor_ldlt(Eigen::MatrixXd& A);

/// Solves A x = b. \param A the result of factor_ldlt
/// \param[in,out] x (m) b on entry, the solution on return
void solve_ldlt(const Eigen::MatrixXd& A, Eigen::VectorXd& x);

/// The trust-region subproblem: the x that nearly minimises g^T x + 1/2 x^T (H + floor I) x over
/// |x| <= radius,
///
///   x = -(H + sigma I)^-1 g
///
/// with the least sigma >= floor for which the matrix is positive definite and |x| at most 10 %
/// above the radius, by Newton's iteration on the secular equation; More and Sorensen (1983),
/// section 3.
/// \param H (n x n) symmetric, definite or not
/// \param A, scratch are overwritten
/// \param[out] x (n)
/// \returns sigma
double solve_in_region(const Eigen::MatrixXd& H, const Eigen::VectorXd& g, double floor,
                       double radius, Eigen::MatrixXd& A, Eigen::VectorXd& scratch,
                       Eigen::VectorXd& x);

}  // namespace ik
