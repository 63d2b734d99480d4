#include "lab/solve/posture.h"

#include <algorithm>

namespace lab {
namespace {

constexpr double kOnAxis = 1e-6;       // share of the longest distance between joints
constexpr std::size_t kMaxBends = 64;  // bits of a posture
// each joint is turned by another angle: no two links are in line by accident
constexpr double kTurn = 0.7, kMoreTurn = 0.37;  // rad

Eigen::Vector3d origin_of(const ik::Pose& pose, int joint) { return pose.origin.col(joint); }

/// A point of the root's axis that stays where it is: the one a metre against the axis.
Eigen::Vector3d below_root(const ik::Multibody& multibody, const ik::Pose& pose, int joint) {
  while (multibody.joint(joint).parent >= 0) joint = multibody.joint(joint).parent;
  return pose.origin.col(joint) - pose.axis.col(joint);
}

double off_axis(const ik::Pose& pose, int joint, const Eigen::Vector3d& point) {
  const Eigen::Vector3d axis = pose.axis.col(joint);
  return axis.cross(point - origin_of(pose, joint)).norm();
}

double length_of(const ik::Multibody& multibody, const ik::Pose& pose) {
  double length = 0.0;
  for (const ik::Effector& effector : multibody.effectors()) {
    length = std::max(length, effector.offset.norm());
  }
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const int parent = multibody.joint(j).parent;
    if (parent < 0) continue;
    length = std::max(length, (origin_of(pose, j) - origin_of(pose, parent)).norm());
  }
  return length;
}

/// The bend of a joint on the way to an effector, if it is one.
/// \param path joints from the root to the effector
void add_bend(const ik::Multibody& multibody, const ik::Pose& pose, int effector,
              const std::vector<int>& path, std::size_t at, std::vector<Bend>& bends) {
  const int j = path[at];
  const Eigen::Vector3d own = origin_of(pose, j);
  const double least = kOnAxis * length_of(multibody, pose);
  const auto apart = [&](const Eigen::Vector3d& point) { return (point - own).norm() > least; };

  Bend bend{.joint = j, .before = Bend::kRootAxis, .after = Bend::kEffector, .effector = effector};
  for (std::size_t i = at; i-- > 0 && bend.before < 0;) {
    if (apart(origin_of(pose, path[i]))) bend.before = path[i];
  }
  for (std::size_t i = at + 1; i < path.size() && bend.after < 0; ++i) {
    if (apart(origin_of(pose, path[i]))) bend.after = path[i];
  }
  if (at == 0 || off_axis(pose, j, before_of(multibody, pose, bend)) <= least) return;
  if (off_axis(pose, j, after_of(pose, bend)) <= least) return;
  bends.push_back(bend);
}

}  // namespace

Eigen::Vector3d before_of(const ik::Multibody& multibody, const ik::Pose& pose, const Bend& bend) {
  return bend.before < 0 ? below_root(multibody, pose, bend.joint) : origin_of(pose, bend.before);
}

Eigen::Vector3d after_of(const ik::Pose& pose, const Bend& bend) {
  return bend.after < 0 ? Eigen::Vector3d(pose.effector.col(bend.effector))
                        : origin_of(pose, bend.after);
}

std::vector<Bend> find_bends(const ik::Multibody& multibody) {
  ik::Pose pose;
  pose.theta = multibody.initial_theta();
  for (int j = 0; j < multibody.joint_count(); ++j) pose.theta[j] += kTurn + kMoreTurn * j;
  ik::forward_kinematics(multibody, pose);

  std::vector<Bend> bends;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    std::vector<int> path;
    for (int j = multibody.effector(i).joint; j >= 0; j = multibody.joint(j).parent) {
      path.insert(path.begin(), j);
    }
    for (std::size_t at = 0; at < path.size(); ++at) {
      const bool known = std::ranges::find(bends, path[at], &Bend::joint) != bends.end();
      const ik::Joint& joint = multibody.joint(path[at]);
      if (known || joint.type != ik::JointType::kRevolute || joint.leader >= 0) continue;
      add_bend(multibody, pose, i, path, at, bends);
    }
  }
  std::ranges::sort(bends, {}, &Bend::joint);
  if (bends.size() > kMaxBends) bends.resize(kMaxBends);
  return bends;
}

double bend_of(const ik::Multibody& multibody, const ik::Pose& pose, const Bend& bend) {
  const Eigen::Vector3d axis = pose.axis.col(bend.joint), own = origin_of(pose, bend.joint);
  return axis.dot((own - before_of(multibody, pose, bend)).cross(after_of(pose, bend) - own));
}

std::uint64_t posture_of(const ik::Multibody& multibody, const ik::Pose& pose,
                         const std::vector<Bend>& bends) {
  std::uint64_t posture = 0;
  for (std::size_t i = 0; i < bends.size(); ++i) {
    if (bend_of(multibody, pose, bends[i]) < 0.0) posture |= std::uint64_t{1} << i;
  }
  return posture;
}

}  // namespace lab
