#pragma once

#include <Eigen/Geometry>

#include "iklab/batch.h"

/// Goals and poses of the bodies of a batch.
namespace lanes {

/// Goals of one body: the places and aims of a pose, solver's order.
inline void want_pose(const ik::Pose& pose, int b, ik::BatchSolver& batch) {
  const ik::Multibody& body = batch.multibody();
  for (int i = 0; i < body.effector_count(); ++i) {
    const ik::Effector& effector = body.effector(i);
    batch.set_target(b, i, pose.effector.col(i));
    const Eigen::Matrix3d axes = pose.world_from_joint(effector.joint).linear() * effector.rotation;
    if (effector.aim == ik::AimKind::kDirection) batch.set_direction(b, i, axes * effector.pointer);
    if (effector.aim == ik::AimKind::kOrientation) batch.set_orientation(b, i, axes);
  }
}

inline void want_frame(const Eigen::Isometry3d& frame, int b, ik::BatchSolver& batch) {
  batch.set_target(b, 0, frame.translation());
  batch.set_orientation(b, 0, frame.linear());
}

/// theta of a body, in the order given.
inline ik::VectorX theta(const ik::BatchSolver& batch, int b) {
  ik::VectorX result(batch.multibody().joint_count());
  for (int j = 0; j < result.size(); ++j) result[j] = batch.theta(b, j);
  return result;
}

}  // namespace lanes
