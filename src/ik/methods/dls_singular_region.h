#pragma once

#include "ik/task/method.h"

namespace ik {

/// Damped least squares, damped inside the singular region alone.
///
///   lambda_i^2 = lambda_max^2 (1 - (sigma_i / epsilon)^2) where sigma_i < epsilon, else 0
///   dtheta = sum sigma_i / (sigma_i^2 + lambda_i^2 + beta^2) v_i u_i^T e
///
/// Numerical filtering: only the directions that are near to being lost are damped, each by its own
/// sigma_i, and all of them by the small beta; Maciejewski and Klein (1988). The law of lambda is
/// that of Chiaverini, Siciliano and Egeland (1994), who filter the last direction alone.
/// Without `filtering` every direction is damped as the last one is, with sigma_r the smallest
/// singular value above 1e-10 sigma_1. Directions below that share get no step.
struct DlsSingularRegion {
  double lambda = 1.1;    ///< lambda_max, m / rad
  double epsilon = 3.0;   ///< size of the singular region, m / rad
  double beta = 0.05;     ///< damping of every direction, m / rad
  bool filtering = true;  ///< each direction by its own singular value

  void step(const Problem& problem, Workspace& w) const;
  /// lambda_max^2 (1 - (sigma / epsilon)^2) + beta^2, the first part inside the region alone.
  double damping(double sigma) const {
    const double share = sigma / epsilon;
    return beta * beta + (sigma < epsilon ? lambda * lambda * (1.0 - share * share) : 0.0);
  }
  std::optional<double> filter(double sigma, double sigma_max) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"lambda", "m/rad", 1e-3, 10.0, true,
             "Damping λ_max at a singularity (Maciejewski and Klein 1988)."},
            &lambda);
    visitor({"epsilon", "m/rad", 1e-3, 10.0, true,
             "Singular values below ε are damped (Chiaverini, Siciliano and Egeland 1994)."},
            &epsilon);
    visitor({"beta", "m/rad", 1e-4, 1.0, true,
             "Damping β of every direction, in the region and outside it (Maciejewski and Klein "
             "1988)."},
            &beta);
    visitor({"filtering", "", 0.0, 1.0, false,
             "Damps each direction by its own singular value, not all by the smallest one "
             "(numerical filtering, Maciejewski and Klein 1988)."},
            &filtering);
  }
};

}  // namespace ik
