#pragma once

#include "ik/body/obstacle.h"
#include "ik/math/quadratic_program.h"
#include "ik/task/method.h"

namespace ik {

/// Damped least squares that knows what is forbidden: in every step
///
///   minimise    |J dtheta - e|^2 + lambda^2 |dtheta|^2
///   subject to  lower <= theta + dtheta <= upper                     the joints' limits
///               d + (dd/dtheta) dtheta >= margin                     every link and obstacle
///               J_1 dtheta = e_1                                     only where `hold` is on
///
/// a convex quadratic program (Tu, section 7.5; Goldfarb and Idnani 1983). Where nothing is in the
/// way it is the step of dls. Limits hold exactly: a joint that starts outside may come back and
/// goes no further out.
///
/// A clearance d below the margin is to be won back, at most 0.1 m in a step. Where the other
/// constraints or the error stand against that, a shared slack gives way at a price far above the
/// error's, so that the step moves out as far as it may; no clearance that lacks gets smaller to
/// first order, and a step is always possible. A body that starts inside an obstacle moves out so.
///
/// Clearances are linear in the program and curved in the world. So the step is cut to 45 degrees
/// and halved until the true clearance, looked at after every quarter of it, is nowhere below 0 or
/// below where it is already but for rounding; where ten halvings do not help, the body stays. What
/// remains is what a link may dip between two looks: second order in an eighth of the step, and the
/// margin is there for it.
///
/// With `hold` the first effector makes the whole of its step, at most 0.2 times J's size, exactly
/// to first order, and the others get what is left. Where that cannot be had, or turns a joint by
/// more than 45 degrees, the first effector is one among the others in this step.
///
/// A lambda below 1e-4 of J's size counts as that: the program must be strictly convex. An error
/// longer than 100 times J's size counts as that long, which is a direction all the same.
struct Constrained {
  static constexpr MethodTraits kTraits{.keeps_limits = true, .damped_by_lambda = true};

  double lambda = 0.5;   ///< damping, m / rad for revolute joints
  double margin = 0.02;  ///< how far links stay from obstacles, m
  bool hold = false;     ///< the first effector's task is a constraint

  /// Scratch. The program's variables are the joints' steps and the slack of clearances.
  struct Memory {
    QuadraticProgram program;
    QuadraticSolver solver;
    Eigen::VectorXd gradient;  ///< (n)
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"lambda", "m/rad", 1e-3, 10.0, true,
             "Damping λ, as of dls: small follows closely, large is calm and slow."},
            &lambda);
    visitor({"margin", "m", 1e-3, 0.2, true,
             "How far links stay from obstacles. It has to make up for the bend of their paths in "
             "one step."},
            &margin);
    visitor({"hold", "", 0.0, 1.0, false,
             "Makes the first effector's target a constraint, so that the others cannot pull it "
             "away (Tu, section 7.5)."},
            &hold);
  }

 private:
  void pose_program(const Problem& problem, bool held, Workspace& w, Memory& memory) const;

  void add_clearances(const Problem& problem, Memory& memory) const;
};

}  // namespace ik
