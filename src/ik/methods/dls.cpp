#include "ik/methods/dls.h"

#include "ik/task/damped_step.h"

namespace ik {

void Dls::step(const Problem& problem, Workspace& w) const {
  w.show("λ", lambda, "m/rad");
  if (damped_tree_step(problem, lambda, w)) return;
  const Eigen::MatrixXd& J = w.jacobian(problem);
  const Eigen::VectorXd& e = w.error(problem);
  // the tree knows no aims
  if (problem.multibody.aim_count() > 0 && squarable(J, lambda) &&
      damped_step(problem.multibody, J, e, lambda * lambda, w)) {
    return;
  }

  // Buss (2009), eq. 14: the same step from the singular values, exact for every lambda
  // afresh, so that the step depends on this problem alone
  w.forget();
  const Svd& svd = w.svd(problem);
  w.dtheta.setZero();
  for (int i = 0; i < svd.count(); ++i) add_damped(svd, i, e, lambda * lambda, w.dtheta);
}

}  // namespace ik
