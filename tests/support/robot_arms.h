#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include <Eigen/Geometry>

#include "iklab/solver.h"
#include "support/bodies.h"

/// Real arms from their published Denavit-Hartenberg numbers, and their forward kinematics by
/// products of those, apart from the library's.
namespace bodies {

/// A joint about z of its frame, which is moved by `place` and then rolled about x.
struct ArmJoint {
  Eigen::Vector3d place;  // m
  double roll;            // quarter turns
  double lower, upper;    // rad
};

struct Arm {
  const char* name;
  std::vector<ArmJoint> joints;
  double tool;  // m, along z of the last joint

  ik::Multibody body() const {
    std::vector<ik::Joint> all;
    for (const ArmJoint& from : joints) {
      ik::Joint joint;
      joint.name = "j";
      joint.name += std::to_string(all.size() + 1);
      joint.parent = static_cast<int>(all.size()) - 1;
      joint.parent_from_joint = placement(from);
      joint.lower = from.lower;
      joint.upper = from.upper;
      all.push_back(joint);
    }
    ik::Effector hand{"tool", static_cast<int>(all.size()) - 1, {0.0, 0.0, tool}};
    hand.aim = ik::AimKind::kOrientation;
    hand.lever = 0.3;
    return {all, {hand}};
  }

  static Eigen::Isometry3d placement(const ArmJoint& joint) {
    return Eigen::Translation3d(joint.place) *
           Eigen::AngleAxisd(0.5 * std::numbers::pi * joint.roll, Eigen::Vector3d::UnitX());
  }

  /// world_from_tool.
  Eigen::Isometry3d frame(const ik::VectorX& theta) const {
    Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
    for (std::size_t j = 0; j < joints.size(); ++j) {
      frame = frame * placement(joints[j]) *
              Eigen::AngleAxisd(theta[static_cast<int>(j)], Eigen::Vector3d::UnitZ());
    }
    return frame * Eigen::Translation3d(0.0, 0.0, tool);
  }

  ik::VectorX middle() const {
    ik::VectorX theta(static_cast<Eigen::Index>(joints.size()));
    for (std::size_t j = 0; j < joints.size(); ++j) {
      theta[static_cast<int>(j)] = 0.5 * (joints[j].lower + joints[j].upper);
    }
    return theta;
  }

  bool keeps_limits(const ik::VectorX& theta) const {
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const double at = theta[static_cast<int>(j)];
      if (!(at >= joints[j].lower && at <= joints[j].upper)) return false;
    }
    return true;
  }
};

/// KUKA KR6 (as printed with QuIK's sample program), Universal Robots UR5, PUMA 560 (Corke and
/// Armstrong-Helouvry 1994), KUKA iiwa 14 (data sheet), Franka Panda (modified DH).
inline const std::vector<Arm>& arms() {
  constexpr double kHalf = 3.141593;
  static const std::vector<Arm> all = {{"KR6",
                                        {{{0, 0, 0}, 0, -2.9, 2.9},
                                         {{0.025, 0, 0.183}, -1, -2.9, 2.9},
                                         {{-0.315, 0, 0}, 0, -2.9, 2.9},
                                         {{-0.035, 0, 0}, 1, -2.9, 2.9},
                                         {{0, 0, 0.365}, -1, -2.9, 2.9},
                                         {{0, 0, 0}, 1, -2.9, 2.9}},
                                        0.08},
                                       {"UR5",
                                        {{{0, 0, 0}, 0, -kHalf, kHalf},
                                         {{0, 0, 0.089159}, 1, -kHalf, kHalf},
                                         {{-0.425, 0, 0}, 0, -kHalf, kHalf},
                                         {{-0.39225, 0, 0}, 0, -kHalf, kHalf},
                                         {{0, 0, 0.10915}, 1, -kHalf, kHalf},
                                         {{0, 0, 0.09465}, -1, -kHalf, kHalf}},
                                        0.0823},
                                       {"PUMA560",
                                        {{{0, 0, 0}, 0, -2.792527, 2.792527},
                                         {{0, 0, 0}, 1, -1.919862, 1.919862},
                                         {{0.4318, 0, 0}, 0, -2.356194, 2.356194},
                                         {{0.0203, 0, 0.15005}, -1, -4.642576, 4.642576},
                                         {{0, 0, 0.4318}, 1, -1.745329, 1.745329},
                                         {{0, 0, 0}, -1, -4.642576, 4.642576}},
                                        0.0},
                                       {"iiwa14",
                                        {{{0, 0, 0}, 0, -2.967, 2.967},
                                         {{0, 0, 0.34}, -1, -2.094, 2.094},
                                         {{0, 0, 0}, 1, -2.967, 2.967},
                                         {{0, 0, 0.4}, 1, -2.094, 2.094},
                                         {{0, 0, 0}, -1, -2.967, 2.967},
                                         {{0, 0, 0.4}, -1, -2.094, 2.094},
                                         {{0, 0, 0}, 1, -3.054, 3.054}},
                                        0.126},
                                       {"Panda",
                                        {{{0, 0, 0.333}, 0, -2.8973, 2.8973},
                                         {{0, 0, 0}, -1, -1.7628, 1.7628},
                                         {{0, -0.316, 0}, 1, -2.8973, 2.8973},
                                         {{0.0825, 0, 0}, 1, -3.0718, -0.0698},
                                         {{-0.0825, 0.384, 0}, -1, -2.8973, 2.8973},
                                         {{0, 0, 0}, 1, -0.0175, 3.7525},
                                         {{0.088, 0, 0}, 1, -2.8973, 2.8973}},
                                        0.107}};
  return all;
}

/// Pose i in the ranges of an arm, by the points of Halton.
inline ik::VectorX drawn(const Arm& arm, int i) {
  constexpr int kBases[] = {2, 3, 5, 7, 11, 13, 17};
  ik::VectorX theta = arm.middle();
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    const bodies::ArmJoint& joint = arm.joints[static_cast<std::size_t>(j)];
    theta[j] = joint.lower + bodies::halton(i + 20, kBases[j]) * (joint.upper - joint.lower);
  }
  return theta;
}

/// Asks for a tool frame.
inline void want_frame(const Eigen::Isometry3d& frame, ik::Solver& solver) {
  solver.target(0) = frame.translation();
  solver.orientation(0) = frame.linear();
}

/// Angle between two orientations, rad.
inline double angle_between(const Eigen::Matrix3d& a, const Eigen::Matrix3d& b) {
  return Eigen::AngleAxisd(a * b.transpose()).angle();
}

}  // namespace bodies
