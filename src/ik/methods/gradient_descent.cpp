#include "ik/methods/gradient_descent.h"

#include <algorithm>

#include "ik/task/line_search.h"

namespace ik {

void GradientDescent::step(const Problem& problem, Workspace& w) const {
  const Eigen::MatrixXd& J = w.jacobian(problem);
  w.g.noalias() = J.transpose() * w.error(problem);
  w.dtheta = rate * w.g;
  if (!line_search) return;
  // the direction is rate g, and its slope g . rate g
  const double first = trial_share(problem, w.dtheta);
  w.dtheta *= ik::line_search(problem, w.dtheta, w.g.dot(w.dtheta), first, w);
}

}  // namespace ik
