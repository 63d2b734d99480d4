#pragma once

#include "ik/methods/lane_kernels.h"
#include "ik/task/method.h"

namespace ik {

/// Pseudoinverse: the shortest step with the least error in the linear model.
///
///   dtheta = J^+ e = sum over sigma_i > cutoff sigma_max of sigma_i^-1 v_i u_i^T e
///                                                      Buss (2009), section 4 and eq. 13
///
/// The cut-off makes the step finite at singularities, but not calm near them.
struct Pseudoinverse {
  static constexpr MethodTraits kTraits{.lanes = &PseudoinverseLanes::kForm};

  double cutoff = 0.01;  ///< share of sigma_max; as in the software of Buss and Kim (2005)

  void step(const Problem& problem, Workspace& w) const;
  std::optional<double> filter(double sigma, double sigma_max) const {
    return sigma > cutoff * sigma_max ? 1.0 / sigma : 0.0;
  }
  void visit(const KnobVisitor& visitor) {
    visitor(logarithmic_row("cutoff", "Cutoff", {1e-6, 0.5},
                            "Singular values below this share of the largest count as zero (Buss "
                            "2009, section 4)."),
            &cutoff);
  }
};

/// Weighted pseudoinverse: the least-cost step if some joints cost more than others.
///
///   minimise |J dtheta - e|^2 + lambda^2 dtheta^T W dtheta,   W = diag(w)
///   dtheta = W^-1 J^T (J W^-1 J^T + lambda^2 I)^-1 e     Whitney (1969); Buss (2009), eq. 11
///   w_j = b_j^stiffness (1 + |dH/dtheta_j|)              the last factor towards a limit only
///
/// b_j is the number of joints that j moves, itself included: a trunk that carries two arms is
/// stiff, hands are free. H = 1/4 sum (upper - lower)^2 / ((upper - theta)(theta - lower)), over
/// the joints with two limits, grows without bound towards a limit: weighted least-norm, Chan and
/// Dubey (1995), eq. 17 to 19. They tell from a joint's last motion whether it nears a limit; here
/// the step without the factor tells, so that a step does not depend on those before. A joint at
/// its limit, or beyond, moves no farther out. The weights of the scene multiply 1 / w_j.
struct WeightedPseudoinverse {
  double lambda = 0.1;          ///< damping, m / rad
  double stiffness = 0.5;       ///< power of the number of joints below
  bool limit_avoidance = true;  ///< joints stiffen towards their limits

  /// Scratch, so that a warm step allocates nothing.
  struct Memory {
    VectorX shorten;  ///< (n) the diagonal of W^-1/2
    MatrixX J;        ///< (m x n) J W^-1/2
    Svd svd;          ///< of J W^-1/2
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const KnobVisitor& visitor) {
    visitor(damping_row("Damping λ, for joints that carry no other joint (Buss 2009, eq. 11)."),
            &lambda);
    visitor(linear_row("stiffness", "Stiff trunk", {0.0, 3.0},
                       "A joint that carries b joints costs b^stiffness times as much: 0 treats "
                       "all alike, a large one keeps the trunk still (Whitney 1969)."),
            &stiffness);
    visitor(
        also_named("limits",
                   switch_row("limit-avoidance", "Limit avoidance",
                              "Joints become stiff towards their limits (Chan and Dubey 1995).")),
        &limit_avoidance);
  }
};

/// 1 / (1 + |dH/dtheta|) of Chan and Dubey (1995) for a joint at `theta` and a proposed `dtheta`. 1
/// if that leads away from the nearer limit or the joint lacks two limits; 0 at or beyond a limit.
double limit_freedom(const Joint& joint, double theta, double dtheta);

}  // namespace ik
