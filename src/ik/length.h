#pragma once

#include "ik/wide.h"

namespace ik {

/// |(x, y, z)|, right where its square would overflow or vanish. A power of two scales it then,
/// which changes no digit: wherever the plain root of the plain square is right, this is that.
template <class N>
IK_INLINE N length_of(const N& x, const N& y, const N& z) {
  constexpr bool kDouble = sizeof(RealOf<N>) == 8;
  constexpr double kLarge = kDouble ? 0x1p500 : 0x1p50;
  constexpr double kScale = kDouble ? 0x1p600 : 0x1p80;  // the largest number then can be squared
  const N reach = larger<N>(larger<N>(magnitude<N>(x), magnitude<N>(y)), magnitude<N>(z));
  N scale = reach > every<N>(kLarge) ? every<N>(1.0 / kScale) : every<N>(1.0);
  scale = reach < every<N>(1.0 / kLarge) ? every<N>(kScale) : scale;
  const N a = scale * x, b = scale * y, c = scale * z;
  return wide_root<N>(a * a + b * b + c * c) / scale;
}

/// Squares between this and its inverse have lost no digit that counts; nor does length_of scale
/// there.
template <class Real>
inline constexpr double kSafeSquare = sizeof(Real) == 8 ? 1e-290 : 1e-30;

}  // namespace ik
