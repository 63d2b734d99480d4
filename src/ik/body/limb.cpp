#include "ik/body/limb.h"

#include <algorithm>
#include <cmath>

namespace ik {
namespace {

using Eigen::Vector3d;

/// True if the joint may be a part of a limb: a hinge that moves one goal, on its own.
bool suits(const Multibody& multibody, int j) {
  return j >= 0 && multibody.joint(j).type == JointType::kRevolute &&
         multibody.goals_of(j).size() == 1 && multibody.joint(j).leader < 0 && !multibody.leads(j);
}

/// True if the line through `origin` along the unit axis passes the point within `slack`.
bool passes(const Vector3d& origin, const Vector3d& axis, const Vector3d& point, double slack) {
  return axis.cross(point - origin).norm() <= slack;
}

/// True if the shoulder's axes make a ball joint about limb.centre, which it finds.
bool find_centre(const std::array<Vector3d, 3>& origins, double size, Limb& limb) {
  const auto& [first, second, third] = limb.axes;
  if (std::abs(first.dot(second)) > kFileRounding || std::abs(second.dot(third)) > kFileRounding) {
    return false;
  }
  const double slack = kFileRounding * size;
  limb.centre = origins[0] + first.dot(origins[1] - origins[0]) * first;
  return passes(origins[1], second, limb.centre, slack) &&
         passes(origins[2], third, limb.centre, slack);
}

}  // namespace

std::optional<Limb> Limb::of(const Multibody& multibody, int effector) {
  const int elbow = multibody.effector(effector).joint;
  if (!suits(multibody, elbow)) return std::nullopt;
  const int last = multibody.joint(elbow).parent;
  if (!suits(multibody, last)) return std::nullopt;
  const int middle = multibody.joint(last).parent;
  const int first = suits(multibody, middle) ? multibody.joint(middle).parent : -1;

  for (const bool ball : {true, false}) {
    if (ball && !suits(multibody, first)) continue;
    Limb limb;
    limb.ball = ball;
    if (ball) {
      limb.joints = {first, middle, last, elbow};
    } else {
      limb.joints = {last, elbow, -1, -1};
    }
    limb.alone = multibody.joint(limb.joints[0]).parent < 0;
    if (!ball && !limb.alone) continue;
    Isometry frame = Isometry::Identity();
    std::array<Vector3d, 3> origins;
    for (int i = 0; i < limb.joint_count(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Joint& joint = multibody.joint(limb.joints[at]);
      frame = frame * joint.parent_from_joint;
      const Vector3d axis = frame.linear() * joint.axis;
      if (i == limb.shoulder_joints()) {
        limb.hinge = axis;
      } else {
        limb.axes[at] = axis;
        origins[at] = frame.translation();
      }
    }
    const Vector3d tip = frame * multibody.effector(effector).offset;
    const Vector3d elbow_at = frame.translation();
    const double size = (tip - elbow_at).norm() + (elbow_at - origins[0]).norm();
    limb.centre = origins[0];
    if (ball) {
      if (!find_centre(origins, size, limb)) continue;
    } else if (limb.axes[0].cross(limb.hinge).norm() > kFileRounding) {
      continue;
    }
    const Vector3d upper = without(elbow_at - limb.centre, limb.hinge);
    const Vector3d fore = without(tip - elbow_at, limb.hinge);
    limb.a = upper.norm();
    limb.b = fore.norm();
    if (!(std::min(limb.a, limb.b) > kFileRounding * size)) continue;
    limb.upper = upper / limb.a;
    limb.across = limb.hinge.cross(limb.upper);
    limb.along = limb.hinge.dot(tip - limb.centre);
    limb.bend = arctangent(limb.across.dot(fore), limb.upper.dot(fore));
    limb.of_bend = sine_cosine(limb.bend);
    if (ball) {
      const Vector3d side = limb.axes[1].cross(limb.axes[0]);
      limb.swing = arctangent(limb.axes[2].dot(side), limb.axes[2].dot(limb.axes[0]));
      limb.of_swing = sine_cosine(limb.swing);
    }
    return limb;
  }
  return std::nullopt;
}

}  // namespace ik
