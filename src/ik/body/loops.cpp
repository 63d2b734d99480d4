#include "ik/body/loops.h"

#include <algorithm>
#include <cmath>

#include "ik/body/joint.h"
#include "ik/math/symmetric.h"
#include "ik/simd/largest.h"

namespace ik {
namespace {

constexpr int kMostUpdates = 40;
constexpr double kBestClosed = 1e-13;  // m: rounding of positions
/// Damping of an update as a share of the mean squared singular value: at least, and far away.
constexpr double kLeastClosing = 1e-13, kFarClosing = 5e-3;
constexpr double kLongestClosing = 0.5;  // rad or m, largest entry of an update
/// Singular values of G up to this share of the largest are equations that depend on others:
/// linkages given with eight digits close to about this.
constexpr double kDependentRow = 1e-7;

/// World_from_end.
Isometry end_frame(const Pose& pose, int joint, const Isometry& from_end) {
  return joint < 0 ? from_end : pose.world_from_joint(joint) * from_end;
}

double coupled_theta(const Loop& loop, double x) {
  double sum = 0.0;
  for (std::size_t i = loop.coefficients.size(); i-- > 0;) sum = sum * x + loop.coefficients[i];
  return sum;
}
double coupled_slope(const Loop& loop, double x) {
  double sum = 0.0;
  for (std::size_t i = loop.coefficients.size(); i-- > 1;) {
    sum = sum * x + static_cast<double>(i) * loop.coefficients[i];
  }
  return sum;
}
double coupled_bend(const Loop& loop, double x) {
  double sum = 0.0;
  for (std::size_t i = loop.coefficients.size(); i-- > 2;) {
    sum = sum * x + static_cast<double>(i * (i - 1)) * loop.coefficients[i];
  }
  return sum;
}

/// log(R_a R_b^T), the rotation vector from frame b to frame a.
Eigen::Vector3d frame_turn(const Isometry& a, const Isometry& b) {
  Aim wanted;
  wanted.orientation = b.linear();
  return -aim_error(AimKind::kOrientation, a.linear(), Eigen::Vector3d::UnitX(), wanted);
}

/// The column of a point s for joint j that carries it, see position_jacobian.
Eigen::Vector3d point_column(const Multibody& multibody, const Pose& pose, int j,
                             const Eigen::Vector3d& s) {
  const Joint& joint = multibody.joint(j);
  const Eigen::Vector3d v = pose.axis.col(j);
  if (joint.type == JointType::kPrismatic) return v;
  Eigen::Vector3d column = v.cross(Eigen::Vector3d(s - pose.origin.col(j)));
  if (joint.type == JointType::kScrew) column += joint.pitch * v;
  return column;
}

/// w_j: the axis of a joint that turns, else 0.
Eigen::Vector3d turn_column(const Multibody& multibody, const Pose& pose, int j) {
  if (!is_angular(multibody.joint(j).type)) return Eigen::Vector3d::Zero();
  return pose.axis.col(j);
}

double theta_of(const Pose& pose, int j) { return j < 0 ? 0.0 : pose.theta[j]; }

}  // namespace

double loop_equations(const Multibody& multibody, const Pose& pose, VectorX& c) {
  c.resize(multibody.loop_row_count());
  Eigen::Index row = 0;
  for (const Loop& loop : multibody.loops()) {
    if (loop.kind == LoopKind::kJoint) {
      c[row] = pose.theta[loop.joint_a] - coupled_theta(loop, theta_of(pose, loop.joint_b));
    } else {
      const Isometry a = end_frame(pose, loop.joint_a, loop.a_from_end);
      const Isometry b = end_frame(pose, loop.joint_b, loop.b_from_end);
      c.segment<3>(row) = a.translation() - b.translation();
      if (loop.kind == LoopKind::kWeld) c.segment<3>(row + 3) = loop.lever * frame_turn(a, b);
    }
    row += loop.row_count();
  }
  return largest(c);
}

double loop_gap(const Multibody& multibody, const Pose& pose, int loop_index) {
  const Loop& loop = multibody.loops()[static_cast<std::size_t>(loop_index)];
  if (loop.kind == LoopKind::kJoint) {
    return std::abs(pose.theta[loop.joint_a] - coupled_theta(loop, theta_of(pose, loop.joint_b)));
  }
  const Isometry a = end_frame(pose, loop.joint_a, loop.a_from_end);
  const Isometry b = end_frame(pose, loop.joint_b, loop.b_from_end);
  const double apart = length(a.translation() - b.translation());
  if (loop.kind == LoopKind::kConnect) return apart;
  return std::max(apart, loop.lever * length(frame_turn(a, b)));
}

double largest_loop_gap(const Multibody& multibody, const Pose& pose) {
  double most = 0.0;
  for (int i = 0; i < static_cast<int>(multibody.loops().size()); ++i) {
    const double gap = loop_gap(multibody, pose, i);
    if (!(gap <= most)) most = gap;  // NaN, too
  }
  return most;
}

void loop_jacobian(const Multibody& multibody, const Pose& pose, MatrixX& G) {
  G.setZero(multibody.loop_row_count(), multibody.joint_count());
  Eigen::Index row = 0;
  for (const Loop& loop : multibody.loops()) {
    if (loop.kind == LoopKind::kJoint) {
      G(row, loop.joint_a) += 1.0;
      if (loop.joint_b >= 0) {
        G(row, loop.joint_b) -= coupled_slope(loop, pose.theta[loop.joint_b]);
      }
    } else {
      const auto add = [&](int carrier, const Isometry& from_end, double sign) {
        const Eigen::Vector3d s = end_frame(pose, carrier, from_end).translation();
        for (int j = carrier; j >= 0; j = multibody.joint(j).parent) {
          G.block<3, 1>(row, j) += sign * point_column(multibody, pose, j, s);
          if (loop.kind != LoopKind::kWeld) continue;
          G.block<3, 1>(row + 3, j) += sign * loop.lever * turn_column(multibody, pose, j);
        }
      };
      add(loop.joint_a, loop.a_from_end, 1.0);
      add(loop.joint_b, loop.b_from_end, -1.0);
    }
    row += loop.row_count();
  }
  for (const int j : multibody.followers()) {
    const Joint& joint = multibody.joint(j);
    G.col(joint.leader) += joint.ratio * G.col(j);
    G.col(j).setZero();
  }
}

void add_loop_curvature(const Multibody& multibody, const Pose& pose, const VectorX& y,
                        double factor, MatrixX& H) {
  Eigen::Index row = 0;
  for (const Loop& loop : multibody.loops()) {
    if (loop.kind == LoopKind::kJoint) {
      if (loop.joint_b >= 0) {
        H(loop.joint_b, loop.joint_b) -=
            factor * y[row] * coupled_bend(loop, pose.theta[loop.joint_b]);
      }
    } else {
      const Eigen::Vector3d place = factor * y.segment<3>(row);
      Eigen::Vector3d turn = Eigen::Vector3d::Zero();
      if (loop.kind == LoopKind::kWeld) turn = factor * loop.lever * y.segment<3>(row + 3);
      const auto add = [&](int carrier, const Isometry& from_end, double sign) {
        const Eigen::Vector3d s = end_frame(pose, carrier, from_end).translation();
        for (int b = carrier; b >= 0; b = multibody.joint(b).parent) {
          const Eigen::Vector3d column = point_column(multibody, pose, b, s);
          const Eigen::Vector3d axis = turn_column(multibody, pose, b);
          for (int a = b; a >= 0; a = multibody.joint(a).parent) {
            const Eigen::Vector3d w = turn_column(multibody, pose, a);
            const double entry = sign * (place.dot(Eigen::Vector3d(w.cross(column))) +
                                         0.5 * turn.dot(Eigen::Vector3d(w.cross(axis))));
            H(a, b) += entry;
            if (a != b) H(b, a) += entry;
          }
        }
      };
      add(loop.joint_a, loop.a_from_end, 1.0);
      add(loop.joint_b, loop.b_from_end, -1.0);
      if (loop.kind == LoopKind::kWeld) {
        for (int a = loop.joint_a; a >= 0; a = multibody.joint(a).parent) {
          for (int b = loop.joint_b; b >= 0; b = multibody.joint(b).parent) {
            const Eigen::Vector3d bend =
                turn_column(multibody, pose, a).cross(turn_column(multibody, pose, b));
            const double entry = -0.5 * turn.dot(bend);
            H(a, b) += entry;
            H(b, a) += entry;
          }
        }
      }
    }
    row += loop.row_count();
  }
}

Freedom freedom_of(const Multibody& multibody, const Pose& pose) {
  const int free = multibody.joint_count() - static_cast<int>(multibody.followers().size());
  Freedom found{free, free - multibody.loop_row_count()};
  if (multibody.loops().empty()) return found;
  MatrixX G;
  loop_jacobian(multibody, pose, G);
  // Gram-Schmidt with pivots: what is left of a row that depends on the others is rounding
  const double most = G.rowwise().norm().maxCoeff();
  for (Eigen::Index i = 0; i < G.rows(); ++i) {
    Eigen::Index pivot = 0;
    const double left = G.rowwise().norm().maxCoeff(&pivot);
    if (!(left > kDependentRow * most)) break;
    const Eigen::RowVectorXd row = G.row(pivot) / left;
    const Eigen::VectorXd along = G * row.transpose();
    G -= along * row;
    --found.by_rank;
  }
  return found;
}

void LoopCloser::reserve(const Multibody& multibody) {
  const int n = multibody.joint_count(), rows = multibody.loop_row_count();
  G_.resize(rows, n);
  A_.resize(rows, rows);
  for (VectorX* x : {&c_, &y_}) x->resize(rows);
  step_.resize(n);
  mobility_.resize(static_cast<std::size_t>(n));
}

bool LoopCloser::close(const Multibody& multibody, const Joints& joints, Pose& pose) {
  reserve(multibody);
  if (joints.mobility.empty()) {
    std::fill(mobility_.begin(), mobility_.end(), 1.0);
  } else {
    std::copy(joints.mobility.begin(), joints.mobility.end(), mobility_.begin());
  }
  double before = kUnlimited;
  for (int update = 0;; ++update) {
    const double open = loop_equations(multibody, pose, c_);
    if (!std::isfinite(open)) return false;
    const bool done = open <= kBestClosed || (open <= kClosed && !(open < 0.5 * before));
    if (done || update == kMostUpdates) return open <= kClosed;
    before = open;

    loop_jacobian(multibody, pose, G_);
    for (Eigen::Index j = 0; j < G_.cols(); ++j) {
      G_.col(j) *= mobility_[static_cast<std::size_t>(j)];
    }
    A_.noalias() = G_ * G_.transpose();
    const double size = A_.trace() / static_cast<double>(A_.rows());
    if (!(size > 0.0)) return false;
    const double far = std::min(1.0, c_.squaredNorm() / size);
    A_.diagonal().array() += size * (kLeastClosing + kFarClosing * far);
    if (!factor_ldlt(A_)) return false;
    y_ = c_;
    solve_ldlt(A_, y_);
    step_.noalias() = G_.transpose() * y_;
    for (Eigen::Index j = 0; j < step_.size(); ++j) {
      step_[j] *= -mobility_[static_cast<std::size_t>(j)];
    }
    const double most = largest(step_);
    if (most > kLongestClosing) step_ *= kLongestClosing / most;
    for (Eigen::Index j = 0; j < step_.size(); ++j) {
      const Joint& joint = multibody.joint(static_cast<int>(j));
      if (joint.leader >= 0) continue;
      double there = pose.theta[j] + step_[j];
      if (joints.within != nullptr) {
        const double at = (*joints.within)[j];
        const double lower = std::min(joint.lower, at), upper = std::max(joint.upper, at);
        if (there < lower || there > upper) {
          there = std::clamp(there, lower, upper);
          mobility_[static_cast<std::size_t>(j)] = 0.0;
        }
      }
      pose.theta[j] = there;
    }
    forward_kinematics(multibody, pose);
  }
}

bool close_loops(const Multibody& multibody, std::span<const double> mobility, bool limited,
                 Pose& pose) {
  if (multibody.loops().empty()) return true;
  const VectorX within = pose.theta;
  return LoopCloser().close(multibody, {mobility, limited ? &within : nullptr}, pose);
}

}  // namespace ik
