#include "ik/methods/nullspace.h"

#include "ik/math/three_columns.h"
#include "ik/simd/lanes.h"
#include "ik/task/damped_step.h"

#include <algorithm>
#include <cmath>

namespace ik {

namespace {

/// True if J has only rows of the effectors' positions, and no weight or mobility scales it.
bool has_plain_jacobian(const Problem& problem) {
  return problem.jacobian == JacobianKind::kEffector && problem.mobility.empty() &&
         problem.weights.empty() && problem.multibody.aim_count() == 0 &&
         problem.multibody.followers().empty() && problem.multibody.loops().empty();
}

}  // namespace

void Nullspace::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const VectorX& e = w.error(problem);
  const int rank = svd.rank(kExactRank);
  if (rank == 0) return;
  take_damped(svd, rank, e, lambda * lambda, w);

  const Multibody& multibody = problem.multibody;
  PostureScratch& scratch = w.memory<PostureScratch>();
  VectorX& phi = w.g;
  phi.setZero(multibody.joint_count());
  const VectorX& theta = problem.pose.theta;
  if (rest > 0.0) rest_cost(multibody, theta, -rest, phi);
  if (limit_avoidance > 0.0) limit_cost(multibody, theta, -limit_avoidance, phi);
  if (manipulability > 0.0) {
    if (has_plain_jacobian(problem)) {
      manipulability_gradient(problem, w, -manipulability, scratch, phi);
    } else {
      manipulability_cost(multibody, problem.pose, -manipulability, scratch, phi);
    }
  }
  if (obstacles > 0.0) {
    clearance_cost(multibody, problem.pose, {problem.obstacles, margin}, -obstacles, scratch, phi);
  }
  scale_posture_gradient(problem, phi);
  limit_posture_step(phi);
  project_out(svd.V(), rank, phi);
  w.show_damping(lambda);
  w.show("|(I − J⁺J) φ|", phi.norm(), "rad");
  w.dtheta += phi;
}

void TaskPriority::Memory::resize(Eigen::Index n, Eigen::Index tasks) {
  count = 0;
  if (taken.cols() != n) {
    rows.setZero(padded(n), 3);
    taken.setZero(padded(n), n);
    direction.setZero(padded(n));
    A.resize(3, n);
  }
  svds.resize(static_cast<std::size_t>(tasks));
  for (Svd& svd : svds) {
    if (svd.V().rows() != n)
      svd.resume(3, n, 0);  // allocates, also for tasks that do not count yet
  }
}

namespace {

/// Bound of a task's singular values, a share of |J|: above it their vectors are not needed.
constexpr double kWhole = 1e-3;

/// Takes all three directions of a task by an orthonormal basis of the rows of J_i P.
/// \param least bound of the singular values, m / rad
/// \returns false, and changes nothing, if some may be smaller
bool take_whole(TaskPriority::Memory& m, double least, double square, VectorX& dtheta) {
  const Eigen::Index n = dtheta.size();
  ThreeFactor first, second;
  if (m.count + 3 > n || !(square < 1.0 / kSafeSquare)) return false;
  if (!factor_columns(m.rows, first)) return false;
  if (!(inverse_bound(first) * least < 1.0)) return false;
  divide_columns(first.inverse, m.rows);
  // again: removes what rounding left of the tasks before and of the other two columns
  project_out(m.taken, m.count, m.rows);
  if (!factor_columns(m.rows, second)) return false;  // not reached: nearly orthonormal
  divide_columns(second.inverse, m.rows);
  const Eigen::Vector3d z = damped_solution(product(second.R, first.R), m.rest, square);
  const double* const Q = m.rows.data();
  for (Eigen::Index j = 0; j < n; ++j) {
    dtheta[j] += Q[j] * z[0] + Q[j + m.rows.rows()] * z[1] + Q[j + 2 * m.rows.rows()] * z[2];
  }
  m.taken.middleCols<3>(m.count) = m.rows;
  m.count += 3;
  return true;
}

/// Takes the directions of a task with singular values above `least`.
/// \param svd begins with its rotations of the last step
void take_directions(TaskPriority::Memory& m, double least, double square, Svd& svd,
                     VectorX& dtheta) {
  const Eigen::Index n = dtheta.size();
  m.A = m.rows.topRows(n).transpose();
  svd.compute(m.A);
  // orthogonalise again: if a task has few directions left, rounding is a large part of them
  m.rows.setZero();
  m.rows.topLeftCorner(n, svd.count()) = svd.V();
  project_out(m.taken, m.count, m.rows);
  const int before = m.count;
  for (int c = 0; c < svd.count() && m.count < n; ++c) {
    const double sigma = svd.sigma()[c];
    if (!(sigma > least)) break;  // the rest is smaller
    m.direction = m.rows.col(c);
    project_out(m.taken, before, m.count, m.direction);
    m.direction.normalize();
    const double wanted = svd.U().col(c).dot(m.rest);
    dtheta += (wanted * (sigma / (sigma * sigma + square))) * m.direction.head(n);
    m.taken.col(m.count++) = m.direction;
  }
}

}  // namespace

