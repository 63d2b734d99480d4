#include "ik/methods/dls.h"

#include "ik/math/elementary.h"
#include "ik/task/damped_step.h"
#include "ik/task/products.h"

#include <cmath>

namespace ik {

void Dls::step(const Problem& problem, Workspace& w) const {
  w.show_damping(lambda);
  if (damped_tree_step(problem, lambda, w)) return;
  const MatrixX& J = w.jacobian(problem);
  const VectorX& e = w.error(problem);
  // bodies that tree steps do not support
  const bool beyond = problem.multibody.aim_count() > 0 || !problem.multibody.followers().empty() ||
                      !problem.multibody.loops().empty();
  if (beyond && squarable(J, lambda) && damped_step(problem.multibody, J, e, lambda * lambda, w)) {
    return;
  }

  // Buss (2009), eq. 14: the same step by SVD, exact for every lambda. The cold start makes the
  // step depend on this problem only.
  w.forget();
  const Svd& svd = w.svd(problem);
  take_damped(svd, svd.count(), e, lambda * lambda, w);
}

void DlsError::step(const Problem& problem, Workspace& w) const {
  const double error = w.error(problem).norm();
  const double lever = mean_lever(problem, w);
  double square = bias;
  if (lever > 0.0) square += weight * lever * lever * power(error / lever, exponent);
  Dls{std::sqrt(square)}.step(problem, w);
}

void DlsSingularRegion::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const VectorX& e = w.error(problem);
  const int moved = svd.rank(kUnmoved);
  if (moved > 0) w.show_damping(std::sqrt(damping(svd.sigma()[moved - 1])), "largest λ");
  for (int i = 0; i < moved; ++i) {
    const double sigma = svd.sigma()[filtering ? i : moved - 1];
    add_damped(svd, i, e, damping(sigma), w.dtheta);
  }
}

std::optional<double> DlsSingularRegion::filter(double sigma, double sigma_max) const {
  if (!filtering) return std::nullopt;  // depends on the smallest singular value
  if (!(sigma > kUnmoved * sigma_max)) return 0.0;
  return sigma / (sigma * sigma + damping(sigma));
}

double DlsManipulability::damping(const VectorX& sigma) const {
  double logarithms = 0.0;  // logarithms: the product of many singular values could underflow
  double squares = 0.0;
  int r = 0;
  for (; r < sigma.size() && sigma[r] > kUnmoved * sigma[0]; ++r) {
    logarithms += logarithm(sigma[r]);
    const double share = sigma[r] / sigma[0];
    squares += share * share;
  }
  if (r == 0) return 0.0;
  const double w = exponential(logarithms / r);
  const double w_0 = threshold * sigma[0] * std::sqrt(squares / r);
  if (!(w < w_0)) return 0.0;
  const double chosen = lambda * (1.0 - w / w_0);
  return chosen * chosen;
}

void DlsManipulability::step(const Problem& problem, Workspace& w) const {
  const Svd& svd = w.svd(problem);
  const VectorX& e = w.error(problem);
  const double square = damping(svd.sigma());
  w.show_damping(std::sqrt(square));
  take_damped(svd, svd.rank(kUnmoved), e, square, w);
}

}  // namespace ik
