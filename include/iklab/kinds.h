#pragma once

/// What there is to choose from, and how a step ends: plain enumerations.
namespace ik {

enum class JointType {
  kRevolute,   ///< turns by theta [rad] about its axis
  kPrismatic,  ///< slides by theta [m] along its axis
  kScrew,      ///< turns by theta [rad] and slides by pitch * theta [m]
};

/// True where theta is an angle: revolute and screw joints.
constexpr bool is_angular(JointType type) { return type != JointType::kPrismatic; }

/// What an effector is to do besides being somewhere.
enum class AimKind {
  kNone,         ///< nothing: its position is all that counts
  kDirection,    ///< its pointer is to show along a direction
  kOrientation,  ///< its frame is to stand like another
};

/// Where the Jacobian's columns are taken, Buss (2009), section 2.
enum class JacobianKind {
  kEffector,  ///< at the effector: the derivative of s
  kTarget,    ///< at the target, the report's alternate Jacobian
};

/// What is done where a step would take a joint beyond its limits.
enum class LimitRule {
  kIgnore,     ///< nothing: the limits are only drawn
  kClamp,      ///< the joint stops at its limit
  kActiveSet,  ///< it does, and the step is solved again for the other joints
  kProject,    ///< the method's step is projected onto the limits, after Bertsekas (1982)
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
