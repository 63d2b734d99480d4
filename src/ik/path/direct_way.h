#pragma once

#include "ik/path/continuity.h"
#include "ik/path/path_rules.h"
#include "ik/path/waypoint_poses.h"

namespace ik {

/// A way over all waypoints without a reconfiguration.
struct DirectWay {
  std::vector<VectorX>
      theta;         ///< by waypoint, each (n) in the solver's order; empty: none is known
  int passages = 0;  ///< singular poses that are passed
};

/// Follows the poses of the first waypoint, of several ways always the shortest on (Dijkstra 1959),
/// until one is at the last waypoint. No pose of any other waypoint is sought, so this is much
/// quicker than Strands where such a way exists. \pre continuity.freedom() == 0
DirectWay direct_way(const Multibody& multibody, std::span<const Waypoint> waypoints,
                     const FollowOptions& options, PathRules& rules, Continuity& continuity,
                     WaypointPoses& poses);

/// The pose with which a path is to begin, (n) in the solver's order. \pre options.start is not
/// kAny
VectorX wanted_start(const Multibody& multibody, const FollowOptions& options);
/// Poses with which a path may begin: all by the equations, or some that a search finds.
/// With a wanted start the nearest one of them, and nothing else.
std::vector<VectorX> first_poses(const Multibody& multibody, const Waypoint& first,
                                 const FollowOptions& options, PathRules& rules,
                                 Continuity& continuity, WaypointPoses& poses);

}  // namespace ik
