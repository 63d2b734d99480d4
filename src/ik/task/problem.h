#pragma once

#include <cmath>
#include <span>

#include <Eigen/Core>

#include "ik/body/kinematics.h"
#include "ik/body/obstacle.h"

namespace ik {

/// Where the Jacobian's columns are taken, Buss (2009), section 2.
enum class JacobianKind {
  kEffector,  ///< at the effector: the derivative of s
  kTarget,    ///< at the target, the report's alternate Jacobian
};

/// What a method is asked: bring the effectors of this pose closer to these targets.
/// Refers to what the caller keeps alive for the step.
struct Problem {
  const Multibody& multibody;
  const Pose& pose;
  std::span<const Eigen::Vector3d> targets;  ///< (k) t_i in world axes, m
  JacobianKind jacobian = JacobianKind::kEffector;
  /// (k) D_max,i: no e_i is taken longer than this, m, and no aim's error. Empty: no clamp.
  std::span<const double> d_max = {};
  /// (n) how easily each joint moves, the square root of its weight: methods see J diag(mobility)
  /// and propose a step for joints scaled so. 1 as usual, 0 frozen. Empty: all 1.
  std::span<const double> mobility = {};
  /// (n) a motion that is settled already, of joints whose mobility is 0, rad or m: the error that
  /// methods see is what it leaves. Empty: none.
  std::span<const double> held = {};
  /// What the links are to keep clear of, for methods that look at it. Empty: nothing.
  std::span<const Obstacle> obstacles = {};
  /// (r) where the effectors that aim should, in the order of the goals.
  std::span<const Aim> aims = {};
  /// (k + r) how much each goal's squared error counts beside the others'; the rows of J and e
  /// carry its square root. 0 gives the goal up. Empty: all 1.
  std::span<const double> weights = {};
  /// Whether poses that a method tries are put within the joints' limits, as its step will be.
  bool keeps_limits = false;
  /// Whether this update has asked before, with fewer joints held: what a method learns from update
  /// to update it has learnt.
  bool asked_again = false;

  /// The same question at another pose.
  Problem at(const Pose& other) const {
    return {multibody, other,     targets, jacobian, d_max,        mobility,
            held,      obstacles, aims,    weights,  keeps_limits, asked_again};
  }
  /// How easily joint j moves, 1 as usual.
  double mobility_of(int j) const {
    return mobility.empty() ? 1.0 : mobility[static_cast<std::size_t>(j)];
  }
  /// The square root of goal g's weight.
  double root_weight(int g) const {
    return weights.empty() ? 1.0 : std::sqrt(weights[static_cast<std::size_t>(g)]);
  }
  /// D_max of goal g: that of its effector, m.
  double limit_of(int g) const {
    return d_max.empty() ? kUnlimited : d_max[static_cast<std::size_t>(multibody.effector_of(g))];
  }
};

/// How a step ended.
enum class Outcome {
  kMoved,      ///< dtheta is worth taking
  kReached,    ///< every effector is at its target and aims as it should, whatever D_max and
               ///< weights hide of their errors; dtheta moves them by rounding at most
  kStalled,    ///< an error remains, yet the method proposes to stay
  kNotFinite,  ///< a target or the pose is not a number; dtheta is zero
};

/// One word for the status line: "moved", "reached", "stalled", "not finite".
const char* name(Outcome outcome);

}  // namespace ik
