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

/// Constraint forces: the gradient's step, and the least force that keeps C(theta) = 0.
///
///   dtheta = dtheta_a + J_c^T beta,   J_c J_c^T beta = -feedback C - J_c dtheta_a    Welman (1993)
///   dtheta_a = alpha J^T e
///
/// with J_c = dC/dtheta: to first order J_c dtheta = -feedback C, the constraint is kept and what
/// has drifted in earlier steps, by their second order, comes back. (Tu's eq. 18 to 20 leave out
/// J_c^T: the correction is delta_c = J_c^T beta, a force in joints, not beta.) J_c^T is a force:
/// it does no work on motions that keep C.
///
/// C is where the first effector is off its target, C = s_1 - t_1, while `pin` is on, and every
/// joint that would pass a limit is put on it. A limit's row of J_c has one entry, so that these
/// are settled first, and the pin's rows lose their columns.
///
/// J_c J_c^T is inverted by the singular values of J_c; those up to 0.01 of the largest count as 0,
/// since their forces would be without bounds. Directions that are lost so are not kept, and the
/// gradient has them. -C is fed back at most 0.2 times J's size a step.
/// Farther off than that the first effector has not drifted but has a way to go, and only so much
/// is fed back as lets the whole error fall.
///
/// alpha is the length that the linear model likes best, as in jacobian-transpose, from where the
/// constraints leave the error; not negative, and dtheta_a turns no joint by more than 45 degrees.
struct ConstraintForces {
  static constexpr MethodTraits kTraits{
      .keeps_limits = true,
      .habit =
          "The first effector is pinned without damping: out of its reach the pin cannot hold "
          "and kicks.",
      .habit_source = "Welman (1993); Tu, section 6"};

  double gain = 1.0;      ///< factor on alpha
  double feedback = 1.0;  ///< share of what has drifted that a step brings back
  bool pin = true;        ///< the first effector's target is the constraint

  /// Scratch.
  struct Memory {
    Eigen::MatrixXd Jc;            ///< (3 x n) without the columns of joints put on limits
    Svd svd;                       ///< of Jc
    Eigen::VectorXd settled;       ///< (n) the steps of those joints
    std::vector<char> is_settled;  ///< (n)
    Eigen::VectorXd force, free;   ///< (n) what feeds back, and the gradient that C lets by
    Eigen::VectorXd left;          ///< (m) of the error, by the constraints
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor(
        {"gain", "", 0.01, 2.0, true, "Factor on the gradient's step, as of jacobian-transpose."},
        &gain);
    visitor({"feedback", "", 0.01, 1.0, true,
             "Share of the pinned effector's error that a step brings back (Welman 1993)."},
            &feedback);
    visitor({"pin", "", 0.0, 1.0, false,
             "Makes the first effector's target a constraint. Off, limits are the only ones."},
            &pin);
  }

 private:
  void propose(const Problem& problem, Workspace& w, Memory& memory) const;
};

}  // namespace ik
