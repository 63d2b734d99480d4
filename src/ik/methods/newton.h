#pragma once

#include "ik/task/method.h"

namespace ik {

/// Newton's method with the error's exact Hessian; for moving targets over a plan of what is to
/// come.
///
/// Where targets move and are in reach, the step is the damped one with a damping that only guards
/// singular poses, mu = 0.05 rho, refined thrice, and a pull home in what the effectors leave free:
///
///   dtheta = (1 - R^4) J^# e + R^4 kappa (home - theta),   R = I - J^T (J J^T + mu^2 I)^-1 J
///
/// with J^# the same inverse in the limit of no damping, home the pose in which the targets came
/// into reach and kappa = 0.02: so joints to spare come to rest, and close with a closed path. Its
/// share of the step goes smoothly from all to nothing as |dtheta|_D without the pull, or what the
/// step would leave of the error, |e - J dtheta| and what D_max hides, grows from once to twice the
/// way that is to be expected: sqrt(goals) times the targets' way in a step (GoalMotion::speed),
/// and what 0.01 rad move; the rest of the step is the plan's.
///
/// The plan: u1 and u2 are the velocities of the next h / 4 steps and of the rest of h, those
/// whose sum of distances and bends is least, see MotionPlan and Outlook:
/// distances, for they are what is to be small, and lengths of bends, which make one bend cheaper
/// than many: a step is so bent only where that is worth it, and in time. Nothing is foreseen
/// beyond h, or of a jump. dtheta goes from u0, the step before, towards u1 as steadily as a part
/// of constant acceleration does: 2 / (h / 4 + 1) of the way.
///
/// Where they stand there is nothing to plan: dtheta minimises 1/2 |e|^2 by its quadratic model in
/// a trust region, see solve_in_region, of half a radian or more, a quarter and so on where the
/// error itself would rise in it. The least sigma is `floor` times the trace of J^T J, times
/// |e| / (rho / 2) where that is below 1: so the last of an error goes quickly at singular poses,
/// too (Yamashita and Fukushima 2001). The first step is such a one, in a region of `radius`.
///
/// D makes the numbers pure: the mean of diag(J^T J) over the angles, rho^2, for an angle, and over
/// the slides for a slide; |x|_D is in metres, as the effectors move by it. The targets' way in h
/// counts as longer by what `radius` moves.
///
/// Edges: where J^T e = 0 the step for standing targets is zero, be it at a maximum of the error.
/// The alternate Jacobian has the same gradient and is no derivative, so problem.jacobian changes
/// nothing. D_max shortens e in the gradient and in H, and the targets' motion; a plan's distances
/// grow beyond it as they do there. Plans end within the joints' limits. In a body of slides alone
/// H is constant and there is no region.
struct Newton {
  double calm = 0.0075;   ///< price of a bend
  double horizon = 0.6;   ///< of the plan, as a share of the targets' timescale
  double radius = 0.02;   ///< of the first step, rad
  double floor = 0.0016;  ///< least sigma for standing targets, as a share of the trace of J^T J

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"calm", "", 1e-4, 0.1, true,
             "Price of a change of velocity beside the distance to the targets: small is close, "
             "large is smooth."},
            &calm);
    visitor({"horizon", "", 0.1, 2.0, true,
             "How far to plan ahead, as a share of the time in which the targets' motion changes "
             "(1/ω of a wave)."},
            &horizon);
    visitor({"radius", "rad", 1e-3, 3.0, true,
             "Longest first step, as the norm over all joints: the trust region (Moré and Sorensen "
             "1983)."},
            &radius);
    visitor(
        {"floor", "", 1e-5, 0.1, true,
         "Share of the trace of JᵀJ that is added to the Hessian's diagonal at least, where the "
         "targets stand."},
        &floor);
  }
};

}  // namespace ik
