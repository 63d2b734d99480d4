#include "lab/body/body_model.h"

#include <gtest/gtest.h>

#include <random>

namespace {

TEST(ZTo, TurnsTheZAxisTheShortestWay) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 100; ++i) {
    const Eigen::Vector3d direction(normal(random), normal(random), 3.0 * normal(random));
    const Eigen::Matrix3d turn = lab::z_to(direction);
    EXPECT_LT((turn.col(2) - direction.normalized()).norm(), 1e-12) << direction.transpose();
    EXPECT_LT((turn * turn.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-14);
    EXPECT_GT(turn.determinant(), 0.0);
    // the smallest rotation is about the axis perpendicular to both
    const Eigen::Vector3d axis = Eigen::Vector3d::UnitZ().cross(direction);
    EXPECT_LT((turn * axis - axis).norm(), 1e-12 * axis.norm());
  }
}

TEST(ZTo, IsHalfATurnAboutXForTheOppositeDirection) {
  const Eigen::Matrix3d half = Eigen::AngleAxisd(M_PI, Eigen::Vector3d::UnitX()).toRotationMatrix();
  EXPECT_LT((lab::z_to({0.0, 0.0, -2.0}) - half).norm(), 1e-15);
  // precision is kept near the opposite direction too
  for (const double x : {1e-3, 1e-6, 1e-9, 1e-100}) {
    const Eigen::Matrix3d turn = lab::z_to({x, -x, -1.0});
    EXPECT_LT((turn.col(2) - Eigen::Vector3d(x, -x, -1.0).normalized()).norm(), 1e-15) << x;
    EXPECT_LT((turn * turn.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-14) << x;
  }
  EXPECT_EQ(lab::z_to({0.0, 0.0, 0.5}), Eigen::Matrix3d::Identity());
}

TEST(Bone, ReachesFromTheFrameToThePoint) {
  const Eigen::Vector3d to(0.3, -0.4, 1.2);
  const lab::Visual bone = lab::bone(to, 0.05);
  const auto& capsule = std::get<lab::CapsuleShape>(bone.shape);
  EXPECT_DOUBLE_EQ(capsule.length, 1.3);
  EXPECT_EQ(capsule.radius, 0.05);
  const Eigen::Vector3d half(0.0, 0.0, 0.65);
  EXPECT_LT((bone.joint_from_shape * half - to).norm(), 1e-14);
  EXPECT_LT((bone.joint_from_shape * -half).norm(), 1e-14);
}

}  // namespace
