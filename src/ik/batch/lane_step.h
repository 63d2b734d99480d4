#pragma once

#include "ik/batch/singular_plan.h"
#include "ik/tree/step.h"

namespace ik {

/// How a method takes its step in the lanes of a batch, beside the kernel that lane_methods.h knows
/// by this. A method names it in its MethodTraits; all the method's parameters may differ from lane
/// to lane.
struct LaneForm {
  /// It takes J apart into singular values, and so each body carries rotations from step to step.
  bool by_singular_values = false;
};

/// What a method's kernel computes a step from and into, for bodies in lanes N.
///
/// A kernel is a struct with `static constexpr LaneForm kForm` and
/// `template <class N> static MaskOf<N> step(const LaneStep<N>&)`, which writes dtheta before any
/// cap and returns the lanes that it cannot solve: there the method steps for the body alone. It
/// may assume nothing of the numbers: a lane that comes to no number is set to 0 by the caller.
template <class N>
struct LaneStep {
  const TreeStep<N>& tree;
  const RealOf<N>* parameters;   ///< as the method shows them, in that order; a switch is 0 or 1
  const SingularPlan& singular;  ///< of forms by singular values ...
  RealOf<N>* memory;             ///< ... (singular.memory()) and what their bodies carry
  RealOf<N>* refinement;         ///< (refinement_scratch)

  IK_INLINE N parameter(int i) const { return get<N>(parameters, i); }
};

}  // namespace ik
