#include "lab/track/status_trial.h"

#include <gtest/gtest.h>

#include "support/aiming.h"
#include "support/changes.h"
#include "support/count_allocations.h"
#include "support/scenes.h"

namespace {

using lab::Freedom;
using lab::Obstruction;

lab::Scene scene_of(const ik::Multibody& body, const std::vector<Eigen::Vector3d>& targets) {
  lab::Scene scene{"search", "", "", body, {}, {}};
  for (const Eigen::Vector3d& target : targets) scene.targets.push_back(scenes::standing(target));
  return scene;
}

bool finds(const lab::Tracker& tracker, int effector = 0, Freedom freedom = Freedom::kAsSet) {
  lab::PoseSearch search(tracker, effector, freedom);
  search.begin(tracker);
  while (!search.advance()) {
  }
  return *search.found();
}

Obstruction obstruction(const lab::Tracker& tracker, int effector = 0) {
  lab::ObstructionTrial trial(tracker);
  while (!trial.advance(100)) {
  }
  return *trial.obstruction(effector);
}

/// Links of 2 m and 1 m: the tip reaches a ring in their plane.
lab::Tracker ring(const Eigen::Vector3d& target) {
  return lab::Tracker(scene_of(ik::chain({2.0, 1.0}), {target}), scenes::dls());
}

TEST(PoseSearch, FindsPosesForTargetsThatPosesWithinTheLimitsHave) {
  int found = 0, all = 0;
  for (int seed = 0; seed < 60; ++seed) {
    const ik::Multibody plain = bodies::random_tree(seed, 8, 2);
    std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
    for (ik::Joint& joint : joints) {
      joint.lower = -1.2;
      joint.upper = 1.4;
    }
    const ik::Multibody body(joints, {plain.effectors().begin(), plain.effectors().end()});
    bodies::Numbers numbers(seed);
    const ik::VectorX theta = 1.2 * numbers.vector(8);
    const lab::Tracker tracker(scene_of(body, bodies::effectors_at(body, theta)), scenes::dls());
    for (int i = 0; i < 2; ++i, ++all) found += finds(tracker, i);
  }
  EXPECT_GE(found, all - 1);
}

TEST(PoseSearch, FindsPosesForAimsThatPosesHave) {
  int found = 0, all = 0;
  for (const bodies::Named& named : bodies::aiming()) {
    for (int seed = 0; seed < 12; ++seed) {
      bodies::Numbers numbers(seed);
      const ik::VectorX theta =
          bodies::allowed(named.body, 2.0 * numbers.vector(named.body.joint_count()));
      lab::Scene scene = scene_of(named.body, bodies::effectors_at(named.body, theta));
      for (const ik::Aim& aim : bodies::aims_at(named.body, theta)) {
        scene.aims.push_back({.base = aim});
      }
      const lab::Tracker tracker(scene, scenes::dls());
      for (int i = 0; i < named.body.effector_count(); ++i, ++all) found += finds(tracker, i);
    }
  }
  EXPECT_GE(found, all - 1);
}

TEST(PoseSearch, FindsNoPoseBesideARing) {
  const double slack = 2.0 * lab::kReachedShare * 3.0;
  for (const double angle : {0.0, 1.0, 2.9, -1.7}) {
    const Eigen::Vector3d way(std::cos(angle), std::sin(angle), 0.0);
    for (const double distance : {1.0 + slack, 1.5, 2.0, 3.0 - slack})
      EXPECT_TRUE(finds(ring(distance * way))) << distance << " " << angle;
    for (const double distance : {0.2, 1.0 - slack, 3.0 + slack, 9.0})
      EXPECT_FALSE(finds(ring(distance * way))) << distance << " " << angle;
    EXPECT_FALSE(finds(ring(2.0 * way + slack * Eigen::Vector3d::UnitZ())));
  }
}

TEST(PoseSearch, KnowsOfATargetThatHasMovedLittleWithoutASearch) {
  lab::Tracker tracker = ring({0.0, 5.0, 0.0});
  lab::PoseSearch search(tracker, 0, Freedom::kAsSet);
  search.begin(tracker);
  EXPECT_FALSE(search.done());
  while (!search.advance()) {
  }
  // more than 1 m out of reach
  changes::set_target(tracker, 0, tracker.scene().targets[0], Eigen::Vector3d(0.3, 4.3, 0.0));
  search.begin(tracker);
  EXPECT_TRUE(search.done());
  EXPECT_FALSE(*search.found());
  changes::set_target(tracker, 0, tracker.scene().targets[0], Eigen::Vector3d(0.3, 2.0, 0.0));
  search.begin(tracker);
  EXPECT_FALSE(search.done());
  while (!search.advance()) {
  }
  EXPECT_TRUE(*search.found());
}

TEST(PoseSearch, MovesFollowersWithTheirLeaders) {
  // two 1 m links; the second turns by the same angle: r = 2 cos(theta / 2) at 3/2 theta
  const ik::Multibody plain = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[1].leader = 0;
  joints[1].ratio = 1.0;
  const ik::Multibody body(joints, {plain.effector(0)});
  const auto at = [](double theta) -> Eigen::Vector3d {
    return 2.0 * std::cos(0.5 * theta) *
           Eigen::Vector3d(std::cos(1.5 * theta), std::sin(1.5 * theta), 0.0);
  };
  for (const double theta : {0.4, -1.1, 2.0}) {
    EXPECT_TRUE(finds({scene_of(body, {at(theta)}), scenes::dls()})) << theta;
    EXPECT_FALSE(finds({scene_of(body, {0.9 * at(theta)}), scenes::dls()})) << theta;
  }
}

TEST(PoseSearch, AllocatesNothingAfterItsConstruction) {
  for (const bodies::Named& named : bodies::aiming()) {
    lab::Scene scene = scene_of(
        named.body, std::vector<Eigen::Vector3d>(
                        static_cast<std::size_t>(named.body.effector_count()), {0.3, 0.4, 0.1}));
    bodies::Numbers numbers(3);
    for (const ik::Aim& aim : bodies::random_aims(named.body, numbers))
      scene.aims.push_back({.base = aim});
    const lab::Tracker tracker(scene, scenes::dls());
    lab::ObstructionTrial trial(tracker);
    const std::size_t before = allocation_count();
    trial.begin(tracker);
    while (!trial.advance(100)) {
    }
    EXPECT_EQ(allocation_count(), before) << named.name;
  }
}

TEST(ObstructionTrial, NamesWhatKeepsAnEffectorFromItsTarget) {
  EXPECT_EQ(obstruction(ring({0.0, 2.0, 0.0})), Obstruction::kNone);
  EXPECT_EQ(obstruction(ring({0.0, 4.0, 0.0})), Obstruction::kLinks);
  EXPECT_EQ(obstruction(ring({0.0, 2.0, 0.5})), Obstruction::kLinks);
  // the first joint of two links is limited to 0.2 rad
  const ik::Multibody plain = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
  joints[0].lower = -0.2;
  joints[0].upper = 0.2;
  lab::Scene scene = scene_of(ik::Multibody(joints, {plain.effector(0)}), {{0.0, 1.9, 0.0}});
  EXPECT_EQ(obstruction({scene, scenes::dls()}), Obstruction::kLimits);
  scene.settings.limits = lab::LimitRule::kIgnore;
  EXPECT_EQ(obstruction({scene, scenes::dls()}), Obstruction::kNone);
  lab::Tracker frozen = ring({0.0, 2.0, 0.0});
  changes::set_joint_weight(frozen, 0, 0.0);
  EXPECT_EQ(obstruction(frozen), Obstruction::kFrozen);
}

TEST(ObstructionTrial, JudgesEachEffectorAlone) {
  const ik::Multibody body(std::vector<ik::Joint>(1), {{"a", 0, Eigen::Vector3d::UnitX()},
                                                       {"b", 0, Eigen::Vector3d::UnitX()}});
  const lab::Tracker tracker(scene_of(body, {{0.6, 0.8, 0.0}, {0.0, 0.9, 0.0}}), scenes::dls());
  EXPECT_EQ(obstruction(tracker, 0), Obstruction::kNone);
  EXPECT_EQ(obstruction(tracker, 1), Obstruction::kLinks);
}

}  // namespace
