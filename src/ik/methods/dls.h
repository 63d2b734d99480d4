#pragma once

#include "ik/task/method.h"

namespace ik {

/// Damped least squares: a compromise between error and joint motion.
///
///   minimise  |J dtheta - e|^2 + lambda^2 |dtheta|^2
///   dtheta = J^T f,  (J J^T + lambda^2 I) f = e          Buss (2009), eq. 11
///
/// Defined for every J, including at a singularity, where |dtheta| <= |e| / (2 lambda). With fewer
/// joints than rows it solves eq. 10, (J^T J + lambda^2 I) dtheta = J^T e, which has the same
/// solution. lambda = 0 gives the limit, the pseudoinverse's step.
struct Dls {
  static constexpr MethodTraits kTraits{.damped_by_lambda = true};

  double lambda = 1.1;  ///< damping, m / rad for revolute joints; Buss (2009) for the double-Y

  void step(const Problem& problem, Workspace& w) const;
  std::optional<double> filter(double sigma, double) const {
    const double divisor = sigma * sigma + lambda * lambda;
    return divisor > 0.0 ? sigma / divisor : 0.0;
  }
  void visit(const KnobVisitor& visitor) {
    visitor(damping_row("Damping λ: a small one follows closely and shakes near singularities, a "
                        "large one is calm and slow (Buss 2009, section 5)."),
            &lambda);
  }
};

/// Damped least squares with error damping: the damping grows with the error.
///
///   lambda^2 = w_E rho^2 (|e| / rho)^p + w_N
///   dtheta = J^T (J J^T + lambda^2 I)^-1 e
///
/// After Chan and Lawrence (1988). rho is the mean lever (mean_lever), p the exponent. With p = 1
/// the damping has the size of the term that the linear model leaves out: the Hessian of |e|^2 / 2
/// is J^T J - sum e_i . d2s_i; the second term is linear in |e|. Beside a chain that is stretched
/// towards a target beyond its reach it is |e| M, M_ij = min(r_i, r_j) with the joints' distances r
/// to the tip, and a damped step comes to rest there where
///
///   lambda^2 > |e| mu_2 / 2,   mu_2 the second eigenvalue of M
///
/// (the first eigenvector turns the chain as a whole, and J^T J damps it). For n equal links
/// mu_2 / 2 is 0.12 rho (n = 2), 0.29 rho (n = 7) and 0.33 rho (n = 8); more links need a w_E of
/// about n / 22.
///
/// p = 2, w_E = 1/2 and w_N = 0.01 give the rule of Sugihara (2011), lambda^2 = |e|^2 / 2 + w_N,
/// which does not depend on rho and shakes where the error is small and out of reach. In reach the
/// step approaches the pseudoinverse's step, and lambda^2 -> w_N. The bias w_N keeps it defined at
/// a singularity without error. If no joint turns, the linear model is exact, and lambda^2 = w_N.
/// With D_max, e is the clamped error.
struct DlsError {
  double weight = 0.375;  ///< w_E
  double bias = 0.001;    ///< w_N, m^2 / rad^2
  double exponent = 1.0;  ///< p

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row("weight", "Weight w_E", {1e-3, 100.0},
                            "Weight w_E of the error in the damping λ² = w_E ρ² (‖e‖/ρ)^p + w_N, "
                            "with the mean lever ρ of the joints (Chan and Lawrence 1988)."),
            &weight);
    visitor(logarithmic_row("bias", "Bias w_N", {1e-6, 1.0, "m²/rad²"},
                            "Damping w_N that remains without error (Sugihara 2011)."),
            &bias);
    visitor(accepting(0.0, 4.0,
                      linear_row("exponent", "Exponent p", {0.0, 2.0},
                                 "Exponent of the error in the damping. 1 grows like the curvature "
                                 "that the linear model leaves out; 2 is the rule of Sugihara "
                                 "(2011), which shakes just beyond reach.")),
            &exponent);
  }
};

