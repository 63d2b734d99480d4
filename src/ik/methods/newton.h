#pragma once

#include "ik/task/method.h"

namespace ik {

/// Newton's method with the error's exact Hessian; for moving targets on a plan over the next
/// steps.
///
/// Moving targets in reach: a damped step, refined thrice, with a damping mu = 0.05 rho that only
/// guards singular poses, and a pull towards a pose `home` in the nullspace:
///
///   dtheta = (1 - R^4) J^# e + R^4 kappa (home - theta),   R = I - J^T (J J^T + mu^2 I)^-1 J
///
/// J^# is the same inverse in the limit of no damping, home the pose in which the targets came into
/// reach, kappa = 0.02. So redundant joints come to rest, and close with a closed path. The share
/// of this step falls smoothly from 1 to 0 as a length l grows from once to twice the expected way:
/// sqrt(goals) times the targets' way in a step (GoalMotion::speed) plus the effect of 0.01 rad. l
/// is the larger of |dtheta|_D without the pull and the remaining error, |e - J dtheta| plus what
/// D_max cuts off. The plan gives the rest of the step.
///
/// Moving targets out of reach: a plan. u1 and u2 are the velocities of the next h / 4 steps and of
/// the rest of h with the least sum of distances and bends, see MotionPlan and Outlook. With the
/// lengths of bends, not their squares, one bend costs less than many, so that the body changes its
/// velocity only where it pays, and in time. Nothing beyond h is predicted, and no jump. dtheta
/// goes from u0, the last step, towards u1 by 2 / (h / 4 + 1) of the way, as under constant
/// acceleration.
///
/// Standing targets: dtheta minimises the quadratic model of 1/2 |e|^2 in a trust region of at
/// least half a radian (solve_in_region), which is cut to a quarter while the true error rises. The
/// least sigma is `floor` times the trace of J^T J, times |e| / (rho / 2) if that is below 1, for
/// fast convergence at singular poses (Yamashita and Fukushima 2001). The first step is of this
/// kind, in a region of `radius`.
///
/// D makes the numbers pure: for an angle it is rho^2, the mean of diag(J^T J) over the angles, for
/// a slide the mean over the slides. |x|_D is in metres of effector motion. The effect of `radius`
/// is added to the targets' way in h.
///
/// Edges: where J^T e = 0 the step for standing targets is zero, even at a maximum of the error.
/// problem.jacobian has no effect, since the alternate Jacobian has the same gradient and is no
/// derivative. D_max shortens e in the gradient and in H, and the targets' motion; beyond it a
/// plan's distances grow linearly. Plans end within the joints' limits. For a body of slides only H
/// is constant and there is no region.
struct Newton {
  double calm = 0.0075;   ///< price of a bend, a change of velocity
  double horizon = 0.6;   ///< of the plan, as a share of the targets' timescale
  double radius = 0.02;   ///< of the first step's region, rad
  double floor = 0.0016;  ///< least sigma for standing targets, as a share of the trace of J^T J

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
