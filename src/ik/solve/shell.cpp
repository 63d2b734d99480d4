#include "ik/solve/shell.h"

#include <algorithm>
#include <cmath>

#include "ik/body/joint.h"

namespace ik {
namespace {

/// Relative rounding of a chain's length, and of the distance of a target.
constexpr double kShellRounding = 1e-12;

/// Lengths of the links from the first joint that moves to an effector, m.
struct Links {
  double sum = 0.0, longest = 0.0;
  bool slides = false;
  Eigen::Vector3d base = Eigen::Vector3d::Zero();  // the start of the first, world axes

  void add(double length) {
    sum += length;
    longest = std::max(longest, length);
  }
};

bool is_frozen(const Goals& goals, int j) {
  return !goals.mobility.empty() && goals.mobility[static_cast<std::size_t>(j)] == 0.0 &&
         goals.multibody.joint(j).leader < 0;
}

Links links_of(const Goals& goals, const Pose& pose, const Effector& effector) {
  const Multibody& multibody = goals.multibody;
  int first = -1;
  for (int j = effector.joint; j >= 0; j = multibody.joint(j).parent) {
    if (!is_frozen(goals, j)) first = j;
  }
  Links links;
  if (first < 0) {
    links.base = pose.effector.col(&effector - multibody.effectors().data());
    return links;
  }
  links.add(length(effector.offset));
  for (int j = effector.joint; j >= 0; j = j == first ? -1 : multibody.joint(j).parent) {
    const Joint& joint = multibody.joint(j);
    if (joint.type != JointType::kRevolute) {
      links.slides = true;
      const double per_theta = joint.type == JointType::kScrew ? std::abs(joint.pitch) : 1.0;
      links.sum += per_theta * std::max(std::abs(joint.lower), std::abs(joint.upper));
    }
    if (j != first) links.add(length(joint.parent_from_joint.translation()));
  }
  const Joint& root = multibody.joint(first);
  links.base = root.parent_from_joint.translation();
  if (root.parent >= 0) links.base = pose.world_from_joint(root.parent) * links.base;
  return links;
}

}  // namespace

double shell_gap(const Goals& goals, const Pose& pose) {
  if (!goals.stop.tolerances.empty()) return 0.0;  // an axis may be free
  double widest = 0.0;
  const std::span<const Effector> effectors = goals.multibody.effectors();
  for (std::size_t i = 0; i < effectors.size(); ++i) {
    if (goals.weights[i] == 0.0) continue;
    const Links links = links_of(goals, pose, effectors[i]);
    const double distance = length(goals.targets[i] - links.base);
    const double slack =
        goals.stop.error + kShellRounding * (links.sum + length(links.base) + distance);
    double gap = distance - links.sum;
    if (!links.slides) gap = std::max(gap, 2.0 * links.longest - links.sum - distance);
    if (gap > slack) widest = std::max(widest, gap);
  }
  return widest;
}

}  // namespace ik
