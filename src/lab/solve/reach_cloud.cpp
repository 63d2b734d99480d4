#include "lab/solve/reach_cloud.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <numbers>

#include "ik/body/joint.h"
#include "ik/math/mixed_bits.h"
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

/// The number of a cube. \param cube whole numbers
std::int64_t key_of(const Eigen::Array3d& cube) {
  std::int64_t key = 0;
  for (const double at : cube) {
    key = key * kCubesAside + static_cast<std::int64_t>(at) + kCubesAside / 2;
  }
  return key;
}

/// The number in Kronecker's sequence of a pose.
int drawn_number(std::size_t pose) {
  constexpr int kShift = 33;  // leaves 31 bits
  return 1 + static_cast<int>((ik::mixed_bits(pose) >> kShift) % (INT_MAX - 1));
}

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

/// A place in cubes from the lower corner of all.
Eigen::Array3d ReachCloud::in_cubes(const Eigen::Vector3d& place) const {
  // the middle of a planar arm's plane lies in the middle of cubes: rounding must not part them
  const double shift = planar_ ? 0.5 : 0.5 * plan_.cubes;
  return ((place - center_) / edge_).array() + shift;
}

std::int32_t ReachCloud::cube_of(const Eigen::Vector3d& place) {
  const std::int64_t key = key_of(in_cubes(place).floor());
  const auto [found, is_new] = cubes_.emplace(key, static_cast<std::int32_t>(met_.size()));
  if (is_new) met_.push_back(0);
  return found->second;
}

double ReachCloud::advance(long poses) {
  const auto all = static_cast<std::size_t>(plan_.count);
  const int joint = multibody_->effector(plan_.effector).joint;
  for (; poses > 0 && points_.size() < all; --poses) {
    ranges_.draw(drawn_number(points_.size()), pose_.theta);
    ik::forward_kinematics(*multibody_, pose_);
    const Eigen::Vector3d place = pose_.effector.col(plan_.effector);
    const Eigen::Vector3d direction = pose_.world_from_joint(joint).linear() * direction_;
    const std::int32_t cube = cube_of(place);
    met_[static_cast<std::size_t>(cube)] |= std::uint64_t{1} << bin_of(direction);
    points_.push_back({place.cast<float>(), cube});
    box_.extend(points_.back().place);
  }
  if (points_.size() == all && smooth_shares_.empty()) {
    smooth_shares_.reserve(all);
    for (const Point& point : points_) {
      smooth_shares_.push_back(smooth_share(point.place.cast<double>()));
    }
  }
  return static_cast<double>(points_.size()) / static_cast<double>(all);
}

double ReachCloud::share_of(std::int32_t cube) const {
  return std::popcount(met_[static_cast<std::size_t>(cube)]) / static_cast<double>(bins());
}

double ReachCloud::share(const Point& point) const { return share_of(point.cube); }

/// Interpolates between the middles of cubes. Cubes without a pose are left out.
float ReachCloud::smooth_share(const Eigen::Vector3d& place) const {
  const Eigen::Array3d from_middles = in_cubes(place) - 0.5;
  const Eigen::Array3d low = from_middles.floor(), part = from_middles - low;
  double sum = 0.0, weights = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    Eigen::Array3d cube = low;
    double weight = 1.0;
    for (int c = 0; c < 3; ++c) {
      const bool upper = ((corner >> c) & 1) != 0;
      cube[c] += upper ? 1.0 : 0.0;
      weight *= upper ? part[c] : 1.0 - part[c];
    }
    const auto met = cubes_.find(key_of(cube));
    if (met == cubes_.end()) continue;
    sum += weight * share_of(met->second);
    weights += weight;
  }
  return weights > 0.0 ? static_cast<float>(sum / weights) : 0.0F;
}

double ReachCloud::largest_share() const {
  int most = 0;
  for (const std::uint64_t met : met_) most = std::max(most, std::popcount(met));
  return most / static_cast<double>(bins());
}

}  // namespace lab
