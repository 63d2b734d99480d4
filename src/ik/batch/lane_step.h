#pragma once

#include "ik/batch/dense_lanes.h"
#include "ik/batch/singular_plan.h"
#include "ik/tree/step.h"

namespace ik {

/// A method's SIMD form for a batch. MethodTraits names it, and lane_methods.h lists its kernel.
/// Parameters may differ between lanes.
struct LaneForm {
  /// True if it uses the SVD of J: each body then keeps its rotations between steps.
  bool by_singular_values = false;
  /// True if it uses TruncatedStep instead where truncation_pays().
  bool truncates = false;
  /// True if it computes steps of bodies with aims, with `columns`.
  bool aims = false;
};

/// Input and output of a method's kernel, for bodies in lanes N.
///
/// A kernel is a struct with `static constexpr LaneForm kForm` and
/// `template <class N> static MaskOf<N> step(const LaneStep<N>&)`. The step writes dtheta before
/// any cap and returns the lanes that it cannot solve; AnyMethod::step then solves for those
/// bodies. dtheta may be NaN: the caller sets it to 0 in such lanes.
template <class N>
struct LaneStep {
  const TreeStep<N>& tree;
  const double* parameters;      ///< in the order of the method's visit(); a switch is 0 or 1
  const SingularPlan& singular;  ///< forms by SVD only
  double* memory;                ///< (singular.memory()) forms by SVD only: memory between steps
  double* refinement;            ///< (refinement_scratch)
  DenseColumns<N> columns;       ///< J of bodies with aims

  IK_INLINE N parameter(int i) const { return get<N>(parameters, i); }
};

}  // namespace ik
