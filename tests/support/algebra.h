#pragma once

#include <Eigen/Core>

/// Eigen's decompositions for tests: compiled once, as each takes a compiler seconds.
namespace algebra {

// those of ik/, of which it knows nothing
using MatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::DontAlign>;
using VectorXd = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::DontAlign>;
using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

/// A = U diag(sigma) V^T with min(m, n) singular values that fall, by Jacobi rotations.
struct Svd {
  explicit Svd(const MatrixXd& A);
  MatrixXd U;
  VectorXd sigma;
  MatrixXd V;
};
VectorXd singular_values(const MatrixXd& A);
/// Likewise, computed in long double.
VectorXd long_singular_values(const MatrixXd& A);

/// A^+ by a complete orthogonal decomposition, which knows nothing of singular values.
MatrixXd pseudoinverse(const MatrixXd& A);
/// The shortest x with the least |A x - b|, by the same.
VectorXd least_squares(const MatrixXd& A, const VectorXd& b);
/// By Householder's reflections in long double. \pre A has full column rank
LongVector long_least_squares(const LongMatrix& A, const LongVector& b);

/// A basis of the x with A x = 0, by LU: pivots below this share of the largest count as 0.
MatrixXd kernel(const MatrixXd& A, double threshold = 1e-14);
/// The square orthogonal factor of A P = Q R, with the permutation P of pivots.
MatrixXd orthogonal_factor(const MatrixXd& A);

/// A^-1 b by LU with full pivots.
VectorXd solve(const MatrixXd& A, const VectorXd& b);
LongVector long_solve(const LongMatrix& A, const LongVector& b);
/// Whether A is positive definite; then x = A^-1 b, by Cholesky's factors.
bool solve_definite(const MatrixXd& A, const VectorXd& b, VectorXd& x);
/// Cholesky's L, A = L L^T. \pre A is positive definite
MatrixXd lower_factor(const MatrixXd& A);

/// Of a symmetric matrix, the least first.
VectorXd eigenvalues(MatrixXd A);
double determinant(const MatrixXd& A);

}  // namespace algebra
