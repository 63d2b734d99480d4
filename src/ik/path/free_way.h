#pragma once

#include "ik/path/continuity.h"
#include "ik/path/path_rules.h"
#include "ik/path/waypoint_poses.h"

namespace ik {

/// A way of a body with freedom, over all waypoints or up to where the path breaks.
struct FreeWay {
  std::vector<VectorX> theta;   ///< by waypoint, each (n) in the solver's order
  std::vector<int> begins;      ///< first waypoint of each branch in use, ascending
  int passages = 0;             ///< singular poses that are passed
  std::vector<BranchEnd> ends;  ///< why branches end before the last waypoint, in that order
};

/// Finds a way where the goals leave the joints freedom: depth-first over poses of the waypoints.
///
/// From a pose the way goes on to the next waypoint by the shortest step, or by one with a
/// self-motion added: a motion of the joints that leaves the goals alone. Continuity shows every
/// step. A pose near an earlier one of its waypoint is left out, so the search ends, with samples
/// of all poses that can be come to. Where none goes on, the next waypoint is begun with new
/// poses: no way with the sampled poses has fewer changes of branch.
FreeWay free_way(const Multibody& multibody, std::span<const Waypoint> waypoints,
                 const FollowOptions& options, PathRules& rules, Continuity& continuity,
                 WaypointPoses& poses);

}  // namespace ik
