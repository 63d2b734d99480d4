#include "support/algebra.h"

#include <Eigen/Dense>

namespace algebra {

Svd::Svd(const MatrixXd& A) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  U = svd.matrixU();
  sigma = svd.singularValues();
  V = svd.matrixV();
}

VectorXd singular_values(const MatrixXd& A) { return Svd(A).sigma; }

VectorXd long_singular_values(const MatrixXd& A) {
  return Eigen::JacobiSVD<LongMatrix>(A.cast<long double>()).singularValues().cast<double>();
}

MatrixXd pseudoinverse(const MatrixXd& A) {
  return A.completeOrthogonalDecomposition().pseudoInverse();
}

VectorXd least_squares(const MatrixXd& A, const VectorXd& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

VectorXd pivoted_least_squares(const MatrixXd& A, const VectorXd& b) {
  return A.fullPivHouseholderQr().solve(b);
}

LongVector long_least_squares(const LongMatrix& A, const LongVector& b) {
  return A.householderQr().solve(b);
}

MatrixXd kernel(const MatrixXd& A, double threshold) {
  return Eigen::FullPivLU<MatrixXd>(A).setThreshold(threshold).kernel();
}

MatrixXd orthogonal_factor(const MatrixXd& A) {
  return Eigen::HouseholderQR<MatrixXd>(A).householderQ();
}

VectorXd solve(const MatrixXd& A, const VectorXd& b) { return A.fullPivLu().solve(b); }
LongVector long_solve(const LongMatrix& A, const LongVector& b) { return A.fullPivLu().solve(b); }

VectorXd solve_symmetric(const MatrixXd& A, const VectorXd& b) { return A.ldlt().solve(b); }
LongVector long_solve_symmetric(const LongMatrix& A, const LongVector& b) {
  return A.ldlt().solve(b);
}

bool solve_definite(const MatrixXd& A, const VectorXd& b, VectorXd& x) {
  const Eigen::LLT<MatrixXd> factors(A);
  if (factors.info() == Eigen::Success) x = factors.solve(b);
  return factors.info() == Eigen::Success;
}

MatrixXd lower_factor(const MatrixXd& A) { return A.llt().matrixL(); }

VectorXd eigenvalues(const MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

double determinant(const MatrixXd& A) { return A.determinant(); }

}  // namespace algebra
