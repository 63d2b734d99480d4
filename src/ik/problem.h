#pragma once

#include <span>

#include <Eigen/Core>

#include "ik/kinematics.h"
#include "ik/obstacle.h"

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
  /// (k) D_max,i: no e_i is taken longer than this, m. Empty: no clamp.
  std::span<const double> d_max = {};
  /// (n) how easily each joint moves, the square root of its weight: methods see J diag(mobility)
  /// and propose a step for joints scaled so. 1 as usual, 0 frozen. Empty: all 1.
  std::span<const double> mobility = {};
  /// (n) a motion that is settled already, of joints whose mobility is 0, rad or m: the error that
  /// methods see is what it leaves. Empty: none.
  std::span<const double> held = {};
  /// What the links are to keep clear of, for methods that look at it. Empty: nothing.
  std::span<const Obstacle> obstacles = {};
};

/// How a step ended.
enum class Outcome {
  kMoved,      ///< dtheta is worth taking
  kReached,    ///< every effector is at its target; dtheta is at most rounding
  kStalled,    ///< an error remains, yet the method proposes to stay
  kNotFinite,  ///< a target or the pose is not a number; dtheta is zero
};

/// One word for the status line: "moved", "reached", "stalled", "not finite".
const char* name(Outcome outcome);

}  // namespace ik
