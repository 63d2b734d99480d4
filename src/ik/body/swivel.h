#pragma once

#include "ik/simd/vectors.h"

// The swivel of a limb about the line from its shoulder to its effector, for one body (N = double)
// or in lanes. IEEE 754 operations only.
namespace ik {

/// Largest swivel of a step, rad: beyond it the hinges' turns are far from linear.
inline constexpr double kMaxSwivel = 0.25;
/// Damps hinges whose axes nearly lie in a plane: a turn is scaled by d^2 / (d^2 + this), with d
/// the volume that the unit axes span.
inline constexpr double kSwivelDamping = 2.5e-3;
/// Squares of directions below this, of unit vectors, are no direction.
inline constexpr double kNoSwivel = 1e-12;

/// A limb with a ball joint of three hinges, world axes.
template <class N>
struct SwivelLimb {
  Vec<N> first, second, third;  ///< the axes of the shoulder's hinges, unit
  Vec<N> centre, elbow, tip;    ///< m
  Vec<N> hinge;                 ///< the elbow's axis, unit
  Vec<N> pole;                  ///< unit; 0: none
};

/// Turns of the three hinges, rad.
template <class N>
struct SwivelTurns {
  N first, second, third;
};

/// The turns that swivel the elbow towards the pole. With u the unit vector from shoulder to
/// effector, b where the elbow points and p the pole, both across u, and phi the angle from b to p,
///
///   sum_i a_i dtheta_i = u phi,   sin(phi) = u . (b x p) / (|b| |p|)
///
/// a rotation about u, which leaves the effector where it is. phi is replaced by its sine, at most
/// kMaxSwivel; 0 for a limb or a pole without direction across u.
template <class N>
IK_INLINE SwivelTurns<N> swivel(const SwivelLimb<N>& limb) {
  const N zero = every<N>(0.0), most = every<N>(kMaxSwivel), least = every<N>(kNoSwivel);
  const Vec<N> way = limb.tip - limb.centre;
  const N square = dot(way, way);
  const MaskOf<N> none = !(square > zero);
  const Vec<N> u = (every<N>(1.0) / wide_root<N>(chosen<N>(none, every<N>(1.0), square))) * way;
  const Vec<N> h = limb.hinge - dot(limb.hinge, u) * u;
  const N bend = dot(limb.hinge, cross(limb.elbow - limb.centre, limb.tip - limb.elbow));
  const Vec<N> b = chosen<N>(bend < zero, every<N>(-1.0), every<N>(1.0)) * cross(u, h);
  const Vec<N> p = limb.pole - dot(limb.pole, u) * u;
  const N b2 = dot(b, b), p2 = dot(p, p);
  const MaskOf<N> lost = none | !(b2 > least) | !(p2 > least);
  const N sine = dot(u, cross(b, p)) / wide_root<N>(chosen<N>(lost, every<N>(1.0), b2 * p2));
  N phi = chosen<N>(sine > most, most, chosen<N>(sine < -most, -most, sine));
  phi = chosen<N>(dot(b, p) < zero, chosen<N>(sine < zero, -most, most), phi);

  const Vec<N> side = cross(limb.second, limb.third);
  const N d = dot(limb.first, side);
  const N scale = chosen<N>(lost, zero, phi * d / (d * d + every<N>(kSwivelDamping)));
  return {scale * dot(u, side), scale * dot(u, cross(limb.third, limb.first)),
          scale * dot(u, cross(limb.first, limb.second))};
}

}  // namespace ik
