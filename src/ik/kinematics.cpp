#include "ik/kinematics.h"

#include "ik/check.h"
#include "ik/sincos.h"

namespace ik {
namespace {

/// R := R * rotation about `axis` (joint's frame), of which `world_axis` = R * axis.
///
/// Rodrigues, a column at a time: x cos + (v x x) sin + v (v . x)(1 - cos), where v . x is the
/// entry of `axis`. About a coordinate axis one column stays and the other two mix.
void turn(Eigen::Ref<Eigen::Matrix3d> R, const Eigen::Vector3d& axis, int unit_axis,
          const Eigen::Vector3d& world_axis, double sine, double cosine) {
  if (unit_axis >= 0) {
    const int b = (unit_axis + 1) % 3;
    const int c = (unit_axis + 2) % 3;
    const Eigen::Vector3d y = R.col(b);
    const Eigen::Vector3d z = R.col(c);
    R.col(b) = cosine * y + sine * z;
    R.col(c) = cosine * z - sine * y;
    return;
  }
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector3d x = R.col(i);
    R.col(i) = cosine * x + sine * world_axis.cross(x) + ((1.0 - cosine) * axis[i]) * world_axis;
  }
}

}  // namespace

Eigen::Isometry3d Pose::world_from_joint(int j) const {
  Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
  frame.linear() = rotation.middleCols<3>(3 * j);
  frame.translation() = origin.col(j);
  return frame;
}

void forward_kinematics(const Multibody& multibody, Pose& pose) {
  const int n = multibody.joint_count();
  IK_ASSERT(pose.theta.size() == n);
  pose.origin.resize(3, n);
  pose.axis.resize(3, n);
  pose.rotation.resize(3, 3 * n);
  pose.effector.resize(3, multibody.effector_count());
  pose.sine.resize(n);
  pose.cosine.resize(n);
  sincos(pose.theta, pose.sine, pose.cosine);

  for (int j = 0; j < n; ++j) {
    const Joint& joint = multibody.joint(j);
    const Multibody::Shape shape = multibody.shape(j);
    auto R = pose.rotation.middleCols<3>(3 * j);
    if (joint.parent < 0) {
      R = joint.parent_from_joint.linear();
      pose.origin.col(j) = joint.parent_from_joint.translation();
    } else {
      const auto parent = pose.rotation.middleCols<3>(3 * joint.parent);
      if (shape.turned) {
        R.noalias() = parent * joint.parent_from_joint.linear();
      } else {
        R = parent;
      }
      pose.origin.col(j) = pose.origin.col(joint.parent);
      pose.origin.col(j).noalias() += parent * joint.parent_from_joint.translation();
    }

    const Eigen::Vector3d v = shape.unit_axis >= 0 ? Eigen::Vector3d(R.col(shape.unit_axis))
                                                   : Eigen::Vector3d(R * joint.axis);
    pose.axis.col(j) = v;
    if (is_angular(joint.type)) {
      turn(R, joint.axis, shape.unit_axis, v, pose.sine[j], pose.cosine[j]);
    }
    // a slide moves the origin along its own axis, so it stays a point on the axis
    if (joint.type == JointType::kPrismatic) pose.origin.col(j) += pose.theta[j] * v;
    if (joint.type == JointType::kScrew) pose.origin.col(j) += (joint.pitch * pose.theta[j]) * v;
  }

  for (int i = 0; i < multibody.effector_count(); ++i) {
    const Effector& effector = multibody.effector(i);
    pose.effector.col(i) = pose.origin.col(effector.joint);
    pose.effector.col(i).noalias() +=
        pose.rotation.middleCols<3>(3 * effector.joint) * effector.offset;
  }
}

Pose pose_at(const Multibody& multibody, const Eigen::VectorXd& theta) {
  Pose pose;
  pose.theta = theta;
  forward_kinematics(multibody, pose);
  return pose;
}

}  // namespace ik
