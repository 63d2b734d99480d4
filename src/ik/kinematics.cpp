#include "ik/kinematics.h"

#include "ik/check.h"
#include "ik/lanes.h"
#include "ik/sincos.h"

namespace ik {
namespace {

/// A frame: the world axes of its x, y and z and its origin, each in a set of lanes (the fourth
/// holds 0, 0, 0 and 1), that is, a homogeneous matrix by columns.
struct Frame {
  Lanes x, y, z, p;
};

/// In the frame's axes, the direction a.
IK_INLINE void direction(const Frame& frame, const double* a, Lanes& sum) {
  sum = frame.x * a[0] + frame.y * a[1] + frame.z * a[2];
}

/// frame := frame * R, with R (3 x 3) by columns.
IK_INLINE void turn_by(const double* R, Frame& frame) {
  const Frame old = frame;
  direction(old, R, frame.x);
  direction(old, R + 3, frame.y);
  direction(old, R + 6, frame.z);
}

/// Two axes mix where a frame turns about its third.
IK_INLINE void mix(double sine, double cosine, Lanes& y, Lanes& z) {
  const Lanes old = y;
  y = cosine * y + sine * z;
  z = cosine * z - sine * old;
}

/// Rodrigues: the rotation about the unit vector a, cos I + (1 - cos) a a^T + sin [a]x, by columns.
IK_INLINE void rodrigues(const double* a, double sine, double cosine, double* R) {
  const double versine = 1.0 - cosine;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) R[3 * c + r] = versine * a[c] * a[r];
    R[4 * c] += cosine;
    R[3 * c + (c + 1) % 3] += sine * a[(c + 2) % 3];
    R[3 * c + (c + 2) % 3] -= sine * a[(c + 1) % 3];
  }
}

IK_INLINE void load_frame(const double* from, Frame& frame) {
  load(from, frame.x);
  load(from + 4, frame.y);
  load(from + 8, frame.z);
  load(from + 12, frame.p);
}

/// The frame that a link's joint moves. `v` is the joint's axis.
IK_INLINE void move(const Multibody::Link& link, double theta, double sine, double cosine,
                    Frame& frame, Lanes& v) {
  Lanes way;
  direction(frame, link.offset.data(), way);
  frame.p += way;
  if (link.turned) turn_by(link.rotation.data(), frame);

  switch (link.unit_axis) {
    case 0:
      v = frame.x;
      break;
    case 1:
      v = frame.y;
      break;
    case 2:
      v = frame.z;
      break;
    default:
      direction(frame, link.axis.data(), v);
  }
  if (is_angular(link.type)) {
    switch (link.unit_axis) {
      case 0:
        mix(sine, cosine, frame.y, frame.z);
        break;
      case 1:
        mix(sine, cosine, frame.z, frame.x);
        break;
      case 2:
        mix(sine, cosine, frame.x, frame.y);
        break;
      default: {
        double R[9];
        rodrigues(link.axis.data(), sine, cosine, R);
        turn_by(R, frame);
      }
    }
  }
  // a slide moves the origin along its own axis, so that it stays a point on it
  if (link.type == JointType::kPrismatic) frame.p += theta * v;
  if (link.type == JointType::kScrew) frame.p += (link.pitch * theta) * v;
}

IK_INLINE void store_point(const Lanes& from, double* to) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

IK_MULTIVERSION void move_all(std::span<const Multibody::Link> links, Pose& pose) {
  double* const frames = pose.frames.data();
  for (std::size_t j = 0; j < links.size(); ++j) {
    const Multibody::Link& link = links[j];
    Frame frame = {
        {1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.0, 1.0}};
    if (link.parent >= 0) load_frame(frames + 16 * link.parent, frame);
    const auto at = static_cast<Eigen::Index>(j);
    Lanes v;
    move(link, pose.theta[at], pose.sine[at], pose.cosine[at], frame, v);
    double* const to = frames + 16 * j;
    store(frame.x, to);
    store(frame.y, to + 4);
    store(frame.z, to + 8);
    store(frame.p, to + 12);
    store_point(frame.p, pose.origin.data() + 3 * j);
    store_point(v, pose.axis.data() + 3 * j);
  }
}

IK_MULTIVERSION void place_effectors(std::span<const Effector> effectors, Pose& pose) {
  for (std::size_t i = 0; i < effectors.size(); ++i) {
    Frame frame;
    load_frame(pose.frames.data() + 16 * effectors[i].joint, frame);
    Lanes way;
    direction(frame, effectors[i].offset.data(), way);
    store_point(frame.p + way, pose.effector.data() + 3 * i);
  }
}

}  // namespace

void forward_kinematics(const Multibody& multibody, Pose& pose) {
  const int n = multibody.joint_count();
  IK_ASSERT(pose.theta.size() == n);
  pose.origin.resize(3, n);
  pose.axis.resize(3, n);
  pose.frames.resize(4, 4 * n);
  pose.effector.resize(3, multibody.effector_count());
  pose.sine.resize(n);
  pose.cosine.resize(n);
  sincos(pose.theta, pose.sine, pose.cosine);
  move_all(multibody.links(), pose);
  place_effectors(multibody.effectors(), pose);
}

Pose pose_at(const Multibody& multibody, const Eigen::VectorXd& theta) {
  Pose pose;
  pose.theta = theta;
  forward_kinematics(multibody, pose);
  return pose;
}

}  // namespace ik
