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

/// Damped least squares, damped where the manipulability is low.
///
///   lambda = lambda_0 (1 - w / w_0) where w < w_0, else 0         Nakamura and Hanafusa (1986)
///   dtheta = sum sigma_i / (sigma_i^2 + lambda^2) v_i u_i^T e
///
/// The paper's w is the product of the singular values, sqrt(det(J J^T)), in (m/rad)^m: no w_0
/// suits two bodies. Here w is their geometric mean, and w_0 a share of their root mean square,
///
///   w = (sigma_1 ... sigma_r)^(1/r),   w_0 = threshold |J|_F / sqrt(r)     m / rad
///
/// so that w / w_0 does not depend on the body's size, and w = |J|_F / sqrt(r) is the most there
/// is, where all directions are equally easy (Kim and Khosla 1991 measure isotropy by the like
/// ratio). Directions that no joint moves, sigma_i <= 1e-10 sigma_1, are not counted: a planar arm,
/// or one with frozen joints, has them in every pose. They get no step. Where w >= w_0 the step is
/// the pseudoinverse's. The threshold is 2 unless changed, which leaves half of lambda_0 even to an
/// isotropic J: out of reach, where a scene's targets are now and then, an undamped step shakes.
struct DlsManipulability {
  double lambda = 1.1;     ///< lambda_0, the damping at a singularity, m / rad
  double threshold = 2.0;  ///< w_0 as a share of what the same J would have if it were isotropic

  /// The damping for singular values sigma, squared.
  double damping(const Eigen::VectorXd& sigma) const;
  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"lambda", "m/rad", 1e-3, 10.0, true,
             "Damping λ₀ at a singularity (Nakamura and Hanafusa 1986)."},
            &lambda);
    visitor({"threshold", "", 0.01, 4.0, true,
             "Damps where the geometric mean of the singular values is below this share of their "
             "root mean square (w₀ of Nakamura and Hanafusa 1986, made free of the body's size)."},
            &threshold);
  }
};

}  // namespace ik
