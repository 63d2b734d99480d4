#pragma once

#include <array>
#include <numbers>

#include "ik/simd/vectors.h"

// Errors of aims in lanes N, one body per lane. IEEE 754 operations only, so that every lane has
// the same bits at every width; up to rounding the errors of aim_error and GoalRows.
namespace ik {

/// v where `mask` is set, else w.
template <class N>
IK_INLINE Vec<N> where(const MaskOf<N>& mask, const Vec<N>& v, const Vec<N>& w) {
  return {chosen<N>(mask, v.x, w.x), chosen<N>(mask, v.y, w.y), chosen<N>(mask, v.z, w.z)};
}

/// The axes of a frame.
template <class N>
struct Axes {
  Vec<N> x, y, z;
};
/// The axes in the vectors at, at + 1 and at + 2.
template <class N>
IK_INLINE Axes<N> get_axes(const double* rows, int at) {
  return {get_vec<N>(rows, at), get_vec<N>(rows, at + 1), get_vec<N>(rows, at + 2)};
}

/// A rotation as a rotation vector, rad, and its angle in [0, pi].
template <class N>
struct Rotation {
  Vec<N> vector;
  N angle;
};

/// 1 / (2k + 1) with alternating sign: arctan(t) / t as a polynomial of t^2.
inline constexpr auto kArctangent = [] {
  std::array<double, 11> coefficient{};
  for (int k = 0; k < 11; ++k) {
    coefficient[static_cast<std::size_t>(k)] = (k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1);
  }
  return coefficient;
}();

/// The rotation about `axis`, of length sin(angle), by the angle with this cosine:
///
///   vector = axis angle / sin(angle)
///
/// Half angles, tan(a/2) = sin a / (1 + cos a), lead to an arctangent of at most 0.2, for which the
/// first omitted term of its series is below 1e-16. Without direction where axis = 0.
template <class N>
IK_INLINE Rotation<N> rotation_of(const Vec<N>& axis, const N& cosine) {
  const N one = every<N>(1.0);
  const N square = dot(axis, axis), sine = wide_root<N>(square);
  const MaskOf<N> obtuse = cosine < every<N>(0.0);
  // The acute angle a between the axis' line and the rotation is 8 arctan(sine / v):
  const N w = one + magnitude<N>(cosine);
  const N u = w + wide_root<N>(w * w + square);
  const N v = u + wide_root<N>(u * u + square);
  const N inverse = one / v;
  const N t2 = square * inverse * inverse;
  const double* const known = from_memory(kArctangent.data());
  const auto c = [&](int i) __attribute__((always_inline)) { return every<N>(known[i]); };
  const N t4 = t2 * t2, t8 = t4 * t4;
  const N low = (c(0) + c(1) * t2) + (c(2) + c(3) * t2) * t4;
  const N middle = (c(4) + c(5) * t2) + (c(6) + c(7) * t2) * t4;
  const N high = (c(8) + c(9) * t2) + c(10) * t4;
  const N ratio = every<N>(8.0) * inverse * (low + (middle + high * t8) * t8);  // a / sine
  const N acute = sine * ratio;
  if (!any(obtuse)) return {ratio * axis, acute};
  const N angle = chosen<N>(obtuse, every<N>(std::numbers::pi) - acute, acute);
  const MaskOf<N> some = obtuse & (sine > every<N>(0.0));
  const N factor = chosen<N>(some, angle / chosen<N>(some, sine, one), ratio);
  return {factor * axis, angle};
}

/// Below this cosine the axis of a rotation is computed from the symmetric part of its matrix: its
/// antisymmetric part vanishes at half a turn.
inline constexpr double kNearHalfTurn = -0.999;

/// The rotation from the axes a to the axes b: of E = B A^T.
///
///   sin(angle) axis = 1/2 sum a_c x b_c,   1 + 2 cos(angle) = sum a_c . b_c
template <class N>
IK_INLINE Rotation<N> turn_between(const Axes<N>& a, const Axes<N>& b) {
  const N half = every<N>(0.5), one = every<N>(1.0), zero = every<N>(0.0);
  const Vec<N> axis = half * ((cross(a.x, b.x) + cross(a.y, b.y)) + cross(a.z, b.z));
  const N cosine = half * ((dot(a.x, b.x) + dot(a.y, b.y)) + dot(a.z, b.z) - one);
  Rotation<N> turn = rotation_of<N>(axis, cosine);
  const MaskOf<N> opposite = cosine < every<N>(kNearHalfTurn);
  if (any(opposite)) {
    // u u^T (1 - cos) = (E + E^T) / 2 - cos I; its column with the largest diagonal
    const N xx = a.x.x * b.x.x + a.y.x * b.y.x + a.z.x * b.z.x - cosine;
    const N yy = a.x.y * b.x.y + a.y.y * b.y.y + a.z.y * b.z.y - cosine;
    const N zz = a.x.z * b.x.z + a.y.z * b.y.z + a.z.z * b.z.z - cosine;
    const auto both = [half](const N& ij, const N& ji) __attribute__((always_inline)) {
      return half * (ij + ji);
    };
    const N xy = both(a.x.x * b.x.y + a.y.x * b.y.y + a.z.x * b.z.y,
                      a.x.y * b.x.x + a.y.y * b.y.x + a.z.y * b.z.x);
    const N xz = both(a.x.x * b.x.z + a.y.x * b.y.z + a.z.x * b.z.z,
                      a.x.z * b.x.x + a.y.z * b.y.x + a.z.z * b.z.x);
    const N yz = both(a.x.y * b.x.z + a.y.y * b.y.z + a.z.y * b.z.z,
                      a.x.z * b.x.y + a.y.z * b.y.y + a.z.z * b.z.y);
    Vec<N> u = where<N>(yy > xx, {xy, yy, yz}, {xx, xy, xz});
    u = where<N>((zz > xx) & (zz > yy), {xz, yz, zz}, u);
    N size = wide_root<N>(dot(u, u));
    size = chosen<N>(dot(u, axis) < zero, -size, size);
    turn.vector = where<N>(opposite, (turn.angle / size) * u, turn.vector);
  }
  return turn;
}

/// t - d, the chord from a unit vector d to a unit target t; 0 for a target 0.
template <class N>
IK_INLINE Vec<N> chord(const Vec<N>& d, const Vec<N>& t) {
  const N zero = every<N>(0.0);
  const MaskOf<N> none = dot(t, t) == zero;
  return where<N>(none, {zero, zero, zero}, t - d);
}

/// The shortest rotation from a unit vector d to a unit target t; 0 for a target 0.
template <class N>
IK_INLINE Rotation<N> swing_between(const Vec<N>& d, const Vec<N>& t) {
  const N zero = every<N>(0.0), one = every<N>(1.0);
  const Vec<N> axis = cross(d, t);
  const N cosine = dot(d, t);
  Rotation<N> turn = rotation_of<N>(axis, cosine);
  const MaskOf<N> opposite = (cosine < zero) & (dot(axis, axis) == zero);
  if (any(opposite)) {  // about any axis across d
    const MaskOf<N> x = magnitude<N>(d.x) < every<N>(0.6);
    const Vec<N> across = cross(d, {chosen<N>(x, one, zero), chosen<N>(x, zero, one), zero});
    const N factor = turn.angle / wide_root<N>(dot(across, across));
    turn.vector = where<N>(opposite, factor * across, turn.vector);
  }
  return turn;
}

}  // namespace ik
