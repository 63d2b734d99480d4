#include "lab/solve/reach_cloud.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "ik/body/joint.h"
#include "ik/simd/check.h"
#include "lab/track/reach.h"

namespace lab {
namespace {

constexpr std::uint64_t kCloudSeed = 1;
constexpr int kBands = 8, kSectors = ReachCloud::kSphereBins / kBands;
constexpr std::int64_t kCubesAside = std::int64_t{1} << 20;  // more than any body has

/// The bin of a share of a range, 0 to count - 1.
int bin_at(double share, int count) {
  return std::clamp(static_cast<int>(std::floor(share * count)), 0, count - 1);
}

/// The angle of (x, y) as a share of the circle.
double turn_of(double x, double y) { return std::atan2(y, x) / (2.0 * std::numbers::pi) + 0.5; }

}  // namespace

ReachCloud::ReachCloud(const StandingLane& lane, const Plan& plan)
    : multibody_(lane.multibody), plan_(plan), joints_(lane.moving_joints()) {
  ik::require(plan.effector >= 0 && plan.effector < multibody_->effector_count(),
              "reach: no such effector");
  ik::require(plan.count >= 1 && plan.cubes >= 1, "reach: no poses or no cubes");
  const Reach reach = reach_of(*multibody_, plan.effector);
  ranges_.reserve(*multibody_);
  ranges_.begin(*multibody_, joints_, lane.theta, outer_radius(reach), kCloudSeed);
  center_ = reach.center;
  edge_ = 2.0 * outer_radius(reach) / plan.cubes;
  pose_.theta = lane.theta;
  ranges_.draw(1, pose_.theta);
  ik::forward_kinematics(*multibody_, pose_);
  if (const auto plane = motion_plane(*multibody_, pose_, lane.mobility, plan.effector)) {
    planar_ = true;
    const Eigen::Vector3d across = plane->normal.unitOrthogonal();
    bins_from_world_.row(0) = across.transpose();
    bins_from_world_.row(1) = plane->normal.cross(across).transpose();
    bins_from_world_.row(2) = plane->normal.transpose();
  }
  direction_ = direction_in_joint();
  points_.reserve(static_cast<std::size_t>(plan.count));
}

Eigen::Vector3d ReachCloud::direction_in_joint() const {
  const ik::Effector& effector = multibody_->effector(plan_.effector);
  if (effector.aim == ik::AimKind::kDirection) return effector.rotation * effector.pointer;
  const Eigen::Vector3d& axis = multibody_->joint(effector.joint).axis;
  Eigen::Vector3d way = effector.offset;
  if (planar_) way -= axis * axis.dot(way);
  if (way.norm() > 1e-9) return way.normalized();
  return planar_ ? axis.unitOrthogonal() : axis;
}

/// Bands of equal height of the sphere have equal areas (Archimedes).
int ReachCloud::bin_of(const Eigen::Vector3d& direction) const {
  const Eigen::Vector3d d = bins_from_world_ * direction;
  const double turn = turn_of(d.x(), d.y());
  if (planar_) return bin_at(turn, kCircleBins);
  return bin_at(0.5 * (d.z() + 1.0), kBands) * kSectors + bin_at(turn, kSectors);
}

std::int32_t ReachCloud::cube_of(const Eigen::Vector3d& place) {
  // the middle of a planar arm's plane lies in the middle of cubes: rounding must not part them
  const double shift = planar_ ? 0.5 : 0.5 * plan_.cubes;
  std::int64_t key = 0;
  for (int c = 0; c < 3; ++c) {
    const double at = std::floor((place[c] - center_[c]) / edge_ + shift);
    key = key * kCubesAside + static_cast<std::int64_t>(at) + kCubesAside / 2;
  }
  const auto [found, is_new] = cubes_.emplace(key, static_cast<std::int32_t>(met_.size()));
  if (is_new) met_.push_back(0);
  return found->second;
}

double ReachCloud::advance(long poses) {
  const auto all = static_cast<std::size_t>(plan_.count);
  const int joint = multibody_->effector(plan_.effector).joint;
  for (; poses > 0 && points_.size() < all; --poses) {
    ranges_.draw(static_cast<int>(points_.size()) + 1, pose_.theta);
    ik::forward_kinematics(*multibody_, pose_);
    const Eigen::Vector3d place = pose_.effector.col(plan_.effector);
    const Eigen::Vector3d direction = pose_.world_from_joint(joint).linear() * direction_;
    const std::int32_t cube = cube_of(place);
    met_[static_cast<std::size_t>(cube)] |= std::uint64_t{1} << bin_of(direction);
    points_.push_back({place.cast<float>(), cube});
    box_.extend(points_.back().place);
  }
  return static_cast<double>(points_.size()) / static_cast<double>(all);
}

double ReachCloud::share(const Point& point) const {
  return std::popcount(met_[static_cast<std::size_t>(point.cube)]) / static_cast<double>(bins());
}

double ReachCloud::largest_share() const {
  int most = 0;
  for (const std::uint64_t met : met_) most = std::max(most, std::popcount(met));
  return most / static_cast<double>(bins());
}

}  // namespace lab
