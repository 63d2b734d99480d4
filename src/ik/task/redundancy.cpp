#include "ik/task/redundancy.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "ik/math/lane_matrix.h"
#include "ik/math/symmetric.h"
#include "ik/simd/lanes.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"

namespace ik {

namespace {

/// x -= Q Q^T x for kColumns columns of Q (n x kColumns). All dot products are with the first x, so
/// that none waits for another.
template <int kColumns>
IK_INLINE void subtract_parts(const double* Q, Eigen::Index n, double* __restrict x) {
  const Eigen::Index whole = n / kLanes * kLanes;
  Lanes sums[kColumns] = {};
  for (Eigen::Index i = 0; i < whole; i += kLanes) {
    Lanes own, q;
    load(x + i, own);
    for (int c = 0; c < kColumns; ++c) {
      load(Q + c * n + i, q);
      sums[c] += q * own;
    }
  }
  double part[kColumns];
  for (int c = 0; c < kColumns; ++c) {
    part[c] = (sums[c][0] + sums[c][1]) + (sums[c][2] + sums[c][3]);
    for (Eigen::Index i = whole; i < n; ++i) part[c] += Q[c * n + i] * x[i];
  }
  for (Eigen::Index i = 0; i < whole; i += kLanes) {
    Lanes own, q;
    load(x + i, own);
    for (int c = 0; c < kColumns; ++c) {
      load(Q + c * n + i, q);
      own -= part[c] * q;
    }
    store(own, x + i);
  }
  for (int c = 0; c < kColumns; ++c) {
    for (Eigen::Index i = whole; i < n; ++i) x[i] -= part[c] * Q[c * n + i];
  }
}

IK_MULTIVERSION void project_out(const double* Q, Eigen::Index n, int count, double* x) {
  constexpr int kAtOnce = 4;
  for (; count >= kAtOnce; count -= kAtOnce, Q += kAtOnce * n) subtract_parts<kAtOnce>(Q, n, x);
  if (count == 3) subtract_parts<3>(Q, n, x);
  if (count == 2) subtract_parts<2>(Q, n, x);
  if (count == 1) subtract_parts<1>(Q, n, x);
}

}  // namespace

void project_out(const MatrixX& Q, int from, int to, VectorX& x) {
  project_out(Q.data() + from * Q.rows(), Q.rows(), to - from, x.data());
}

void project_out(const MatrixX& Q, int count, ThreeColumns& X) {
  for (int i = 0; i < 3; ++i) project_out(Q.data(), Q.rows(), count, X.col(i).data());
}

namespace {

/// task_curvature of a body without followers.
void tree_curvature(const Problem& problem, const MatrixX& J, const VectorX& y, MatrixX& C) {
  const Multibody& multibody = problem.multibody;
  C.setZero(J.cols(), J.cols());
  for (int b = 0; b < multibody.joint_count(); ++b) {
    // y . (w x J_b) = w . (J_b x y): sums over vectors fixed in the body and over axes
    Eigen::Vector3d fixed = Eigen::Vector3d::Zero();
    Eigen::Vector3d axes = Eigen::Vector3d::Zero();
    for (const int g : multibody.goals_of(b)) {
      const bool orientation = multibody.aim_of(g) == AimKind::kOrientation;
      const Eigen::Vector3d column = J.block<3, 1>(3 * g, b);
      (orientation ? axes : fixed) += column.cross(Eigen::Vector3d(y.segment<3>(3 * g)));
    }
    for (int a = b; a >= 0; a = multibody.joint(a).parent) {
      if (!is_angular(multibody.joint(a).type)) continue;
      const Eigen::Vector3d w = problem.mobility_of(a) * problem.pose.axis.col(a);
      C(b, a) += w.dot(fixed) + w.dot(axes);
      if (a != b) C(a, b) += w.dot(fixed);
    }
  }
}

}  // namespace

void task_curvature(const Problem& problem, const MatrixX& J, const VectorX& y, MatrixX& scratch,
                    MatrixX& C) {
  if (problem.multibody.followers().empty()) return tree_curvature(problem, J, y, C);
  const Problem tree = unfolded(problem);
  tree_jacobian(tree, scratch);
  tree_curvature(tree, scratch, y, C);
  fold_hessian(problem, C);
}

void scale_posture_gradient(const Problem& problem, VectorX& gradient) {
  fold_columns(problem.multibody, gradient.transpose());
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    gradient[j] *= problem.mobility_of(j);
    const bool moves = !problem.multibody.effectors_of(j).empty() || problem.multibody.leads(j);
    if (!moves) gradient[j] = 0.0;
  }
}

void limit_posture_step(VectorX& x) {
  const double most = largest(x);
  if (!std::isfinite(most)) {
    x.setZero();
  } else if (most > kMaxPostureStep) {
    x *= kMaxPostureStep / most;
  }
}

namespace {

/// mu, m / rad: a tenth of typical singular values for links of 1 m.
constexpr double kFloor = 0.1;

/// Half the range of a joint with two different limits, rad or m; infinity for other joints.
double half_range(const Joint& joint) {
  const double half = 0.5 * (joint.upper - joint.lower);
  return half > 0.0 ? half : kUnlimited;
}

/// w_j: the axis about which joint j rotates its subtree, or 0.
Eigen::Vector3d turn(const Multibody& multibody, const Pose& pose, int j) {
  if (!is_angular(multibody.joint(j).type)) return Eigen::Vector3d::Zero();
  return pose.axis.col(j);
}

}  // namespace

