#include "ik/task/damped_step.h"

#include <cstdint>

#include "ik/body/layout.h"
#include "ik/math/symmetric.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/tree/elimination.h"

namespace ik {
namespace {

/// A = square I + J J^T, lower triangle: the sum of the outer products of J's columns, which are
/// nonzero only for the goals that the joint moves.
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

// compiled for several machines
IK_MULTIVERSION double damped(const TreeStep<double>& step, double square) {
  return specialised(
      step, [&](const TreeStep<double>& own)
                __attribute__((always_inline)) { return damped_by_tree<double>(own, square); });
}
IK_MULTIVERSION void mend(const TreeStep<double>& step, double square, double* scratch) {
  refine<double>(step, square, true, scratch);
}
IK_MULTIVERSION double transposed(const TreeStep<double>& step, double gain) {
  return specialised(
      step, [&](const TreeStep<double>& own)
                __attribute__((always_inline)) { return transpose_by_tree<double>(own, gain); });
}

/// The first address from `at` on that begins a cache line.
double* line_from(double* at) {
  const auto past = reinterpret_cast<std::uintptr_t>(at) % sizeof(CacheLine);
  return past == 0 ? at : at + (sizeof(CacheLine) - past) / sizeof(double);
}

/// The problem as input of steps along the tree, with scratch in w.f and w.g. The scratch of a
/// refinement follows `pull`.
TreeStep<double> tree_step(const Problem& problem, Workspace& w) {
  const Multibody& multibody = problem.multibody;
  const Eigen::VectorXd& e = w.error(problem);
  w.uses_jacobian();
  constexpr int kLine = sizeof(CacheLine) / sizeof(double);
  const int k = multibody.effector_count();
  const TreePlan& plan = multibody.layout().plan;
  w.f.resize(kLine + plan.scratch + 3 * k + refinement_scratch(multibody.joint_count(), k));
  double* const scratch = line_from(w.f.data());
  const double* points = problem.pose.effector.data();
  if (problem.jacobian == JacobianKind::kTarget) {
    w.g.resize(3 * k);
    for (int i = 0; i < k; ++i) w.g.segment<3>(3 * i) = column_point(problem, i);
    points = w.g.data();
  }
  return {.joints = multibody.joint_count(),
          .hinges = plan.hinges,
          .links = multibody.layout().links.data(),
          .plan = plan,
          .axis = problem.pose.axis.data(),
          .origin = problem.pose.origin.data(),
          .point = points,
          .error = e.data(),
          .mobility = problem.mobility.empty() ? nullptr : problem.mobility.data(),
          .weights = problem.weights.empty() ? nullptr : problem.weights.data(),
          .scratch = scratch,
          .pull = scratch + plan.scratch,
          .dtheta = w.dtheta.data()};
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
  const TreeStep<double> step = tree_step(problem, w);
  const double square = lambda * lambda;
  const double largest = damped(step, square);
  const int k = problem.multibody.effector_count();
  const double plain = exact_share(step.joints, k);
  if (square > plain * plain * largest) return true;
  const double least = refined_share(step.joints, k);
  if (!(square > least * least * largest)) return false;
  mend(step, square, step.pull + 3 * k);
  return true;
}

std::optional<double> transpose_tree_step(const Problem& problem, double gain, Workspace& w) {
  if (problem.multibody.aim_count() > 0) return std::nullopt;
  return transposed(tree_step(problem, w), gain);
}

bool squarable(const Eigen::MatrixXd& J, double lambda) {
  constexpr double kSquarable = 1e-4;
  return lambda > kSquarable * largest(J);
}

void add_damped(const Svd& svd, int i, const Eigen::VectorXd& e, double square,
                Eigen::VectorXd& dtheta) {
  const double sigma = svd.sigma()[i];
  if (!(sigma > 0.0)) return;
  dtheta += (svd.U().col(i).dot(e) * (sigma / (sigma * sigma + square))) * svd.V().col(i);
}

}  // namespace ik
