#include "ik/math/quadratic_program.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ik/simd/check.h"
#include "ik/simd/lanes.h"

namespace ik {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// A constraint is dependent if at most this share of it is orthogonal to the active constraints:
/// far above the rounding of Gram-Schmidt done twice (1e-15), far below any useful angle.
constexpr double kDependent = 1e-12;
/// Relative tolerance: larger violations make a constraint active.
constexpr double kViolated = 1e-12;
/// Relative tolerance: larger violations of a dependent constraint make the program infeasible.
constexpr double kMissed = 1e-9;
/// Maximum rounds per variable and constraint. Programs of this size end within two.
constexpr int kRounds = 20;

/// Solves L x = b for many right sides b. X (count x n) has a right side, then its solution, in
/// every row.
IK_MULTIVERSION void solve_rows_lower(const double* L, Eigen::Index n, Eigen::Index count,
                                      double* X) {
  for (Eigen::Index c = 0; c < n; ++c) {
    double* const known = X + c * count;
    for (Eigen::Index i = 0; i < count; ++i) known[i] /= L[c * n + c];
    for (Eigen::Index r = c + 1; r < n; ++r) {
      double* const __restrict left = X + r * count;
      for (Eigen::Index i = 0; i < count; ++i) left[i] -= L[c * n + r] * known[i];
    }
  }
}

}  // namespace

ProgramStatus QuadraticSolver::solve(const QuadraticProgram& program) {
  prepare(program);
  ProgramStatus status = ProgramStatus::kNoProgress;
  if (cholesky_.info() == Eigen::Success && y_.allFinite()) {
    status = ProgramStatus::kSolved;
    for (int i = 0; i < program.equalities && status == ProgramStatus::kSolved; ++i) {
      status = take_in(program, i);
    }
    while (status == ProgramStatus::kSolved) {
      const int worst = most_violated(program);
      if (worst < 0) break;
      status = take_in(program, worst);
    }
  }
  if (status == ProgramStatus::kSolved) polish(program);
  x_ = y_;
  cholesky_.matrixU().solveInPlace(x_);
  for (std::size_t k = 0; k < active_.size(); ++k) multipliers_[active_[k]] = u_[k];
  return status;
}

/// Computes a and y_0, the optimum without constraints, and empties the active set.
void QuadraticSolver::prepare(const QuadraticProgram& program) {
  const Eigen::Index n = program.g.size();
  IK_ASSERT(program.count <= program.N.cols() && program.count <= program.b.size());
  const auto columns = static_cast<std::size_t>(program.N.cols());
  cholesky_.compute(program.G);
  y0_ = program.g;
  cholesky_.matrixL().solveInPlace(y0_);
  y_ = y0_;
  rows_.resize(program.N.size());
  Eigen::Map<MatrixX> rows(rows_.data(), program.count, n);
  rows = program.N.leftCols(program.count).transpose();
  solve_rows_lower(cholesky_.matrixLLT().data(), n, program.count, rows_.data());
  a_.resize(n, program.N.cols());
  a_.leftCols(program.count) = rows.transpose();
  lengths_.resize(program.N.cols());
  lengths_.head(program.count) = a_.leftCols(program.count).colwise().norm().transpose();
  way_.resize(n);
  Q_.resize(n, n);
  R_.resize(n, n);
  split_.resize(n);
  slope_.resize(n);
  active_.reserve(static_cast<std::size_t>(n));
  u_.reserve(static_cast<std::size_t>(n));
  active_.clear();
  u_.clear();
  is_active_.assign(columns, 0);
  multipliers_.setZero(program.N.cols());
  rounds_left_ = kRounds * (static_cast<int>(n) + program.count);
}

/// Computes y and u from the active set alone, without accumulated rounding:
///   R^T Q^T y = b,  y - Q Q^T y = y_0 - Q Q^T y_0,  R u = Q^T (y - y_0)
void QuadraticSolver::polish(const QuadraticProgram& program) {
  const auto count = static_cast<Eigen::Index>(active_.size());
  const auto R = R_.topLeftCorner(count, count).triangularView<Eigen::Upper>();
  for (Eigen::Index k = 0; k < count; ++k) {
    slope_[k] = program.b[active_[static_cast<std::size_t>(k)]];
  }
  R.transpose().solveInPlace(slope_.head(count));
  y_ = y0_;
  for (Eigen::Index k = 0; k < count; ++k) {
    const double motion = slope_[k] - Q_.col(k).dot(y0_);
    y_ += motion * Q_.col(k);
    slope_[k] = motion;
  }
  R.solveInPlace(slope_.head(count));
  for (std::size_t k = 0; k < active_.size(); ++k) {
    u_[k] = slope_[static_cast<Eigen::Index>(k)];
    if (active_[k] >= program.equalities) u_[k] = std::max(u_[k], 0.0);
  }
}

