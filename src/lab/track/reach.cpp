#include "lab/track/reach.h"

#include <algorithm>
#include <cmath>

namespace lab {
namespace {

// in the order of EffectorStatus
constexpr const char* kStatusNames[] = {"reached",   "out of reach", "at a limit", "stalled",
                                        "following", "far behind",   "not finite", "held"};

/// Adds a link or slide with a distance of `least` to `most` between its ends.
void add_piece(double least, double most, Reach& reach) {
  // the hole in the middle: the longest piece with all others folded back
  const double hole = std::max(least - reach.most, reach.least - most);
  reach.least = std::max(0.0, hole);
  reach.most += most;
}

/// The initial pose with every joint moved a little within its limits, each by a different amount.
ik::VectorX moved_start(const ik::Multibody& multibody) {
  constexpr double kStep = 0.3, kMore = 0.01;  // rad or m
  ik::VectorX theta = multibody.initial_theta();
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const ik::Joint& joint = multibody.joint(j);
    if (joint.weight <= 0.0) continue;
    const double up = joint.upper - theta[j], down = theta[j] - joint.lower;
    const double step = kStep + kMore * (j % 10);
    theta[j] += up >= down ? std::min(step, up) : -std::min(step, down);
  }
  return theta;
}

}  // namespace

const char* name(EffectorStatus status) { return kStatusNames[static_cast<std::size_t>(status)]; }

double outer_radius(const Reach& reach) {
  return std::isfinite(reach.most) && reach.most > 0.0 ? reach.most : 1.0;
}

Reach reach_of(const ik::Multibody& multibody, int effector, bool limits) {
  Reach reach;
  const auto slide = [&reach, limits](const ik::Joint& joint) {
    if (joint.type == ik::JointType::kRevolute) return;
    const double scale = joint.type == ik::JointType::kScrew ? std::abs(joint.pitch) : 1.0;
    const double travel = std::max(std::abs(joint.lower), std::abs(joint.upper));
    const double most = scale * (limits ? travel : ik::kUnlimited);
    add_piece(0.0, scale > 0.0 ? most : 0.0, reach);
  };
  const ik::Effector& hand = multibody.effector(effector);
  reach.least = reach.most = hand.offset.norm();
  int j = hand.joint;
  for (; multibody.joint(j).parent >= 0; j = multibody.joint(j).parent) {
    slide(multibody.joint(j));
    const double length = multibody.joint(j).parent_from_joint.translation().norm();
    add_piece(length, length, reach);
  }
  slide(multibody.joint(j));
  reach.center = multibody.joint(j).parent_from_joint.translation();
  return reach;
}

std::optional<Plane> motion_plane(const ik::Multibody& multibody, const ik::Pose& pose,
                                  std::span<const double> mobility, int joint,
                                  const Eigen::Vector3d& place) {
  constexpr double kParallel = 1e-9;  // unit axes are parallel within this
  std::optional<Eigen::Vector3d> normal;
  // a turn about the normal leaves all axes as they are to it, so that one pose tells
  for (const bool hinges : {true, false}) {
    for (int j = joint; j >= 0; j = multibody.joint(j).parent) {
      const int leader = multibody.joint(j).leader >= 0 ? multibody.joint(j).leader : j;
      if (!mobility.empty() && !(mobility[static_cast<std::size_t>(leader)] > 0.0)) continue;
      const Eigen::Vector3d axis = pose.axis.col(j);
      const ik::JointType type = multibody.joint(j).type;
      if (type == ik::JointType::kScrew) return std::nullopt;
      if ((type == ik::JointType::kRevolute) != hinges) continue;
      if (!normal && !hinges) return std::nullopt;
      const bool fits = !normal || (hinges ? axis.cross(*normal).norm() <= kParallel
                                           : std::abs(axis.dot(*normal)) <= kParallel);
      if (!fits) return std::nullopt;
      if (!normal) normal = axis;
    }
  }
  if (!normal || !place.allFinite() || !normal->allFinite()) return std::nullopt;
  return Plane{place, *normal};
}

