#include "lab/solve/reach_poses.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "ik/math/mixed_bits.h"
#include "ik/task/jacobian.h"
#include "lab/body/goals.h"
#include "lab/scene/scene.h"

namespace lab {
namespace {

constexpr double kQuarter = 0.5 * std::numbers::pi;  // turn, rad
constexpr double kScatter = 0.1;    // how far curled poses scatter, a share of the range
constexpr double kOuterPart = 0.1;  // the share of a range that is near a limit

}  // namespace

void place(const Eigen::Isometry3d& world_from_file, ReachGoal& goal) {
  for (Eigen::Vector3d& target : goal.targets) target = world_from_file * target;
  for (ik::Aim& aim : goal.aims) {
    aim.direction = world_from_file.linear() * aim.direction;
    aim.orientation = world_from_file.linear() * aim.orientation;
  }
}

Scene with_aims(Scene scene, std::span<const ik::AimKind> kinds) {
  const ik::Multibody old = scene.multibody;
  const std::vector<AimCurve> old_aims = std::exchange(scene.aims, {});
  const std::vector<double> old_weights = scene.weights;
  std::vector<ik::Effector> effectors = given_effectors(old);
  scene.weights.resize(std::min(scene.weights.size(), effectors.size()));  // of positions alone
  for (std::size_t i = 0; i < effectors.size(); ++i) {
    const int before = aim_of(old, static_cast<int>(i));
    const bool stays = before >= 0 && effectors[i].aim == kinds[i];
    effectors[i].aim = kinds[i];
    if (kinds[i] == ik::AimKind::kNone) continue;
    scene.aims.push_back(stays ? old_aims[static_cast<std::size_t>(before)] : AimCurve());
    if (old_weights.empty()) continue;
    scene.weights.push_back(stays ? old_weights[effectors.size() + static_cast<std::size_t>(before)]
                                  : 1.0);
  }
  scene.multibody = ik::Multibody(given_joints(old), std::move(effectors), given_loops(old));
  return scene;
}

double ReachPoses::uniform(int i, Stream stream, int joint) const {
  std::uint64_t bits = ik::mixed_bits(seed_);
  for (const auto part : {static_cast<std::uint64_t>(stream), static_cast<std::uint64_t>(i),
                          static_cast<std::uint64_t>(joint)}) {
    bits = ik::mixed_bits(bits + part);
  }
  return ik::unit_number(bits);
}

ik::VectorX ReachPoses::theta(int i, Stream stream) const {
  ik::VectorX theta(multibody_.joint_count());
  for (int given = 0; given < multibody_.joint_count(); ++given) {
    const ik::Joint& joint = multibody_.joint(multibody_.solver_index(given));
    const auto [from, to] = joint_range(joint);
    const double at = from + uniform(i, stream, given) * (to - from);
    theta[given] = joint.weight > 0.0 ? std::min(at, to) : joint.initial;  // `at` may round
  }
  return theta;
}

ik::VectorX ReachPoses::pose(int i) const {
  ik::VectorX theta = this->theta(i, Stream::kPoses);
  if (draw_ == ReachDraw::kUniform) return theta;
  if (draw_ == ReachDraw::kEdge) {
    const Eigen::Vector3d root = at(theta).origin.col(0);
    double farthest = -1.0;
    for (int k = 0; k < kEdgeOf; ++k) {
      const ik::VectorX other = this->theta(kEdgeOf * i + k, Stream::kWhole);
      const double away = (at(other).effector.col(0) - root).norm();
      if (!(away > farthest)) continue;
      farthest = away;
      theta = other;
    }
    return theta;
  }
  const double whole = uniform(i, Stream::kWhole, 0);
  for (int given = 0; given < multibody_.joint_count(); ++given) {
    const ik::Joint& joint = multibody_.joint(multibody_.solver_index(given));
    if (!(joint.weight > 0.0)) continue;
    const auto [from, to] = joint_range(joint);
    const double u = uniform(i, Stream::kPoses, given), side = uniform(i, Stream::kSides, given);
    double at = theta[given];
    if (draw_ == ReachDraw::kCurled) {
      at = from + (whole + kScatter * (u - 0.5)) * (to - from);
    } else if (draw_ == ReachDraw::kLimits) {
      const double inside = whole < 0.5 ? 0.0 : kOuterPart * u * (to - from);
      at = side < 0.5 ? from + inside : to - inside;
    } else if (ik::is_angular(joint.type)) {
      const double off = whole < 0.5 ? 0.0 : kNearSingular * (2.0 * side - 1.0);
      at = kQuarter * std::round(at / kQuarter) + off;
    }
    theta[given] = std::clamp(at, from, to);
  }
  return theta;
}

ik::VectorX ReachPoses::start_of(int i, const ik::VectorX& drawn) const {
  if (start_ == ReachStart::kRandom) return theta(i, Stream::kStarts);
  ik::VectorX start(multibody_.joint_count());
  for (int given = 0; given < multibody_.joint_count(); ++given) {
    const ik::Joint& joint = multibody_.joint(multibody_.solver_index(given));
    const auto [from, to] = joint_range(joint);
    start[given] = 0.5 * (from + to);
    if (start_ == ReachStart::kNear) {
      const double shift = kNearby * (2.0 * uniform(i, Stream::kStarts, given) - 1.0);
      start[given] = std::clamp(drawn[given] + shift, joint.lower, joint.upper);
    }
    if (!(joint.weight > 0.0)) start[given] = joint.initial;
  }
  return start;
}

/// The body with theta (n) in the order given, and followers where they follow.
ik::Pose ReachPoses::at(const ik::VectorX& theta) const {
  ik::Pose body;
  body.theta.resize(multibody_.joint_count());
  for (int j = 0; j < multibody_.joint_count(); ++j) {
    body.theta[j] = theta[multibody_.given_index(j)];
  }
  ik::forward_kinematics(multibody_, body);
  return body;
}

ReachPose ReachPoses::with_start(int i, const ik::VectorX& theta) const {
  ReachPose pose;
  const ik::Pose body = at(theta);
  pose.drawn.resize(multibody_.joint_count());
  for (int j = 0; j < multibody_.joint_count(); ++j) {
    pose.drawn[multibody_.given_index(j)] = body.theta[j];
  }
  pose.start = start_of(i, pose.drawn);
  ik::reached_goals(multibody_, body, pose.targets, pose.aims);
  return pose;
}

}  // namespace lab