void TaskPriority::step(const Problem& problem, Workspace& w) const {
  const MatrixX& J = w.jacobian(problem);
  const VectorX& e = w.error(problem);
  Memory& m = w.memory<Memory>();
  const Eigen::Index n = J.cols();
  const int effectors = problem.multibody.effector_count();
  const auto tasks = static_cast<int>(J.rows() / 3);
  const int start = static_cast<int>(std::min(first, effectors - 1.0));
  const double size = J.norm();
  m.resize(n, tasks);

  for (int i = 0; i < tasks && m.count < n; ++i) {
    const int turn = reverse ? effectors - i : i;
    const int task = i < effectors ? (start + turn) % effectors : i;
    m.rows.topRows(n) = J.middleRows<3>(3 * task).transpose();
    m.rest = e.segment<3>(3 * task);
    for (int c = 0; c < 3; ++c) m.rest[c] -= m.rows.col(c).head(n).dot(w.dtheta);
    project_out(m.taken, m.count, m.rows);
    if (take_whole(m, kWhole * size, lambda * lambda, w.dtheta)) continue;
    take_directions(m, kExactRank * size, lambda * lambda, m.svds[static_cast<std::size_t>(task)],
                    w.dtheta);
  }
  w.show_damping(lambda);
  w.show("directions taken", m.count);
}

namespace {

/// Damping of the multipliers, a share of sigma_1: keeps them finite where J loses rank; elsewhere
/// it changes them by 1e-6.
constexpr double kMultiplierDamping = 1e-3;
/// Step of the central differences, rad or m: their error is about the square of the step, their
/// rounding 1e-12.
constexpr double kDifference = 1e-4;

/// Gradient of g with respect to the scaled joints that methods see.
void posture_gradient(const ExtendedJacobian& method, const Problem& problem, const Pose& pose,
                      PostureScratch& scratch, VectorX& gradient) {
  gradient.setZero(problem.multibody.joint_count());
  rest_cost(problem.multibody, pose.theta, 1.0, gradient);
  if (method.manipulability > 0.0) {
    manipulability_cost(problem.multibody, pose, method.manipulability, scratch, gradient);
  }
  scale_posture_gradient(problem, gradient);
}

void add_posture_hessian(const ExtendedJacobian& method, const Problem& problem,
                         ExtendedJacobian::Memory& m, Workspace& w) {
  w.trial.theta = problem.pose.theta;
  for (int j = 0; j < problem.multibody.joint_count(); ++j) {
    const double mobility = problem.mobility_of(j);
    if (!(method.manipulability > 0.0)) {
      const Joint& joint = problem.multibody.joint(j);
      const int at = joint.leader < 0 ? j : joint.leader;
      const double share = joint.leader < 0 ? mobility : joint.ratio * problem.mobility_of(at);
      m.K(at, at) += share * share;
      continue;
    }
    for (const double side : {1.0, -1.0}) {
      w.trial.theta[j] = problem.pose.theta[j] + side * kDifference;
      forward_kinematics(problem.multibody, w.trial);
      posture_gradient(method, problem, w.trial, m.scratch, m.ahead);
      m.K.col(j) += (side * mobility / (2.0 * kDifference)) * m.ahead;
    }
    w.trial.theta[j] = problem.pose.theta[j];
  }
}

/// An orthonormal basis of what the first columns of V leave, from the unit vectors that lie there
/// most: Cholesky's factorisation of P = I - V V^T with pivots, without P.
/// \param rank  number of columns
/// \param share (n) scratch: the diagonal of P, then what the basis leaves of it
/// \param x     (n) scratch
void take_basis(const MatrixX& V, int rank, VectorX& share, VectorX& x, MatrixX& B) {
  share.setOnes(V.rows());
  for (int i = 0; i < rank; ++i) share -= V.col(i).cwiseAbs2();
  for (int c = 0; c < B.cols(); ++c) {
    Eigen::Index most = 0;
    share.maxCoeff(&most);
    x.setUnit(V.rows(), most);
    project_out(V, rank, x);
    project_out(B, c, x);
    B.col(c) = x / x.norm();
    share -= B.col(c).cwiseAbs2();
  }
}

/// P = I - V V^T with the first columns of V.
void take_projector(const MatrixX& V, int rank, MatrixX& P) {
  P.setIdentity();
  for (int i = 0; i < rank; ++i) P.noalias() -= V.col(i) * V.col(i).transpose();
}

}  // namespace

