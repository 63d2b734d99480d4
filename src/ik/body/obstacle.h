#pragma once

#include <limits>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "iklab/problem.h"

namespace ik {

/// A link as a segment: from a joint's origin to the origin of a child joint, or to an effector.
struct LinkSegment {
  int joint;     ///< joint at the start
  int child;     ///< joint at the end, or -1
  int effector;  ///< effector at the end, or -1

  Eigen::Vector3d from(const Pose& pose) const { return pose.origin.col(joint); }
  Eigen::Vector3d to(const Pose& pose) const {
    if (child >= 0) return pose.origin.col(child);
    return pose.effector.col(effector);
  }
};

/// Calls visit(LinkSegment) for every link of the multibody: first the links to child joints, then
/// the links to effectors, in index order. Two revolute joints at one point have no link between
/// them.
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

/// The closest points p0 + p (p1 - p0) and q0 + q (q1 - q0) of two segments; p and q in [0, 1].
struct ClosestShares {
  double p, q;
};

/// Closest points of two segments: the feet of the common perpendicular if they lie on the
/// segments, otherwise an end of one segment and its nearest point on the other; compare Ericson
/// (2005), section 5.1.9. The cross product replaces Ericson's determinant and keeps nearly
/// parallel segments exact. If several pairs are closest (parallel segments), returns any one. A
/// segment may be a point.
ClosestShares closest_shares(const Eigen::Vector3d& p0, const Eigen::Vector3d& p1,
                             const Eigen::Vector3d& q0, const Eigen::Vector3d& q1);

/// Distance of a link from an obstacle's surface.
struct Clearance {
  double distance = std::numeric_limits<double>::infinity();  ///< m; negative inside
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();  ///< unit, away from the obstacle's axis
  double along = 0.0;  ///< the link's closest point: 0 at its start, 1 at its end
};

/// Clearance of one link. If the link intersects the obstacle's axis, the normal is an arbitrary
/// vector perpendicular to the axis, and to the link too unless they are parallel.
Clearance clearance(const Pose& pose, const LinkSegment& link, const Obstacle& obstacle);

/// Fills the clearances of all links, in the order of for_each_link; for each link, the obstacles
/// in their order.
void measure_clearances(const Multibody& multibody, const Pose& pose,
                        std::span<const Obstacle> obstacles, std::vector<Clearance>& clearances);

/// The smallest distance of these, m; infinity if there is none.
double least_distance(std::span<const Clearance> clearances);

/// Gradient d(distance)/dtheta (n) of a clearance, m / rad or m / m: the normal n times the
/// Jacobian of the link's closest point x,
///   revolute  n . v x (x - p)    prismatic  n . v    screw  n . (v x (x - p) + pitch v)
/// for the joints that move the link. A prismatic or screw joint at the link's end lengthens it:
/// its entry is n . v times `along`, for a screw also times pitch. The motion of the closest point
/// along the link has no first-order effect. Ignores Problem::mobility.
void clearance_gradient(const Multibody& multibody, const Pose& pose, const LinkSegment& link,
                        const Clearance& clearance, VectorX& gradient);

}  // namespace ik
