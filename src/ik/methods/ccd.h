#pragma once

#include "ik/task/method.h"

namespace ik {

/// Cyclic coordinate descent: one joint at a time, from the tips to the root, each to where the sum
/// of squared errors of all effectors that it moves is least; one sweep a step.
///
///   turn = atan2(sum v . (r x q), sum (r . q - (v . r)(v . q)))     Wang and Chen (1991)
///   slide = mean v . (q - r)
///
/// with r and q from the joint to effector and target. Wang and Chen have one effector; the sums
/// over a tree's are the same least squares, as are the axes of what aims, with p = 0. No move is
/// longer than its cap, which keeps the joints at the tips from doing all the work (Welman 1993),
/// and none leaves the joint's limits, whatever the tracking step does about limits. The sum never
/// rises. Where an error is clamped, the target is taken to be that near. A joint of less weight
/// than the freest goes that share of its way.
struct Ccd {
  static constexpr MethodTraits kTraits{
      .keeps_limits = true,
      .habit =
          "Cyclic coordinate descent turns shared joints for one effector after the other, "
          "each turn against the last.",
      .habit_source = "docs/methods.md, ccd",
      .habit_of_several = true};

  double max_turn = 0.2;   ///< rad
  double max_slide = 0.1;  ///< m

  void step(const Problem& problem, Workspace& w) const;
  void visit(const ParamVisitor& visitor) {
    visitor({"max-turn", "rad", 1e-3, 3.14, true,
             "Largest turn of a joint in one sweep: small shares the work, large curls the tips "
             "(Welman 1993)."},
            &max_turn);
    visitor({"max-slide", "m", 1e-3, 10.0, true, "Largest slide of a joint in one sweep."},
            &max_slide);
  }
};

}  // namespace ik
