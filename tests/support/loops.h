#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ik/body/loops.h"
#include "support/bodies.h"

/// Bodies with loops.
namespace loops {

/// Lengths of a planar four-bar, m: crank, coupler, rocker and ground.
struct FourBar {
  double crank = 0.4, coupler = 1.0, rocker = 0.8, ground = 1.0;
};

/// A four-bar in the plane z = 0 with its crank at the origin and its rocker at (ground, 0, 0). The
/// effectors are the crank's pin and a point beside the middle of the coupler.
inline ik::Multibody four_bar(const FourBar& l = {}) {
  std::vector<ik::Joint> joints(3);
  joints[0].name = "crank";
  joints[0].initial = 1.2;
  joints[1].name = "coupler";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation().x() = l.crank;
  joints[1].initial = -0.7;
  joints[2].name = "rocker";
  joints[2].parent_from_joint.translation().x() = l.ground;
  joints[2].initial = 1.9;
  ik::Loop loop{.name = "pin", .joint_a = 1, .joint_b = 2};
  loop.a_from_end.translation().x() = l.coupler;
  loop.b_from_end.translation().x() = l.rocker;
  return ik::Multibody(
      joints, {{"pin", 0, {l.crank, 0.0, 0.0}}, {"coupler", 1, {0.5 * l.coupler, 0.3, 0.0}}},
      {loop});
}

/// A Stewart platform: six free joints of the platform, and six legs, each of two hinges and a
/// slide from the ground, that meet it in points.
struct Stewart {
  std::vector<Eigen::Vector3d> ground, platform;  // (6) m, in the world and in the platform's frame
  ik::Multibody body;
  std::vector<int> slides;  // (6) indices in the order given
};
inline Stewart stewart() {
  const auto corner = [](double radius, double angle, double z) {
    return Eigen::Vector3d(radius * std::cos(angle), radius * std::sin(angle), z);
  };
  constexpr double kThird = 2.0943951023931953;
  std::vector<Eigen::Vector3d> ground, platform;
  for (int i = 0; i < 6; ++i) {
    const double side = i % 2 == 0 ? -1.0 : 1.0;
    ground.push_back(corner(1.0, kThird * (i / 2) + 0.25 * side, 0.0));
    platform.push_back(corner(0.6, kThird * (i / 2) + 0.8 * side, 0.0));
  }
  const double height = 1.0;
  std::vector<ik::Joint> joints;
  for (int i = 0; i < 6; ++i) {
    ik::Joint& joint = joints.emplace_back();
    joint.name = "platform " + std::to_string(i);
    joint.parent = i - 1;
    joint.type = i < 3 ? ik::JointType::kPrismatic : ik::JointType::kRevolute;
    joint.axis = Eigen::Vector3d::Unit(i % 3);
    joint.initial = i == 2 ? height : 0.0;
  }
  std::vector<ik::Loop> ties;
  std::vector<int> slides;
  for (std::size_t i = 0; i < 6; ++i) {
    const Eigen::Vector3d way = platform[i] + Eigen::Vector3d(0.0, 0.0, height) - ground[i];
    const std::string leg = "leg " + std::to_string(i);
    // a turn about x, then about y, puts z along the leg
    const double about_x = std::atan2(-way.y(), way.z());
    const double about_y = std::atan2(way.x(), std::hypot(way.y(), way.z()));
    for (int k = 0; k < 3; ++k) {
      ik::Joint& joint = joints.emplace_back();
      joint.name = leg + (k == 0 ? " x" : k == 1 ? " y" : " slide");
      joint.parent = k == 0 ? -1 : static_cast<int>(joints.size()) - 2;
      if (k == 0) joint.parent_from_joint.translation() = ground[i];
      joint.type = k == 2 ? ik::JointType::kPrismatic : ik::JointType::kRevolute;
      joint.axis = Eigen::Vector3d::Unit(k);
      joint.initial = k == 0 ? about_x : k == 1 ? about_y : way.norm();
    }
    slides.push_back(static_cast<int>(joints.size()) - 1);
    ik::Loop& tie = ties.emplace_back();
    tie.name = leg;
    tie.joint_a = slides.back();
    tie.joint_b = 5;
    tie.b_from_end.translation() = platform[i];
  }
  ik::Effector plate{"platform", 5, Eigen::Vector3d::Zero()};
  plate.aim = ik::AimKind::kOrientation;
  return {ground, platform, ik::Multibody(joints, {plate}, ties), slides};
}

/// random_tree whose links carry loops of all kinds that are closed at a drawn pose.
inline ik::Multibody tied_tree(int seed, int n, int k, ik::AimKind aim = ik::AimKind::kNone) {
  const ik::Multibody tree = bodies::random_tree(seed, n, k);
  bodies::Numbers numbers(seed + 500);
  const ik::Pose pose = ik::pose_at(tree, 0.7 * numbers.vector(n));
  std::vector<ik::Joint> joints(tree.joints().begin(), tree.joints().end());
  for (int j = 0; j < n; ++j) joints[static_cast<std::size_t>(j)].initial = pose.theta[j];
  std::vector<ik::Effector> effectors(tree.effectors().begin(), tree.effectors().end());
  for (ik::Effector& effector : effectors) effector.aim = aim;
  std::vector<ik::Loop> ties(3);
  ties[0].name = "connect";
  ties[0].joint_a = n - 1;
  ties[0].joint_b = -1;
  ties[0].a_from_end.translation() = numbers.vector();
  ties[0].b_from_end.translation() =
      pose.world_from_joint(n - 1) * ties[0].a_from_end.translation();
  ties[1].name = "weld";
  ties[1].kind = ik::LoopKind::kWeld;
  ties[1].joint_a = n - 2;
  ties[1].joint_b = n / 2;
  ties[1].lever = 0.7;
  ties[1].a_from_end.translation() = numbers.vector();
  ties[1].a_from_end.linear() = numbers.rotation(2.0);
  ties[1].b_from_end =
      pose.world_from_joint(n / 2).inverse() * pose.world_from_joint(n - 2) * ties[1].a_from_end;
  ties[2].name = "joint";
  ties[2].kind = ik::LoopKind::kJoint;
  ties[2].joint_a = 1;
  ties[2].joint_b = 0;
  ties[2].coefficients = {0.0, 0.6, -0.4, 0.2, 0.1};
  const double x = pose.theta[0];
  double value = 0.0;
  for (std::size_t i = 5; i-- > 0;) value = value * x + ties[2].coefficients[i];
  ties[2].coefficients[0] = pose.theta[1] - value;
  return ik::Multibody(joints, effectors, ties);
}

}  // namespace loops
