#pragma once

#include "ik/body/obstacle.h"
#include "ik/math/quadratic_program.h"
#include "ik/task/method.h"

namespace ik {

/// Damped least squares under inequality constraints: in every step
///
///   minimise    |J dtheta - e|^2 + lambda^2 |dtheta|^2
///   subject to  lower <= theta + dtheta <= upper                     joint limits
///               d + (dd/dtheta) dtheta >= margin                     every link and obstacle
///               J_1 dtheta = e_1                                     only with `hold`
///               c + G dtheta = 0                                     loops, see LoopSpace
///
/// a convex quadratic program (Tu, section 7.5; Goldfarb and Idnani 1983). Without active
/// constraints it equals the step of dls. Limits hold exactly: a joint that starts outside its
/// limits may move back, but not farther out.
///
/// A clearance d below the margin is restored, by at most 0.1 m per step. If this conflicts with
/// other constraints, a slack variable shared by all clearances relaxes it; the slack costs far
/// more than the error. The step then moves out as far as possible, no clearance below the margin
/// shrinks to first order, and the program is always feasible. A body that starts inside an
/// obstacle therefore moves out.
///
/// The program linearises the clearances. Therefore the step is limited to 45 degrees and halved
/// until the true clearance, checked after each quarter of the step, is at least min(0, current
/// clearance) up to rounding. After ten halvings the body does not move. Between two checks a link
/// may lose clearance of second order in an eighth of the step; the margin covers this.
///
/// The program also linearises the error, and damping alone does not prevent endless changes of the
/// active set. Therefore, if there are inequalities, the step is limited to 45 degrees and halved
/// while F (objective_change) plus the price of the true missing clearances rises, at most six
/// times. To first order this sum falls along the step.
///
/// With `hold` the first effector makes its whole step, at most 0.2 times J's size, exactly to
/// first order; the other effectors use the remaining freedom. If this is infeasible or turns a
/// joint by more than 45 degrees, the first effector is treated like the others in this step. With
/// the first effector held, the step is not halved for F.
///
/// lambda is at least 1e-4 times J's size, to keep the program strictly convex. The error is
/// clamped to 100 times J's size; beyond that only its direction matters. J's size is
/// longest_column(J).
struct Constrained {
  static constexpr MethodTraits kTraits{.keeps_limits = true, .damped_by_lambda = true};

  double lambda = 0.5;   ///< damping, m / rad for revolute joints
  double margin = 0.02;  ///< minimum distance of links from obstacles, m
  bool hold = false;     ///< true: the first effector's target is an equality constraint

  /// Scratch. The program's variables are the steps of the joints and the slack.
  struct Memory {
    QuadraticProgram program;
    QuadraticSolver solver;
    bool holds = false;                 ///< the first effector's target is a constraint
    VectorX gradient;                   ///< (n)
    std::vector<Clearance> clearances;  ///< at the pose, link by link and obstacle by obstacle
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(damping_row("Damping λ, as in damped least squares: a small one follows closely, a "
                        "large one is calm and slow."),
            &lambda);
    visitor(logarithmic_row("margin", "Clearance", {1e-3, 0.2, "m"},
                            "Least distance of links from obstacles. It covers the curvature of "
                            "their paths within one step."),
            &margin);
    visitor(switch_row("hold", "Hold the first",
                       "Makes the first effector's target a constraint, so that the others cannot "
                       "pull it away (Tu, section 7.5)."),
            &hold);
  }

 private:
  void make_program(const Problem& problem, bool held, Workspace& w, Memory& memory) const;
  void add_clearances(const Problem& problem, Memory& memory) const;
  double share_of(const Problem& problem, Workspace& w, const Memory& memory) const;
  double cost_after(const Problem& problem, const VectorX& x, double share, Workspace& w,
                    const Memory& memory) const;
};

/// Constraint forces: a gradient step plus the smallest force that keeps C(theta) = 0.
///
///   dtheta = dtheta_a + J_c^T beta,   J_c J_c^T beta = -feedback C - J_c dtheta_a    Welman (1993)
///   dtheta_a = alpha J^T e
///
/// with J_c = dC/dtheta. To first order J_c dtheta = -feedback C: the step keeps the constraint and
/// corrects the second-order drift of earlier steps. (Tu's eq. 18 to 21 use a row vector beta;
/// their beta J_c is J_c^T beta here.) The force does no work on motions that keep C.
///
/// With `pin`, C = s_1 - t_1 is the error of the first effector. A joint that would pass a limit is
/// also a constraint. Its row of J_c has one entry, so such joints are settled first: they are set
/// to the limit, and their columns in the rows of the pin become zero.
///
/// J_c J_c^T is inverted by the SVD of J_c. Singular values up to 0.01 of the largest count as 0,
/// because their forces would be unbounded; the gradient serves these directions. The feedback of
/// -C per step is at most 0.2 times J's size. If the first effector is farther off than that, the
/// feedback is reduced so that the whole error falls.
///
/// alpha minimises the linear model, as in jacobian-transpose, for the error that remains under the
/// constraints. It is not negative, and dtheta_a turns no joint by more than 45 degrees.
struct ConstraintForces {
  static constexpr MethodTraits kTraits{
      .keeps_limits = true,
      .habit =
          "The first effector is pinned without damping: out of reach the pin cannot hold and "
          "shakes the body.",
      .habit_source = "Welman (1993); Tu, section 6"};

  double gain = 1.0;      ///< factor on the step length alpha
  double feedback = 1.0;  ///< share of the drift corrected in a step
  bool pin = true;        ///< true: the first effector's target is a constraint

  /// Scratch.
  struct Memory {
    MatrixX Jc;                    ///< (3 x n) J_c, zero columns for settled joints
    Svd svd;                       ///< singular values of Jc
    VectorX settled;               ///< (n) steps of the settled joints (set to a limit), rad or m
    std::vector<char> is_settled;  ///< (n)
    VectorX force, free;           ///< (n) feedback part of J_c^T beta; gradient part that keeps C
    VectorX left;                  ///< (m) the error that remains under the constraints, m
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row("gain", "Gain", {0.01, 2.0},
                            "Factor on the gradient's step, as in the Jacobian transpose."),
            &gain);
    visitor(
        logarithmic_row("feedback", "Feedback", {0.01, 1.0},
                        "Share of the pinned effector's error that a step corrects (Welman 1993)."),
        &feedback);
    visitor(switch_row("pin", "Pin the first",
                       "Makes the first effector's target a constraint. If off, limits are the "
                       "only constraints."),
            &pin);
  }

 private:
  void propose(const Problem& problem, Workspace& w, Memory& memory) const;
};

}  // namespace ik
