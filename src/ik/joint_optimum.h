#pragma once

#include "ik/kinematics.h"

namespace ik {

/// Half the sum of squared errors of the effectors that one joint moves, as the joint moves by x
/// [rad or m] and the others stand still, less what it is for x = 0:
///
///   half K x^2 - c x + a (1 - cos x) - b sin x        m^2
///
/// For an effector s and its target t, with r = s - p and q = t - p from a point p on the axis v:
///
///   revolute   a += r . q - (v . r)(v . q),  b += v . (r x q)        Wang and Chen (1991)
///   prismatic  K += 1,  c += v . (q - r)
///   screw      both, the latter with pitch^2 and pitch
struct JointObjective {
  double K = 0.0, c = 0.0, a = 0.0, b = 0.0;

  double operator()(double x) const;

  /// Where it is least among lower <= x <= upper: 0 where it is the same everywhere.
  /// \pre lower <= 0 <= upper, and both within [-pi, pi] unless a = b = 0
  double minimum(double lower, double upper) const;
};

/// The objective of joint j, with the pose's axes and the effectors and targets (3 x k) given.
JointObjective joint_objective(const Multibody& multibody, int j, const Pose& pose,
                               const Eigen::Matrix3Xd& effectors, const Eigen::Matrix3Xd& targets);

/// Moves the effectors (3 x k) that joint j moves, as x [rad or m] moves them.
void move_effectors(const Multibody& multibody, int j, const Pose& pose, double x,
                    Eigen::Matrix3Xd& effectors);

}  // namespace ik
