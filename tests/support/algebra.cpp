#include "support/algebra.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

// Few variants of each decomposition, because each takes a compiler one to five seconds.
namespace algebra {
namespace {

/// The minimum-norm X that minimises |A X - B|.
MatrixXd shortest(const MatrixXd& A, const MatrixXd& B) {
  return A.completeOrthogonalDecomposition().solve(B);
}

}  // namespace

Svd::Svd(const MatrixXd& A) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  U = svd.matrixU();
  sigma = svd.singularValues();
  V = svd.matrixV();
}

VectorXd singular_values(const MatrixXd& A) { return Svd(A).sigma; }

VectorXd long_singular_values(const MatrixXd& A) {
  // zero rows or columns make A square, so that no preconditioning is needed
  const Eigen::Index size = std::max(A.rows(), A.cols()), count = std::min(A.rows(), A.cols());
  LongMatrix square = LongMatrix::Zero(size, size);
  square.topLeftCorner(A.rows(), A.cols()) = A.cast<long double>();
  const Eigen::JacobiSVD<LongMatrix, Eigen::NoQRPreconditioner> svd(square);
  return svd.singularValues().head(count).cast<double>();
}

MatrixXd pseudoinverse(const MatrixXd& A) {
  return shortest(A, MatrixXd::Identity(A.rows(), A.rows()));
}

VectorXd least_squares(const MatrixXd& A, const VectorXd& b) { return shortest(A, b); }

LongVector long_least_squares(const LongMatrix& A, const LongVector& b) {
  // Householder reflections, column by column
  const Eigen::Index n = A.cols();
  LongMatrix R(A.rows(), n + 1);
  R << A, b;
  for (Eigen::Index k = 0; k < n; ++k) {
    LongVector v = R.col(k).tail(R.rows() - k);
    v[0] += std::copysign(v.norm(), v[0]);
    const long double square = v.squaredNorm();
    if (square == 0.0L) continue;
    for (Eigen::Index j = k; j <= n; ++j) {
      auto rest = R.col(j).tail(v.size());
      const long double twice = 2.0L * v.dot(rest) / square;
      rest -= twice * v;
    }
  }
  LongVector x(n);
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    x[k] = R(k, n);
    for (Eigen::Index j = k + 1; j < n; ++j) x[k] -= R(k, j) * x[j];
    x[k] /= R(k, k);
  }
  return x;
}

MatrixXd kernel(const MatrixXd& A, double threshold) {
  return Eigen::FullPivLU<MatrixXd>(A).setThreshold(threshold).kernel();
}

MatrixXd orthogonal_factor(const MatrixXd& A) {
  return Eigen::ColPivHouseholderQR<MatrixXd>(A).householderQ();
}

VectorXd solve(const MatrixXd& A, const VectorXd& b) { return A.fullPivLu().solve(b); }
LongVector long_solve(const LongMatrix& A, const LongVector& b) { return A.fullPivLu().solve(b); }

bool solve_definite(const MatrixXd& A, const VectorXd& b, VectorXd& x) {
  const Eigen::LLT<MatrixXd> factors(A);
  if (factors.info() == Eigen::Success) x = factors.solve(b);
  return factors.info() == Eigen::Success;
}

MatrixXd lower_factor(const MatrixXd& A) { return Eigen::LLT<MatrixXd>(A).matrixL(); }

VectorXd eigenvalues(MatrixXd A) {
  // Jacobi rotations, until the off-diagonal entries are rounding errors
  for (int sweep = 0; sweep < 50; ++sweep) {
    bool rotated = false;
    for (Eigen::Index q = 1; q < A.cols(); ++q) {
      for (Eigen::Index p = 0; p < q; ++p) {
        if (std::abs(A(p, q)) <= 1e-16 * A.norm()) continue;
        Eigen::JacobiRotation<double> rotation;
        rotation.makeJacobi(A, p, q);
        A.applyOnTheLeft(p, q, rotation.adjoint());
        A.applyOnTheRight(p, q, rotation);
        rotated = true;
      }
    }
    if (!rotated) break;
  }
  VectorXd values = A.diagonal();
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<std::complex<double>> eigenvalues(const MatrixXd& A, const MatrixXd& B) {
  const Eigen::GeneralizedEigenSolver<MatrixXd> eigen(A, B, false);
  std::vector<std::complex<double>> values;
  for (Eigen::Index i = 0; i < A.cols(); ++i) {
    values.push_back(eigen.alphas()[i] / eigen.betas()[i]);
  }
  return values;
}

double determinant(const MatrixXd& A) { return A.fullPivLu().determinant(); }

}  // namespace algebra
