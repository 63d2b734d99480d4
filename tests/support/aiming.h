#pragma once

#include <algorithm>

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

/// Roll about x, then pitch about y, then yaw about z, fixed axes.
inline Eigen::Matrix3d rolled(double roll, double pitch, double yaw) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  return (AngleAxisd(yaw, Vector3d::UnitZ()) * AngleAxisd(pitch, Vector3d::UnitY()) *
          AngleAxisd(roll, Vector3d::UnitX()))
      .toRotationMatrix();
}

/// The body of tests/data/crooked.json, which has nothing regular about it: branches, a slide from
/// -4 to 0.1 m, a turned tool, a frozen joint, weights, limits that are not symmetric, and joints
/// in another order than the tree's.
inline ik::Multibody crooked() {
  std::vector<ik::Joint> joints;
  const auto add = [&joints](const char* name, int parent, const Eigen::Vector3d& origin,
                             const Eigen::Matrix3d& rotation, const Eigen::Vector3d& axis) {
    ik::Joint joint{.name = name, .parent = parent, .axis = axis};
    joint.parent_from_joint.translation() = origin;
    joint.parent_from_joint.linear() = rotation;
    joints.push_back(joint);
  };
  const auto move = [&joints](std::size_t j, double lower, double upper, double initial,
                              double weight = 1.0) {
    joints[j].lower = lower;
    joints[j].upper = upper;
    joints[j].initial = initial;
    joints[j].weight = weight;
  };
  add("wrist", 5, {0.5, 0.1, 0.0}, rolled(0.2, -0.4, 0.3), {0.0, 1.0, 0.2});
  add("left", 4, {-0.1, 0.3, 0.2}, rolled(0.7, 0.1, -0.5), {1.0, 0.0, 0.3});
  add("turn", -1, {0.1, 0.2, 0.3}, rolled(0.3, 0.2, 0.1), {0.0, 0.0, 1.0});
  add("tip", 8, {0.3, 0.0, 0.1}, rolled(0.0, 0.0, 0.0), {0.0, 1.0, 0.0});
  add("slide", 2, {0.2, 0.0, 0.3}, rolled(0.0, 0.4, 0.0), {0.0, 0.3, 1.0});
  add("swing", 4, {0.4, -0.2, 0.1}, rolled(-0.5, 0.0, 0.6), {0.0, 1.0, 0.0});
  add("roll", 0, {0.3, 0.0, 0.05}, rolled(0.0, 0.0, 0.0), {1.0, 0.0, 0.0});
  add("frozen", 6, {0.1, 0.1, 0.0}, rolled(0.0, 0.0, 0.0), {0.0, 0.0, 1.0});
  add("twist", 1, {0.35, 0.1, 0.0}, rolled(0.0, 0.8, 0.0), {0.0, 0.0, 1.0});
  joints[4].type = ik::JointType::kPrismatic;
  move(0, -1.2, 0.7, 0.3, 0.5);
  move(1, -0.4, 2.3, 0.2);
  move(2, -2.5, 1.5, 0.1, 2.0);
  move(3, -1.9, 0.3, -0.4);
  move(4, -4.0, 0.1, -0.2, 0.7);
  move(5, -0.3, 2.0, 0.5);
  move(6, -2.8, 1.1, 0.2);
  move(7, -0.5, 0.9, 0.35, 0.0);
  move(8, -0.8, 1.7, 0.6, 1.5);
  ik::Effector tool{"tool", 7, {0.2, 0.05, 0.1}, ik::AimKind::kOrientation};
  tool.rotation = rolled(0.9, -0.3, 1.7);
  const ik::Effector lamp{
      "lamp", 3, {0.25, 0.0, 0.05}, ik::AimKind::kDirection, Eigen::Vector3d(0.2, 1.0, 0.3)};
  return {joints, {tool, lamp}};
}

inline const std::vector<Named>& aiming() {
  using enum ik::AimKind;
  static const std::vector<Named> bodies = {
      {"PointingArm", with_aims(planar_arm(4), {kDirection})},
      {"TurningFork", with_aims(forked_tree(), {kOrientation, kDirection})},
      {"HalfAimingTree", with_aims(random_tree(1, 9, 3), {kNone, kOrientation, kDirection})},
      {"Crooked", crooked()}};
  return bodies;
}

/// theta (n) put within the limits, with frozen joints where they are at first; solver's order.
inline ik::VectorX allowed(const ik::Multibody& body, ik::VectorX theta) {
  for (int j = 0; j < body.joint_count(); ++j) {
    const ik::Joint& joint = body.joint(j);
    theta[j] = joint.weight > 0.0 ? std::clamp(theta[j], joint.lower, joint.upper)
                                  : body.initial_theta()[j];
  }
  return theta;
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
