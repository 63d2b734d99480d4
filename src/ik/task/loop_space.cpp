#include "ik/task/loop_space.h"

#include <cmath>
#include <limits>

#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/task/limits.h"

namespace ik {
namespace {

/// Singular values of G M up to this share of the largest depend on others, see freedom_of.
constexpr double kDependentShare = 1e-7;
/// Share of a row of J that is rounding after the projection.
constexpr double kLostShare = 1e-12;

}  // namespace

LoopSpace& LoopMemory::get() {
  if (!space_) space_ = std::make_shared<LoopSpace>();
  return *space_;
}

void LoopSpace::reserve(const Multibody& multibody) {
  const Eigen::Index n = multibody.joint_count(), rows = multibody.loop_row_count();
  if (G_.rows() == rows && G_.cols() == n) return;
  G_.resize(rows, n);
  scaled_.resize(rows, n);
  svd_.resume(rows, n, 0);
  for (VectorX* x : {&correction_, &step_, &row_}) x->setZero(n);
  for (VectorX* x : {&c_, &offsets_, &along_}) x->setZero(rows);
  product_.resize(n, rows);
  closer_.reserve(multibody);
}

void LoopSpace::compute(const Problem& problem) {
  const Multibody& multibody = problem.multibody;
  reserve(multibody);
  mobility_.resize(static_cast<Eigen::Index>(problem.mobility.size()));
  if (!problem.mobility.empty()) mobility_ = as_vector(problem.mobility);

  const double open = loop_equations(multibody, problem.pose, c_);
  loop_jacobian(multibody, problem.pose, G_);
  correction_.setZero();
  rank_ = 0;
  if (!std::isfinite(open) || !G_.allFinite()) return;
  scaled_ = G_;
  for (Eigen::Index j = 0; j < G_.cols(); ++j) scaled_.col(j) *= mobility(j);
  svd_.forget();  // a step depends on its problem only
  svd_.compute(scaled_);
  rank_ = svd_.rank(kDependentShare);

  offsets_.setZero();
  const bool held = !problem.held.empty();
  if (open <= kClosed && !held) return;
  if (held) c_.noalias() += G_ * as_vector(problem.held);
  for (int i = 0; i < rank_; ++i) {
    offsets_[i] = -svd_.U().col(i).dot(c_) / svd_.sigma()[i];
    correction_ += offsets_[i] * svd_.V().col(i);
  }
  for (Eigen::Index j = 0; j < correction_.size(); ++j) correction_[j] *= mobility(j);
}

void LoopSpace::project_columns(MatrixX& J) {
  for (Eigen::Index r = 0; r < J.rows(); ++r) {
    for (Eigen::Index j = 0; j < J.cols(); ++j) row_[j] = J(r, j) * mobility(j);
    const double before = row_.norm();
    for (int i = 0; i < rank_; ++i) {
      const auto v = svd_.V().col(i);
      row_ -= v.dot(row_) * v;
    }
    // what loops hold entirely must not look like a direction with a small singular value
    if (!(row_.norm() > kLostShare * before)) row_.setZero();
    for (Eigen::Index j = 0; j < J.cols(); ++j) {
      const double share = mobility(j);
      J(r, j) = share > 0.0 ? row_[j] / share : 0.0;
    }
  }
}

void LoopSpace::project_step(VectorX& x) {
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    const double share = mobility(j);
    x[j] = share > 0.0 ? x[j] / share : 0.0;
  }
  for (int i = 0; i < rank_; ++i) {
    const auto v = svd_.V().col(i);
    x -= v.dot(x) * v;
  }
  for (Eigen::Index j = 0; j < x.size(); ++j) x[j] *= mobility(j);
}

void LoopSpace::add_curvature(const Problem& problem, const VectorX& slope, MatrixX& H) {
  for (Eigen::Index j = 0; j < slope.size(); ++j) row_[j] = mobility(j) * slope[j];
  along_.setZero();
  for (int i = 0; i < rank_; ++i) {
    along_ += svd_.V().col(i).dot(row_) / svd_.sigma()[i] * svd_.U().col(i);
  }
  add_loop_curvature(problem.multibody, problem.pose, along_, -1.0, H);
}

void LoopSpace::project_hessian(MatrixX& H) {
  for (int i = 0; i < rank_; ++i) {
    const auto v = svd_.V().col(i);
    row_.noalias() = H * v;
    const double bend = v.dot(row_);
    // H - v h^T - h v^T + (v . h) v v^T with h = H v
    for (Eigen::Index b = 0; b < H.cols(); ++b) {
      for (Eigen::Index a = 0; a < H.rows(); ++a) {
        H(a, b) += bend * v[a] * v[b] - (v[a] * row_[b] + row_[a] * v[b]);
      }
    }
  }
}

void LoopSpace::move(const Problem& problem, const VectorX& step, Pose& trial) {
  step_ = step;
  project_step(step_);
  trial.theta = problem.pose.theta + step_ + correction_;
  if (!problem.held.empty()) trial.theta += as_vector(problem.held);
  close(problem, problem.keeps_limits, trial);
}

bool LoopSpace::close(const Problem& problem, bool keeps_limits, Pose& trial) {
  const VectorX& theta = problem.pose.theta;
  if (keeps_limits) keep_within_limits(problem.multibody, theta, trial.theta);
  forward_kinematics(problem.multibody, trial);
  LoopCloser::Joints joints{problem.mobility};
  if (keeps_limits) joints.within = &theta;
  if (closer_.close(problem.multibody, joints, trial)) return true;
  trial.theta.setConstant(std::numeric_limits<double>::quiet_NaN());
  forward_kinematics(problem.multibody, trial);
  return false;
}

}  // namespace ik
