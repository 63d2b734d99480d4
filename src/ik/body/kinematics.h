#pragma once

#include <Eigen/Geometry>

#include "ik/body/multibody.h"

namespace ik {

/// Vectors in space side by side, each with a 4th coordinate that fills a set of lanes: 1 for
/// points and 0 for directions.
class PaddedVectors {
 public:
  void resize(Eigen::Index count) { lanes_.resize(4, count); }
  Eigen::Index cols() const { return lanes_.cols(); }
  Eigen::Map<const Eigen::Vector3d> col(Eigen::Index i) const {
    return Eigen::Map<const Eigen::Vector3d>(data() + 4 * i);
  }
  auto xyz() const { return lanes_.topRows<3>(); }  ///< (3 x count)
  const double* data() const { return lanes_.data(); }
  double* data() { return lanes_.data(); }

 private:
  Eigen::Matrix4Xd lanes_;
};

/// Where a multibody is: theta, and what follows from it. All in the solver's order, world axes.
struct Pose {
  Eigen::VectorXd theta;      ///< (n) rad or m
  PaddedVectors origin;       ///< (n) p_j, a point on joint j's axis, m
  PaddedVectors axis;         ///< (n) v_j, unit
  Eigen::Matrix3Xd effector;  ///< (3 x k) s_i, m

  /// The frame that joint j moves.
  Eigen::Isometry3d world_from_joint(int j) const {
    return Eigen::Isometry3d(Eigen::Matrix4d(frames.middleCols<4>(4 * j)));
  }

  Eigen::Matrix4Xd frames;       ///< (4 x 4n) world_from_joint, homogeneous, side by side
  Eigen::VectorXd sine, cosine;  ///< (n) of theta
};

/// Fills everything of `pose` but theta from theta.
///
///   world_from_joint = world_from_parent * parent_from_joint * motion(axis, theta)
///
/// A second call allocates nothing. Angles of any size are right; not-finite theta gives
/// not-finite positions, and nothing else.
/// \pre pose.theta has n entries
void forward_kinematics(const Multibody& multibody, Pose& pose);

/// The pose at theta (n), solver's order.
Pose pose_at(const Multibody& multibody, const Eigen::VectorXd& theta);

}  // namespace ik
