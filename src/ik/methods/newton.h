#pragma once

#include "ik/method.h"

namespace ik {

/// Newton's method for 1/2 |e|^2 with its exact Hessian, in a trust region, for moving targets.
///
///   minimise  -r^T J dtheta + 1/2 dtheta^T (H + floor D) dtheta   subject to  |dtheta|_D <= radius
///   dtheta = (H + sigma D)^-1 J^T r,   r = v + share (e - v)
///
/// H as in position_hessian. v is how far the targets have moved since the last step: that part is
/// followed at once and the rest of the error, share by share. Steady motion is so tracked without
/// lag, and leaps of the best pose are spread over 1 / share steps. Where the targets stand still
/// r = e, and the convergence is quadratic. Without memory of the last step v = 0.
///
/// D makes the numbers pure: the mean of diag(J^T J) over the angles for an angle, over the slides
/// for a slide; |dtheta|_D is in radians, a slide counted as the angle that moves the effectors as
/// much. sigma >= floor is the least that makes H + sigma D positive definite and the step short
/// enough, found by Newton's iteration on the secular equation; More and Sorensen (1983), section
/// 3, with the step's length met within 10 %. In a body of slides alone H is constant and the
/// radius off.
///
/// Edges: where J^T r = 0 the step is zero, be it at a maximum of the error. The alternate Jacobian
/// has the same gradient and is no derivative, so problem.jacobian changes nothing. D_max shortens
/// e in the gradient and in H.
struct Newton {
  double floor = 0.02;   ///< least sigma
  double radius = 0.08;  ///< longest step, rad
  double share = 0.1;    ///< of the error that is not the targets' motion, removed in a step

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"share", "", 0.02, 1.0, true,
             "Share of the error removed in a step, beyond following the targets' motion: small is "
             "smooth, 1 is Newton's step."},
            &share);
    visitor(
        {"radius", "rad", 0.01, 3.0, true,
         "Longest step, as the norm over all joints: the trust region (Moré and Sorensen 1983)."},
        &radius);
    visitor({"floor", "", 1e-4, 1.0, true,
             "Least multiple of the mean of diag(JᵀJ) that is added to the Hessian's diagonal."},
            &floor);
  }
};

}  // namespace ik