std::optional<Plane> motion_plane(const ik::Multibody& multibody, const ik::Pose& pose,
                                  std::span<const double> mobility, int effector) {
  return motion_plane(multibody, pose, mobility, multibody.effector(effector).joint,
                      pose.effector.col(effector));
}

BeyondReach::BeyondReach(const ik::Multibody& multibody) {
  for (int i = 0; i < multibody.effector_count(); ++i) reach_.push_back(reach_of(multibody, i));
}

std::vector<int> unmoved_effectors(const ik::Multibody& multibody) {
  constexpr double kRounding = 1e-12;
  const ik::Pose before = ik::pose_at(multibody, multibody.initial_theta());
  const ik::Pose after = ik::pose_at(multibody, moved_start(multibody));
  std::vector<int> unmoved;
  for (int i = 0; i < multibody.effector_count(); ++i) {
    if (multibody.effector(i).aim != ik::AimKind::kNone) continue;
    const double way = (after.effector.col(i) - before.effector.col(i)).norm();
    if (way <= kRounding * (1.0 + before.effector.col(i).norm())) unmoved.push_back(i);
  }
  return unmoved;
}

std::string unmoved_in_words(const ik::Effector& effector) {
  return "nothing moves effector \"" + effector.name +
         "\": it lies on the axes of its joints, or these are held";
}

double link_length(const ik::Multibody& multibody) {
  constexpr double kMin = 1e-9;  // m; closer positions are the same
  std::vector<double> lengths;
  const auto add = [&lengths](double length) {
    if (length >= kMin) lengths.push_back(length);
  };
  for (const ik::Joint& joint : multibody.joints()) {
    if (joint.parent >= 0) add(joint.parent_from_joint.translation().norm());
  }
  for (const ik::Effector& effector : multibody.effectors()) add(effector.offset.norm());
  if (lengths.empty()) return 0.0;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

double reached_tolerance(const Tracker& tracker, int effector) {
  const double tolerance = tracker.settings().tolerance;
  return tolerance < kOff ? tolerance
                          : kReachedShare * outer_radius(reach_of(tracker.multibody(), effector));
}

double largest_error(const Tracker& tracker, int effector) {
  const ik::Multibody& multibody = tracker.multibody();
  const double distance = tracker.errors()[static_cast<std::size_t>(effector)];
  const int aim = aim_of(multibody, effector);
  if (aim < 0) return distance;
  const double angle = tracker.aim_errors()[static_cast<std::size_t>(aim)];
  const double error = multibody.effector(effector).lever * angle;
  return error <= distance ? distance : error;
}

double error_share(const Tracker& tracker, int effector) {
  return largest_error(tracker, effector) / outer_radius(reach_of(tracker.multibody(), effector));
}

std::optional<EffectorStatus> status_by_place(const Tracker& tracker, int effector) {
  if (!tracker.pose().theta.allFinite()) return EffectorStatus::kNotFinite;
  // the reach without limits: a target beyond the limits alone may also be kAtLimit
  return status_by_place(reach_of(tracker.multibody(), effector, false),
                         tracker.targets()[static_cast<std::size_t>(effector)],
                         largest_error(tracker, effector), reached_tolerance(tracker, effector));
}

std::optional<EffectorStatus> status_by_place(const Reach& reach, const Eigen::Vector3d& target,
                                              double error, double tolerance) {
  if (!target.allFinite() || !std::isfinite(error)) return EffectorStatus::kNotFinite;
  if (error <= tolerance) return EffectorStatus::kReached;
  const Eigen::Vector3d away = target - reach.center;
  // the squares of a very distant target overflow
  const double plain = away.norm();
  const double distance = std::isfinite(plain) ? plain : away.stableNorm();
  const double rounding = 1e-9 * (1.0 + distance);
  if (distance > reach.most + rounding || distance < reach.least - rounding)
    return EffectorStatus::kOutOfReach;
  return std::nullopt;
}

}  // namespace lab
