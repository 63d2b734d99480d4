#pragma once

#include "ik/task/method.h"

namespace ik {

/// Pseudoinverse: the shortest of the steps that minimise the error of the linear model.
///
///   dtheta = J^+ e = sum over sigma_i > cutoff sigma_max of sigma_i^-1 v_i u_i^T e
///                                                      Buss (2009), section 4 and eq. 13
///
/// The cutoff makes the step finite at singularities, but not smooth near them.
struct Pseudoinverse {
  double cutoff = 0.01;  ///< as a share of sigma_max; value of Buss and Kim's software (2005)

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

/// Weighted pseudoinverse: the step of minimum cost if some joints cost more than others.
///
///   minimise |J dtheta - e|^2 + lambda^2 dtheta^T W dtheta,   W = diag(w)
///   dtheta = W^-1 J^T (J W^-1 J^T + lambda^2 I)^-1 e     Whitney (1969); Buss (2009), eq. 11
///   w_j = b_j^stiffness (1 + |dH/dtheta_j|)              last factor: only towards a limit
///
/// b_j is the number of joints that j moves, including itself: a trunk that carries two arms is
/// stiff, hands are free. Limit avoidance is the weighted least-norm method of Chan and Dubey
/// (1995), eq. 17 to 19: summed over the joints with two limits,
///   H = 1/4 sum (upper - lower)^2 / ((upper - theta)(theta - lower))
/// grows without bound towards a limit. They decide by a joint's last motion if it approaches a
/// limit; here the step without the factor decides, so that a step does not depend on earlier
/// steps. A joint at or beyond its limit moves no farther out. The joint weights of the scene
/// multiply 1 / w_j.
struct WeightedPseudoinverse {
  double lambda = 0.1;          ///< damping, m / rad
  double stiffness = 0.5;       ///< exponent of b_j
  bool limit_avoidance = true;  ///< true: joints stiffen towards their limits

  /// Scratch, so that a warm step allocates nothing.
  struct Memory {
    VectorX shorten;   ///< (n) the diagonal of W^-1/2
    VectorX mobility;  ///< (n) `shorten` times the problem's mobility
    MatrixX J;         ///< (m x n) J W^-1/2
    Svd svd;           ///< SVD of J W^-1/2
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
/// if dtheta is not towards the nearer limit, or if the joint does not have two limits; 0 at or
/// beyond the limit.
double limit_freedom(const Joint& joint, double theta, double dtheta);

}  // namespace ik
