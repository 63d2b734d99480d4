#include "ik/path/path_leg.h"

#include <algorithm>

#include "ik/body/joint.h"
#include "ik/math/elementary.h"

namespace ik {
namespace {

/// How an aim turns from one waypoint to the next, rad, world axes.
Eigen::Vector3d aim_way(const Multibody& multibody, std::size_t aim, const Waypoint& from,
                        const Waypoint& to) {
  const AimKind kind = multibody.aim_of(multibody.effector_count() + static_cast<int>(aim));
  return aim_motion(kind, from.aims[aim], to.aims[aim]);
}

}  // namespace

Stray stray_before(const Multibody& multibody, std::span<const Waypoint> waypoints,
                   const FollowOptions& options, int waypoint) {
  if (options.stray) return {*options.stray, *options.stray};
  // A motion with an even acceleration strays from the even motion between waypoints by an eighth
  // of their second difference. The straight way of the joints strays by other terms, which may
  // cancel each other in the motion: over a half was measured in turns.
  Stray stray{options.error, options.aim_error};
  for (const int middle : {waypoint - 1, waypoint}) {
    if (middle == 0 || middle + 1 == static_cast<int>(waypoints.size())) continue;
    const auto at = static_cast<std::size_t>(middle);
    const Waypoint &before = waypoints[at - 1], &here = waypoints[at], &after = waypoints[at + 1];
    for (std::size_t i = 0; i < here.targets.size(); ++i) {
      const Eigen::Vector3d bend = before.targets[i] - 2.0 * here.targets[i] + after.targets[i];
      stray.place = std::max(stray.place, length(bend));
    }
    for (std::size_t a = 0; a < here.aims.size(); ++a) {
      const Eigen::Vector3d bend =
          aim_way(multibody, a, here, after) - aim_way(multibody, a, before, here);
      stray.turn = std::max(stray.turn, length(bend));
    }
  }
  return stray;
}

void set_goals(const Waypoint& goal, Solver& solver) {
  const Multibody& body = solver.multibody();
  const int k = body.effector_count();
  for (int i = 0; i < k; ++i) solver.target(i) = goal.targets[static_cast<std::size_t>(i)];
  for (int g = k; g < body.goal_count(); ++g) {
    const Aim& aim = goal.aims[static_cast<std::size_t>(g - k)];
    if (body.aim_of(g) == AimKind::kOrientation) {
      solver.orientation(body.effector_of(g)) = aim.orientation;
    } else {
      solver.direction(body.effector_of(g)) = aim.direction;
    }
  }
}

void PathLeg::take(const Multibody& multibody, const Waypoint& from, const Waypoint& to) {
  from_ = &from;
  to_ = &to;
  turns_.clear();
  for (std::size_t a = 0; a < from.aims.size(); ++a) {
    const AimKind kind = multibody.aim_of(multibody.effector_count() + static_cast<int>(a));
    Turn turn{kind, 0.0, Eigen::Vector3d::UnitZ()};
    Eigen::Vector3d way;
    if (kind == AimKind::kOrientation) {
      way = aim_motion(kind, from.aims[a], to.aims[a]);
      turn.angle = length(way);
    } else {
      way = from.aims[a].direction.cross(to.aims[a].direction);
      turn.angle = arctangent(length(way), from.aims[a].direction.dot(to.aims[a].direction));
      if (way.isZero(0.0)) way = from.aims[a].direction.unitOrthogonal();
    }
    if (const double size = length(way); size > 0.0) turn.axis = way / size;
    turns_.push_back(turn);
  }
}

void PathLeg::at(double s, Waypoint& goal) const {
  if (s == 0.0 || s == 1.0) {
    goal = s == 0.0 ? *from_ : *to_;
    return;
  }
  goal.targets.resize(from_->targets.size());
  goal.aims.resize(from_->aims.size());
  goal.time = from_->time + s * (to_->time - from_->time);
  for (std::size_t i = 0; i < goal.targets.size(); ++i) {
    goal.targets[i] = from_->targets[i] + s * (to_->targets[i] - from_->targets[i]);
  }
  for (std::size_t a = 0; a < goal.aims.size(); ++a) {
    const Eigen::Matrix3d turned = rotation_about(turns_[a].axis, s * turns_[a].angle);
    if (turns_[a].kind == AimKind::kOrientation) {
      goal.aims[a].orientation = turned * from_->aims[a].orientation;
    } else {
      goal.aims[a].direction = turned * from_->aims[a].direction;
    }
  }
}

}  // namespace ik
