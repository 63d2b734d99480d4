#include "ik/task/damped_step.h"

#include <algorithm>

#include "ik/body/layout.h"
#include "ik/math/lane_matrix.h"
#include "ik/math/symmetric.h"
#include "ik/simd/largest.h"
#include "ik/task/products.h"
#include "ik/tree/arms_in_lanes.h"
#include "ik/tree/elimination.h"
#include "ik/tree/truncated.h"

namespace ik {
namespace {

// compiled for several instruction sets
IK_MULTIVERSION double damped(const TreeStep<double>& step, double square) {
  return specialised(
      step, [&](const TreeStep<double>& own) __attribute__((always_inline)) {
        if (own.plan.alike) return damped_by_arms_in_lanes(own, square);
        return damped_by_tree<double>(own, square);
      });
}
IK_MULTIVERSION void refined(const TreeStep<double>& step, double square, double* scratch) {
  if (step.plan.alike) keep_columns(step);
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

}  // namespace

void normal_matrix(const Multibody& multibody, const MatrixX& J, double square, MatrixX& A) {
  A.setZero(J.rows(), J.rows());
  A.diagonal().setConstant(square);
  if (!multibody.followers()
           .empty()) {  // a leader's column also has entries for its followers' subtrees
    A.selfadjointView<Eigen::Lower>().rankUpdate(J);
    return;
  }
  const Eigen::Index m = J.rows();
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double* const column = J.data() + j * m;
    // the block of two goals
    const auto add = [&](int one, int other) {
      const int below = 3 * std::max(one, other), above = 3 * std::min(one, other);
      const double* const left = column + below;
      double* to = A.data() + above * m + below;
      for (int c = 0; c < 3; ++c, to += m) {
        const double right = column[above + c];
        for (int r = 0; r < 3; ++r) to[r] += left[r] * right;
      }
    };
    const std::span<const int> effectors = multibody.effectors_of(j), aims = multibody.aims_of(j);
    for (std::size_t b = 0; b < effectors.size(); ++b) {
      for (const int a : effectors.subspan(b)) add(effectors[b], a);
      for (const int a : aims) add(effectors[b], a);
    }
    for (std::size_t b = 0; b < aims.size(); ++b) {
      for (const int a : aims.subspan(b)) add(aims[b], a);
    }
  }
}

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

namespace {

/// w.dtheta by damped_by_tree, refined if lambda is small.
/// \returns false if lambda is below refined_share and not `accepts_any`
bool solve_by_tree(const Problem& problem, double square, bool accepts_any, Workspace& w) {
  const TreeInput input = tree_input(problem, w.error(problem), w.dtheta.data(), w);
  const TreeStep<double>& step = input.step;
  const double largest = damped(step, square);
  const int goals = problem.multibody.goal_count();
  const double plain = exact_share(step.joints, goals);
  if (square > plain * plain * largest) return true;
  const double least = refined_share(step.joints, goals);
  if (!accepts_any && !(square > least * least * largest)) return false;
  refined(step, square, input.refinement);
  return true;
}

}  // namespace

bool damped_tree_step(const Problem& problem, double lambda, Workspace& w) {
  return problem.multibody.layout().plan.steps && solve_by_tree(problem, lambda * lambda, false, w);
}

void rough_tree_step(const Problem& problem, double square, Workspace& w) {
  solve_by_tree(problem, square, true, w);
}

std::optional<double> transpose_tree_step(const Problem& problem, double gain, Workspace& w) {
  if (!problem.multibody.layout().plan.steps) return std::nullopt;
  return transposed(tree_input(problem, w.error(problem), w.dtheta.data(), w).step, gain);
}

bool supports_truncated_step(const Multibody& multibody) {
  return multibody.aim_count() == 0 && multibody.followers().empty() &&
         truncation_pays(multibody.layout().plan, multibody.joint_count());
}

std::optional<int> truncated_tree_step(const Problem& problem, double cutoff, Workspace& w) {
  const Multibody& multibody = problem.multibody;
  const int scratch =
      TruncatedStep<double>::scratch(multibody.layout().plan, multibody.joint_count());
  return truncated(tree_input(problem, w.error(problem), w.dtheta.data(), w, scratch).step, cutoff);
}

bool squarable(const MatrixX& J, double lambda) { return lambda > kSquarable * largest(J); }

namespace {

double damped_part(const Svd& svd, int i, const VectorX& e, double square) {
  const double sigma = svd.sigma()[i];
  if (!(sigma > 0.0)) return 0.0;
  return svd.U().col(i).dot(e) * (sigma / (sigma * sigma + square));
}

}  // namespace

void add_damped(const Svd& svd, int i, const VectorX& e, double square, VectorX& dtheta) {
  dtheta += damped_part(svd, i, e, square) * svd.V().col(i);
}

void take_damped(const Svd& svd, int count, const VectorX& e, double square, Workspace& w) {
  const MatrixX& V = svd.V();
  w.column.resize(svd.count());
  for (int i = 0; i < count; ++i) w.column[i] = damped_part(svd, i, e, square);
  lane_times({V.data(), V.rows()}, V.rows(), count, w.column.data(), w.dtheta.data());
}

}  // namespace ik
