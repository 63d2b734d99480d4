#include "ik/methods/gauss_newton.h"

#include "ik/task/damped_step.h"
#include "ik/task/line_search.h"

namespace ik {

void GaussNewton::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const Eigen::VectorXd& e = w.error(problem);
  const int kept = svd.rank(cutoff);
  double slope = 0.0;  // (J^T e) . d = |the part of e that d removes|^2
  for (int i = 0; i < kept; ++i) {
    add_damped(svd, i, e, 0.0, w.dtheta);
    const double part = svd.U().col(i).dot(e);
    slope += part * part;
  }
  w.dtheta *= line_search(problem, w.dtheta, slope, trial_share(problem, w.dtheta), w);
}

}  // namespace ik
