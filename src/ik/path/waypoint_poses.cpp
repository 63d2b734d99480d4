#include "ik/path/waypoint_poses.h"

#include <numbers>

#include "ik/path/path_leg.h"
#include "ik/solve/completed_arm.h"

namespace ik {
namespace {

constexpr int kSearchUpdates = 20'000;

}  // namespace

WaypointPoses::WaypointPoses(const Multibody& multibody, const FollowOptions& options,
                             std::span<const int> joints, double unit)
    : multibody_(multibody),
      options_(options),
      joints_(joints.begin(), joints.end()),
      unit_(unit),
      theta_(multibody.initial_theta()),
      has_equations_(take_arm()),
      has_families_(take_seven()) {}

namespace {

/// True if the goals are the position of one effector, alone or with its orientation.
bool has_one_tool(const Multibody& multibody) {
  return multibody.effector_count() == 1 &&
         (multibody.goal_count() == 1 ||
          (multibody.goal_count() == 2 && multibody.aim_of(1) == AimKind::kOrientation));
}

}  // namespace

/// \returns false for a body without equations
bool WaypointPoses::take_arm() {
  if (!has_one_tool(multibody_)) return false;
  const bool turns = multibody_.goal_count() == 2;
  // an arm with fewer joints has poses on few paths, and none between their waypoints
  if (joints_.size() != (turns ? SixHinges::kJoints : 3)) return false;
  Pose pose = pose_at(multibody_, theta_);
  std::array<HingeAxis, SixHinges::kJoints> axes;
  Isometry effector;
  const std::span<HingeAxis> own(axes.data(), joints_.size());
  if (!read_axes(multibody_, joints_, unit_, pose, own, effector)) return false;
  if (turns) {
    hinges_.take(axes, effector);
  } else {
    hinges_.take_position({axes[0], axes[1], axes[2]}, effector.translation());
  }
  return hinges_.geometry() != SixHinges::Geometry::kUnknown;
}

/// \returns false for a body that is no arm of seven hinges with an orientation as a goal
bool WaypointPoses::take_seven() {
  if (!has_one_tool(multibody_) || multibody_.goal_count() != 2) return false;
  if (joints_.size() != SevenHinges::kJoints) return false;
  Pose pose = pose_at(multibody_, theta_);
  std::array<HingeAxis, SevenHinges::kJoints> axes;
  Isometry effector;
  if (!read_axes(multibody_, joints_, unit_, pose, axes, effector)) return false;
  for (const HingeAxis& axis : axes) {
    if (axis.slides) return false;
  }
  seven_.take(axes, effector);
  return true;
}

/// world_from_effector, in shares of L.
Isometry WaypointPoses::goal_of(const Waypoint& waypoint) const {
  Isometry goal = Isometry::Identity();
  if (!waypoint.aims.empty()) goal.linear() = waypoint.aims[0].orientation;
  goal.translation() = waypoint.targets[0] / unit_;
  return goal;
}

void WaypointPoses::sample(const Waypoint& waypoint, int angles, std::vector<VectorX>& poses) {
  const Isometry goal = goal_of(waypoint);
  const auto fixed = static_cast<std::size_t>(joints_[static_cast<std::size_t>(seven_.fixed())]);
  double lower = multibody_.lower_limits()[fixed], upper = multibody_.upper_limits()[fixed];
  if (!options_.keeps_limits || !(upper - lower < 2.0 * std::numbers::pi)) {
    lower = -std::numbers::pi;
    upper = std::numbers::pi;
  }
  for (int i = 0; i < angles; ++i) {
    seven_.solve_at(goal, lower + (i + 0.5) / angles * (upper - lower));
    for (int k = 0; k < seven_.count(); ++k) {
      const SevenHinges::Angles pose = seven_.pose(k);
      for (std::size_t j = 0; j < pose.size(); ++j) theta_[joints_[j]] = pose[j];
      poses.push_back(theta_);
    }
  }
}

bool WaypointPoses::solve(const Waypoint& waypoint, std::vector<VectorX>& poses) {
  const Isometry goal = goal_of(waypoint);
  const bool proven = hinges_.solve(goal);
  for (int i = 0; i < hinges_.count(); ++i) {
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      const int j = joints_[k];
      const bool slides = multibody_.joint(j).type == JointType::kPrismatic;
      theta_[j] = hinges_.pose(i)[k] * (slides ? unit_ : 1.0);
    }
    poses.push_back(theta_);
  }
  return proven;
}

void WaypointPoses::search(const Waypoint& waypoint, int found, int starts, Continuity& continuity,
                           std::vector<VectorX>& poses) const {
  Solver solver(multibody_);
  solver.set_limits(options_.keeps_limits ? LimitRule::kProject : LimitRule::kIgnore);
  set_goals(waypoint, solver);
  Stop stop;
  stop.updates = kSearchUpdates;
  stop.restarts = starts;
  stop.seed = options_.seed;
  stop.give_up = options_.give_up;
  for (const VectorX& given : solver.solutions(found, stop).theta) {
    VectorX theta(given.size());
    for (int j = 0; j < given.size(); ++j) theta[j] = given[multibody_.given_index(j)];
    if (continuity.correct(waypoint, theta)) poses.push_back(std::move(theta));
  }
}

}  // namespace ik
