#pragma once

#include <iklab/version.h>

/// The choices of the library, and the outcomes of a step, as enumerations.
namespace ik {

/// How a joint moves.
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

/// What a loop ties together.
enum class LoopKind {
  kConnect,  ///< two points meet: 3 equations
  kWeld,     ///< two frames meet: 6 equations
  kJoint,    ///< a joint is a polynomial of another one: 1 equation
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

/// What a step in time keeps, see Solver::set_time_step.
enum class MotionLimit {
  kNone,          ///< nothing
  kVelocity,      ///< Joint::max_velocity
  kAcceleration,  ///< Joint::max_acceleration
  kRange,         ///< room to brake before Joint::lower and Joint::upper
};
/// The limit's name: "none", "velocity", "acceleration", "range".
const char* name(MotionLimit limit);

/// How a step ended.
enum class Outcome {
  kMoved,      ///< an error remains, and dtheta moves the body
  kReached,    ///< all effectors have reached their targets and aims, measured by the full errors
               ///< without D_max and weights; dtheta moves them by rounding at most
  kStalled,    ///< an error remains, but the method proposes no motion
  kNotFinite,  ///< a target, the pose or the step is not finite; dtheta is zero
  /// A wanted orientation is no rotation, also of an effector of weight 0: an entry of |R^T R - I|
  /// is above 1e-5, or det R < 0. Or a wanted direction has length 0. dtheta is zero.
  kInvalidAim,
  /// The body has loops, and the method cannot keep them closed, see MethodTraits::opens_loops.
  /// dtheta is zero.
  kOpensLoops,
};

/// The outcome's name: "moved", "reached", "stalled", "not finite", "invalid aim", "opens loops".
const char* name(Outcome outcome);

/// Which of the solutions found Solver::solve prefers.
enum class Choice {
  kFirst,    ///< the first one: the quickest; kNearest for an arm of six hinges with a closed form
  kNearest,  ///< nearest to the start: least sum of (theta_j - start_j)^2 / weight_j, m in lengths
             ///< of the body
  kFromLimits,   ///< farthest from the limits: the least max |theta - middle| / half of the range
  kManipulable,  ///< the largest manipulability sqrt(det(J J^T)), Yoshikawa (1985)
};

/// What Solver::solve found out about the goals.
enum class Verdict {
  kReached,     ///< a pose reaches them
  kProven,      ///< no pose reaches them, by a Proof
  kSearched,    ///< every start was used and none reached them: the closest pose was found
  kUnfinished,  ///< updates or the caller ended the search before every start was used
};
/// The verdict's name: "reached", "proven", "searched", "unfinished".
const char* name(Verdict verdict);

/// What proves that no pose reaches the goals.
enum class Proof {
  kNone,      ///< there is no proof
  kDistance,  ///< a target is farther from the first joint than the links are long, or nearer to it
              ///< than they can fold
  kPlace,     ///< no joint ever moves an effector in a direction in which its target is away
  kTurn,      ///< all joints of an effector turn about one axis, and the goal needs another one
  kPoses,     ///< all poses of the arm for the goal are known, and none keeps the limits
};
/// The proof's name: "none", "distance", "place", "turn", "poses".
const char* name(Proof proof);

/// Where two poses of an arm meet, and joints move without the effector.
enum class Singularity {
  kNone,      ///< no such place was found
  kShoulder,  ///< the wrist is on the first axis, or a hand like a UR5's on the first two
  kElbow,     ///< the arm is stretched or folded
  kWrist,  ///< the first and the last axis of the wrist are in line, or the UR5's fourth and sixth
  kMeeting,  ///< two poses of another arm
};
/// The singularity's name: "none", "shoulder", "elbow", "wrist", "two poses meet".
const char* name(Singularity singularity);

}  // namespace ik
