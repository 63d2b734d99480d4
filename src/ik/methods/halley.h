#pragma once

#include "ik/task/method.h"

namespace ik {

/// Halley's method: a damped Newton step, solved again with the Jacobian in the middle of it.
///
///   d = J^T (J J^T + lambda^2 I)^-1 e,                          lambda^2 = w rho |e|
///   dtheta = K^T (K K^T + lambda_2^2 I)^-1 e,  K = J + 1/2 dJ(d), lambda_2^2 = w rho |e - J d|
///
/// dJ(d) = sum_a dJ/dtheta_a d_a is the change of J along d (jacobian_rate): Deuflhard (2011),
/// Lloyd, Irani and Ahmadi (2022), eq. 22. s(theta + x) = s + J x + 1/2 dJ(x) x up to the third
/// order, so in reach and away from singular poses the error falls cubically: d is the Newton step
/// up to the second order, |e - J d| is of the second order, and so is lambda_2^2. Out of reach d
/// cannot remove the error, and lambda_2 = lambda. lambda is the damping of DlsError with rho its
/// mean lever, which is enough for a stretched chain.
///
/// Both steps are limited to 45 degrees. dtheta has to lower the true error by Armijo's rule;
/// otherwise dtheta = alpha d with alpha by line_search. Zero where J^T e = 0. problem.jacobian has
/// no effect, because the alternate Jacobian is not a derivative. If no joint turns, J is constant,
/// and so is the damping, lambda^2 = lambda_2^2 = w |J|_F^2 / n.
struct Halley {
  double weight = 0.375;  ///< w: damping per error and lever

  /// Scratch, so that a warm step allocates nothing.
  struct Memory {
    MatrixX tree;     ///< (m x n) J of independent joints
    MatrixX J, K;     ///< (m x n) with the joints' mobility
    MatrixX rate;     ///< (m x n)
    VectorX first;    ///< (n) d
    VectorX motion;   ///< (n) d as the joints move, rad or m
    VectorX left;     ///< (m) e - J d
    VectorX descent;  ///< (n) J^T e
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row("weight", "Weight w", {1e-3, 100.0},
                            "Weight w of the error in the damping λ² = w ρ ‖e‖ of the first solve, "
                            "and of the error that it leaves in the damping of the second (Chan "
                            "and Lawrence 1988)."),
            &weight);
  }
};

}  // namespace ik
