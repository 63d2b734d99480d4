#pragma once

#include <complex>
#include <vector>

#include <Eigen/Core>

/// Eigen's decompositions for tests, compiled once because each takes a compiler seconds.
namespace algebra {

// the same types as in ik/, which this header does not include
using MatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::DontAlign>;
using VectorXd = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::DontAlign>;
using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

/// A = U diag(sigma) V^T with min(m, n) descending singular values, by Jacobi rotations.
struct Svd {
  explicit Svd(const MatrixXd& A);
  MatrixXd U;
  VectorXd sigma;
  MatrixXd V;
};
VectorXd singular_values(const MatrixXd& A);
/// The singular values, computed in long double.
VectorXd long_singular_values(const MatrixXd& A);

/// A^+ by a complete orthogonal decomposition, without singular values.
MatrixXd pseudoinverse(const MatrixXd& A);
/// The minimum-norm x that minimises |A x - b|, by a complete orthogonal decomposition.
VectorXd least_squares(const MatrixXd& A, const VectorXd& b);
/// Least squares by Householder reflections in long double. \pre A has full column rank
LongVector long_least_squares(const LongMatrix& A, const LongVector& b);

/// A basis of the nullspace of A, by LU. Pivots below this fraction of the largest count as 0.
MatrixXd kernel(const MatrixXd& A, double threshold = 1e-14);
/// The square orthogonal factor Q of A P = Q R, with a column permutation P.
MatrixXd orthogonal_factor(const MatrixXd& A);

/// A^-1 b by LU with full pivoting.
VectorXd solve(const MatrixXd& A, const VectorXd& b);
LongVector long_solve(const LongMatrix& A, const LongVector& b);
/// Computes x = A^-1 b by Cholesky. \returns true if A is positive definite
bool solve_definite(const MatrixXd& A, const VectorXd& b, VectorXd& x);
/// The Cholesky factor L of A = L L^T. \pre A is positive definite
MatrixXd lower_factor(const MatrixXd& A);

/// Eigenvalues of a symmetric matrix, in ascending order.
VectorXd eigenvalues(MatrixXd A);
/// The x for which det(A - x B) = 0, by the QZ algorithm.
std::vector<std::complex<double>> eigenvalues(const MatrixXd& A, const MatrixXd& B);
double determinant(const MatrixXd& A);

}  // namespace algebra
