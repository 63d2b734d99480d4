#pragma once

#include "ik/batch/singular_plan.h"
#include "ik/tree/step.h"

namespace ik {

/// The form of a method for the lanes of a batch. A method names it in its MethodTraits, and
/// lane_methods.h lists the kernel of the form. Parameters may differ from lane to lane.
struct LaneForm {
  /// It decomposes J into singular values, so that each body carries rotations from step to step.
  bool by_singular_values = false;
};

/// The input and output of a method's kernel, for bodies in lanes N.
///
/// A kernel is a struct with `static constexpr LaneForm kForm` and
/// `template <class N> static MaskOf<N> step(const LaneStep<N>&)`, which writes dtheta before any
/// cap and returns the lanes that it cannot solve; AnyMethod::step solves for those bodies. Numbers
/// may be NaN: the caller sets dtheta of such lanes to 0.
template <class N>
struct LaneStep {
  const TreeStep<N>& tree;
  const RealOf<N>* parameters;   ///< as the method shows them, in that order; a switch is 0 or 1
  const SingularPlan& singular;  ///< of forms by singular values
  RealOf<N>* memory;             ///< (singular.memory()) of such forms, from step to step
  RealOf<N>* refinement;         ///< (refinement_scratch)

  IK_INLINE N parameter(int i) const { return get<N>(parameters, i); }
};

}  // namespace ik
