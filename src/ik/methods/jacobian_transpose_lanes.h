#pragma once

#include "ik/batch/lane_step.h"
#include "ik/tree/elimination.h"

namespace ik {

/// JacobianTranspose::step in lanes.
struct JacobianTransposeLanes {
  static constexpr LaneForm kForm{};

  template <class N>
  IK_INLINE static MaskOf<N> step(const LaneStep<N>& lanes) {
    transpose_by_tree<N>(lanes.tree, lanes.parameter(0));
    return MaskOf<N>{};
  }
};

}  // namespace ik
