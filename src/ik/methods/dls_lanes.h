#pragma once

#include "ik/batch/lane_step.h"
#include "ik/tree/elimination.h"

namespace ik {

/// Dls::step in lanes, but where lambda is so small beside J that it takes singular values.
struct DlsLanes {
  static constexpr LaneForm kForm{};

  template <class N>
  IK_INLINE static MaskOf<N> step(const LaneStep<N>& lanes) {
    const TreeStep<N>& tree = lanes.tree;
    const N lambda = lanes.parameter(0);
    const N square = lambda * lambda;
    const N largest = specialised(
        tree, [&](const TreeStep<N>& own)
                  __attribute__((always_inline)) { return damped_by_tree<N>(own, square); });
    const int effectors = static_cast<int>(tree.plan.arms.size());
    // float's rounding is so coarse that lambda must count for more
    constexpr bool kDouble = sizeof(RealOf<N>) == 8;
    const double plain = kDouble ? exact_share(tree.joints, effectors) : 0.1;
    const double least = kDouble ? refined_share(tree.joints, effectors) : 0.01;
    const MaskOf<N> coarse = !(square > every<N>(plain * plain) * largest);
    const MaskOf<N> unsolved = !(square > every<N>(least * least) * largest);
    if (any(coarse & ~unsolved)) refine(tree, square, coarse, lanes.refinement);
    return unsolved;
  }
};

}  // namespace ik
