#pragma once

#include <iklab/solver.h>

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ik {

/// One goal of a path: where every effector of a body has to be, and how it has to be turned.
///
/// Between two waypoints the goal moves evenly: places on a straight line, orientations about one
/// axis (slerp), directions on a great circle.
struct Waypoint {
  std::vector<Eigen::Vector3d> targets;  ///< (k) world axes, m
  std::vector<Aim> aims = {};            ///< (r) in the order of the body's aiming effectors
  double time = 0.0;                     ///< s, for FollowOptions::velocity alone
};

/// Where a path begins in the joints.
enum class PathStart {
  kAny,     ///< the start from which the way is best
  kMiddle,  ///< the pose nearest to the middle of the joints' limits; theta = 0 where there are
            ///< none
  kGiven,   ///< the pose nearest to FollowOptions::theta
};

/// How a path is followed.
struct FollowOptions {
  double error = 1e-6;                ///< m, for every position
  double aim_error = 1e-6;            ///< rad, for every direction and orientation
  PathStart start = PathStart::kAny;  ///< where the joints begin
  VectorX theta = {};                 ///< (n) for PathStart::kGiven, in the order given, rad or m
  /// The last pose is the first one again, so that the path can be repeated for ever. Joints
  /// without limits may end whole turns away.
  bool closed = false;
  /// (n) largest speed of each joint in the order given, rad/s or m/s, by the waypoints' times.
  /// Infinite for a joint without one; empty for none.
  VectorX velocity = {};
  /// How far effectors may stray from the even motion between two waypoints where an arm passes a
  /// singular pose on the straight way in its joints, m and rad. Elsewhere none do: poses of one
  /// branch are joined by exact ones. Not given: by the tolerances `error` and `aim_error`, or by
  /// what the waypoints leave open, their second difference at either end of the leg: on a
  /// straight path 0.
  std::optional<double> stray = {};
  std::vector<Obstacle> obstacles = {};  ///< which no link may touch
  bool keeps_limits = true;              ///< false: joints have no limits
  std::uint64_t seed = 1;                ///< of drawn poses, where equations do not give them
  /// Asked again and again: true ends the work with the best way so far.
  std::function<bool()> give_up = {};
};

/// Why a branch ends.
enum class PathEnd {
  kWaypoints,  ///< it does not: the path begins or ends here
  kLimit,      ///< a joint comes to its limit
  kSingular,   ///< the Jacobian loses rank: the branch meets another one, or turns back
  kObstacle,   ///< a link touches an obstacle
  kVelocity,   ///< a joint would be faster than FollowOptions::velocity
  kReach,      ///< no pose reaches the waypoint's goals, see Followed::verdict
  kOpen,       ///< a closed path does not come back to its first pose on this branch
  kUnknown,    ///< it was not shown how the branch goes on
};
/// The end's name: "waypoints", "limit", "singular", "obstacle", "velocity", "reach", "open",
/// "unknown".
const char* name(PathEnd end);

/// The end of a branch between two waypoints.
struct BranchEnd {
  PathEnd kind = PathEnd::kWaypoints;  ///< why it ends
  /// Where, as a number of waypoints from the first on: 12.25 is a quarter of the way from waypoint
  /// 12 to waypoint 13.
  double at = 0.0;
  int joint = -1;      ///< for kLimit and kVelocity: in the order given
  bool upper = false;  ///< for kLimit: the upper limit, else the lower one
  int obstacle = -1;   ///< for kObstacle: in FollowOptions::obstacles
  int strand = -1;     ///< for kSingular: the strand of a BranchGraph that ends there too, or -1
  VectorX theta = {};  ///< (n) the last pose that was found before it, in the order given
  /// (n) for kSingular: the motion of the joints, of length 1, that leaves all effectors alone.
  VectorX motion = {};
};

/// A pose on a path.
struct FollowedPose {
  VectorX theta;              ///< (n) rad or m, in the order given
  int branch = 0;             ///< a number that stays while the pose moves continuously
  bool reconfigured = false;  ///< the first pose after a change of branch
};

/// Joints along a path.
struct Followed {
  std::vector<FollowedPose> poses;  ///< one for each waypoint, up to where the path breaks
  int reconfigurations = 0;         ///< changes of branch on the way
  int passages = 0;                 ///< singular poses that are passed, see FollowOptions::stray
  /// No way has fewer reconfigurations: all poses of all waypoints are known, and how they join.
  bool least = false;
  double travel =
      0.0;  ///< sum of |theta_i+1 - theta_i|, reconfigurations too, rad, and m of slides
  double max_step = 0.0;  ///< largest |theta_j| between neighbours of one branch, rad or m
  int breaks_at = -1;     ///< the first waypoint without a pose; -1: the whole path is followed
  Verdict verdict = Verdict::kReached;  ///< of that waypoint's goals: what is known of them
  Proof proof = Proof::kNone;           ///< for Verdict::kProven
  /// Why the branch in use ends, for each reconfiguration and for where the path breaks.
  std::vector<BranchEnd> ends;
};

/// Finds joints along a path, without a jump: poses of one branch are joined by a motion that keeps
/// the goals all the way.
///
/// All poses of every waypoint are found: those of an arm of six hinges from its equations, with a
/// proof that there are no others. Two poses of neighbouring waypoints are on one branch if
/// Krawczyk's test (1969) shows that a single curve of poses leads from one to the other while the
/// goal moves; where it shows nothing, the way is halved. At a singular pose, where branches meet,
/// an arm may pass from one to the other on the straight way in its joints: FollowOptions::stray.
/// The answer has the fewest changes of branch, and of such ways the shortest. Limits are kept.
/// \throws std::invalid_argument that names the waypoint or option, for: no waypoint, another
/// number
///   of targets or aims than the body has, a number that is not finite, an aim that is no rotation
///   or has length 0, times that fall, a velocity that is not above 0, a closed path whose last
///   waypoint is not its first
Followed follow(const Multibody& multibody, std::span<const Waypoint> waypoints,
                const FollowOptions& options = {});

/// One pose that moves continuously over neighbouring waypoints.
struct Strand {
  int first = 0;  ///< its first waypoint
  std::vector<VectorX>
      theta;        ///< a pose for each waypoint from there on, each (n) in the order given
  BranchEnd begin;  ///< why it begins
  BranchEnd end;    ///< why it ends
  int last() const { return first + static_cast<int>(theta.size()) - 1; }  ///< its last waypoint
};

/// All branches of a body over a path.
struct BranchGraph {
  /// By their first waypoints. Poses that differ by whole turns are one strand: the hinges are
  /// turned to the place within their limits that holds longest.
  std::vector<Strand> strands;
  /// By waypoint: 1 where it is proven that no strand is missing.
  std::vector<char> complete;
};

/// All branches over a path, for bodies whose goals leave no freedom; for others those that were
/// found. \throws as follow does
BranchGraph branches(const Multibody& multibody, std::span<const Waypoint> waypoints,
                     const FollowOptions& options = {});

}  // namespace ik
