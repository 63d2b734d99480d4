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

/// What an effector has to do besides reaching its position.
enum class AimKind {
  kNone,         ///< nothing: only its position counts
  kDirection,    ///< its pointer has to show along a direction
  kOrientation,  ///< its frame has to have a given orientation
};

/// Where the Jacobian's columns are taken, Buss (2009), section 2.
enum class JacobianKind {
  kEffector,  ///< at the effector: the derivative of s
  kTarget,    ///< at the target, the report's alternate Jacobian
};

/// What happens to a step that would take a joint beyond its limits.
enum class LimitRule {
  kIgnore,     ///< nothing: the body moves as if it had no limits
  kClamp,      ///< the joint stops at its limit
  kActiveSet,  ///< the joint stops at its limit, and the step is solved again for the others
  kProject,    ///< the method's step is projected onto the limits, after Bertsekas (1982)
};

/// How a step ended.
enum class Outcome {
  kMoved,      ///< an error remains, and dtheta moves the body
  kReached,    ///< all effectors are at their targets and aim as wanted, by their full errors,
               ///< without D_max and weights; dtheta moves them by rounding at most
  kStalled,    ///< an error remains, but the method proposes no motion
  kNotFinite,  ///< a target, the pose or the step is not finite; dtheta is zero
};

/// The outcome's name: "moved", "reached", "stalled", "not finite".
const char* name(Outcome outcome);

}  // namespace ik
