#pragma once

#include "ik/method.h"

namespace ik {

/// Newton's method for 1/2 |e|^2 with its exact Hessian, in a trust region, for moving targets.
///
///   minimise  -r^T J dtheta + 1/2 dtheta^T (H + floor n D) dtheta   subject to  |dtheta|_D <= R
///   dtheta = (H + sigma D)^-1 J^T r,      r = v + share (e - v),      R = radius + 2 |v| / rho
///
/// H as in task_hessian. v is how far the targets have moved since the last step: that part is
/// followed at once and the rest of the error, share by share. Steady motion is so tracked without
/// lag, and leaps of the best pose are spread over 1 / share steps. R lets the effectors go about
/// twice as far as the targets went: 1 lags behind, 3 shakes, whatever the body and the time step.
/// Where the targets stand still there is nothing to smooth: r = e, R is half a radian or more, a
/// quarter and so on where the error itself would rise in it, and with floor = 0 the convergence is
/// quadratic. Without memory of the last step v = 0.
///
/// D makes the numbers pure: the mean of diag(J^T J) over the angles, rho^2, for an angle, and over
/// the slides for a slide; |dtheta|_D is in radians, a slide counted as the angle that moves the
/// effectors as much. sigma >= floor n is the least that makes H + sigma D positive definite and
/// the step short enough, found by Newton's iteration on the secular equation; More and Sorensen
/// (1983), section 3, with the step's length met within 10 %. In a body of slides alone H is
/// constant and there is no R.
///
/// Edges: where J^T r = 0 the step is zero, be it at a maximum of the error. The alternate Jacobian
/// has the same gradient and is no derivative, so problem.jacobian changes nothing. D_max shortens
/// e in the gradient and in H, and v.
struct Newton {
  double share = 0.1;     ///< of the error beyond the targets' motion, removed in a step
  double radius = 0.02;   ///< R for targets that barely move, rad
  double floor = 0.0016;  ///< least sigma, as a share of the trace of J^T J

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"share", "", 0.02, 1.0, true,
             "Share of the error removed in a step, beyond following the targets' motion: small is "
             "smooth, 1 is Newton's step."},
            &share);
    visitor(
        {"radius", "rad", 1e-3, 3.0, true,
         "Longest step where targets barely move, as the norm over all joints: the trust region "
         "(Moré and Sorensen 1983)."},
        &radius);
    visitor({"floor", "", 1e-5, 0.1, true,
             "Share of the trace of JᵀJ that is added to the Hessian's diagonal at least."},
            &floor);
  }
};

}  // namespace ik