void ExtendedJacobian::Memory::Reduced::resize(Eigen::Index n, Eigen::Index c) {
  if (B.rows() == n && B.cols() == c) return;
  B.resize(n, c);
  KB.resize(n, c);
  S.resize(c, c);
  for (VectorX* vector : {&gradient, &pull, &follow, &back}) vector->resize(c);
  if (c > 0) svd.resume(c, c, 0);
}

void ExtendedJacobian::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const MatrixX& J = w.jacobian(problem);
  const VectorX& e = w.error(problem);
  const int rank = svd.rank(kExactRank);
  if (rank == 0) return;
  take_damped(svd, rank, e, lambda * lambda, w);

  Memory& m = w.memory<Memory>();
  const Eigen::Index n = J.cols();
  posture_gradient(*this, problem, problem.pose, m.scratch, m.gradient);
  const double floor = kMultiplierDamping * svd.sigma()[0];
  m.y.setZero(J.rows());
  for (int i = 0; i < rank; ++i) {
    const double sigma = svd.sigma()[i];
    const double along = svd.V().col(i).dot(m.gradient);
    m.y += (along * (sigma / (sigma * sigma + floor * floor))) * svd.U().col(i);
  }

  task_curvature(problem, J, m.y, m.scratch.J, m.K);
  m.K *= -1.0;
  add_posture_hessian(*this, problem, m, w);
  // smaller singular values of P K P are rounding of K
  const double least = kExactRank * m.K.norm();
  m.pull.noalias() = m.K * w.dtheta;

  m.usual.resize(n, n - std::min(J.rows(), n));
  m.whole.resize(n, n);
  m.ahead.resize(n);
  m.step.resize(n);
  const bool is_usual = rank == svd.count();
  Memory::Reduced& r = is_usual ? m.usual : m.whole;
  if (is_usual) {
    take_basis(svd.V(), rank, m.step, m.ahead, r.B);
  } else {
    take_projector(svd.V(), rank, r.B);
  }
  r.gradient.noalias() = r.B.transpose() * m.gradient;
  r.pull.noalias() = r.B.transpose() * m.pull;
  r.KB.noalias() = m.K * r.B;
  r.S.noalias() = r.B.transpose() * r.KB;
  if (!r.S.allFinite() || !r.pull.allFinite()) return;
  w.show_damping(lambda);
  w.show("|Nᵀ∇g|", r.gradient.norm());
  if (r.S.size() == 0) return;
  r.svd.compute(r.S);

  r.follow.setZero();
  r.back.setZero();
  for (int i = 0; i < r.svd.count(); ++i) {
    // |S| = U Sigma U^T, since S = U Sigma V^T is symmetric except for orientations off the optimum
    const double size = r.svd.sigma()[i];
    if (!(size > least)) break;  // the rest is smaller
    const auto u = r.svd.U().col(i);
    r.follow -= (u.dot(r.pull) * (size / (size * size + damping * damping))) * r.svd.V().col(i);
    r.back -= (correction * u.dot(r.gradient) / (size + damping)) * u;
  }
  m.step.noalias() = r.B * r.back;
  limit_posture_step(m.step);
  m.step.noalias() += r.B * r.follow;
  project_out(svd.V(), rank, m.step);
  w.dtheta += m.step;
}

}  // namespace ik
