#pragma once

#include "ik/task/method.h"

namespace ik {

/// Gauss-Newton: the whole least-squares step, shortened only where the true error asks for it.
///
///   dtheta = alpha d,  d = J^+ e: the shortest that minimises |J d - e|      Gauss (1809)
///
/// with alpha from 1 downwards until F = |e|^2 / 2 at the new pose is below the old by Armijo's
/// rule; Nocedal and Wright (2006), section 10.3. An angle of 45 degrees is the most that is tried.
/// Quadratic convergence where the target can be reached. It differs from the pseudoinverse method
/// in looking at the result, and in cutting off only what is rounding, so that near a singularity
/// the direction is one of large motion for little gain: the error falls, and the arm shakes.
struct GaussNewton {
  double cutoff = 1e-6;  ///< of the largest singular value: what is below is not moved

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"cutoff", "", 1e-10, 0.5, true,
             "Singular values below this share of the largest count as zero (Nocedal and Wright "
             "2006, section 10.3)."},
            &cutoff);
  }
};

}  // namespace ik
