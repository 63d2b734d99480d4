#include <algorithm>
#include <cmath>

#include "ik/body/joint.h"
#include "ik/solve/reach.h"
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
  trial_.theta = start_;
  for (const int j : joints) {
    if (body.joint(j).type != JointType::kRevolute || body.leads_goals(j)) return false;
    trial_.theta[j] = 0.0;
  }
  forward_kinematics(body, trial_);
  const double L = rows_.unit();
  std::array<SixHinges::Axis, SixHinges::kJoints> axes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i] = {trial_.origin.col(joints[i]) / L, trial_.axis.col(joints[i])};
  }
  Isometry effector = Isometry::Identity();
  effector.linear() = effector_axes(trial_, body.effector(0));
  effector.translation() = trial_.effector.col(0) / L;
  hinges_.take(axes, effector);
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
/// known that these are all poses. \param quick by a closed form alone
bool Reach::by_equations(const Goals& goals, bool quick) {
  if (!take_equations(goals) || (quick && !hinges_.has_closed_form())) return false;
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

bool Reach::knows(const Goals& goals, const Pose& start) {
  return begin(goals, start, 0) && gap_ == 0.0 && by_equations(goals, true);
}

}  // namespace ik
