#include "iklab/problem.h"

#include "ik/body/layout.h"
#include "ik/body/link_motion.h"
#include "ik/simd/check.h"
#include "ik/simd/sincos.h"

namespace ik {
namespace {

// homogeneous matrix: the 4th lane of a column is 0, or 1 for the origin
using LaneFrame = Frame<Lanes>;

IK_INLINE void load_frame(const double* from, LaneFrame& frame) {
  load(from, frame.x);
  load(from + 4, frame.y);
  load(from + 8, frame.z);
  load(from + 12, frame.p);
}

IK_INLINE void store_frame(const LaneFrame& frame, double* to) {
  store(frame.x, to);
  store(frame.y, to + 4);
  store(frame.z, to + 8);
  store(frame.p, to + 12);
}

/// Stores point `at` of `count`. Call in rising order: a store of four lanes overwrites a part of
/// the next point.
IK_INLINE void store_point(const Lanes& point, double* points, std::size_t at, std::size_t count) {
  double* const to = points + 3 * at;
  if (at + 1 < count) {
    store(point, to);
  } else {
    for (int i = 0; i < 3; ++i) to[i] = point[i];
  }
}

// column by column: clang keeps a frame that is copied as a whole in memory, not in registers
IK_INLINE void begin_at_world(LaneFrame& frame) {
  frame.x = Lanes{1.0, 0.0, 0.0, 0.0};
  frame.y = Lanes{0.0, 1.0, 0.0, 0.0};
  frame.z = Lanes{0.0, 0.0, 1.0, 0.0};
  frame.p = Lanes{0.0, 0.0, 0.0, 1.0};
}

IK_MULTIVERSION void move_all(std::span<const Link> links, Pose& pose) {
  double* const frames = pose.frames.data();
  double* const origin = pose.origin.data();
  double* const axis = pose.axis.data();
  const double* const theta = pose.theta.data();
  const double* const sine = pose.sine.data();
  const double* const cosine = pose.cosine.data();
  const int count = static_cast<int>(links.size());
  LaneFrame frame;  // frame of the last joint, most often the parent
  begin_at_world(frame);
  for (int j = 0; j < count; ++j) {
    const Link& link = links[static_cast<std::size_t>(j)];
    if (link.parent < 0) {
      begin_at_world(frame);
    } else if (link.parent != j - 1) {
      load_frame(frames + 16 * link.parent, frame);
    }
    Lanes v;
    move(link, theta[j], sine[j], cosine[j], frame, v);
    store_frame(frame, frames + 16 * j);
    store(frame.p, origin + 4 * j);
    store(v, axis + 4 * j);
  }
}

IK_MULTIVERSION void place_effectors(std::span<const Effector> effectors, Pose& pose) {
  for (std::size_t i = 0; i < effectors.size(); ++i) {
    LaneFrame frame;
    load_frame(pose.frames.data() + 16 * effectors[i].joint, frame);
    store_point(shifted(frame, effectors[i].offset.data()), pose.effector.data(), i,
                effectors.size());
  }
}

}  // namespace

void forward_kinematics(const Multibody& multibody, Pose& pose) {
  const int n = multibody.joint_count();
  IK_ASSERT(pose.theta.size() == n);
  if (pose.cosine.size() != n || pose.effector.cols() != multibody.effector_count()) {
    pose.origin.resize(n);
    pose.axis.resize(n);
    pose.frames.resize(4, 4 * n);
    pose.effector.resize(3, multibody.effector_count());
    pose.sine.resize(n);
    pose.cosine.resize(n);
  }
  for (const int j : multibody.followers()) {
    const Joint& joint = multibody.joint(j);
    pose.theta[j] = joint.ratio * pose.theta[joint.leader] + joint.shift;
  }
  sincos(pose.theta.data(), pose.theta.size(), pose.sine.data(), pose.cosine.data());
  move_all(multibody.layout().links, pose);
  place_effectors(multibody.effectors(), pose);
}

Isometry Pose::world_from_joint(int j) const {
  return Isometry(Eigen::Matrix4d(frames.middleCols<4>(4 * j)));
}

Pose pose_at(const Multibody& multibody, const VectorX& theta) {
  Pose pose;
  pose.theta = theta;
  forward_kinematics(multibody, pose);
  return pose;
}

}  // namespace ik
