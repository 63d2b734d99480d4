#include "ik/task/damped_step.h"

#include <algorithm>
#include <cmath>

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
  // a leader's column also has entries for its followers' subtrees, and loops fill all columns
  if (!multibody.followers().empty() || !multibody.loops().empty()) {
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
  return multibody.aim_count() == 0 && multibody.followers().empty() && multibody.loops().empty() &&
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

namespace {

/// matrix = -(J J^T + square I)^-1 if `inverts`, else the factors of the damped matrix.
/// \param spare (height) \returns as DampedEquations::begin
IK_MULTIVERSION bool prepare(const DenseStep<double>& step, double square, bool inverts,
                             const RowMatrix<double>& matrix, double* spare) {
  outer_products<double>(step, square, matrix);
  if (!inverts) return !factor_rows<double>(matrix);
  for (int c = 1; c < matrix.side; ++c) {
    for (int r = 0; r < c; ++r) matrix.column(c)[r] = matrix.at(c, r);
  }
  return !matrix.invert(spare);
}

/// u = -(the solution for r), y -= u, r = -square u. \param matrix the result of prepare()
IK_MULTIVERSION void refine_by(const RowMatrix<double>& matrix, bool inverted, double square,
                               double* r, double* y, double* u) {
  if (inverted) {
    matrix.times(r, u);
  } else {
    scale_rows<double>(-1.0, r, u, matrix.height);
    solve_factored<double>(matrix.data, matrix.side, matrix.height, u);
  }
  add_rows<double>(-1.0, u, y, matrix.height);
  scale_rows<double>(-square, u, r, matrix.height);
}

IK_MULTIVERSION double padded_length(const double* r, int height) {
  return std::sqrt(dot_rows<double>(r, r, height));
}

/// r = -J x.
IK_MULTIVERSION void subtract_motion(const DenseStep<double>& step, const double* x, double* r) {
  fill_rows<double>(0.0, r, step.height());
  for (int j = 0; j < step.columns; ++j) {
    add_rows<double>(-x[j], step.column(j), r, step.height());
  }
}

/// x += J^T y.
IK_MULTIVERSION void add_slopes(const DenseStep<double>& step, const double* y, double* x) {
  for (int j = 0; j < step.columns; ++j) {
    x[j] += dot_rows<double>(step.column(j), y, step.height());
  }
}

}  // namespace

void DampedEquations::reserve(const Multibody& multibody) {
  rows_ = multibody.row_count();
  columns_ = multibody.joint_count();
  height_ = padded(rows_);
  const auto height = static_cast<std::size_t>(height_);
  J_.assign(height * static_cast<std::size_t>(columns_), 0.0);
  matrix_.assign(height * static_cast<std::size_t>(rows_), 0.0);
  for (std::vector<double>* x : {&r_, &y_, &u_}) x->assign(height, 0.0);
}

bool DampedEquations::begin(const MatrixX& J, double square) {
  square_ = square;
  for (int j = 0; j < columns_; ++j) {
    std::copy_n(J.data() + J.rows() * j, rows_,
                J_.data() + static_cast<std::ptrdiff_t>(j) * height_);
  }
  return prepare(columns(), square, inverts(), matrix(), u_.data());
}

void DampedEquations::ask(const VectorX& e) {
  std::copy_n(e.data(), rows_, r_.data());
  std::fill(y_.begin(), y_.end(), 0.0);
}

void DampedEquations::ask_against(const VectorX& x) {
  subtract_motion(columns(), x.data(), r_.data());
  std::fill(y_.begin(), y_.end(), 0.0);
}

void DampedEquations::refine() {
  refine_by(matrix(), inverts(), square_, r_.data(), y_.data(), u_.data());
}

double DampedEquations::residual() const { return padded_length(r_.data(), height_); }

void DampedEquations::add_step(VectorX& x) { add_slopes(columns(), y_.data(), x.data()); }

}  // namespace ik
