#include "ik/damped_step.h"

#include "ik/cholesky.h"
#include "ik/jacobian.h"
#include "ik/tree_recursion.h"

namespace ik {
namespace {

/// A = square I + J J^T, lower triangle. Joint j adds the outer product of its column, which is
/// zero but for the goals that j has a part in.
void normal_matrix(const Multibody& multibody, const Eigen::MatrixXd& J, double square,
                   Eigen::MatrixXd& A) {
  A.setZero(J.rows(), J.rows());
  A.diagonal().setConstant(square);
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const std::span<const int> moved = multibody.goals_of(j);
    for (std::size_t b = 0; b < moved.size(); ++b) {
      const Eigen::Vector3d right = J.block<3, 1>(3 * moved[b], j);
      for (std::size_t a = b; a < moved.size(); ++a) {
        A.block<3, 3>(3 * moved[a], 3 * moved[b]).noalias() +=
            J.block<3, 1>(3 * moved[a], j) * right.transpose();
      }
    }
  }
}

/// The problem as the tree's steps take it, with scratch in w.f and w.g.
TreeStep<double> tree_step(const Problem& problem, Workspace& w) {
  const Multibody& multibody = problem.multibody;
  const Eigen::VectorXd& e = w.error(problem);
  w.uses_jacobian();
  w.f.resize(multibody.plan().scratch());
  const double* points = problem.pose.effector.data();
  if (problem.jacobian == JacobianKind::kTarget) {
    w.g.resize(3 * multibody.effector_count());
    for (int i = 0; i < multibody.effector_count(); ++i) {
      w.g.segment<3>(3 * i) = column_point(problem, i);
    }
    points = w.g.data();
  }
  return {multibody.links().data(),
          multibody.plan(),
          problem.pose.axis.data(),
          problem.pose.origin.data(),
          points,
          e.data(),
          problem.mobility.empty() ? nullptr : problem.mobility.data(),
          problem.weights.empty() ? nullptr : problem.weights.data(),
          w.f.data(),
          w.dtheta.data()};
}

}  // namespace

bool damped_step(const Multibody& multibody, const Eigen::MatrixXd& J, const Eigen::VectorXd& e,
                 double square, Workspace& w) {
  if (J.rows() <= J.cols()) {
    normal_matrix(multibody, J, square, w.A);
    w.f = e;
    if (!factor_ldlt(w.A)) return false;
    solve_ldlt(w.A, w.f);
    w.dtheta.noalias() = J.transpose() * w.f;
  } else {
    w.A.noalias() = J.transpose() * J;
    w.A.diagonal().array() += square;
    w.dtheta.noalias() = J.transpose() * e;
    if (!factor_ldlt(w.A)) return false;
    solve_ldlt(w.A, w.dtheta);
  }
  return true;
}

bool damped_tree_step(const Problem& problem, double lambda, Workspace& w) {
  if (problem.multibody.aim_count() > 0) return false;
  const double largest = damped_by_tree<double>(tree_step(problem, w), lambda * lambda);
  return lambda * lambda > kArms * kArms * largest;
}

std::optional<double> transpose_tree_step(const Problem& problem, double gain, Workspace& w) {
  if (problem.multibody.aim_count() > 0) return std::nullopt;
  return transpose_by_columns<double>(tree_step(problem, w), gain);
}

bool squarable(const Eigen::MatrixXd& J, double lambda) {
  constexpr double kSquarable = 1e-4;
  return lambda > kSquarable * J.lpNorm<Eigen::Infinity>();
}

void add_damped(const Svd& svd, int i, const Eigen::VectorXd& e, double square,
                Eigen::VectorXd& dtheta) {
  const double sigma = svd.sigma()[i];
  if (!(sigma > 0.0)) return;
  dtheta += (svd.U().col(i).dot(e) * (sigma / (sigma * sigma + square))) * svd.V().col(i);
}

}  // namespace ik
