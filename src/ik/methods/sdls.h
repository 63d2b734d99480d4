#pragma once

#include <numbers>

#include "ik/task/method.h"

namespace ik {

/// Selectively damped least squares: every singular direction has its own cap.
///
/// Buss and Kim (2005), as in their published software. With J = sum sigma_i u_i v_i^T and
/// rho_j = sum over effectors of |ds/dtheta_j|, for every sigma_i > 1e-10:
///
///   N_i     = sum over effectors of |u_i restricted to that effector|
///   M_i     = (sum_j |v_ji| rho_j) / sigma_i
///   gamma_i = gamma_max min(1, N_i / M_i)
///   phi_i   = (u_i^T e / sigma_i) v_i
///   dtheta += phi_i gamma_i / (gamma_i + max |phi_i|)
///
/// and finally, if max |dtheta| > gamma_max,
///
///   dtheta *= gamma_max / (gamma_max + max |dtheta|)
///
/// a factor that jumps from 1 to one half at the threshold. `hard_clamp` selects the clamps of the
/// paper instead: phi_i and dtheta are scaled down to gamma_i and gamma_max. The maxima are over
/// all joints: gamma_max is in radians for angles and in metres for slides. There is no lambda.
struct Sdls {
  double gamma_max = std::numbers::pi / 4.0;  ///< rad
  bool hard_clamp = false;                    ///< true: the clamps of the paper

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(
        linear_row("gamma-max", "γ_max", {0.01, std::numbers::pi, "rad"},
                   "Largest change of an angle in one step, γ_max (Buss and Kim 2005, section 4)."),
        &gamma_max);
    visitor(switch_row("hard-clamp", "Hard clamp",
                       "Cuts at the caps, as in the paper, instead of the gradual caps of the "
                       "published software."),
            &hard_clamp);
  }
};

}  // namespace ik
