#pragma once

#include "ik/batch/lane_step.h"
#include "ik/batch/singular_lanes.h"

namespace ik {

/// Pseudoinverse::step in lanes.
struct PseudoinverseLanes {
  static constexpr LaneForm kForm{.by_singular_values = true};

  template <class N>
  IK_INLINE static MaskOf<N> step(const LaneStep<N>& lanes) {
    SingularLanes<N> svd(lanes.tree, lanes.singular, lanes.memory);
    svd.decompose();
    const N zero = every<N>(0.0);
    const N least = lanes.parameter(0) * svd.sigma(0);
    svd.clear();
    for (int i = 0; i < svd.count(); ++i) {
      const N sigma = svd.sigma(i);
      svd.add(sigma > least ? svd.along_error(i) / sigma : zero, i);
    }
    return MaskOf<N>{};
  }
};

}  // namespace ik
