#include "ik/methods/dls_singular_region.h"

#include <cmath>

#include "ik/task/damped_step.h"

namespace ik {

void DlsSingularRegion::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const Eigen::VectorXd& e = w.error(problem);
  const int moved = svd.rank(kUnmoved);
  if (moved > 0) w.show("largest λ", std::sqrt(damping(svd.sigma()[moved - 1])), "m/rad");
  for (int i = 0; i < moved; ++i) {
    const double sigma = svd.sigma()[filtering ? i : moved - 1];
    add_damped(svd, i, e, damping(sigma), w.dtheta);
  }
}

std::optional<double> DlsSingularRegion::filter(double sigma, double sigma_max) const {
  if (!filtering) return std::nullopt;  // it then depends on the smallest singular value
  if (!(sigma > kUnmoved * sigma_max)) return 0.0;
  return sigma / (sigma * sigma + damping(sigma));
}

}  // namespace ik
