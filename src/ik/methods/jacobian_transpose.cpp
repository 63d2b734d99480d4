#include "ik/methods/jacobian_transpose.h"

#include "ik/simd/largest.h"
#include "ik/task/damped_step.h"

namespace ik {

void JacobianTranspose::step(const Problem& problem, Workspace& w) const {
  if (const std::optional<double> alpha = transpose_tree_step(problem, gain, w)) {
    if (*alpha > 0.0) w.show("α", *alpha, "rad²/m²");
    return;
  }

  const Eigen::MatrixXd& J = w.jacobian(problem);
  w.g.noalias() = J.transpose() * w.error(problem);

  // with g = J^T e, alpha = |g|^2 / |J g|^2. g is scaled to 1 first: far targets would overflow it
  const double size = largest(w.g);
  if (!(size > 0.0)) return;
  w.g /= size;
  w.f.noalias() = J * w.g;
  const double square = w.f.squaredNorm();
  if (!(square > 0.0)) return;
  w.dtheta = (gain * size * w.g.squaredNorm() / square) * w.g;
  w.show("α", gain * w.g.squaredNorm() / square, "rad²/m²");
}

}  // namespace ik
