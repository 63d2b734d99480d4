#include "ik/methods/constraint_forces.h"

#include <algorithm>

#include "ik/simd/largest.h"
#include "ik/task/limits.h"
#include "ik/task/line_search.h"

namespace ik {
namespace {

/// Singular values of J_c up to this share of the largest count as 0, as in pseudoinverse.
constexpr double kSingular = 0.01;
/// The most that is fed back in a step, in J's sizes: what joints reach without turning far.
constexpr double kMostFedBack = 0.2;
/// A gradient of which less is left beside the constraints is rounding.
constexpr double kNothingLeft = 1e-10;

/// x (3) as a step that moves the constraint so: J_c^+ x.
void add_force(const Svd& svd, const Eigen::Vector3d& x, Eigen::VectorXd& step) {
  for (int i = 0; i < svd.rank(kSingular); ++i) {
    step += svd.U().col(i).dot(x) / svd.sigma()[i] * svd.V().col(i);
  }
}

}  // namespace

void ConstraintForces::step(const Problem& problem, Workspace& w) const {
  Memory& memory = w.memory<Memory>();
  const int n = problem.multibody.joint_count();
  memory.settled.setZero(n);
  memory.is_settled.assign(static_cast<std::size_t>(n), 0);
  // every round settles a joint, so that the last one ends it
  for (bool settled = true; settled;) {
    propose(problem, w, memory);
    settled = false;
    for (int j = 0; j < n; ++j) {
      char& is_settled = memory.is_settled[static_cast<std::size_t>(j)];
      const StepRange range = step_range(problem, j);
      const double allowed = std::clamp(w.dtheta[j], range.least, range.most);
      if (is_settled != 0 || allowed == w.dtheta[j]) continue;
      is_settled = 1;
      memory.settled[j] = allowed;
      settled = true;
    }
  }
}

/// The step with some joints settled.
void ConstraintForces::propose(const Problem& problem, Workspace& w, Memory& memory) const {
  const Eigen::MatrixXd& J = w.jacobian(problem);
  const Eigen::VectorXd& e = w.error(problem);
  const auto free_only = [&memory](Eigen::VectorXd& step) {
    for (std::size_t j = 0; j < memory.is_settled.size(); ++j) {
      if (memory.is_settled[j] != 0) step[static_cast<Eigen::Index>(j)] = 0.0;
    }
  };

  // what keeps the constraints and brings back what has drifted
  memory.force.setZero(J.cols());
  memory.free.noalias() = J.transpose() * e;
  free_only(memory.free);
  const double pull = memory.free.norm();
  const double most = kMostFedBack * largest(J);
  const bool drifted = e.head<3>().norm() <= most;
  if (pin) {
    memory.Jc = J.topRows(3);
    Eigen::Vector3d wanted = feedback * e.head<3>();
    if (wanted.norm() > most) wanted *= most / wanted.norm();
    wanted.noalias() -= memory.Jc * memory.settled;
    for (std::size_t j = 0; j < memory.is_settled.size(); ++j) {
      if (memory.is_settled[j] != 0) memory.Jc.col(static_cast<Eigen::Index>(j)).setZero();
    }
    memory.svd.compute(memory.Jc);
    add_force(memory.svd, wanted, memory.force);
    const Eigen::Vector3d lost = memory.Jc * memory.free;
    add_force(memory.svd, -lost, memory.free);
  }

  // alpha along the gradient, from where the constraints leave the error
  if (memory.free.norm() > kNothingLeft * pull) {
    memory.free.normalize();
  } else {
    memory.free.setZero();
  }
  w.f.resize(J.rows());
  memory.left = e;
  memory.left.noalias() -= J * memory.settled;
  memory.left.noalias() -= J * memory.force;
  memory.free *= gain * std::max(model_length(J, memory.left, memory.free, w), 0.0);
  memory.free *= trial_share(problem, memory.free);
  w.show("α |Jᵀe|", memory.free.norm(), "rad");
  w.show("|Gᵀβ|", memory.force.norm(), "rad");

  // beyond a drift, the whole error has to fall: e . J dtheta >= 0
  w.g.noalias() = J.transpose() * e;
  const double against = -w.g.dot(memory.force);
  const double with = w.g.dot(memory.free);
  if (!drifted && against > with) memory.force *= with / against;
  w.dtheta = memory.settled + memory.force + memory.free;
}

}  // namespace ik
