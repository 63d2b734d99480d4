#pragma once

#include "ik/methods/dls_lanes.h"
#include "ik/task/method.h"

namespace ik {

/// Damped least squares: the step that trades error against joint motion.
///
///   minimise  |J dtheta - e|^2 + lambda^2 |dtheta|^2
///   dtheta = J^T f,  (J J^T + lambda^2 I) f = e          Buss (2009), eq. 11
///
/// Defined for every J, including at a singularity, where |dtheta| <= |e| / (2 lambda). Where
/// joints are fewer than rows it solves (J^T J + lambda^2 I) dtheta = J^T e, eq. 10, the same step.
/// lambda = 0 gives the pseudoinverse's step, its limit.
struct Dls {
  static constexpr MethodTraits kTraits{.damped_by_lambda = true, .lanes = &DlsLanes::kForm};

  double lambda = 1.1;  ///< damping, m / rad for revolute joints; Buss (2009) for the double-Y

  void step(const Problem& problem, Workspace& w) const;
  std::optional<double> filter(double sigma, double) const {
    const double divisor = sigma * sigma + lambda * lambda;
    return divisor > 0.0 ? sigma / divisor : 0.0;
  }
  void visit(const ParamVisitor& visitor) {
    visitor({"lambda", "m/rad", 1e-3, 10.0, true,
             "Damping λ: small follows closely and shakes near singularities, large is calm and "
             "slow (Buss 2009, section 5)."},
            &lambda);
  }
};

}  // namespace ik
