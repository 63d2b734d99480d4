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

}  // namespace ik
