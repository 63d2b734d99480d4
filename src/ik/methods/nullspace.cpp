#include "ik/methods/nullspace.h"

#include "ik/task/damped_step.h"
#include "ik/task/redundancy.h"

namespace ik {

void Nullspace::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const Eigen::VectorXd& e = w.error(problem);
  const int rank = svd.rank(kExactRank);
  if (rank == 0) return;
  for (int i = 0; i < rank; ++i) add_damped(svd, i, e, lambda * lambda, w.dtheta);

  const Multibody& multibody = problem.multibody;
  PostureScratch& scratch = w.memory<PostureScratch>();
  Eigen::VectorXd& phi = w.g;
  phi.setZero(multibody.joint_count());
  const Eigen::VectorXd& theta = problem.pose.theta;
  if (rest > 0.0) rest_cost(multibody, theta, -rest, phi);
  if (limits > 0.0) limit_cost(multibody, theta, -limits, phi);
  if (manipulability > 0.0) {
    manipulability_cost(multibody, problem.pose, -manipulability, scratch, phi);
  }
  if (obstacles > 0.0) {
    clearance_cost(multibody, problem.pose, problem.obstacles, margin, -obstacles, scratch, phi);
  }
  scale_posture_gradient(problem, phi);
  limit_posture_step(phi);
  project_to_nullspace(svd, rank, phi);
  w.show("λ", lambda, "m/rad");
  w.show("|(I − J⁺J) φ|", phi.norm(), "rad");
  w.dtheta += phi;
}

}  // namespace ik
