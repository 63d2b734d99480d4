#include "lab/solve/reach_poses.h"

#include <algorithm>

#include "ik/math/mixed_bits.h"
#include "ik/task/jacobian.h"
#include "lab/scene/joint_values.h"

namespace lab {

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

ReachPose ReachPoses::with_start(int i, const ik::VectorX& theta) const {
  ReachPose pose;
  ik::Pose body;
  body.theta.resize(multibody_.joint_count());
  for (int j = 0; j < multibody_.joint_count(); ++j) {
    body.theta[j] = theta[multibody_.given_index(j)];
  }
  ik::forward_kinematics(multibody_, body);  // also moves followers
  pose.drawn.resize(multibody_.joint_count());
  for (int j = 0; j < multibody_.joint_count(); ++j) {
    pose.drawn[multibody_.given_index(j)] = body.theta[j];
  }
  pose.start = start_of(i, pose.drawn);
  ik::reached_goals(multibody_, body, pose.targets, pose.aims);
  return pose;
}

}  // namespace lab
