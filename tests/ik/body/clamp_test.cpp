#include "ik/body/joint.h"

#include <gtest/gtest.h>

#include "support/bodies.h"

namespace {

TEST(ClampMag, KeepsShortVectorsAndTheDirectionOfLongOnes) {
  bodies::Numbers numbers(1);
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector3d w = 5.0 * numbers.vector();
    const double d = 2.0 + 2.0 * numbers.next();
    const Eigen::Vector3d clamped = ik::clamp_mag(w, d);
    EXPECT_NEAR(clamped.norm(), std::min(d, w.norm()), 1e-14);
    EXPECT_LT(clamped.cross(w).norm(), 1e-13);
    EXPECT_GE(clamped.dot(w), 0.0);
    if (w.norm() <= d) {
      EXPECT_EQ(clamped, w);
    }
  }
}

TEST(ClampMag, IsRightAtItsEdges) {
  const Eigen::Vector3d w(0.0, 3.0, 4.0);
  EXPECT_EQ(ik::clamp_mag(w, 5.0), w);
  EXPECT_EQ(ik::clamp_mag(w, ik::kUnlimited), w);
  EXPECT_TRUE(ik::clamp_mag(w, 0.0).isZero(0.0));
  EXPECT_TRUE(ik::clamp_mag(Eigen::Vector3d::Zero(), 0.0).isZero(0.0));
  EXPECT_NEAR(ik::clamp_mag(1e300 * w, 1.0).norm(), 1.0, 1e-15);
  EXPECT_NEAR(ik::clamp_mag(1e-300 * w, 1e-300).stableNorm() / 1e-300, 1.0, 1e-9);
}

TEST(ClampMaxAngle, ScalesTheWholeStepSoThatTheLargestAngleIsTheCap) {
  const ik::Multibody body = bodies::planar_arm(3);
  ik::VectorX dtheta = Eigen::Vector3d(0.1, -0.8, 0.4);
  EXPECT_TRUE(ik::clamp_max_angle(body, 0.2, dtheta));
  EXPECT_LT((dtheta - Eigen::Vector3d(0.025, -0.2, 0.1)).norm(), 1e-16);
  EXPECT_FALSE(ik::clamp_max_angle(body, 0.2, dtheta));
  EXPECT_FALSE(ik::clamp_max_angle(body, ik::kUnlimited, dtheta));
}

TEST(ClampMaxAngle, LooksAtAnglesAndClampMaxSlideAtSlides) {
  const ik::Multibody body = bodies::slider_arm();  // slide, hinge
  ik::VectorX dtheta = Eigen::Vector2d(9.0, 0.1);
  EXPECT_FALSE(ik::clamp_max_angle(body, 0.2, dtheta));
  EXPECT_TRUE(ik::clamp_max_slide(body, 0.9, dtheta));
  EXPECT_LT((dtheta - Eigen::Vector2d(0.9, 0.01)).norm(), 1e-16);
  dtheta << 0.5, 0.4;
  EXPECT_TRUE(ik::clamp_max_angle(body, 0.2, dtheta));
  EXPECT_LT((dtheta - Eigen::Vector2d(0.25, 0.2)).norm(), 1e-16);
}

TEST(ClampMaxAngle, CountsScrewsAsAngles) {
  ik::Joint screw;
  screw.type = ik::JointType::kScrew;
  const ik::Multibody body({screw}, {{"hand", 0}});
  ik::VectorX dtheta = ik::VectorX::Constant(1, 1.0);
  EXPECT_FALSE(ik::clamp_max_slide(body, 0.1, dtheta));
  EXPECT_TRUE(ik::clamp_max_angle(body, 0.1, dtheta));
}

}  // namespace
