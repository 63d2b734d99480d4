#pragma once

#include "ik/body/layout.h"
#include "ik/math/jacobi_sweep.h"
#include "ik/tree/step.h"

namespace ik {

/// The order of the singular value decomposition of a body's Jacobian (3k x n) in the lanes of a
/// batch: that of Svd, one-sided Jacobi rotations of the vectors of the shorter side.
struct SingularPlan {
  SingularPlan() = default;
  SingularPlan(const TreePlan& tree, int joint_count);

  int joints = 0;     ///< n
  int count = 0;      ///< vectors, r = min(3k, n)
  int length = 0;     ///< numbers in each, max(3k, n)
  int places = 0;     ///< jacobi_places(r)
  int at_a_time = 2;  ///< vectors in a meeting
  bool wide = false;  ///< 3k <= n: the vectors are J's rows, else its columns
  /// The joints that move effector i, parents first, are movers[from[i]], ...,
  /// movers[from[i + 1] - 1].
  std::vector<int> movers, from;

  std::vector<JacobiMeeting> meetings;

  /// Rows of a body's memory from step to step.
  int memory() const { return 1 + places * count; }
  /// Rows of scratch of a step.
  int scratch() const;
};

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
