#pragma once

#include "ik/simd/vectors.h"

namespace ik {

struct Displacement;
struct JointObjective;

/// Weighted moments of the effectors s of a subtree and of their targets t about a point p, with
/// r = s - p and q = t - p: all that a JointObjective needs of them.
///
///   W = sum w,  S = sum w r,  T = sum w q,  M = sum w r q^T,  R = sum w |r|^2,  Q = sum w |q|^2
///
/// An aim's axes are vectors: they count in M, R and Q, which no change of p changes then.
struct SubtreeMoments {
  double W = 0.0, R = 0.0, Q = 0.0;
  Vec<double> S = {}, T = {};
  Vec<double> x = {}, y = {}, z = {};  ///< columns of M

  /// Adds an effector or, with `whole` 0, an axis of an aim.
  /// \param whole its part of W, the weight or 0
  void add(const Vec<double>& r, const Vec<double>& q, double weight, double whole);
  /// Adds the moments of a subtree about the point p + d.
  void add(const SubtreeMoments& below, const Vec<double>& d);
  /// Turns the effectors about the axis v through p and moves them by `along`.
  void move(const Vec<double>& v, const Displacement& turn, const Vec<double>& along);
  /// The objective of a joint with the axis v through p.
  /// \param turns true for a revolute or screw joint
  /// \param rate  translation per unit of x: 0, 1 or the pitch
  JointObjective objective(const Vec<double>& v, bool turns, double rate) const;
};

}  // namespace ik
