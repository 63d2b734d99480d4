#include "ik/methods/pseudoinverse.h"

#include "ik/math/elementary.h"
#include "ik/math/lane_matrix.h"
#include "ik/task/damped_step.h"
#include "ik/task/products.h"
#include "ik/task/redundancy.h"

#include <cmath>

namespace ik {

void Pseudoinverse::step(const Problem& problem, Workspace& w) const {
  if (supports_truncated_step(problem.multibody)) {
    const Eigen::Index rows = problem.multibody.row_count();
    const Eigen::Index joints = problem.multibody.joint_count();
    const Svd& known = w.carried_svd();
    // reserves memory for the steps that need the singular values
    if (known.U().rows() != rows || known.V().rows() != joints) w.svd(problem);
    if (const auto dropped = truncated_tree_step(problem, cutoff, w)) {
      w.show("σ kept", static_cast<double>(std::min(rows, joints) - *dropped));
      return;
    }
    w.forget();  // the step depends on this problem only
  }
  const Svd& svd = w.svd(problem);
  const VectorX& e = w.error(problem);
  const MatrixX &U = svd.U(), &V = svd.V();
  const int kept = svd.rank(cutoff);
  w.show("σ kept", kept);
  w.column.resize(svd.count());
  for (int i = 0; i < kept; ++i) {
    // summed in order: same bits as the SIMD form
    double along = 0.0;
    for (Eigen::Index r = 0; r < e.size(); ++r) along += U(r, i) * e[r];
    w.column[i] = along / svd.sigma()[i];
  }
  lane_times({V.data(), V.rows()}, V.rows(), kept, w.column.data(), w.dtheta.data());
}

namespace {

/// The diagonal of W^-1/2 without the factor for limits.
void stiffen_trunk(const Multibody& multibody, double stiffness, VectorX& shorten) {
  shorten.setOnes(multibody.joint_count());
  for (int j = multibody.joint_count() - 1; j >= 0; --j) {
    const int parent =
        multibody.joint(j).parent;  // the parent has a lower index, so the sum of j is complete
    if (parent >= 0) shorten[parent] += shorten[j];
    shorten[j] = power(shorten[j], -0.5 * stiffness);
  }
}

}  // namespace

double limit_freedom(const Joint& joint, double theta, double dtheta) {
  const double range = joint.upper - joint.lower;
  if (!(range < kUnlimited)) return 1.0;
  const double above = joint.upper - theta;
  const double below = theta - joint.lower;
  const bool nears_upper = dtheta > 0.0 && above < below;
  const bool nears_lower = dtheta < 0.0 && below < above;
  if (!nears_upper && !nears_lower) return 1.0;
  if (!(above > 0.0 && below > 0.0)) return 0.0;
  const double product = above * below / range;
  return 1.0 / (1.0 + std::abs(below - above) / (4.0 * product * product));
}

void WeightedPseudoinverse::step(const Problem& problem, Workspace& w) const {
  const VectorX& e = w.error(problem);
  const Multibody& multibody = problem.multibody;
  Memory& memory = w.memory<Memory>();
  const auto solve = [&] {
    // in joints scaled by W^1/2 the step is a damped step
    if (multiplies_by_tree(multibody)) {
      const Problem scaled = scaled_by(memory.shorten, problem, memory.mobility);
      if (damped_tree_step(scaled, lambda, w)) {
        w.dtheta.array() *= memory.shorten.array();
        return;
      }
    }
    memory.J.noalias() = w.jacobian(problem) * memory.shorten.asDiagonal();
    if (!squarable(memory.J, lambda) || !damped_step(multibody, memory.J, e, lambda * lambda, w)) {
      memory.svd.compute(memory.J);
      take_damped(memory.svd, memory.svd.rank(kExactRank), e, lambda * lambda, w);
    }
    w.dtheta.array() *= memory.shorten.array();
  };

  stiffen_trunk(multibody, stiffness, memory.shorten);
  solve();
  w.show_damping(lambda);
  if (!limit_avoidance) return;
  bool stiffer = false;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const double freedom = limit_freedom(multibody.joint(j), problem.pose.theta[j], w.dtheta[j]);
    memory.shorten[j] *= std::sqrt(freedom);
    stiffer |= freedom < 1.0;
  }
  if (stiffer) solve();
}

}  // namespace ik
