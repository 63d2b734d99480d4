#pragma once

#include "ik/simd/lanes.h"

// What selectively damped least squares does with numbers; see Sdls for the equations. N is a set
// of lanes: directions of one body, or bodies.
namespace ik {

/// Singular values up to this count as zero: that of Buss and Kim's software, m / rad.
inline constexpr double kZeroSigma = 1e-10;

/// gamma of a direction, its bound. \param goes N \param moves M
template <class N>
IK_INLINE N selective_bound(const N& goes, const N& moves, const N& gamma_max) {
  const N share = goes / moves;
  return gamma_max * (share < every<N>(1.0) ? share : every<N>(1.0));
}

/// How much of phi a direction may have. \param largest max |phi_j|
template <class N>
IK_INLINE N selective_factor(const N& gamma, const N& largest, bool hard_clamp) {
  const N cut = gamma < largest ? gamma / largest : every<N>(1.0);
  return hard_clamp ? cut : gamma / (gamma + largest);
}

/// How much a step is shortened whose largest number is beyond gamma_max.
template <class N>
IK_INLINE N selective_cap(const N& largest, const N& gamma_max, bool hard_clamp) {
  const N divisor = hard_clamp ? largest : gamma_max + largest;
  return largest > gamma_max ? gamma_max / divisor : every<N>(1.0);
}

}  // namespace ik
