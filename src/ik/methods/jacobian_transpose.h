#pragma once

#include "ik/methods/jacobian_transpose_lanes.h"
#include "ik/task/method.h"

namespace ik {

/// Jacobian transpose: along the gradient of |e|^2 / 2, as far as the linear model likes it.
///
///   dtheta = alpha J^T e,  alpha = <e, J J^T e> / <J J^T e, J J^T e>      Buss (2009), section 3
///
/// Zero where J^T e = 0: at a solution, and where the error pulls straight against the joints
/// (the software of Buss and Kim divides 0 by 0 there).
struct JacobianTranspose {
  static constexpr MethodTraits kTraits{
      .habit =
          "The transpose follows the loudest error down and the other ones up again: several "
          "effectors share joints here.",
      .habit_source = "Buss (2009), sections 3 and 8",
      .habit_of_several = true,
      .lanes = &JacobianTransposeLanes::kForm};

  double gain = 1.0;  ///< factor on the step

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"gain", "", 0.01, 2.0, true,
             "Factor on the step; below 1 it is more careful (van de Panne, k < 1)."},
            &gain);
  }
};

}  // namespace ik
