#include "ik/path/waypoint_poses.h"

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
      has_equations_(take_arm(multibody, unit)),
      theta_(multibody.initial_theta()),
      unit_(unit) {}

/// \returns false for a body without equations
bool WaypointPoses::take_arm(const Multibody& multibody, double unit) {
  const bool turns = multibody.goal_count() == 2;
  if (multibody.effector_count() != 1 || multibody.goal_count() > 2) return false;
  if (turns && multibody.aim_of(1) != AimKind::kOrientation) return false;
  // an arm with fewer joints has poses on few paths, and none between their waypoints
  if (joints_.size() != (turns ? SixHinges::kJoints : 3)) return false;
  Pose pose = pose_at(multibody, multibody.initial_theta());
  std::array<HingeAxis, SixHinges::kJoints> axes;
  Isometry effector;
  const std::span<HingeAxis> own(axes.data(), joints_.size());
  if (!read_axes(multibody, joints_, unit, pose, own, effector)) return false;
  if (turns) {
    hinges_.take(axes, effector);
  } else {
    hinges_.take_position({axes[0], axes[1], axes[2]}, effector.translation());
  }
  return hinges_.geometry() != SixHinges::Geometry::kUnknown;
}

bool WaypointPoses::solve(const Waypoint& waypoint, std::vector<VectorX>& poses) {
  Isometry goal = Isometry::Identity();
  if (!waypoint.aims.empty()) goal.linear() = waypoint.aims[0].orientation;
  goal.translation() = waypoint.targets[0] / unit_;
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
