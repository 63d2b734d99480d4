#include "ik/solve/descent.h"

#include <algorithm>
#include <cmath>

#include "ik/math/lane_matrix.h"
#include "ik/math/symmetric.h"
#include "ik/task/jacobian.h"
#include "ik/task/objective.h"

namespace ik {
namespace {

constexpr double kFirstRadius = 0.5;    // rad: the model of a pose is valid about this far
constexpr double kLargestRadius = 2.0;  // rad
constexpr double kWidens = 2.0, kNarrows = 0.25;
/// A step below this, rad, is rounding: F changes by its square.
constexpr double kAtRest = 1e-10;
/// Smallest sigma, as a share of the trace of H: only for singular H.
constexpr double kSigmaFloor = 1e-12;
/// Curvature that is no rounding, as a share of the trace of H.
constexpr double kCurved = 1e-9;
/// A force on a limit counts above this share of the largest column's.
constexpr double kForce = 1e-7;

}  // namespace

void Descent::reserve(const Multibody& multibody) {
  const int n = multibody.joint_count(), m = multibody.row_count();
  J_.resize(m, n);
  tree_.resize(m, n);
  H_.resize(n, n);
  A_.resize(n, n);
  e_.resize(m);
  g_.setZero(n);
  x_.setZero(n);
  scratch_.resize(n);
  scales_.assign(static_cast<std::size_t>(n), 0.0);
  forces_.assign(static_cast<std::size_t>(n), 0.0);
  trial_.theta = multibody.initial_theta();
  forward_kinematics(multibody, trial_);
}

Problem Descent::problem_of(const Goals& goals, const Pose& pose) const {
  Problem problem{goals.multibody, pose, goals.targets};
  problem.aims = goals.aims;
  problem.weights = goals.weights;
  problem.mobility = scales_;
  return problem;
}

/// Computes g = dF/dx and H at a pose, without the joints that limits hold.
/// \returns false if g is 0
bool Descent::model(const Goals& goals, GoalRows& rows, const JointRanges& ranges,
                    const Pose& pose) {
  if (rows.has_axes()) {
    rows.look(pose);
    rows.linearise(pose);
    const NormalSystem& s = rows.system();
    H_.setZero();
    g_.setZero();
    for (int b = 0; b < s.columns(); ++b) {
      const int j = rows.joints()[static_cast<std::size_t>(b)];
      g_[j] = -s.descent(b);
      for (int a = 0; a < s.columns(); ++a) {
        double sum = 0.0;
        for (int row = 0; row < s.rows(); ++row) sum += s.column(a)[row] * s.column(b)[row];
        H_(rows.joints()[static_cast<std::size_t>(a)], j) = sum;
      }
    }
  } else {
    const Problem problem = problem_of(goals, pose);
    task_error(problem, e_);
    task_jacobian(problem, J_);
    J_ *= as_vector(scales_).asDiagonal();
    g_.noalias() = -J_.transpose() * e_;
    task_hessian(problem, J_, e_, tree_, H_);
  }
  const double least = kForce * g_.lpNorm<Eigen::Infinity>();
  bool moves = false;
  for (int j = 0; j < static_cast<int>(scales_.size()); ++j) {
    const double theta = pose.theta[j];
    const bool pushed = g_[j] < 0.0 ? theta >= ranges.upper(j) : theta <= ranges.lower(j);
    const bool stays = scales_[static_cast<std::size_t>(j)] == 0.0;
    const double force = std::abs(g_[j]);
    forces_[static_cast<std::size_t>(j)] = pushed && !stays && force > least ? force : 0.0;
    if (pushed || stays) {
      g_[j] = 0.0;
      H_.row(j).setZero();
      H_.col(j).setZero();
      H_(j, j) = 1.0;
    }
    moves = moves || g_[j] != 0.0;
  }
  return moves;
}

int Descent::next_pushing(std::vector<char>& marks) const {
  int next = -1;
  double most = 0.0;
  for (std::size_t j = 0; j < forces_.size(); ++j) {
    if (marks[j] != 0 || !(forces_[j] > most)) continue;
    most = forces_[j];
    next = static_cast<int>(j);
  }
  if (next >= 0) marks[static_cast<std::size_t>(next)] = 1;
  return next;
}

/// F(to) - F(from).
double Descent::change(const Goals& goals, GoalRows& rows, const Pose& from, const Pose& to) const {
  if (!rows.has_axes()) return objective_change(problem_of(goals, from), to);
  rows.look(from);
  const double before = rows.size();
  rows.look(to);
  return 0.5 * (rows.size() * rows.size() - before * before);
}

int Descent::run(const Goals& goals, GoalRows& rows, const JointRanges& ranges, int updates,
                 Pose& pose) {
  std::fill(scales_.begin(), scales_.end(), 0.0);
  for (std::size_t c = 0; c < rows.joints().size(); ++c) {
    scales_[static_cast<std::size_t>(rows.joints()[c])] = rows.theta_per_x(static_cast<int>(c));
  }
  given_up_ = rests_ = false;
  double radius = kFirstRadius;
  bool known = false;
  int steps = 0;
  for (; steps < updates; ++steps) {
    if (goals.stop.give_up && goals.stop.give_up()) {
      given_up_ = true;
      break;
    }
    if (!known && !model(goals, rows, ranges, pose)) {
      rests_ = true;
      break;
    }
    known = true;
    const double floor = kSigmaFloor * std::abs(H_.trace());
    solve_in_region({H_, g_, floor, radius}, A_, scratch_, x_);
    trial_.theta = pose.theta;
    for (const int j : rows.joints()) {
      trial_.theta[j] += scales_[static_cast<std::size_t>(j)] * x_[j];
    }
    ranges.clamp(trial_.theta);
    forward_kinematics(goals.multibody, trial_);
    const double size = x_.norm();
    const double gain = change(goals, rows, pose, trial_);
    scratch_.noalias() = H_ * x_;
    const double expected = g_.dot(x_) + 0.5 * x_.dot(scratch_);
    if (gain < 0.0) {
      std::swap(pose, trial_);
      known = false;
      if (gain < 0.75 * expected && size > 0.8 * radius) {
        radius = std::min(kLargestRadius, kWidens * radius);
      } else if (gain > 0.25 * expected) {
        radius = std::max(kNarrows * size, kAtRest);
      }
    } else {
      radius = kNarrows * size;
    }
    if (!(size > kAtRest)) {
      rests_ = true;
      break;
    }
  }
  A_ = H_;
  A_.diagonal().array() += kCurved * std::abs(H_.trace());
  at_minimum_ = factor_ldlt(A_);
  return steps;
}

}  // namespace ik
