#include "ik/solve/completed_arm.h"

#include <algorithm>
#include <cmath>

#include "ik/task/jacobian.h"

namespace ik {
namespace {

using Eigen::Vector3d;

constexpr int kPlace = 3;  // joints that place a point

}  // namespace

bool read_axes(const Multibody& multibody, std::span<const int> joints, double unit, Pose& pose,
               std::span<HingeAxis> axes, Isometry& effector) {
  for (const int j : joints) {
    const JointType type = multibody.joint(j).type;
    const bool moves = type == JointType::kRevolute || type == JointType::kPrismatic;
    if (!moves || multibody.leads_goals(j)) return false;
    pose.theta[j] = 0.0;
  }
  forward_kinematics(multibody, pose);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    axes[i] = {pose.origin.col(joints[i]) / unit, pose.axis.col(joints[i]),
               multibody.joint(joints[i]).type == JointType::kPrismatic};
  }
  effector = Isometry::Identity();
  effector.translation() = pose.effector.col(0) / unit;
  if (multibody.goal_count() == 2) effector.linear() = effector_axes(pose, multibody.effector(0));
  return true;
}

void CompletedArm::add(const HingeAxis& axis, int joint) {
  axes[static_cast<std::size_t>(count)] = axis;
  joints[static_cast<std::size_t>(count++)] = joint;
}

/// Adds slides up to three joints, in directions in which these do not move a point at theta = 0.
void CompletedArm::add_slides(const Vector3d& point) {
  const auto slide = [this, &point](const Vector3d& direction) {
    add({point, direction.normalized(), true}, kAdded);
  };
  if (count == 0) slide(Vector3d::UnitX());
  if (count == 1) {
    const HingeAxis& one = axes[0];
    const Vector3d radial = across(point - one.point, one.direction);
    const bool is_radial = !one.slides && radial.norm() > SixHinges::kMeet;
    slide(is_radial ? radial : one.direction.unitOrthogonal());
  }
  if (count == 2) {
    const HingeAxis &one = axes[0], &two = axes[1];
    Vector3d normal = one.direction.cross(two.direction);
    if (one.slides != two.slides) {
      // a hinge and a slide: along the hinge's axis, or from it if that is where the slide leads
      const HingeAxis& hinge = one.slides ? two : one;
      const bool along = normal.norm() <= SixHinges::kMeet;
      normal = along ? across(point - hinge.point, hinge.direction) : hinge.direction;
    } else if (normal.norm() <= SixHinges::kMeet) {
      normal = one.slides ? one.direction.unitOrthogonal() : one.direction;
    }
    if (normal.norm() <= SixHinges::kMeet) normal = one.direction.unitOrthogonal();
    slide(normal);
  }
}

CompletedArm::CompletedArm(std::span<const HingeAxis> own, const Vector3d& tip, bool turns) {
  const int n = static_cast<int>(own.size());
  const auto axis = [&own](int i) -> const HingeAxis& { return own[static_cast<std::size_t>(i)]; };
  if (!turns) {
    if (n > kPlace) return;
    for (int i = 0; i < n; ++i) add(axis(i), i);
    add_slides(tip);
    return;
  }
  if (n == SixHinges::kJoints) {
    for (int i = 0; i < n; ++i) add(axis(i), i);
    return;
  }
  if (n == 0 || n > SixHinges::kJoints) return;
  std::array<int, SixHinges::kJoints> order{};
  for (int i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  const auto at = [&](int i) -> const HingeAxis& {
    return axis(order[static_cast<std::size_t>(i)]);
  };
  const auto parallel = [](const HingeAxis& a, const HingeAxis& b) {
    return a.direction.cross(b.direction).norm() <= SixHinges::kMeet;
  };
  // a slide along the hinge before it changes places with it
  if (n > 1 && at(n - 1).slides && !at(n - 2).slides && parallel(at(n - 1), at(n - 2))) {
    std::swap(order[static_cast<std::size_t>(n - 1)], order[static_cast<std::size_t>(n - 2)]);
  }
  if (at(n - 1).slides) return;
  const HingeAxis& last = at(n - 1);
  Vector3d point = last.point;
  int wrist = 1;  // hinges of the arm's own wrist
  if (n > 1 && !at(n - 2).slides && !parallel(at(n - 2), last)) {
    const HingeAxis& middle = at(n - 2);
    const Vector3d normal = middle.direction.cross(last.direction);
    const Vector3d way = last.point - middle.point;
    if (std::abs(way.dot(normal)) <= SixHinges::kMeet * normal.norm()) {
      wrist = 2;
      point = middle.point +
              way.cross(last.direction).dot(normal) / normal.squaredNorm() * middle.direction;
    }
  }
  if (n > 2 && wrist == 2 && !at(n - 3).slides && !parallel(at(n - 3), at(n - 2)) &&
      across(point - at(n - 3).point, at(n - 3).direction).norm() <= SixHinges::kMeet) {
    wrist = 3;
  }
  if (n - wrist > kPlace) return;
  const auto add_own = [&](int i) { add(at(i), order[static_cast<std::size_t>(i)]); };
  for (int i = 0; i < n - wrist; ++i) add_own(i);
  add_slides(point);
  flips = wrist == 3;
  const Vector3d side = wrist == 2 ? at(n - 2).direction.cross(last.direction).normalized()
                                   : last.direction.unitOrthogonal();
  for (int i = n - wrist; i < n; ++i) {
    add_own(i);
    if (!flips && i == n - wrist) add({point, side, false}, kAdded);
  }
  if (wrist == 1) add({point, last.direction.cross(side), false}, kAdded);
}

}  // namespace ik
