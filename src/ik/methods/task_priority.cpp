#include "ik/methods/task_priority.h"

#include <algorithm>

#include "ik/task/damped_step.h"
#include "ik/task/redundancy.h"

namespace ik {
namespace {

/// x := (I - Q Q^T) x with the first `count` columns of Q.
void leave_out(const Eigen::MatrixXd& Q, int count, Eigen::VectorXd& x) {
  for (int c = 0; c < count; ++c) x -= Q.col(c).dot(x) * Q.col(c);
}

}  // namespace

void TaskPriority::step(const Problem& problem, Workspace& w) const {
  const Eigen::MatrixXd& J = w.jacobian(problem);
  const Eigen::VectorXd& e = w.error(problem);
  Memory& m = w.memory<Memory>();
  const auto n = static_cast<int>(J.cols());
  const int effectors = problem.multibody.effector_count();
  const auto tasks = static_cast<int>(J.rows() / 3);
  const int start = static_cast<int>(std::min(first, effectors - 1.0));
  const double least = kExactRank * J.norm();
  m.taken.resize(n, n);
  m.A.resize(3, n);

  int taken = 0;
  for (int i = 0; i < tasks && taken < n; ++i) {
    const int turn = reverse ? effectors - i : i;
    const int task = i < effectors ? (start + turn) % effectors : i;
    const auto rows = J.middleRows<3>(3 * task);
    // J_i P, row by row
    for (int row = 0; row < 3; ++row) {
      m.direction = rows.row(row).transpose();
      leave_out(m.taken, taken, m.direction);
      m.A.row(row) = m.direction.transpose();
    }
    m.rest = e.segment<3>(3 * task);
    m.rest.noalias() -= rows * w.dtheta;

    m.svd.forget();  // the last task's rotations mean nothing here
    m.svd.compute(m.A);
    for (int c = 0; c < m.svd.count() && taken < n; ++c) {
      const double sigma = m.svd.sigma()[c];
      if (!(sigma > least)) break;  // they fall
      // where little of the task is left, the rounding of its rows is much of the direction
      m.direction = m.svd.V().col(c);
      leave_out(m.taken, taken, m.direction);
      m.direction.normalize();
      const double wanted = m.svd.U().col(c).dot(m.rest);
      w.dtheta += (wanted * (sigma / (sigma * sigma + lambda * lambda))) * m.direction;
      m.taken.col(taken++) = m.direction;
    }
  }
  w.show("λ", lambda, "m/rad");
  w.show("directions taken", taken);
}

}  // namespace ik
