#pragma once

#include <limits>
#include <string>

#include <Eigen/Geometry>

#include "ik/aim.h"
#include "ik/link.h"

namespace ik {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// One degree of freedom of a multibody. A joint with several is written as several joints at one
/// point (zero offset between them), one column of J each.
struct Joint {
  std::string name;
  int parent = -1;  ///< index of the parent joint in the same list, -1 for the world
  JointType type = JointType::kRevolute;
  /// The joint's frame in its parent's where theta = 0.
  Eigen::Isometry3d parent_from_joint = Eigen::Isometry3d::Identity();
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< in the joint's frame; any length but 0
  double pitch = 0.0;                               ///< m / rad, screw joints only
  double lower = -kUnlimited;                       ///< rad or m
  double upper = kUnlimited;                        ///< rad or m
  double initial = 0.0;                             ///< theta at time 0, rad or m
  double rest = 0.0;                                ///< theta the joint likes best, rad or m
  double weight = 1.0;  ///< how easily it moves beside the others; 0 freezes it
};

/// A point of a multibody that is to reach a target, and may have to aim somewhere. Its frame has
/// the axes of the frame that its joint moves.
struct Effector {
  std::string name;
  int joint = -1;                                    ///< the joint that carries it
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< m, in the frame that the joint moves
  AimKind aim = AimKind::kNone;
  Eigen::Vector3d pointer = Eigen::Vector3d::UnitX();  ///< what aims at a direction; in its frame
  double lever = 0.5;  ///< as how many metres of error a radian of its aim counts, m / rad
};

}  // namespace ik
