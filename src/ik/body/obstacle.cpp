#include "ik/body/obstacle.h"

#include <algorithm>

#include "ik/body/joint.h"

namespace ik {
namespace {

/// Parameter of the point of a segment that is nearest to x: 0 at a, 1 at b.
double nearest_share(const Eigen::Vector3d& x, const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  const Eigen::Vector3d way = b - a;
  const double square = way.squaredNorm();
  return square > 0.0 ? std::clamp(way.dot(x - a) / square, 0.0, 1.0) : 0.0;
}

Eigen::Vector3d between(const Eigen::Vector3d& a, const Eigen::Vector3d& b, double share) {
  return a + share * (b - a);
}

/// A unit vector perpendicular to a and b; if they are parallel, perpendicular to the nonzero one.
Eigen::Vector3d perpendicular(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  const Eigen::Vector3d both = a.cross(b);
  if (length(both) > 1e-12 * length(a) * length(b)) return both / length(both);
  const Eigen::Vector3d& one = a.isZero(0.0) ? b : a;
  Eigen::Index least = 0;
  one.cwiseAbs().minCoeff(&least);
  const Eigen::Vector3d across = one.cross(Eigen::Vector3d::Unit(least));
  const double size = length(across);
  return size > 0.0 ? Eigen::Vector3d(across / size) : Eigen::Vector3d::UnitX();
}

}  // namespace

ClosestShares closest_shares(const Eigen::Vector3d& p0, const Eigen::Vector3d& p1,
                             const Eigen::Vector3d& q0, const Eigen::Vector3d& q1) {
  ClosestShares best{0.0, 0.0};
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](double p, double q) {
    const double square = (between(p0, p1, p) - between(q0, q1, q)).squaredNorm();
    if (!(square < least)) return;
    least = square;
    best = {p, q};
  };
  const Eigen::Vector3d u = p1 - p0;
  const Eigen::Vector3d v = q1 - q0;
  const Eigen::Vector3d across = u.cross(v);
  const double square = across.squaredNorm();
  if (square > 0.0) {
    const Eigen::Vector3d way = q0 - p0;
    const double p = way.cross(v).dot(across) / square;
    const double q = way.cross(u).dot(across) / square;
    if (p >= 0.0 && p <= 1.0 && q >= 0.0 && q <= 1.0) offer(p, q);
  }
  offer(0.0, nearest_share(p0, q0, q1));
  offer(1.0, nearest_share(p1, q0, q1));
  offer(nearest_share(q0, p0, p1), 0.0);
  offer(nearest_share(q1, p0, p1), 1.0);
  return best;
}

Clearance clearance(const Pose& pose, const LinkSegment& link, const Obstacle& obstacle) {
  const Eigen::Vector3d from = link.from(pose);
  const Eigen::Vector3d to = link.to(pose);
  const ClosestShares closest = closest_shares(from, to, obstacle.a, obstacle.b);
  const Eigen::Vector3d apart =
      between(from, to, closest.p) - between(obstacle.a, obstacle.b, closest.q);
  const double distance = length(apart);
  return {distance - obstacle.radius,
          distance > 0.0 ? Eigen::Vector3d(apart / distance)
                         : perpendicular(obstacle.b - obstacle.a, to - from),
          closest.p};
}

void measure_clearances(const Multibody& multibody, const Pose& pose,
                        std::span<const Obstacle> obstacles, std::vector<Clearance>& clearances) {
  clearances.clear();
  if (obstacles.empty()) return;
  for_each_link(multibody, [&](const LinkSegment& link) {
    for (const Obstacle& obstacle : obstacles) {
      clearances.push_back(clearance(pose, link, obstacle));
    }
  });
}

double least_distance(std::span<const Clearance> clearances) {
  double least = std::numeric_limits<double>::infinity();
  // a clearance is NaN for an obstacle that is infinitely far
  for (const Clearance& each : clearances) least = std::min(least, each.distance);
  return least;
}

void clearance_gradient(const Multibody& multibody, const Pose& pose, const LinkSegment& link,
                        const Clearance& clearance, VectorX& gradient) {
  gradient.setZero(multibody.joint_count());
  const Eigen::Vector3d& normal = clearance.normal;
  const Eigen::Vector3d x = between(link.from(pose), link.to(pose), clearance.along);
  const auto slide = [&](int j) {
    const double along = normal.dot(pose.axis.col(j));
    return multibody.joint(j).type == JointType::kScrew ? multibody.joint(j).pitch * along : along;
  };
  for (int j = link.joint; j >= 0; j = multibody.joint(j).parent) {
    const JointType type = multibody.joint(j).type;
    if (type != JointType::kRevolute) gradient[j] = slide(j);
    if (is_angular(type)) {
      const Eigen::Vector3d v = pose.axis.col(j);
      gradient[j] += normal.dot(v.cross(x - pose.origin.col(j)));
    }
  }
  if (link.child >= 0 && multibody.joint(link.child).type != JointType::kRevolute) {
    gradient[link.child] = clearance.along * slide(link.child);
  }
}

}  // namespace ik
