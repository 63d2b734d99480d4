#pragma once

#include <limits>
#include <string>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "ik/body/layout.h"

namespace ik {

/// What an effector is to do besides being somewhere.
enum class AimKind {
  kNone,         ///< nothing: its position is all that counts
  kDirection,    ///< its pointer is to show along a direction
  kOrientation,  ///< its frame is to stand like another
};

/// Where an effector is to aim. Which of the two counts is its AimKind's to say.
struct Aim {
  Eigen::Vector3d direction = Eigen::Vector3d::UnitX();       ///< world axes, any length but 0
  Eigen::Matrix3d orientation = Eigen::Matrix3d::Identity();  ///< world_from_effector, a rotation
};

/// The rotation vector of R (3 x 3), axis times angle, at most pi long, rad.
Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R);

/// From the aim of an effector to the aim it should have, rad.
///
///   direction    t - d, the chord between two unit vectors: as long as the angle where that is
///                small, and at most 2
///   orientation  the rotation vector of R_t R^T: turns R into R_t by the shortest way
///
/// Both are smooth but where the aim is just the opposite; there a direction's is no way at all.
/// A wanted direction of no length asks for nothing.
/// \param frame world_from_effector, the axes of the effector's frame
/// \param pointer unit, in that frame
Eigen::Vector3d aim_error(AimKind kind, const Eigen::Matrix3d& frame,
                          const Eigen::Vector3d& pointer, const Aim& wanted);

/// How far a wanted aim has moved between two times, in the terms of aim_error.
Eigen::Vector3d aim_motion(AimKind kind, const Aim& before, const Aim& after);

/// Turns v (unit, world axes) by an angle: how fast the aim follows, d(aim)/dangle.
///
///   direction    v x d
///   orientation  v
Eigen::Vector3d aim_column(AimKind kind, const Eigen::Vector3d& v, const Eigen::Vector3d& d);

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
