#pragma once

#include <limits>
#include <span>
#include <string>

#include <Eigen/Core>

#include "iklab/problem.h"

namespace ik {

/// A straight part of a body, without thickness: from a joint's origin to that of a joint it
/// carries, or to an effector on it.
struct LinkSegment {
  int joint;     ///< where it starts
  int child;     ///< the joint where it ends, or -1
  int effector;  ///< the effector where it ends, or -1

  Eigen::Vector3d from(const Pose& pose) const { return pose.origin.col(joint); }
  Eigen::Vector3d to(const Pose& pose) const {
    if (child >= 0) return pose.origin.col(child);
    return pose.effector.col(effector);
  }
};

/// Calls visit(LinkSegment) for every link of the multibody, those that end at joints first, in
/// their order. Hinges that stand at one point have none between them.
template <class Visit>
void for_each_link(const Multibody& multibody, Visit&& visit) {
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const Joint& joint = multibody.joint(j);
    const bool apart =
        joint.type != JointType::kRevolute || !joint.parent_from_joint.translation().isZero(0.0);
    if (joint.parent >= 0 && apart) visit(LinkSegment{joint.parent, j, -1});
  }
  for (int i = 0; i < multibody.effector_count(); ++i) {
    visit(LinkSegment{multibody.effector(i).joint, -1, i});
  }
}

/// Where two segments come closest, as shares of the way along them, in [0, 1].
struct ClosestShares {
  double p, q;
};

/// The closest points of the segments from p0 to p1 and from q0 to q1: the best of the common
/// perpendicular's feet, where these lie on both, and of each end's nearest point on the other;
/// compare Ericson (2005), section 5.1.9. The cross product in place of Ericson's determinant
/// keeps nearly parallel segments exact: what is left of rounding is sin(angle) times length. Where
/// several pairs are as close, as with parallel segments, one of them. A segment may be a point.
ClosestShares closest_shares(const Eigen::Vector3d& p0, const Eigen::Vector3d& p1,
                             const Eigen::Vector3d& q0, const Eigen::Vector3d& q1);

/// How far a link is from an obstacle's surface.
struct Clearance {
  double distance = std::numeric_limits<double>::infinity();  ///< m; negative inside
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();  ///< unit, away from the obstacle's axis
  double along = 0.0;  ///< share of the way along the link where it is closest
};

/// The clearance of one link. Where the link meets the obstacle's axis the normal is one of those
/// that are perpendicular to the axis, and to the link where it can be.
Clearance clearance(const Pose& pose, const LinkSegment& link, const Obstacle& obstacle);

/// The distance of the body's closest link to any of the obstacles, m; infinity without obstacles.
double least_clearance(const Multibody& multibody, const Pose& pose,
                       std::span<const Obstacle> obstacles);

/// How the clearance moves with the joints, d(distance)/dtheta (n), in m / rad or m / m: the
/// normal times the Jacobian of the link's closest point x,
///   revolute  n . v x (x - p)    prismatic  n . v    screw  n . (v x (x - p) + pitch v)
/// for the joints that carry the link, and n . v, times pitch of a screw, and `along` for the
/// joint that ends it, which lengthens it. That the closest point shifts along the link does
/// nothing to first order. Knows nothing of Problem::mobility.
void clearance_gradient(const Multibody& multibody, const Pose& pose, const LinkSegment& link,
                        const Clearance& clearance, Eigen::VectorXd& gradient);

}  // namespace ik
