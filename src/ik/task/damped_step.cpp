#include "ik/task/damped_step.h"

#include <memory>

#include "ik/body/layout.h"
#include "ik/math/symmetric.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/tree/elimination.h"
#include "ik/tree/truncated.h"

namespace ik {
namespace {

/// A = square I + J J^T, lower triangle, as the sum of the outer products of J's columns. A column
/// is nonzero only for the goals that the joint moves.
void normal_matrix(const Multibody& multibody, const MatrixX& J, double square, MatrixX& A) {
  A.setZero(J.rows(), J.rows());
  A.diagonal().setConstant(square);
  if (!multibody.followers()
           .empty()) {  // a leader's column also has entries for its followers' subtrees
    A.selfadjointView<Eigen::Lower>().rankUpdate(J);
    return;
  }
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

// compiled for several instruction sets
IK_MULTIVERSION double damped(const TreeStep<double>& step, double square) {
  return specialised(
      step, [&](const TreeStep<double>& own)
                __attribute__((always_inline)) { return damped_by_tree<double>(own, square); });
}
IK_MULTIVERSION void refined(const TreeStep<double>& step, double square, double* scratch) {
  refine<double>(step, square, true, scratch);
}
IK_MULTIVERSION double transposed(const TreeStep<double>& step, double gain) {
  return specialised(
      step, [&](const TreeStep<double>& own)
                __attribute__((always_inline)) { return transpose_by_tree<double>(own, gain); });
}
IK_MULTIVERSION std::optional<int> truncated(const TreeStep<double>& step, double cutoff) {
  TruncatedStep<double> truncated(step, step.scratch);
  if (truncated.take(cutoff)) return std::nullopt;
  return truncated.dropped();
}

/// Memory of a tree step: three consecutive arrays in w.f.
struct TreeMemory {
  double* scratch;     ///< as demanded, aligned to a cache line
  double* pull;        ///< (3k)
  double* refinement;  ///< (refinement_scratch)
};

TreeMemory tree_memory(const Multibody& multibody, int scratch, Workspace& w) {
  const int k = multibody.effector_count();
  const int count = scratch + 3 * k + refinement_scratch(multibody.joint_count(), k);
  w.f.resize(count + static_cast<int>(sizeof(CacheLine) / sizeof(double)));
  void* begin = w.f.data();
  std::size_t room = sizeof(double) * static_cast<std::size_t>(w.f.size());
  std::align(sizeof(CacheLine), sizeof(double), begin, room);
  auto* const first = static_cast<double*>(begin);
  return {first, first + scratch, first + scratch + 3 * k};
}

/// The problem as input of a tree step. Uses w.g for the targets.
TreeStep<double> tree_step(const Problem& problem, const TreeMemory& memory, Workspace& w) {
  const Multibody& multibody = problem.multibody;
  const VectorX& e = w.error(problem);
  w.uses_jacobian();
  const int k = multibody.effector_count();
  const TreePlan& plan = multibody.layout().plan;
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
          .scratch = memory.scratch,
          .pull = memory.pull,
          .dtheta = w.dtheta.data()};
}

/// True if tree steps support the body: no aims and no followers.
bool supports_tree_step(const Multibody& multibody) {
  return multibody.aim_count() == 0 && multibody.followers().empty();
}

}  // namespace

bool damped_step(const Multibody& multibody, const MatrixX& J, const VectorX& e, double square,
                 Workspace& w) {
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
  if (!supports_tree_step(problem.multibody)) return false;
  const TreeMemory memory =
      tree_memory(problem.multibody, problem.multibody.layout().plan.scratch, w);
  const TreeStep<double> step = tree_step(problem, memory, w);
  const double square = lambda * lambda;
  const double largest = damped(step, square);
  const int k = problem.multibody.effector_count();
  const double plain = exact_share(step.joints, k);
  if (square > plain * plain * largest) return true;
  const double least = refined_share(step.joints, k);
  if (!(square > least * least * largest)) return false;
  refined(step, square, memory.refinement);
  return true;
}

std::optional<double> transpose_tree_step(const Problem& problem, double gain, Workspace& w) {
  if (!supports_tree_step(problem.multibody)) return std::nullopt;
  return transposed(
      tree_step(problem, tree_memory(problem.multibody, problem.multibody.layout().plan.scratch, w),
                w),
      gain);
}

bool supports_truncated_step(const Multibody& multibody) {
  return supports_tree_step(multibody) &&
         truncation_pays(multibody.layout().plan, multibody.joint_count());
}

std::optional<int> truncated_tree_step(const Problem& problem, double cutoff, Workspace& w) {
  const Multibody& multibody = problem.multibody;
  const int scratch =
      TruncatedStep<double>::scratch(multibody.layout().plan, multibody.joint_count());
  return truncated(tree_step(problem, tree_memory(multibody, scratch, w), w), cutoff);
}

bool squarable(const MatrixX& J, double lambda) { return lambda > kSquarable * largest(J); }

void add_damped(const Svd& svd, int i, const VectorX& e, double square, VectorX& dtheta) {
  const double sigma = svd.sigma()[i];
  if (!(sigma > 0.0)) return;
  dtheta += (svd.U().col(i).dot(e) * (sigma / (sigma * sigma + square))) * svd.V().col(i);
}

}  // namespace ik
