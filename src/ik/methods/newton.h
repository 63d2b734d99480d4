#pragma once

#include "ik/task/method.h"

namespace ik {

/// Newton's method with the error's exact Hessian; moving targets are followed by a plan over the
/// next steps.
///
/// Moving targets in reach: a damped step with three refinements and a pull towards a pose `home`
/// in the nullspace. The damping lambda = 0.05 rho only guards singular poses.
///
///   dtheta = (1 - R^4) J^# e + R^4 kappa (home - theta),   R = I - J^T (J J^T + lambda^2 I)^-1 J
///
/// J^# is the same inverse in the limit of no damping, `home` the pose at which the targets came
/// into reach, kappa = 0.025. The pull makes redundant joints come to rest, and a closed path of
/// the targets closed in the joints; it is at most as long as the targets' way. The step is tried:
/// e' is the error that it truly leaves, and c the correction by the same inverse (a simplified
/// Newton step, Deuflhard 2011, section 2.1.2), added if |c|_D is at most a tenth of the step.
///
/// The share of this step falls smoothly from 1 to 0 as a length l grows from 1 to 2 times the
/// expected way: sqrt(goals) times the targets' way in a step (GoalMotion::speed) plus the effect
/// of 0.01 rad. l is the larger of |dtheta|_D without the pull and the remaining error, |e - J
/// dtheta| plus the parts of the errors beyond D_max. A longer step is taken if it is proven: |e'|
/// is below a tenth of the way and |c|_D a tenth of the step, both divided by 1 + 100 doubt. doubt
/// is 1 at first and where targets are out of reach, and decays by 1 % per step. The plan gives the
/// rest of the step.
///
/// Moving targets out of reach: a plan. u1 and u2 are the velocities of the next h / 4 steps and of
/// the rest of h; they minimise the sum of distances and bends, see MotionPlan and Outlook. The
/// cost uses the lengths of bends, not their squares: one bend costs less than many, so the body
/// changes its velocity only where it pays, and early enough. Motion beyond h and jumps are not
/// predicted. dtheta goes from u0, the last step, towards u1 by the share 2 / (h / 4 + 1), as under
/// constant acceleration.
///
/// Standing targets: a Gauss-Newton step J^# e with lambda^2 = rho^2 (0.03^2 min(1, |e| / rho)^2 +
/// 1e-10), if it is at most half a radian long and leaves at most a tenth of the error. Steps near
/// a reachable target therefore converge quadratically. Otherwise dtheta minimises the quadratic
/// model of 1/2 |e|^2 in a trust region of at least half a radian (solve_in_region). The region is
/// reduced to a quarter while the true error rises. The minimum of sigma is `floor` times the trace
/// of J^T J, times min(1, |e| / (rho / 2)) for fast convergence at singular poses (Yamashita and
/// Fukushima 2001). The first of these steps is in a region of `radius`. Where J^T e = 0 the step
/// goes along a direction of negative curvature of H, if there is one: saddles and maxima of the
/// error are left, always in the same way.
///
/// D scales the joints to a common unit: for an angle it is rho^2, the mean of diag(J^T J) over the
/// angles, for a slide the mean over the slides. |x|_D is in metres of effector motion. The
/// effect of `radius` is added to the targets' way in h.
///
/// Edge cases: where J^T e = 0 at a closest pose the step for standing targets is zero.
/// problem.jacobian has no effect, because the alternate Jacobian has the same gradient and is not
/// a derivative. D_max clamps e in the gradient and in H, and the targets' motion; beyond D_max a
/// plan's distances grow linearly. Plans end within the joint limits. For a body of slides only, H
/// is constant and there is no region. Plans know no loops: a body with loops follows targets out
/// of reach as if they stood.
struct Newton {
  double calm = 0.0075;   ///< price of a bend, a change of velocity
  double horizon = 0.6;   ///< length of the plan, as a share of the targets' timescale
  double radius = 0.02;   ///< radius of the first step's trust region, rad
  double floor = 0.0016;  ///< minimum sigma for standing targets, as a share of the trace of J^T J

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row("calm", "Calm", {1e-4, 0.1},
                            "Price of a change of velocity, relative to the distance to the "
                            "targets: a small one follows closely, a large one is smooth."),
            &calm);
    visitor(logarithmic_row("horizon", "Horizon", {0.1, 2.0},
                            "Time to plan ahead, as a share of the time in which the targets' "
                            "motion changes (1/ω of a wave)."),
            &horizon);
    visitor(logarithmic_row("radius", "Trust radius", {1e-3, 3.0, "rad"},
                            "Longest first step, as the norm over all joints: the trust region "
                            "(Moré and Sorensen 1983)."),
            &radius);
    visitor(logarithmic_row("floor", "Damping floor", {1e-5, 0.1},
                            "Least addition to the Hessian's diagonal while the targets stand "
                            "still, as a share of the trace of JᵀJ."),
            &floor);
  }
};

}  // namespace ik
