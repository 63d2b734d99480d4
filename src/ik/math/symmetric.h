#pragma once

#include <Eigen/Core>

namespace ik {

/// A = L D L^T of a symmetric positive definite matrix, in place, and solutions of A x = b.
///
/// Golub and Van Loan, Matrix Computations (2013), section 4.1. For the sizes met here (6 to 36
/// rows) it is several times faster than a blocked factorisation; it takes no square root.
/// \param[in,out] A (m x m) its lower triangle is read, and replaced by 1/D and the unit L below it
/// \returns false if A is not positive definite to working precision; A is then spoilt
bool factor_ldlt(Eigen::MatrixXd& A);

/// \param A the result of factor_ldlt
/// \param[in,out] x (m) b on entry, the solution on return
void solve_ldlt(const Eigen::MatrixXd& A, Eigen::VectorXd& x);

/// The lowest point of g^T x + 1/2 x^T (H + floor I) x with |x| <= radius, about:
///
///   x = -(H + sigma I)^-1 g
///
/// with the least sigma >= floor that makes the matrix positive definite and |x| at most 10 % above
/// the radius, found by Newton's iteration on the secular equation; More and Sorensen (1983),
/// section 3.
/// \param H (n x n) symmetric, definite or not
/// \param A, scratch are overwritten
/// \param[out] x (n)
/// \returns sigma
double solve_in_region(const Eigen::MatrixXd& H, const Eigen::VectorXd& g, double floor,
                       double radius, Eigen::MatrixXd& A, Eigen::VectorXd& scratch,
                       Eigen::VectorXd& x);

}  // namespace ik
