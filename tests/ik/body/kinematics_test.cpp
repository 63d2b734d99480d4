#include "iklab/problem.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

/// Frame of joint j, by Eigen's transforms from the root down.
ik::Isometry plain_frame(const ik::Multibody& body, const ik::VectorX& theta, int j) {
  const ik::Joint& joint = body.joint(j);
  ik::Isometry motion = ik::Isometry::Identity();
  if (joint.type != ik::JointType::kRevolute) {
    const double rate = joint.type == ik::JointType::kScrew ? joint.pitch : 1.0;
    motion.translate(rate * theta[j] * joint.axis);
  }
  if (joint.type != ik::JointType::kPrismatic) {
    motion.rotate(Eigen::AngleAxisd(theta[j], joint.axis));
  }
  const ik::Isometry own = joint.parent_from_joint * motion;
  return joint.parent < 0 ? own : plain_frame(body, theta, joint.parent) * own;
}

TEST(ForwardKinematics, IsTheProductOfTheTransformsFromTheRoot) {
  for (int seed = 0; seed < 12; ++seed) {
    const ik::Multibody body = bodies::random_tree(seed, 10, 4);
    const ik::VectorX theta = 4.0 * bodies::Numbers(seed).vector(10);
    const ik::Pose pose = ik::pose_at(body, theta);
    for (int j = 0; j < body.joint_count(); ++j) {
      const ik::Isometry frame = plain_frame(body, theta, j);
      EXPECT_TRUE(pose.world_from_joint(j).isApprox(frame, 1e-13));
      EXPECT_TRUE(pose.origin.col(j).isApprox(frame.translation(), 1e-13));
      EXPECT_TRUE(pose.axis.col(j).isApprox(frame.linear() * body.joint(j).axis, 1e-13));
    }
    for (int i = 0; i < body.effector_count(); ++i) {
      const ik::Effector& effector = body.effector(i);
      EXPECT_TRUE(pose.effector.col(i).isApprox(
          plain_frame(body, theta, effector.joint) * effector.offset, 1e-13));
    }
  }
}

TEST(ForwardKinematics, OfATwoLinkArmIsTheTextbooks) {
  const double a = 0.7, b = -1.9;
  const ik::Pose pose = ik::pose_at(bodies::planar_arm(2), Eigen::Vector2d(a, b));
  EXPECT_NEAR(pose.effector(0, 0), std::cos(a) + std::cos(a + b), 1e-15);
  EXPECT_NEAR(pose.effector(1, 0), std::sin(a) + std::sin(a + b), 1e-15);
  EXPECT_EQ(pose.effector(2, 0), 0.0);
}

TEST(ForwardKinematics, TurnsAboutEveryCoordinateAxisAsAboutAnyOther) {
  // a slightly tilted axis takes the general code path and must give the same frames
  for (int axis = 0; axis < 3; ++axis) {
    ik::Joint joint;
    joint.axis = Eigen::Vector3d::Unit(axis);
    const std::vector<ik::Effector> hand = {{"hand", 0, {0.3, -0.4, 0.5}}};
    const ik::VectorX theta = ik::VectorX::Constant(1, 2.2);
    const Eigen::Vector3d straight = ik::pose_at(ik::Multibody({joint}, hand), theta).effector;
    joint.axis[(axis + 1) % 3] = 1e-12;
    const Eigen::Vector3d nudged = ik::pose_at(ik::Multibody({joint}, hand), theta).effector;
    EXPECT_LT((straight - nudged).norm(), 1e-11);
  }
}

TEST(ForwardKinematics, KeepsLinksRigidAtHugeAngles) {
  const ik::Multibody body = bodies::planar_arm(3);
  for (const double angle : {1e3, 1e7, 1e15, 1e300}) {
    const ik::Pose pose = ik::pose_at(body, ik::VectorX::Constant(3, angle));
    EXPECT_NEAR((pose.effector.col(0) - pose.origin.col(2)).norm(), 1.0, 1e-14);
    EXPECT_NEAR((pose.origin.col(2) - pose.origin.col(1)).norm(), 1.0, 1e-14);
  }
}

TEST(ForwardKinematics, OfNoNumberIsNoNumberAndNothingWorse) {
  const ik::Pose pose = ik::pose_at(bodies::planar_arm(2), Eigen::Vector2d(0.3, std::nan("")));
  EXPECT_TRUE(pose.origin.col(0).allFinite());
  EXPECT_FALSE(pose.effector.allFinite());
}

}  // namespace
