#pragma once

#include <iklab/version.h>

/// The choices of the library, and the outcomes of a step, as enumerations.
namespace ik {

enum class JointType {
  kRevolute,   ///< turns by theta [rad] about its axis
  kPrismatic,  ///< slides by theta [m] along its axis
  kScrew,      ///< turns by theta [rad] and slides by pitch * theta [m]
};

/// True where theta is an angle: revolute and screw joints.
constexpr bool is_angular(JointType type) { return type != JointType::kPrismatic; }

/// Aim of an effector, in addition to its position.
enum class AimKind {
  kNone,         ///< no aim: only the position counts
  kDirection,    ///< the pointer must have a given direction
  kOrientation,  ///< the frame must have a given orientation
};

/// The point at which the Jacobian's columns are computed, Buss (2009), section 2.
enum class JacobianKind {
  kEffector,  ///< at the effector: the derivative of s
  kTarget,    ///< at the target, the report's alternate Jacobian
};

/// Treatment of a step that would move a joint beyond its limits.
enum class LimitRule {
  kIgnore,     ///< the body moves as if it had no limits
  kClamp,      ///< the joint stops at its limit
  kActiveSet,  ///< the joint stops at its limit, and the step is solved again for the others
  kProject,    ///< the method's step is projected onto the limits, after Bertsekas (1982)
};

/// How a step ended.
enum class Outcome {
  kMoved,      ///< an error remains, and dtheta moves the body
  kReached,    ///< all effectors have reached their targets and aims, measured by the full errors
               ///< without D_max and weights; dtheta moves them by rounding at most
  kStalled,    ///< an error remains, but the method proposes no motion
  kNotFinite,  ///< a target, the pose or the step is not finite; dtheta is zero
};

/// The outcome's name: "moved", "reached", "stalled", "not finite".
const char* name(Outcome outcome);

}  // namespace ik