double rest_cost(const Multibody& multibody, const VectorX& theta, double weight,
                 VectorX& gradient) {
  double cost = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double away = theta[j] - multibody.joint(j).rest;
    cost += 0.5 * away * away;
    gradient[j] += weight * away;
  }
  return cost;
}

double limit_cost(const Multibody& multibody, const VectorX& theta, double weight,
                  VectorX& gradient) {
  double least = 1.0;
  for (const Joint& joint : multibody.joints()) least = std::min(least, half_range(joint));
  double cost = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const Joint& joint = multibody.joint(j);
    const double half = half_range(joint);
    if (half == kUnlimited) continue;
    const double share = least / half;
    const double away = share * (theta[j] - 0.5 * (joint.lower + joint.upper));
    cost += 0.5 * away * away;
    gradient[j] += weight * share * away;
  }
  return cost;
}

namespace {

/// gradient -= weight sum_b M_b . dJ_b/dtheta_a, see manipulability_cost.
/// \param J       (3k x n) tree_jacobian
/// \param inverse inverse(i, j): the three numbers of M for effector i and joint j
template <class Inverse>
void add_manipulability(const Multibody& multibody, const Pose& pose, const MatrixX& J,
                        const Inverse& inverse, double weight, VectorX& gradient) {
  for (int i = 0; i < multibody.effector_count(); ++i) {
    const int carrier = multibody.effector(i).joint;
    const auto column = [&](int j) { return Eigen::Vector3d(J.block<3, 1>(3 * i, j)); };
    // sums over the joints b on the path to the effector: `below` for b = a and descendants of a,
    // `above` for ancestors of a
    Eigen::Vector3d below = Eigen::Vector3d::Zero();
    Eigen::Vector3d above = Eigen::Vector3d::Zero();
    for (int b = carrier; b >= 0; b = multibody.joint(b).parent) {
      above += inverse(i, b).cross(turn(multibody, pose, b));
    }
    for (int a = carrier; a >= 0; a = multibody.joint(a).parent) {
      const Eigen::Vector3d w = turn(multibody, pose, a);
      const Eigen::Vector3d own = inverse(i, a);
      below += column(a).cross(own);
      above -= own.cross(w);
      gradient[a] -= weight * (w.dot(below) + column(a).dot(above));
    }
  }
}

}  // namespace

void PostureScratch::reserve(const Multibody& multibody) {
  const Eigen::Index rows = 3 * multibody.effector_count(), n = multibody.joint_count();
  J.resize(multibody.row_count(), n);
  F.resize(rows, n);
  M.resize(n, rows);
  A.resize(rows, rows);
  sigma.resize(std::min(rows, n));
  row.resize(sigma.size());
}

double manipulability_cost(const Multibody& multibody, const Pose& pose, double weight,
                           PostureScratch& scratch, VectorX& gradient) {
  scratch.reserve(multibody);
  tree_jacobian({.multibody = multibody, .pose = pose, .targets = {}}, scratch.J);
  const MatrixX& J = scratch.J;
  const Eigen::Index rows = 3 * multibody.effector_count();
  scratch.F = J.topRows(rows);
  fold_columns(multibody, scratch.F);
  scratch.M = scratch.F.transpose();
  scratch.A.noalias() = scratch.F * scratch.M;
  scratch.A.diagonal().array() += kFloor * kFloor;
  if (!scratch.A.allFinite() || !factor_ldlt(scratch.A)) return kUnlimited;

  const double cost = 0.5 * scratch.A.diagonal().array().log().sum();  // the diagonal is 1/D
  solve_rows_ldlt(scratch.A, scratch.M);
  for (const int j : multibody.followers()) {
    scratch.M.row(j) = multibody.joint(j).ratio * scratch.M.row(multibody.joint(j).leader);
  }

  add_manipulability(
      multibody, pose, J,
      [&](int i, int j) { return Eigen::Vector3d(scratch.M.block<1, 3>(j, 3 * i)); }, weight,
      gradient);
  return cost;
}

void manipulability_gradient(const Problem& problem, Workspace& w, double weight,
                             PostureScratch& scratch, VectorX& gradient) {
  const MatrixX& J = w.jacobian(problem);
  const Svd& svd = w.svd(problem);
  const Eigen::Index rows = J.rows(), count = svd.count();
  scratch.reserve(problem.multibody);
  scratch.sigma = svd.sigma().array() / (svd.sigma().array().square() + kFloor * kFloor);
  for (Eigen::Index j = 0; j < J.cols(); ++j) {
    scratch.row = svd.V().row(j).transpose().cwiseProduct(scratch.sigma);
    lane_times({svd.U().data(), rows}, rows, count, scratch.row.data(),
               scratch.F.data() + rows * j);
  }
  add_manipulability(
      problem.multibody, problem.pose, J,
      [&](int i, int j) { return Eigen::Vector3d(scratch.F.block<3, 1>(3 * i, j)); }, weight,
      gradient);
}

double clearance_cost(const Multibody& multibody, const Pose& pose,
                      const Surroundings& surroundings, double weight, PostureScratch& scratch,
                      VectorX& gradient) {
  double cost = 0.0;
  if (surroundings.obstacles.empty()) return cost;
  scratch.gradient.resize(multibody.joint_count());
  for_each_link(multibody, [&](const LinkSegment& link) {
    for (const Obstacle& obstacle : surroundings.obstacles) {
      const Clearance close = clearance(pose, link, obstacle);
      const double depth = surroundings.margin - close.distance;
      if (!(depth > 0.0)) continue;
      cost += 0.5 * depth * depth;
      clearance_gradient(multibody, pose, link, close, scratch.gradient);
      gradient -= weight * depth * scratch.gradient;
    }
  });
  return cost;
}

}  // namespace ik
