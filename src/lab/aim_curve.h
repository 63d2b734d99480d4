#pragma once

#include "ik/aim.h"

namespace lab {

/// Where an effector should aim: a pure function of time. It swings to and fro about an axis:
/// the aim `base` turned by amplitude sin(frequency t + phase).
struct AimCurve {
  ik::Aim base;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitY();  ///< world axes, any length but 0
  double amplitude = 0.0;                           ///< rad
  double frequency = 0.0;                           ///< rad / s
  double phase = 0.0;                               ///< rad

  ik::Aim at(double time) const;  ///< time in s
};

/// The angle between an effector's aim and the one it should have, rad; not the chord that methods
/// see of a direction.
/// \param frame world_from_effector, the axes of the effector's frame
double aim_angle(ik::AimKind kind, const Eigen::Matrix3d& frame, const Eigen::Vector3d& pointer,
                 const ik::Aim& wanted);

}  // namespace lab
