#pragma once

#include <Eigen/Core>

namespace ik {

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
