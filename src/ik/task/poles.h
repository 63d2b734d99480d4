#pragma once

#include <optional>
#include <vector>

#include "iklab/problem.h"

#include "ik/body/limb.h"

namespace ik {

/// A limb and the direction in which its elbow shall point.
struct LimbPole {
  Limb limb;
  int effector;
  int socket;        ///< the joint that moves the limb's socket; -1: the world
  double centre_at;  ///< m, of a ball joint: from the first joint's origin along its axis
  Eigen::Vector3d pole{0.0, 0.0, 0.0};  ///< unit, in the axes of the socket; 0: none
};

/// The poles of a body's limbs.
struct Poles {
  explicit Poles(const Multibody& multibody);

  /// The limb of an effector, or null.
  LimbPole* find(int effector);
  const LimbPole* find(int effector) const;
  /// The limb of an effector. \throws std::invalid_argument if it has none
  LimbPole& limb_of(const Multibody& multibody, int effector);

  /// Adds the turns of ball joints towards their poles to a step (n), rad; see swivel(). Limbs with
  /// frozen joints stay.
  void turn(const Problem& problem, VectorX& dtheta) const;

  std::vector<LimbPole> limbs;
};

/// A pole as LimbPole holds it. \throws std::invalid_argument if it is not finite
Eigen::Vector3d unit_pole(const Eigen::Vector3d& pole);

}  // namespace ik
