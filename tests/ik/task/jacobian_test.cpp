#include "ik/task/jacobian.h"

#include <gtest/gtest.h>

#include "support/bodies.h"
#include "support/difference_jacobian.h"

namespace {

/// Central differences of a smooth position of size about 1: truncation h^2 and rounding 1e-16 / h
/// are both near 1e-10 for h = 1e-5.
constexpr double kDifferenceTolerance = 3e-9;

TEST(Jacobian, IsTheDerivativeOfTheEffectorsForAllJointTypes) {
  for (int seed = 0; seed < 20; ++seed) {
    const ik::Multibody body = bodies::random_tree(seed, 3 + seed % 9, 1 + seed % 4);
    const ik::VectorX theta = 3.0 * bodies::Numbers(seed).vector(body.joint_count());
    const ik::Pose pose = ik::pose_at(body, theta);
    const std::vector<Eigen::Vector3d> targets(static_cast<std::size_t>(body.effector_count()));
    ik::MatrixX J;
    ik::task_jacobian({body, pose, targets}, J);
    EXPECT_EQ(J.rows(), body.row_count());
    EXPECT_EQ(J.cols(), body.joint_count());
    for (int j = 0; j < body.joint_count(); ++j) {
      ik::VectorX ahead = theta, behind = theta;
      ahead[j] += 1e-5;
      behind[j] -= 1e-5;
      const ik::Matrix3X slope =
          (ik::pose_at(body, ahead).effector - ik::pose_at(body, behind).effector) / 2e-5;
      EXPECT_LT((J.col(j) - slope.reshaped()).norm(), kDifferenceTolerance);
    }
    EXPECT_LT((J - difference_jacobian(body, theta)).norm(), 1e-8);
  }
}

TEST(Jacobian, AtTheTargetIsTheDerivativeOfThePointOfTheLinkThatIsThere) {
  for (int seed = 0; seed < 20; ++seed) {
    const ik::Multibody body = bodies::random_tree(seed, 8, 3);
    bodies::Numbers numbers(seed);
    const ik::VectorX theta = 3.0 * numbers.vector(8);
    const ik::Pose pose = ik::pose_at(body, theta);
    std::vector<Eigen::Vector3d> targets;
    for (int i = 0; i < 3; ++i) targets.push_back(2.0 * numbers.vector());
    ik::MatrixX J;
    ik::task_jacobian({body, pose, targets, ik::JacobianKind::kTarget}, J);

    for (int i = 0; i < 3; ++i) {
      const int carrier = body.effector(i).joint;
      const Eigen::Vector3d there =
          pose.world_from_joint(carrier).inverse() * targets[static_cast<std::size_t>(i)];
      const auto position = [&](ik::VectorX moved, int j, double h) {
        moved[j] += h;
        return Eigen::Vector3d(ik::pose_at(body, moved).world_from_joint(carrier) * there);
      };
      for (int j = 0; j < 8; ++j) {
        const Eigen::Vector3d slope = (position(theta, j, 1e-5) - position(theta, j, -1e-5)) / 2e-5;
        EXPECT_LT((J.block<3, 1>(3 * i, j) - slope).norm(), kDifferenceTolerance);
      }
    }
  }
}

TEST(Jacobian, IsZeroWhereAJointIsNoAncestor) {
  const ik::Multibody body = bodies::forked_tree();
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const std::vector<Eigen::Vector3d> targets(2);
  ik::MatrixX J = ik::MatrixX::Constant(6, 8, 99.0);  // leftovers must be overwritten
  ik::task_jacobian({body, pose, targets}, J);
  EXPECT_TRUE(J.block(3, 2, 3, 3).isZero(0.0));
  EXPECT_TRUE(J.block(0, 5, 3, 3).isZero(0.0));
}

TEST(PositionError, PointsFromTheEffectorToTheTarget) {
  const ik::Multibody body = bodies::planar_arm(1);
  const ik::Pose pose = ik::pose_at(body, ik::VectorX::Zero(1));
  const std::vector<Eigen::Vector3d> targets = {{1.0, 2.0, 3.0}};
  ik::VectorX e;
  EXPECT_TRUE(ik::task_error({body, pose, targets}, e));
  EXPECT_EQ(e, ik::VectorX(Eigen::Vector3d(0.0, 2.0, 3.0)));
}

TEST(PositionError, IsClampedForEachEffectorAlone) {
  const ik::Multibody body = bodies::forked_tree();
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  const std::vector<Eigen::Vector3d> targets = {
      pose.effector.col(0) + Eigen::Vector3d(3.0, 0.0, 4.0),
      pose.effector.col(1) + Eigen::Vector3d(0.0, 0.25, 0.0)};
  const double d_max[] = {0.5, 0.5};
  ik::VectorX e;
  EXPECT_TRUE(ik::task_error({body, pose, targets, ik::JacobianKind::kEffector, d_max}, e));
  EXPECT_LT((e.head<3>() - Eigen::Vector3d(0.3, 0.0, 0.4)).norm(), 1e-15);
  EXPECT_LT((e.tail<3>() - Eigen::Vector3d(0.0, 0.25, 0.0)).norm(), 1e-15);
}

TEST(PositionError, OfATargetThatIsNoNumberIsZeroAndSaysSo) {
  const ik::Multibody body = bodies::planar_arm(1);
  const ik::Pose pose = ik::pose_at(body, ik::VectorX::Zero(1));
  ik::VectorX e;
  for (const double bad : {std::nan(""), ik::kUnlimited}) {
    const std::vector<Eigen::Vector3d> targets = {{1.0, bad, 3.0}};
    EXPECT_FALSE(ik::task_error({body, pose, targets}, e));
    EXPECT_TRUE(e.isZero(0.0));
  }
}

}  // namespace
