#pragma once

#include <Eigen/Core>

#include "iklab/body.h"
#include "iklab/problem.h"

#include "ik/body/joint.h"
#include "ik/task/jacobian.h"

/// J (m x n) with unit weights, by central differences of forward kinematics.
/// \param h step, rad or m
inline ik::MatrixX difference_jacobian(const ik::Multibody& multibody, const ik::VectorX& theta,
                                       double h = 1e-6) {
  const int k = multibody.effector_count();
  ik::MatrixX J(multibody.row_count(), multibody.joint_count());
  for (int j = 0; j < multibody.joint_count(); ++j) {
    ik::VectorX ahead = theta;
    ik::VectorX behind = theta;
    ahead[j] += h;
    behind[j] -= h;
    const ik::Pose to = ik::pose_at(multibody, ahead);
    const ik::Pose from = ik::pose_at(multibody, behind);
    J.col(j).head(3 * k) = (to.effector - from.effector).reshaped() / (2.0 * h);
    for (int g = k; g < multibody.goal_count(); ++g) {
      const ik::Effector& effector = multibody.goal_effector(g);
      const Eigen::Matrix3d before = ik::effector_axes(from, effector);
      const Eigen::Matrix3d after = ik::effector_axes(to, effector);
      const ik::Aim moved{after * effector.pointer, after};
      J.block<3, 1>(3 * g, j) =
          effector.lever / (2.0 * h) * ik::aim_error(effector.aim, before, effector.pointer, moved);
    }
  }
  return J;
}
