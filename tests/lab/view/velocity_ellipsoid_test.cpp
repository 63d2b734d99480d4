#include "lab/view/spectrum.h"

#include <gtest/gtest.h>

#include "ik/task/jacobian.h"
#include "support/changes.h"
#include "support/difference_jacobian.h"
#include "support/scenes.h"

namespace {

/// Rows of J for effector i, by finite differences.
ik::MatrixX rows_of(const lab::Tracker& tracker, int i) {
  return difference_jacobian(tracker.multibody(), tracker.pose().theta).middleRows(3 * i, 3);
}

TEST(VelocityEllipsoid, HoldsWhatJMakesOfTheUnitBallAndNoMore) {
  for (const auto& [name, body] : bodies::all()) {
    lab::Tracker tracker(scenes::circling(body), *ik::find_method("dls"));
    for (int k = 0; k < 20; ++k) tracker.step();
    const auto ellipsoids = lab::velocity_ellipsoids(tracker);
    ASSERT_EQ(static_cast<int>(ellipsoids.size()), body.effector_count());
    bodies::Numbers numbers(3);
    for (int i = 0; i < body.effector_count(); ++i) {
      const lab::VelocityEllipsoid& ellipsoid = ellipsoids[static_cast<std::size_t>(i)];
      EXPECT_EQ(ellipsoid.center, tracker.pose().effector.col(i));
      const ik::MatrixX J = rows_of(tracker, i);
      for (int trial = 0; trial < 50; ++trial) {
        // support functions determine a convex set: for direction w the image of the unit ball has
        // |J^T w| and the ellipsoid |A^T w|
        const Eigen::Vector3d w = numbers.vector();
        EXPECT_NEAR((ellipsoid.axes.transpose() * w).norm(), (J.transpose() * w).norm(), 1e-6)
            << name;
      }
      const Eigen::Matrix3d gram = ellipsoid.axes.transpose() * ellipsoid.axes;
      EXPECT_LT((gram - Eigen::Matrix3d(gram.diagonal().asDiagonal())).cwiseAbs().maxCoeff(), 1e-9)
          << name << ": half-axes are not at right angles";
      EXPECT_GE(gram(0, 0), gram(1, 1));
      EXPECT_GE(gram(1, 1), gram(2, 2));
    }
  }
}

TEST(VelocityEllipsoid, IsSmallerWhereJointsAreFrozenAndTheSameWhereGoalsWeighLess) {
  const ik::Multibody body = bodies::forked_tree();
  lab::Tracker tracker(scenes::circling(body), *ik::find_method("dls"));
  const Eigen::Matrix3d before = lab::velocity_ellipsoids(tracker)[0].axes;
  changes::set_goal_weight(tracker, 0, 0.01);
  EXPECT_EQ(lab::velocity_ellipsoids(tracker)[0].axes, before);
  lab::Settings settings = tracker.settings();
  settings.jacobian = ik::JacobianKind::kTarget;
  for (int k = 0; k < 5; ++k) tracker.advance();  // the target moves, the effector does not
  changes::set_settings(tracker, settings);
  EXPECT_EQ(lab::velocity_ellipsoids(tracker)[0].axes, before);
  changes::set_joint_weight(tracker, 0, 0.0);
  const Eigen::Matrix3d after = lab::velocity_ellipsoids(tracker)[0].axes;
  ik::MatrixX J = rows_of(tracker, 0);
  J.col(0).setZero();
  EXPECT_LT((after * after.transpose() - J * J.transpose()).cwiseAbs().maxCoeff(), 1e-6);
}

}  // namespace
