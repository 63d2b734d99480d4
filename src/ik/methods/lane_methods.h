#pragma once

#include "ik/batch/lanes.h"
#include "ik/methods/dls_lanes.h"
#include "ik/methods/jacobian_transpose_lanes.h"
#include "ik/methods/pseudoinverse_lanes.h"
#include "ik/methods/sdls_lanes.h"

// Compiled for every set of instructions: inline functions of the including files must not be
// shared with code for other machines, so nothing else is included here.
namespace ik {

template <class N, class... Kernels>
inline constexpr MethodKernel<RealOf<N>> kKernels[] = {
    {&Kernels::kForm, LaneKernels<N>::template solve<Kernels>}...};

/// The functions for lanes N. Adding a method's: include its header above and name it here.
template <class N>
constexpr BlockKernels<RealOf<N>> block_kernels() {
  return {LaneKernels<N>::place, LaneKernels<N>::apply,
          kKernels<N, JacobianTransposeLanes, PseudoinverseLanes, DlsLanes, SdlsLanes>};
}

}  // namespace ik
