// Effectors added to and removed from a set-up.

#include "lab/body/goals.h"

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/track/tracker.h"

namespace {

lab::Setup humanoid() {
  return lab::setup_of(std::make_shared<const lab::Scene>(io::find_scene("humanoid")),
                       *ik::find_method("dls"));
}

TEST(Goals, AnAddedEffectorIsThePulledPoint) {
  const lab::Setup before = humanoid();
  const ik::Multibody& old = before.scene->multibody;
  const lab::Pull pull{4, {0.1, 0.2, 0.3}, Eigen::Vector3d::Zero()};
  const lab::Setup after = lab::with_effector(before, pull);
  const ik::Multibody& body = after.scene->multibody;
  ASSERT_EQ(body.effector_count(), old.effector_count() + 1);
  ASSERT_EQ(body.aim_count(), old.aim_count());
  EXPECT_EQ(after.targets.size(), before.targets.size() + 1);
  EXPECT_EQ(after.goal_weights.size(), static_cast<std::size_t>(body.goal_count()));
  EXPECT_FALSE(after.pull);
  const ik::VectorX theta = body.initial_theta();
  EXPECT_EQ(theta, old.initial_theta());
  const ik::Pose pose = ik::pose_at(body, theta);
  const Eigen::Vector3d place = ik::pose_at(old, theta).world_from_joint(4) * pull.point;
  EXPECT_LT((pose.effector.col(old.effector_count()) - place).norm(), 1e-14);
  for (int i = 0; i < old.effector_count(); ++i) {
    EXPECT_EQ(body.effector(i).name, old.effector(i).name);
  }
}

TEST(Goals, AddedAndRemovedGivesTheSameScene) {
  const lab::Setup before = humanoid();
  const int count = before.scene->multibody.effector_count();
  const lab::Setup after = lab::without_effector(
      lab::with_effector(before, {4, {0.1, 0.2, 0.3}, Eigen::Vector3d::Zero()}), count);
  EXPECT_EQ(after.targets, before.targets);
  EXPECT_EQ(after.goal_weights, before.goal_weights);
  EXPECT_EQ(after.scene->aims.size(), before.scene->aims.size());
  EXPECT_EQ(io::write_scene(*after.scene), io::write_scene(*before.scene));
}

TEST(Goals, EveryEffectorCanGoWithItsAimAndWeights) {
  const lab::Setup before = humanoid();
  const ik::Multibody& old = before.scene->multibody;
  for (int i = 0; i < old.effector_count(); ++i) {
    const lab::Setup after = lab::without_effector(before, i);
    const ik::Multibody& body = after.scene->multibody;
    ASSERT_EQ(body.effector_count(), old.effector_count() - 1);
    EXPECT_EQ(after.scene->aims.size(), static_cast<std::size_t>(body.aim_count()));
    EXPECT_EQ(after.goal_weights.size(), static_cast<std::size_t>(body.goal_count()));
    lab::Tracker tracker(*after.scene, *ik::find_method("dls"));
    tracker.step();
    EXPECT_TRUE(tracker.pose().theta.allFinite());
  }
}

TEST(Goals, ASceneOfASetupKeepsHeldTargetsAndWeights) {
  lab::Setup setup = humanoid();
  setup.targets[0].held = Eigen::Vector3d(1.0, 2.0, 3.0);
  setup.goal_weights[1] = 0.25;
  const lab::Scene scene = io::parse_scene(io::write_scene(lab::scene_of(setup)), "saved.json");
  EXPECT_EQ(scene.targets[0].at(7.0), Eigen::Vector3d(1.0, 2.0, 3.0));
  EXPECT_EQ(scene.weights[1], 0.25);
}

}  // namespace