/// The inactive inequality with the largest distance of y from its half-space; -1 if none is
/// violated.
int QuadraticSolver::most_violated(const QuadraticProgram& program) const {
  const double size = y_.norm();
  int worst = -1;
  double farthest = 0.0;
  for (int i = program.equalities; i < program.count; ++i) {
    if (is_active_[static_cast<std::size_t>(i)] != 0) continue;
    const double lack = program.b[i] - a_.col(i).dot(y_);
    if (lack <= kViolated * (std::abs(program.b[i]) + lengths_[i] * size)) continue;
    // infinite for a zero constraint that cannot be satisfied
    const double distance = lack / lengths_[i];
    if (distance > farthest) {
      farthest = distance;
      worst = i;
    }
  }
  return worst;
}

/// Adds the violated constraint i to the active set and moves to the new optimum; drops constraints
/// with a negative multiplier.
ProgramStatus QuadraticSolver::take_in(const QuadraticProgram& program, int i) {
  double lack = program.b[i] - a_.col(i).dot(y_);
  const double rounding = kMissed * (std::abs(program.b[i]) + lengths_[i] * y_.norm());
  // an equality may be violated from either side
  const double sign = lack < 0.0 ? -1.0 : 1.0;
  lack = std::abs(lack);
  double u = 0.0;
  while (rounds_left_-- > 0) {
    const auto count = static_cast<Eigen::Index>(active_.size());
    const double rest = split(i, count);
    // rate at which the active multipliers decrease as u grows: R slope = Q^T (sign a)
    slope_.head(count) = sign * split_.head(count);
    R_.topLeftCorner(count, count).triangularView<Eigen::Upper>().solveInPlace(slope_.head(count));

    // the first multiplier to reach 0
    double until_drop = kInfinity;
    std::size_t leaves = 0;
    for (std::size_t k = 0; k < active_.size(); ++k) {
      const double slope = slope_[static_cast<Eigen::Index>(k)];
      if (active_[k] < program.equalities || !(slope > 0.0)) continue;
      const double until = u_[k] / slope;
      if (until < until_drop) {
        until_drop = until;
        leaves = k;
      }
    }
    const double until_met = rest > 0.0 ? lack / (rest * rest) : kInfinity;
    const double length = std::min(until_drop, until_met);
    if (length == kInfinity) {
      // a dependent constraint that is violated only by rounding counts as satisfied
      if (lack > rounding) return ProgramStatus::kInfeasible;
      is_active_[static_cast<std::size_t>(i)] = 1;
      return ProgramStatus::kSolved;
    }
    if (rest > 0.0) {
      y_ += (sign * length) * way_;
      lack -= length * rest * rest;
    }
    for (std::size_t k = 0; k < active_.size(); ++k) {
      u_[k] -= length * slope_[static_cast<Eigen::Index>(k)];
    }
    u += length;
    if (until_met <= until_drop) {
      set_column(count, rest);
      active_.push_back(i);
      u_.push_back(sign * u);
      is_active_[static_cast<std::size_t>(i)] = 1;
      return ProgramStatus::kSolved;
    }
    drop(leaves);
  }
  return ProgramStatus::kNoProgress;
}

double QuadraticSolver::split(int i, Eigen::Index count) {
  way_ = a_.col(i);
  split_.setZero();
  for (int round = 0; round < 2; ++round) {
    for (Eigen::Index k = 0; k < count; ++k) {
      const double along = Q_.col(k).dot(way_);
      way_ -= along * Q_.col(k);
      split_[k] += along;
    }
  }
  const double rest = way_.norm();
  return rest > kDependent * lengths_[i] ? rest : 0.0;
}

void QuadraticSolver::set_column(Eigen::Index place, double rest) {
  Q_.col(place) = way_ / rest;
  R_.col(place) = split_;
  R_(place, place) = rest;
}

void QuadraticSolver::drop(std::size_t place) {
  const auto at = static_cast<std::ptrdiff_t>(place);
  is_active_[static_cast<std::size_t>(active_[place])] = 0;
  active_.erase(active_.begin() + at);
  u_.erase(u_.begin() + at);
  // recompute the later columns: they are now orthogonal to one column less
  for (std::size_t k = place; k < active_.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    set_column(column, split(active_[k], column));
  }
}

}  // namespace ik
