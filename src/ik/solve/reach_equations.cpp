#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/body/joint.h"
#include "ik/solve/reach.h"
#include "ik/task/attempt.h"
#include "ik/task/jacobian.h"

// The poses of an arm of six hinges by its equations.

namespace ik {

/// Gives the arm and its goal to hinges_. \returns false for any other body or goals
bool Reach::take_equations(const Goals& goals) {
  const Multibody& body = goals.multibody;
  const std::span<const int> joints = rows_.joints();
  if (joints.size() != SixHinges::kJoints || body.effector_count() != 1 || body.goal_count() != 2 ||
      body.aim_of(1) != AimKind::kOrientation || !goals.stop.tolerances.empty()) {
    return false;
  }
  if (goals.weights[0] == 0.0 || goals.weights[1] == 0.0) return false;
  const double L = rows_.unit();
  if (!has_axes_) {
    trial_.theta = start_;
    for (const int j : joints) {
      if (body.joint(j).type != JointType::kRevolute || body.leads(j)) return false;
      trial_.theta[j] = 0.0;
    }
    forward_kinematics(body, trial_);
    std::array<SixHinges::Axis, SixHinges::kJoints> axes;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      axes[i] = {trial_.origin.col(joints[i]) / L, trial_.axis.col(joints[i])};
    }
    Isometry effector = Isometry::Identity();
    effector.linear() = effector_axes(trial_, body.effector(0));
    effector.translation() = trial_.effector.col(0) / L;
    hinges_.take(axes, effector);
    nearest_form_.take(hinges_);
    has_axes_ = body.joint_count() == SixHinges::kJoints;  // no other joint moves them
  }
  goal_.linear() = goals.aims[0].orientation;
  goal_.translation() = goals.targets[0] / L;
  return true;
}

/// Moves pose_ to a pose of hinges_, within the limits. \returns false if it does not reach then
bool Reach::place_by_equations(const Goals& goals, int i) {
  pose_.theta = start_;
  for (std::size_t j = 0; j < SixHinges::kJoints; ++j) {
    pose_.theta[rows_.joints()[j]] = hinges_.pose(i)[j];
  }
  ranges_.unwind(pose_.theta);
  ranges_.clamp(pose_.theta);
  place(goals);
  return rows_.reached();
}

/// Sets best_ to the pose that Stop::choice prefers, the nearest one for Choice::kFirst, if it is
/// known that there is no better one. \pre hinges_ has a closed form
bool Reach::by_closed_form(const Goals& goals) {
  attempt_ = 0;
  no_pose_ = false;
  pose_.theta = start_;
  if (!spend(goals)) return false;
  const bool nearest = goals.stop.choice == Choice::kFirst || goals.stop.choice == Choice::kNearest;
  return nearest && nearest_form_.known() ? by_nearest(goals) : by_equations(goals);
}

/// By all angles of the arm's closed form, and steps that make them exact.
bool Reach::by_nearest(const Goals& goals) {
  std::array<NearestPose::Range, NearestPose::kJoints> ranges;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const int j = rows_.joints()[i];
    ranges[i] = {start_[j], ranges_.lower(j), ranges_.upper(j), ranges_.factor(j)};
  }
  NearestPose::Angles angles;
  const NearestPose::Answer answer = nearest_form_.find(goal_, ranges, angles);
  no_pose_ = answer == NearestPose::Answer::kNone;
  if (answer != NearestPose::Answer::kPose) return false;
  for (std::size_t i = 0; i < angles.size(); ++i) pose_.theta[rows_.joints()[i]] = angles[i];
  ranges_.clamp(pose_.theta);
  place(goals);
  for (int i = 0; i < kSingleSteps && !rows_.reached(); ++i) {
    if (!spend(goals) || !step(goals, pose_, true)) return false;
  }
  if (!rows_.reached()) return false;
  std::swap(best_, pose_);
  return true;
}

/// By all poses of the arm, if it is known that these are all.
bool Reach::by_equations(const Goals& goals) {
  if (!hinges_.solve(goal_)) return false;
  double least = kUnlimited;
  bool found = false;
  for (int i = 0; i < hinges_.count(); ++i) {
    if (!place_by_equations(goals, i)) continue;
    const double own = score(goals);
    if (found && !(own < least)) continue;
    least = own;
    found = true;
    std::swap(best_, pose_);
  }
  no_pose_ = !found;
  return found;
}

/// True if it is proven that no pose within the limits is within the tolerances of the goal.
bool Reach::no_pose_by_equations(const Goals& goals) {
  const double slack = std::max(goals.stop.error / rows_.unit(), goals.stop.aim_error);
  if (!take_equations(goals) || !hinges_.solve(goal_, slack)) return false;
  for (int i = 0; i < hinges_.count(); ++i) {
    if (place_by_equations(goals, i)) return false;
    // beyond a limit by more than the tolerances move the angles
    const double margin = 2.0 * hinges_.sensitivity(i) * slack;
    bool beyond = false;
    for (std::size_t j = 0; j < SixHinges::kJoints; ++j) {
      const int joint = rows_.joints()[j];
      const double off = ranges_.way(joint, pose_.theta[joint], hinges_.pose(i)[j]);
      beyond = beyond || std::abs(off) > margin;
    }
    if (!beyond) return false;
  }
  return true;
}

bool Reach::solves_equations(const Goals& goals, const Pose& start) {
  return open(goals, start, 0) && take_equations(goals) && hinges_.has_closed_form();
}

}  // namespace ik
