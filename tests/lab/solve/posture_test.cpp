#include "lab/solve/solution_names.h"

#include <gtest/gtest.h>

#include "support/bodies.h"
#include "support/robot_arms.h"

namespace {

std::vector<int> joints_of(const std::vector<lab::Bend>& bends) {
  std::vector<int> joints;
  for (const lab::Bend& bend : bends) joints.push_back(bend.joint);
  return joints;
}

TEST(Bends, AreTheInnerHingesOfAPlanarArm) {
  EXPECT_EQ(joints_of(lab::find_bends(bodies::planar_arm(4))), (std::vector{1, 2, 3}));
  EXPECT_TRUE(lab::find_bends(bodies::planar_arm(1)).empty());
  // a crank that stands above its slide or below it
  EXPECT_EQ(joints_of(lab::find_bends(bodies::slider_arm())), (std::vector{1}));
}

TEST(Bends, OfASevenAxisArmAreItsSecondFourthAndSixth) {
  EXPECT_EQ(joints_of(lab::find_bends(bodies::arms()[3].body())), (std::vector{1, 3, 5}));
}

// By the definition: turning the hinge changes the distance of its neighbours.
TEST(Bends, ChangeTheDistanceOfTheirNeighboursAndOthersDoNot) {
  for (const bodies::Arm& arm : bodies::arms()) {
    const ik::Multibody body = arm.body();
    const std::vector<lab::Bend> bends = lab::find_bends(body);
    ASSERT_FALSE(bends.empty());
    for (const lab::Bend& bend : bends) {
      ik::VectorX theta = arm.middle();
      theta[bend.joint] += 0.3;
      const auto distance = [&] {
        const ik::Pose pose = ik::pose_at(body, theta);
        return (lab::before_of(body, pose, bend) - lab::after_of(pose, bend)).norm();
      };
      const double before = distance();
      theta[bend.joint] += 0.5;
      EXPECT_GT(std::abs(distance() - before), 1e-3) << arm.name << bend.joint;
    }
  }
}

TEST(Bends, AreZeroWhereAChainIsStraightAndChangeSignThere) {
  const ik::Multibody arm = bodies::planar_arm(3);
  const std::vector<lab::Bend> bends = lab::find_bends(arm);
  for (const double angle : {-2.0, -0.3, 0.4, 3.0}) {
    const ik::Pose pose = ik::pose_at(arm, Eigen::Vector3d(0.7, angle, 0.0));
    // two links of 1 m: |a x b| = sin
    EXPECT_NEAR(lab::bend_of(arm, pose, bends[0]), std::sin(angle), 1e-12);
    EXPECT_NEAR(lab::bend_of(arm, pose, bends[1]), 0.0, 1e-12);
    EXPECT_EQ(lab::posture_of(arm, ik::pose_at(arm, Eigen::Vector3d(0.7, angle, -angle)), bends),
              angle < 0.0 ? 1U : 2U);
  }
}

TEST(Bends, OfATreeAreEachOnce) {
  const std::vector<int> joints = joints_of(lab::find_bends(bodies::forked_tree()));
  EXPECT_EQ(joints, (std::vector{1, 2, 3, 4, 5, 6, 7}));
}

}  // namespace
