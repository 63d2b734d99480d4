#include <algorithm>
#include <cmath>

#include "ik/body/joint.h"
#include "ik/solve/reach.h"
#include "ik/task/jacobian.h"

// The poses of an arm by its equations.

namespace ik {

/// Gives the arm and its goal to hinges_. \returns false for a body or goals without equations
bool Reach::take_equations(const Goals& goals) {
  const Multibody& body = goals.multibody;
  const std::span<const int> joints = rows_.joints();
  const int aims = body.goal_count() - 1;
  if (joints.empty() || joints.size() > SixHinges::kJoints || body.effector_count() != 1 ||
      aims > 1 || !goals.stop.tolerances.empty()) {
    return false;
  }
  for (int g = 0; g <= aims; ++g) {
    if (goals.weights[static_cast<std::size_t>(g)] == 0.0) return false;
  }
  if (aims == 1 && body.aim_of(1) != AimKind::kOrientation) return false;
  trial_.theta = start_;
  for (const int j : joints) {
    const JointType type = body.joint(j).type;
    if ((type != JointType::kRevolute && type != JointType::kPrismatic) || body.leads(j)) {
      return false;
    }
    trial_.theta[j] = 0.0;
  }
  forward_kinematics(body, trial_);
  const double L = rows_.unit();
  std::array<HingeAxis, SixHinges::kJoints> axes;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    axes[i] = {trial_.origin.col(joints[i]) / L, trial_.axis.col(joints[i]),
               body.joint(joints[i]).type == JointType::kPrismatic};
  }
  const Eigen::Vector3d tip = trial_.effector.col(0) / L;
  const std::span<const HingeAxis> own(axes.data(), joints.size());
  const CompletedArm arm(own, tip, aims == 1);
  if (arm.count == 0) return false;
  bound_share_ = arm.flips ? 1 : 2;
  for (std::size_t i = 0; i < SixHinges::kJoints; ++i) {
    const bool is_own = static_cast<int>(i) < arm.count && arm.joints[i] >= 0;
    equation_joints_[i] = is_own ? joints[static_cast<std::size_t>(arm.joints[i])] : -1;
  }
  goal_ = Isometry::Identity();
  goal_.translation() = goals.targets[0] / L;
  if (aims == 0) {
    hinges_.take_position({arm.axes[0], arm.axes[1], arm.axes[2]}, tip);
    return true;
  }
  Isometry effector = Isometry::Identity();
  effector.linear() = effector_axes(trial_, body.effector(0));
  effector.translation() = tip;
  hinges_.take(arm.axes, effector);
  goal_.linear() = goals.aims[0].orientation;
  return hinges_.geometry() != SixHinges::Geometry::kUnknown;
}

/// Moves pose_ to a pose of hinges_, within the limits. \returns false if it does not reach then
bool Reach::place_by_equations(const Goals& goals, int i) {
  pose_.theta = start_;
  for (std::size_t k = 0; k < equation_joints_.size(); ++k) {
    const int j = equation_joints_[k];
    if (j >= 0) pose_.theta[j] = hinges_.pose(i)[k] * ranges_.unit(j);
  }
  ranges_.unwind(pose_.theta);
  ranges_.clamp(pose_.theta);
  place(goals);
  return rows_.reached();
}

/// Sets best_ to the pose that Stop::choice prefers, the nearest one for Choice::kFirst, if it is
/// known that these are all poses of six hinges. \param quick by a closed form alone
bool Reach::by_equations(const Goals& goals, bool quick) {
  const std::span<const int> joints = rows_.joints();
  const auto is_hinge = [&goals](int j) {
    return goals.multibody.joint(j).type == JointType::kRevolute;
  };
  if (joints.size() != SixHinges::kJoints || !std::all_of(joints.begin(), joints.end(), is_hinge)) {
    return false;
  }
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
    // beyond a limit, or an added joint away from 0, by more than the tolerances move it
    const double margin = 2.0 * hinges_.sensitivity(i) * slack;
    bool beyond = false;
    for (std::size_t k = 0; k < equation_joints_.size(); ++k) {
      const int j = equation_joints_[k];
      const double theta = hinges_.pose(i)[k];
      const double off =
          j >= 0 ? ranges_.way(j, pose_.theta[j], theta * ranges_.unit(j)) / ranges_.unit(j)
                 : theta;
      beyond = beyond || std::abs(off) > margin;
    }
    if (!beyond) return false;
  }
  return true;
}

/// Names the singularity of the solution that is nearest to one, of an arm with equations.
void Reach::name_singularity(const Goals& goals, Solutions& found) {
  if (!take_equations(goals)) return;
  double least = SixHinges::kSingularPose;
  for (const VectorX& theta : found.theta) {
    SixHinges::Angles angles{};
    for (std::size_t k = 0; k < equation_joints_.size(); ++k) {
      const int j = equation_joints_[k];
      if (j >= 0) angles[k] = theta[j] / ranges_.unit(j);
    }
    const SixHinges::SelfMotion motion = hinges_.self_motion(angles);
    if (!(motion.singular_value < least)) continue;
    least = motion.singular_value;
    found.singularity = motion.kind;
    found.singular_joints.clear();
    for (std::size_t k = 0; k < equation_joints_.size(); ++k) {
      if (motion.moves[k] && equation_joints_[k] >= 0) {
        found.singular_joints.push_back(equation_joints_[k]);
      }
    }
  }
}

bool Reach::knows(const Goals& goals, const Pose& start) {
  return begin(goals, start, 0) && gap_ == 0.0 && by_equations(goals, true);
}

}  // namespace ik
