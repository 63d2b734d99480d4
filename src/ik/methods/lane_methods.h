#pragma once

#include "ik/batch/lanes.h"
#include "ik/methods/lane_kernels.h"

// Compiled for every set of instructions. Nothing else is included here: an inline function that is
// shared with other sources must not contain instructions that some machines lack.
namespace ik {

template <class N, class... Kernels>
inline constexpr MethodKernel<RealOf<N>> kKernels[] = {
    {&Kernels::kForm, LaneKernels<N>::template solve<Kernels>}...};

/// The functions for lanes N. To add a method's kernel, name it here.
template <class N>
constexpr BlockKernels<RealOf<N>> block_kernels() {
  return {LaneKernels<N>::place, LaneKernels<N>::apply,
          kKernels<N, JacobianTransposeLanes, PseudoinverseLanes, DlsLanes, SdlsLanes>};
}

}  // namespace ik
