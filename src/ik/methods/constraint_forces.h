#pragma once

#include "ik/task/method.h"

namespace ik {

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