/// Damped least squares with damping only inside the singular region.
///
///   lambda_i^2 = lambda_max^2 (1 - (sigma_i / epsilon)^2) where sigma_i < epsilon, else 0
///   dtheta = sum sigma_i / (sigma_i^2 + lambda_i^2 + beta^2) v_i u_i^T e
///
/// Numerical filtering (Maciejewski and Klein 1988): each nearly singular direction is damped
/// according to its own sigma_i, and all directions by the small beta. The formula of lambda is
/// from Chiaverini, Siciliano and Egeland (1994), who filter only the last direction. Without
/// `filtering` all directions are damped according to the smallest singular value above 1e-10
/// sigma_1. Directions with smaller singular values get no step.
struct DlsSingularRegion {
  double lambda = 1.1;    ///< lambda_max, m / rad
  double epsilon = 3.0;   ///< size of the singular region, m / rad
  double beta = 0.05;     ///< damping of every direction, m / rad
  bool filtering = true;  ///< true: damps each direction according to its own singular value

  void step(const Problem& problem, Workspace& w) const;
  /// lambda_max^2 (1 - (sigma / epsilon)^2) + beta^2; the first term only for sigma < epsilon.
  double damping(double sigma) const {
    const double share = sigma / epsilon;
    return beta * beta + (sigma < epsilon ? lambda * lambda * (1.0 - share * share) : 0.0);
  }
  std::optional<double> filter(double sigma, double sigma_max) const;
  void visit(const KnobVisitor& visitor) {
    visitor(damping_row("Damping λ_max at a singularity (Maciejewski and Klein 1988).",
                        "Damping λ_max"),
            &lambda);
    visitor(logarithmic_row(
                "epsilon", "Region ε", {1e-3, 10.0, "m/rad"},
                "Singular values below ε are damped (Chiaverini, Siciliano and Egeland 1994)."),
            &epsilon);
    visitor(logarithmic_row("beta", "Damping β", {1e-4, 1.0, "m/rad"},
                            "Damping β of every direction, in the region and outside it "
                            "(Maciejewski and Klein 1988)."),
            &beta);
    visitor(switch_row("filtering", "Filtering",
                       "Damps each direction by its own singular value, not all by the smallest "
                       "one (numerical filtering, Maciejewski and Klein 1988)."),
            &filtering);
  }
};

/// Damped least squares with manipulability damping: damps if the manipulability w is low.
///
///   lambda = lambda_0 (1 - w / w_0) where w < w_0, else 0         Nakamura and Hanafusa (1986)
///   dtheta = sum sigma_i / (sigma_i^2 + lambda^2) v_i u_i^T e
///
/// The paper's w is the product of the singular values, sqrt(det(J J^T)), in (m/rad)^m: its w_0
/// would differ from body to body. Here w is the geometric mean of the singular values, and w_0 a
/// share of their root mean square,
///
///   w = (sigma_1 ... sigma_r)^(1/r),   w_0 = threshold |J|_F / sqrt(r)     m / rad
///
/// so that w / w_0 does not depend on the body's size. An isotropic J has the largest w,
/// |J|_F / sqrt(r) (Kim and Khosla 1991 measure isotropy by a similar ratio). Directions that no
/// joint moves, sigma_i <= 1e-10 sigma_1, are excluded and get no step: a planar arm, or an arm
/// with frozen joints, has them in every pose. If w >= w_0 the step is the pseudoinverse's step.
/// The default threshold of 2 leaves a damping of lambda_0 / 2 even for an isotropic J, because an
/// undamped step shakes if a target is out of reach.
struct DlsManipulability {
  double lambda = 1.1;     ///< lambda_0, the damping at a singularity, m / rad
  double threshold = 2.0;  ///< w_0 as a share of the largest w of a J with this norm

  /// Squared damping for the singular values sigma.
  double damping(const VectorX& sigma) const;
  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(damping_row("Damping λ₀ at a singularity (Nakamura and Hanafusa 1986).", "Damping λ₀"),
            &lambda);
    visitor(
        logarithmic_row(
            "threshold", "Threshold w₀", {0.01, 4.0},
            "Damps where the geometric mean of the singular values is below this share of their "
            "root mean square (w₀ of Nakamura and Hanafusa 1986, independent of the body's size)."),
        &threshold);
  }
};

}  // namespace ik
