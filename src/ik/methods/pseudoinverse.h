#pragma once

#include "ik/methods/pseudoinverse_lanes.h"
#include "ik/task/method.h"

namespace ik {

/// Pseudoinverse: the shortest of the steps that leave the least error in the linear model.
///
///   dtheta = J^+ e = sum over sigma_i > cutoff sigma_max of sigma_i^-1 v_i u_i^T e
///                                                      Buss (2009), section 4 and eq. 13
///
/// The cut-off makes it finite at singularities, not calm near them.
struct Pseudoinverse {
  static constexpr MethodTraits kTraits{.lanes = &PseudoinverseLanes::kForm};

  double cutoff = 0.01;  ///< of the largest singular value: that of Buss and Kim's software (2005)

  void step(const Problem& problem, Workspace& w) const;
  std::optional<double> filter(double sigma, double sigma_max) const {
    return sigma > cutoff * sigma_max ? 1.0 / sigma : 0.0;
  }
  void visit(const ParamVisitor& visitor) {
    visitor(
        {"cutoff", "", 1e-6, 0.5, true,
         "Singular values below this share of the largest count as zero (Buss 2009, section 4)."},
        &cutoff);
  }
};

/// Weighted pseudoinverse: the cheapest step where some joints cost more than others.
///
///   minimise |J dtheta - e|^2 + lambda^2 dtheta^T W dtheta
///   dtheta = W^-1 J^T (J W^-1 J^T + lambda^2 I)^-1 e            Whitney (1969); Buss (2009), eq.
///   11 w_j = b_j^stiffness (1 + |dH/dtheta_j| where the step would come closer to a limit)
///
/// b_j is the number of joints that j moves, itself among them: a trunk that carries two arms is
/// stiff, hands are free. H = 1/4 sum (upper - lower)^2 / ((upper - theta)(theta - lower)), over
/// the joints with two limits, grows without bound towards a limit: weighted least-norm, Chan and
/// Dubey (1995), eq. 17 to 19. Whether a joint comes closer they read from its last motion; here it
/// is the step without those weights that tells, so that a step depends on nothing before it. A
/// joint at its limit, or beyond, goes no further. The weights of the scene multiply 1 / w_j.
struct WeightedPseudoinverse {
  double lambda = 0.1;     ///< damping, m / rad
  double stiffness = 0.5;  ///< power of the number of joints below
  bool limits = true;      ///< joints stiffen towards their limits

  /// What is kept so that a step allocates nothing.
  struct Memory {
    Eigen::VectorXd shorten;  ///< (n) the diagonal of W^-1/2
    Eigen::MatrixXd J;        ///< (m x n) J W^-1/2
    Svd svd;                  ///< of that
  };

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"lambda", "m/rad", 1e-3, 10.0, true,
             "Damping λ, for the joints that carry nothing (Buss 2009, eq. 11)."},
            &lambda);
    visitor({"stiffness", "", 0.0, 3.0, false,
             "A joint that carries b joints costs b to the power s times as much: 0 treats all "
             "alike, large keeps "
             "the trunk still (Whitney 1969)."},
            &stiffness);
    visitor({"limits", "", 0.0, 1.0, false,
             "Joints become stiff towards their limits (Chan and Dubey 1995)."},
            &limits);
  }
};

/// 1 / (1 + |dH/dtheta|) of Chan and Dubey (1995) for a joint at `theta` that wants to move by
/// `dtheta`; 1 where that leads away from the nearer limit, or there are not two; 0 at or beyond
/// it.
double limit_freedom(const Joint& joint, double theta, double dtheta);

}  // namespace ik
