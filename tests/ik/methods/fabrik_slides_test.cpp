#include <gtest/gtest.h>

#include "ik/methods/ccd.h"
#include "ik/methods/fabrik.h"
#include "support/step.h"

// FABRIK beside its points: slides, and what a workspace knows of earlier steps.
namespace {

using Eigen::Vector3d;
using ik::VectorX;

TEST(Fabrik, MovesSlidesAsCoordinateDescentDoes) {
  std::vector<ik::Joint> joints(3);
  for (int j = 0; j < 3; ++j) {
    joints[static_cast<std::size_t>(j)].name = std::to_string(j);
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    joints[static_cast<std::size_t>(j)].type = ik::JointType::kPrismatic;
    joints[static_cast<std::size_t>(j)].axis = Vector3d(1.0, 0.5 * j, 0.2);
  }
  const ik::Multibody body(joints, {{"hand", 2}});
  for (int seed = 0; seed < 5; ++seed) {
    Step step = random_step(body, seed);
    const VectorX fabrik = step.take(ik::Fabrik{.max_translation = 0.7});
    EXPECT_LT((fabrik - step.take(ik::Ccd{.max_translation = 0.7})).norm(), 1e-14);
  }
}

TEST(Fabrik, LooksAtSlidesFromWhereHeldHingesPutThem) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "hinge";
  joints[1].name = "slide";
  joints[1].parent = 0;
  joints[1].type = ik::JointType::kPrismatic;
  joints[1].axis = Vector3d::UnitX();
  const ik::Multibody body(joints, {{"hand", 1}});
  const ik::Pose pose = ik::pose_at(body, Eigen::Vector2d(0.0, 1.0));
  const std::vector<Vector3d> targets = {{1.0, 1.0, 0.0}};
  const std::vector<double> mobility = {0.0, 1.0}, held = {0.5, 0.0};
  ik::Workspace w;
  ik::AnyMethod(ik::Fabrik{.max_translation = 1.0})
      .step({body, pose, targets, ik::JacobianKind::kEffector, {}, mobility, held}, w);
  // the target's projection onto the slide's line
  EXPECT_NEAR(w.dtheta[1], std::cos(0.5) + std::sin(0.5) - 1.0, 1e-14);
}

TEST(Fabrik, TurnsHingesFromWhereSlidesHavePutThem) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "slide";
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].axis = Vector3d::UnitY();
  joints[1].name = "hinge";
  joints[1].parent = 0;
  const ik::Multibody body(joints, {{"hand", 1, Vector3d::UnitX()}});
  for (const Vector3d& target : {Vector3d(0.5, 1.2, 0.0), Vector3d(0.9, 0.4, 0.0)}) {
    Step step(body, Eigen::Vector2d(0.0, 0.3), {target});
    const VectorX dtheta = step.take(ik::Fabrik{.max_translation = 2.0});
    // the slide brings the hand to the target's height, then the hinge points at the target
    const double rise = target.y() - std::sin(0.3);
    EXPECT_NEAR(dtheta[0], rise, 1e-14);
    EXPECT_NEAR(dtheta[1], std::atan2(target.y() - rise, target.x()) - 0.3, 1e-14);
  }
}

TEST(Fabrik, StepsAlikeWhateverItDidBefore) {
  for (int seed = 0; seed < 10; ++seed) {
    const ik::Multibody body = bodies::random_tree(seed, 7, 3);
    Step step = random_step(body, seed);
    const VectorX fresh = step.take(ik::Fabrik{});
    Step other = random_step(body, seed + 100);
    other.take(ik::Fabrik{});
    ik::AnyMethod(ik::Fabrik{}).step(step.problem(), other.workspace);
    EXPECT_EQ(other.workspace.dtheta, fresh) << seed;
  }
}

}  // namespace
