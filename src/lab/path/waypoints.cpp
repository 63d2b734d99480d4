#include "lab/path/waypoints.h"

#include <algorithm>
#include <cmath>

#include "lab/scene/curve_handles.h"
#include "lab/solve/reach_poses.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

constexpr double kPathTime = 4.0;     // s, of a line, a circle or points, as of a spline's round
constexpr double kCircleShare = 0.1;  // radius of a first circle, as a share of the reach
constexpr double kSamePlace = 1e-6;   // m, of the ends of a closed path
constexpr int kFewWaypoints = 100, kManyWaypoints = 600;

double longest_round(const Setup& setup) {
  double longest = 0.0;
  for (const TargetSetup& target : setup.targets) {
    if (!target.held) longest = std::max(longest, round_time(target.curve));
  }
  return longest;
}

/// The place of a target: a curve that jumps becomes the closed line through its points.
Eigen::Vector3d target_at(const TargetSetup& target, double time) {
  if (target.held) return *target.held;
  const auto* jumps = std::get_if<JumpCurve>(&target.curve.shape());
  if (jumps == nullptr) return target.curve.at(time);
  const std::size_t count = jumps->points.size();
  const double passed = time / jumps->period * static_cast<double>(count);
  const double whole = std::floor(passed), share = passed - whole;
  const auto at = static_cast<std::size_t>(whole);
  return (1.0 - share) * jumps->points[at % count] + share * jumps->points[(at + 1) % count];
}

ik::Waypoint goals_at(const Setup& setup, double time) {
  ik::Waypoint waypoint{.targets = {}, .aims = {}, .time = time};
  for (const TargetSetup& target : setup.targets) {
    waypoint.targets.push_back(target_at(target, time));
  }
  for (const AimCurve& aim : setup.scene->aims) waypoint.aims.push_back(aim.at(time));
  return waypoint;
}

}  // namespace

PathShape first_path(const Setup& setup) {
  std::size_t most = 0;
  for (const TargetSetup& target : setup.targets) {
    if (!target.held) most = std::max(most, course_of(target.curve).size());
  }
  PathShape path{.waypoints = std::clamp(static_cast<int>(most), kFewWaypoints, kManyWaypoints)};
  const ik::Multibody& body = setup.scene->multibody;
  if (longest_round(setup) > 0.0 || body.effector_count() == 0) return path;
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const auto plane = motion_plane(body, pose, {}, 0);
  path.form = PathForm::kCircle;
  path.center = target_at(setup.targets[0], 0.0);
  path.normal = plane ? plane->normal : up_axis(*setup.scene);
  path.radius = kCircleShare * outer_radius(reach_of(body, 0));
  return path;
}

std::vector<ik::Waypoint> waypoints_of(const PathShape& shape, const Setup& setup) {
  if (shape.form == PathForm::kRows) return shape.rows->waypoints;
  const bool targets = shape.form == PathForm::kTargets;
  const double time = targets ? longest_round(setup) : kPathTime;
  std::vector<ik::Waypoint> waypoints;
  for (int k = 0; k < shape.waypoints; ++k) {
    const double share = static_cast<double>(k) / (shape.waypoints - 1);
    waypoints.push_back(goals_at(setup, targets ? time * share : 0.0));
    if (targets) continue;
    waypoints.back().time = time * share;
    waypoints.back().targets[static_cast<std::size_t>(shape.effector)] = place_on(shape, share);
  }
  return waypoints;
}

Setup setup_on_path(const PathShape& shape, Setup setup) {
  if (shape.form != PathForm::kRows) return setup;
  Setup made = setup;
  made.scene = std::make_shared<const Scene>(with_aims(*setup.scene, shape.rows->kinds));
  const std::size_t goals = static_cast<std::size_t>(made.scene->multibody.goal_count());
  made.goal_weights.resize(goals, 1.0);
  return made;
}

std::string path_trouble(const PathShape& shape, const Setup& setup) {
  const int effectors = setup.scene->multibody.effector_count();
  if (effectors == 0) return "A path needs an effector, and this body has none.";
  if (!setup.scene->multibody.loops().empty()) {
    return "A body with closed loops cannot follow a path as a whole.";
  }
  if (shape.form == PathForm::kTargets && longest_round(setup) == 0.0) {
    return "No target moves on a curve: choose another path, or draw one.";
  }
  if (shape.form == PathForm::kRows && static_cast<int>(shape.rows->kinds.size()) != effectors) {
    return "The file has goals for another body.";
  }
  if (shape.form != PathForm::kRows && shape.effector >= effectors) {
    return "The effector of this path is not there any more.";
  }
  if (shape.closed) {
    const std::vector<ik::Waypoint> waypoints = waypoints_of(shape, setup);
    for (std::size_t i = 0; i < waypoints.front().targets.size(); ++i) {
      if ((waypoints.back().targets[i] - waypoints.front().targets[i]).norm() > kSamePlace) {
        return "The path does not end where it begins: it cannot be closed.";
      }
    }
  }
  return {};
}

}  // namespace lab
