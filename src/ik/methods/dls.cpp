#include "ik/methods/dls.h"

#include "ik/cholesky.h"

namespace ik {
namespace {

/// Below this share of J's size, squaring lambda loses it beside J J^T's rounding: at 1e-4 the
/// solution still has 8 digits, and the singular values take over.
constexpr double kSquarable = 1e-4;

/// A += lambda^2 I + J J^T, lower triangle. Joint j adds the outer product of its column, which is
/// zero but for the effectors that j moves.
void normal_matrix(const Multibody& multibody, const Eigen::MatrixXd& J, double lambda,
                   Eigen::MatrixXd& A) {
  A.setZero(J.rows(), J.rows());
  A.diagonal().setConstant(lambda * lambda);
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const std::span<const int> moved = multibody.effectors_of(j);
    for (std::size_t b = 0; b < moved.size(); ++b) {
      const Eigen::Vector3d right = J.block<3, 1>(3 * moved[b], j);
      for (std::size_t a = b; a < moved.size(); ++a) {
        A.block<3, 3>(3 * moved[a], 3 * moved[b]).noalias() +=
            J.block<3, 1>(3 * moved[a], j) * right.transpose();
      }
    }
  }
}

}  // namespace

void Dls::step(const Problem& problem, Workspace& w) const {
  const Eigen::MatrixXd& J = w.jacobian(problem);
  const Eigen::VectorXd& e = w.error(problem);
  if (lambda > kSquarable * J.lpNorm<Eigen::Infinity>()) {
    if (J.rows() <= J.cols()) {
      normal_matrix(problem.multibody, J, lambda, w.A);
      w.f = e;
      if (factor_ldlt(w.A)) {
        solve_ldlt(w.A, w.f);
        w.dtheta.noalias() = J.transpose() * w.f;
        return;
      }
    } else {
      w.A.noalias() = J.transpose() * J;
      w.A.diagonal().array() += lambda * lambda;
      w.dtheta.noalias() = J.transpose() * e;
      if (factor_ldlt(w.A)) {
        solve_ldlt(w.A, w.dtheta);
        return;
      }
    }
  }

  // Buss (2009), eq. 14: the same step from the singular values, exact for every lambda
  const Svd& svd = w.svd(problem);
  w.dtheta.setZero();
  for (int i = 0; i < svd.count(); ++i) {
    const double sigma = svd.sigma()[i];
    if (!(sigma > 0.0)) break;
    w.dtheta +=
        (svd.U().col(i).dot(e) * (sigma / (sigma * sigma + lambda * lambda))) * svd.V().col(i);
  }
}

}  // namespace ik
