#include "ik/methods/dls_manipulability.h"

#include <cmath>

#include "ik/task/damped_step.h"

namespace ik {

double DlsManipulability::damping(const Eigen::VectorXd& sigma) const {
  double logarithms = 0.0;  // a product of dozens of singular values could vanish
  double squares = 0.0;
  int r = 0;
  for (; r < sigma.size() && sigma[r] > kUnmoved * sigma[0]; ++r) {
    logarithms += std::log(sigma[r]);
    const double share = sigma[r] / sigma[0];
    squares += share * share;
  }
  if (r == 0) return 0.0;
  const double w = std::exp(logarithms / r);
  const double w_0 = threshold * sigma[0] * std::sqrt(squares / r);
  if (!(w < w_0)) return 0.0;
  const double chosen = lambda * (1.0 - w / w_0);
  return chosen * chosen;
}

void DlsManipulability::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const Eigen::VectorXd& e = w.error(problem);
  const double square = damping(svd.sigma());
  w.show("λ", std::sqrt(square), "m/rad");
  const int moved = svd.rank(kUnmoved);
  for (int i = 0; i < moved; ++i) add_damped(svd, i, e, square, w.dtheta);
}

}  // namespace ik
