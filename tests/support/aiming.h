#pragma once

#include <Eigen/Geometry>

#include "iklab/solver.h"
#include "support/bodies.h"

/// Bodies with aiming effectors, and aims for them.
namespace bodies {

/// The body with these kinds of aim assigned to its effectors in turn, and with random axes.
inline ik::Multibody with_aims(const ik::Multibody& body, std::initializer_list<ik::AimKind> aims) {
  std::vector<ik::Effector> effectors(body.effectors().begin(), body.effectors().end());
  Numbers numbers(77);
  for (std::size_t i = 0; i < effectors.size(); ++i) {
    effectors[i].aim = aims.begin()[i % aims.size()];
    effectors[i].pointer = numbers.vector();
    effectors[i].lever = 0.3 + 0.2 * static_cast<double>(i);
    effectors[i].rotation = numbers.rotation(2.0);
  }
  return ik::Multibody({body.joints().begin(), body.joints().end()}, effectors);
}

/// The forked tree with limits, a slide, a screw, a frozen joint, a heavy joint and aims.
inline ik::Multibody mixed_tree() {
  const ik::Multibody plain =
      with_aims(forked_tree(), {ik::AimKind::kDirection, ik::AimKind::kNone});
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  for (ik::Joint& joint : joints) {
    joint.lower = -1.2;
    joint.upper = 1.5;
  }
  joints[0].weight = 0.0;
  joints[1].weight = 0.2;
  joints[2].type = ik::JointType::kPrismatic;
  joints[5].type = ik::JointType::kScrew;
  joints[5].pitch = 0.1;
  return {joints, {plain.effectors().begin(), plain.effectors().end()}};
}

inline const std::vector<Named>& aiming() {
  using enum ik::AimKind;
  static const std::vector<Named> bodies = {
      {"PointingArm", with_aims(planar_arm(4), {kDirection})},
      {"TurningFork", with_aims(forked_tree(), {kOrientation, kDirection})},
      {"HalfAimingTree", with_aims(random_tree(1, 9, 3), {kNone, kOrientation, kDirection})}};
  return bodies;
}

/// The aims that a pose at theta meets exactly.
inline std::vector<ik::Aim> aims_at(const ik::Multibody& body, const ik::VectorX& theta) {
  const ik::Pose pose = ik::pose_at(body, theta);
  std::vector<ik::Aim> aims;
  for (const ik::Effector& effector : body.effectors()) {
    if (effector.aim == ik::AimKind::kNone) continue;
    const Eigen::Matrix3d axes = pose.world_from_joint(effector.joint).linear() * effector.rotation;
    aims.push_back({axes * effector.pointer, axes});
  }
  return aims;
}

/// Sets a solver's aims so that a pose of its body meets them.
inline void want_aims_of(const ik::Pose& pose, ik::Solver& solver) {
  for (const ik::Effector& effector : solver.multibody().effectors()) {
    const Eigen::Matrix3d axes = pose.world_from_joint(effector.joint).linear() * effector.rotation;
    if (effector.aim == ik::AimKind::kDirection) {
      solver.direction(effector.name) = axes * effector.pointer;
    } else if (effector.aim == ik::AimKind::kOrientation) {
      solver.orientation(effector.name) = axes;
    }
  }
}

inline std::vector<ik::Aim> random_aims(const ik::Multibody& body, Numbers& numbers) {
  std::vector<ik::Aim> aims;
  for (int i = 0; i < body.aim_count(); ++i) {
    const Eigen::Vector3d axis = numbers.vector().normalized();
    aims.push_back(
        {2.0 * numbers.vector(), Eigen::AngleAxisd(2.5 * numbers.next(), axis).matrix()});
  }
  return aims;
}

}  // namespace bodies
