#pragma once

#include <Eigen/Core>

namespace ik {

// Orthonormal bases of three columns, without singular values. Same bits on every machine.

/// Three columns (height x 3); the height is a multiple of 4, rows beyond the last are 0.
using ThreeColumns = Eigen::Matrix<double, Eigen::Dynamic, 3>;

/// An upper triangular 3 x 3 matrix.
struct Triangle {
  double aa, ab, ac, bb, bc, cc;
};

/// Cholesky's factor of the three columns' products: R^T R = X^T X.
struct ThreeFactor {
  Triangle R;
  Triangle inverse;  ///< R^-1
};

/// \returns false if X^T X is not positive definite or its numbers leave the safe range
bool factor_columns(const ThreeColumns& X, ThreeFactor& factor);

/// An upper bound of 1 / sigma_3 for the singular values of the factored columns.
double inverse_bound(const ThreeFactor& factor);

/// X := X inverse: columns that are orthonormal but for |X|^2 / sigma_3^2 roundings.
void divide_columns(const Triangle& inverse, ThreeColumns& X);

/// A B
Triangle product(const Triangle& A, const Triangle& B);

/// z that minimises |R^T z - b|^2 + square |z|^2: with X = Q R, the damped solution of X^T x = b is
/// Q z. Solves the normal equations and refines z once, which squares its relative error.
Eigen::Vector3d damped_solution(const Triangle& R, const Eigen::Vector3d& b, double square);

}  // namespace ik
