#pragma once

#include "ik/task/method.h"

namespace ik {

/// Damped least squares, damped by the error itself.
///
///   lambda^2 = w_E |e|^2 / 2 + w_N                                          Sugihara (2011)
///   dtheta = J^T (J J^T + lambda^2 I)^-1 e
///
/// Chan and Lawrence (1988) were the first to let the damping grow with the error: near the target
/// the step is close to the pseudoinverse's and converges as fast; far from it, and out of reach,
/// it is short, since |dtheta| <= |e| / (2 lambda) <= 1 / sqrt(2 w_E). The bias w_N keeps it
/// defined where the error vanishes at a singularity. e is the clamped error where D_max is on.
struct DlsError {
  double weight = 1.0;  ///< w_E, 1 / rad^2
  double bias = 0.01;   ///< w_N, m^2 / rad^2

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"weight", "1/rad²", 1e-3, 100.0, true,
             "Weight w_E of the error in the damping λ² = w_E ‖e‖²/2 + w_N (Sugihara 2011)."},
            &weight);
    visitor({"bias", "m²/rad²", 1e-6, 1.0, true,
             "Damping w_N that is left where the error vanishes (Sugihara 2011)."},
            &bias);
  }
};

}  // namespace ik
