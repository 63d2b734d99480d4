#pragma once

#include <string>
#include <utility>
#include <vector>

#include "iklab/body.h"

namespace bodies {

/// A character: a pelvis that the game places by a turn about y, which points up; two legs of a
/// ball joint and a knee; a spine and a neck of three hinges each. m. \param looks with a third
/// effector, the head, whose pointer z looks at something
inline ik::Multibody character(bool looks) {
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), y = Eigen::Vector3d::UnitY(),
                        z = Eigen::Vector3d::UnitZ(), none = Eigen::Vector3d::Zero();
  std::vector<ik::Joint> joints;
  const auto add = [&joints](std::string name, int parent, const Eigen::Vector3d& place,
                             const Eigen::Vector3d& axis) {
    ik::Joint joint;
    joint.name = std::move(name);
    joint.parent = parent;
    joint.parent_from_joint.translation() = place;
    joint.axis = axis;
    joints.push_back(joint);
    return static_cast<int>(joints.size()) - 1;
  };
  const int pelvis = add("pelvis", -1, 0.9 * y, y);
  joints.back().weight = 0.0;
  std::vector<ik::Effector> effectors;
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0.0 ? "left" : "right";
    const int swing = add(name + " swing", pelvis, 0.1 * side * x, z);
    const int lift = add(name + " lift", swing, none, x);
    const int twist = add(name + " twist", lift, none, y);
    const int knee = add(name + " knee", twist, -0.45 * y, x);
    joints.back().lower = 0.0;
    joints.back().upper = 2.6;
    joints.back().initial = 0.4;
    effectors.push_back({name + " foot", knee, -0.43 * y});
  }
  int last = pelvis;
  const Eigen::Vector3d axes[] = {x, z, y};
  for (int i = 0; i < 6; ++i) {
    const Eigen::Vector3d place = i == 0 ? Eigen::Vector3d(0.15 * y) : i == 3 ? 0.35 * y : none;
    last = add((i < 3 ? "spine " : "neck ") + std::to_string(i % 3), last, place, axes[i % 3]);
    joints.back().lower = -0.8;
    joints.back().upper = 0.8;
  }
  if (looks) {
    ik::Effector head{"head", last, 0.15 * y};
    head.aim = ik::AimKind::kDirection;
    head.pointer = z;
    effectors.push_back(head);
  }
  return ik::Multibody(std::move(joints), std::move(effectors));
}

}  // namespace bodies
