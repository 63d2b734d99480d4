#include "ik/path/hinge_arm.h"

#include "ik/task/jacobian.h"

namespace ik {

bool HingeArm::take(const Multibody& multibody, std::span<const int> joints, double unit) {
  if (joints.size() != SixHinges::kJoints || multibody.effector_count() != 1 ||
      multibody.goal_count() != 2 || multibody.aim_of(1) != AimKind::kOrientation) {
    return false;
  }
  theta_ = multibody.initial_theta();
  for (const int j : joints) {
    if (multibody.joint(j).type != JointType::kRevolute || multibody.leads(j)) return false;
    theta_[j] = 0.0;
  }
  joints_.assign(joints.begin(), joints.end());
  unit_ = unit;
  const Pose pose = pose_at(multibody, theta_);
  std::array<HingeAxis, SixHinges::kJoints> axes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i] = {pose.origin.col(joints[i]) / unit, pose.axis.col(joints[i])};
  }
  Isometry effector = Isometry::Identity();
  effector.linear() = effector_axes(pose, multibody.effector(0));
  effector.translation() = pose.effector.col(0) / unit;
  hinges_.take(axes, effector);
  return true;
}

bool HingeArm::solve(const Waypoint& waypoint, std::vector<VectorX>& poses) {
  Isometry goal = Isometry::Identity();
  goal.linear() = waypoint.aims[0].orientation;
  goal.translation() = waypoint.targets[0] / unit_;
  const bool proven = hinges_.solve(goal);
  for (int i = 0; i < hinges_.count(); ++i) {
    for (std::size_t j = 0; j < joints_.size(); ++j) theta_[joints_[j]] = hinges_.pose(i)[j];
    poses.push_back(theta_);
  }
  return proven;
}

}  // namespace ik
