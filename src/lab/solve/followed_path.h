#pragma once

#include <string>
#include <vector>

#include "iklab/path.h"
#include "lab/plot/plot.h"
#include "lab/scene/scene.h"

namespace lab {

/// A scene's body along waypoints.
struct PathPlan {
  Scene scene;  ///< with effectors that have the waypoints' aims
  std::vector<ik::Waypoint> waypoints;
  ik::FollowOptions options;
};

/// Errors of an effector at a waypoint.
struct PathError {
  double place = 0.0;  ///< m
  double aim = 0.0;    ///< rad; 0 without an aim
};
/// The errors of all effectors (k) in a pose. \param theta (n) in the order given
std::vector<PathError> path_errors(const ik::Multibody& body, const ik::Waypoint& goal,
                                   const ik::VectorX& theta);
/// The largest errors at waypoints.
PathError largest_error(const PathPlan& plan, const ik::Followed& followed);
/// How far effectors stray at most from the even motion between waypoints of one branch, where the
/// joints go straight from row to row.
PathError largest_stray(const PathPlan& plan, const ik::Followed& followed);

/// Why a branch ends: "limit of elbow", "singularity of the wrist: forearm and flange move against
/// each other", "post 1 is in the way".
std::string in_words(const PathPlan& plan, const ik::BranchEnd& end);
/// Why a path is not followed to its end, or not without a reconfiguration; empty if it is.
std::string why_not_followed(const PathPlan& plan, const ik::Followed& followed);

/// The joints over the waypoints, with marks where branches change and where the path breaks: one
/// plot for angles and one for slides.
std::vector<Plot> path_plots(const PathPlan& plan, const ik::Followed& followed);

}  // namespace lab
