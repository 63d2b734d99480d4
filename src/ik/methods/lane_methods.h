#pragma once

#include "ik/batch/attempt_lanes.h"
#include "ik/batch/lanes.h"
#include "ik/methods/lane_kernels.h"

// Compiled for every instruction set. Include nothing else here: an inline function shared with
// other sources must not contain instructions that some machines lack.
namespace ik {

template <class N, class... Kernels>
inline constexpr MethodKernel kKernels[] = {
    {&Kernels::kForm, LaneKernels<N>::template solve<Kernels>}...};

/// The kernels for lanes N. Add a method's kernel to this list.
template <class N>
constexpr BlockKernels block_kernels() {
  return {LaneKernels<N>::place, LaneKernels<N>::apply,
          kKernels<N, JacobianTransposeLanes, PseudoinverseLanes, DlsLanes, SdlsLanes>};
}

}  // namespace ik
