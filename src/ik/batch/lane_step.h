#pragma once

#include "ik/body/layout.h"
#include "ik/math/jacobi_sweep.h"
#include "ik/tree/step.h"

namespace ik {

/// Plan of the SVD of a body's Jacobian (3k x n) in the lanes of a batch. Same order as Svd:
/// one-sided Jacobi rotations of the vectors of the shorter side.
struct SingularPlan {
  SingularPlan() = default;
  SingularPlan(const TreePlan& tree, int joint_count);

  int joints = 0;     ///< n
  int count = 0;      ///< number of vectors, r = min(3k, n)
  int length = 0;     ///< length of a vector, max(3k, n)
  int places = 0;     ///< jacobi_padded_count(r)
  int at_a_time = 2;  ///< vectors in a group
  bool wide = false;  ///< 3k <= n: the vectors are J's rows, otherwise its columns
  /// The joints that move effector i, parents first, are movers[from[i]], ...,
  /// movers[from[i + 1] - 1].
  std::vector<int> movers, from;

  std::vector<JacobiGroup> meetings;

  /// Number of rows of a body's memory between steps.
  int memory() const { return 1 + places * count; }
  /// Number of scratch rows of a step.
  int scratch() const;
};

/// A method's SIMD form for a batch. MethodTraits names it, and lane_methods.h lists its kernel.
/// Parameters may differ between lanes.
struct LaneForm {
  /// True if it uses the SVD of J: each body then keeps its rotations between steps.
  bool by_singular_values = false;
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
  const RealOf<N>* parameters;   ///< in the order of the method's visit(); a switch is 0 or 1
  const SingularPlan& singular;  ///< forms by SVD only
  RealOf<N>* memory;             ///< (singular.memory()) forms by SVD only: memory between steps
  RealOf<N>* refinement;         ///< (refinement_scratch)

  IK_INLINE N parameter(int i) const { return get<N>(parameters, i); }
};

}  // namespace ik
