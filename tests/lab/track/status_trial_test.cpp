#include "lab/track/status_trial.h"

#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "support/changes.h"
#include "support/count_allocations.h"
#include "support/scenes.h"
#include "support/statuses.h"

// Every status against brute force.
namespace {

using lab::EffectorStatus;

void expect_true(const lab::Tracker& tracker) {
  EXPECT_EQ(brute::false_status(tracker), "")
      << tracker.scene().id << ", " << tracker.method_info().id << ", step "
      << tracker.step_count();
}

class EveryStatusOf : public testing::TestWithParam<std::string> {};

TEST_P(EveryStatusOf, IsTrueByEveryMethodAtAllTimes) {
  const lab::Scene scene = io::find_scene(GetParam());
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Tracker tracker(scene, info);
    for (const long step : {0L, 7L, 90L, 311L}) {
      // a method that learns is trained for seconds
      if (std::string_view(info.group) == "Learned" && step > 7) continue;
      while (tracker.step_count() < step) tracker.step();
      expect_true(tracker);
    }
  }
}

std::string status_test_name(const testing::TestParamInfo<std::string>& scene) {
  std::string name = scene.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, EveryStatusOf, testing::ValuesIn(io::built_in_scenes()),
                         status_test_name);

/// A random tree whose two targets are somewhere in the span of its links, with limits or without.
lab::Scene random_scene(int seed, bool limited) {
  ik::Multibody body = bodies::random_tree(seed, 7, 2);
  if (limited) {
    std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
    for (ik::Joint& joint : joints) {
      joint.lower = -0.6;
      joint.upper = 0.6;
      joint.initial = std::clamp(joint.initial, -0.5, 0.5);
    }
    body = ik::Multibody(joints, {body.effectors().begin(), body.effectors().end()});
  }
  bodies::Numbers numbers(seed);
  lab::Scene scene{"tree " + std::to_string(seed), "", "", body, {}, {}};
  for (int i = 0; i < 2; ++i) {
    const lab::Reach reach = lab::reach_of(body, i);
    const Eigen::Vector3d way = numbers.vector(3).normalized() * std::min(reach.most, 5.0);
    scene.targets.push_back(scenes::standing(reach.center + 0.6 * way));
  }
  return scene;
}

TEST(EveryStatus, OfRandomTreesWithLimitsWeightsAndClampsIsTrue) {
  for (int seed = 0; seed < 8; ++seed) {
    const lab::Scene scene = random_scene(seed, seed % 2 == 0);
    for (const ik::MethodInfo& info : ik::methods()) {
      if (std::string_view(info.group) == "Learned") continue;
      lab::Settings settings;
      if (seed % 3 == 1) settings.d_max = 0.2;
      if (seed % 4 == 3) settings.iterations = 5;
      lab::Tracker tracker(scene, info, settings);
      if (seed == 2) changes::set_goal_weight(tracker, 1, 0.0);
      if (seed == 5) changes::set_joint_weight(tracker, 0, 0.0);
      for (const long step : {1L, 60L}) {
        while (tracker.step_count() < step) tracker.step();
        expect_true(tracker);
      }
    }
  }
}

TEST(EveryStatus, OfAMethodThatPausesIsTrue) {
  // cut to nothing at limits, bfgs moves on when it restarts
  lab::Settings settings;
  settings.limits = lab::LimitRule::kClamp;
  for (const int seed : {30, 60, 66, 75}) {
    lab::Tracker tracker(random_scene(seed, true), *ik::find_method("bfgs"), settings);
    while (tracker.step_count() < 20) tracker.step();
    expect_true(tracker);
  }
}

TEST(StatusTrial, SaysTheSameHoweverItIsDivided) {
  const lab::Scene scene = io::find_scene("double-y");
  lab::Tracker tracker(scene, *ik::find_method("sdls"));
  for (int k = 0; k < 150; ++k) tracker.step();
  const ik::VectorX theta = tracker.pose().theta;
  lab::StatusTrial trial(tracker);
  long calls = 0;
  while (!trial.advance(3)) ++calls;
  const auto whole = lab::effector_statuses(tracker);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(*trial.status(static_cast<int>(i)), whole[i]);
  }
  EXPECT_GT(calls, 0);
  EXPECT_EQ(tracker.pose().theta, theta) << "the tracker itself is left alone";
}

TEST(StatusTrial, AllocatesNothingAfterItHasBegun) {
  lab::Tracker tracker(io::find_scene("double-y"), *ik::find_method("dls"));
  for (int k = 0; k < 100; ++k) tracker.step();
  lab::StatusTrial trial(tracker);
  trial.advance(1);
  const std::size_t before = allocation_count();
  trial.advance(lab::kTrialUpdates / 2);
  EXPECT_EQ(allocation_count(), before);
}

TEST(StatusTrial, TellsOneStalledEffectorFromOthersThatMoveOn) {
  // two arms of two links each on one slide, which moves neither in their plane: one has a way to
  // go, one is pulled along its length
  std::vector<ik::Joint> joints(5);
  const char* const names[] = {"base", "left", "left elbow", "right", "right elbow"};
  const int parents[] = {-1, 0, 1, 0, 3};
  for (std::size_t j = 0; j < 5; ++j) {
    joints[j].name = names[j];
    joints[j].parent = parents[j];
    if (j == 2 || j == 4) joints[j].parent_from_joint.translation() = Eigen::Vector3d::UnitX();
  }
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].axis = Eigen::Vector3d::UnitZ();
  const ik::Multibody body(
      joints, {{"left", 2, Eigen::Vector3d::UnitX()}, {"right", 4, Eigen::Vector3d::UnitX()}});
  const lab::Scene scene{
      "two", "", "", body, {scenes::standing({0.0, 1.3, 0.0}), scenes::standing({1.4, 0.0, 0.0})},
      {}};
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  const auto statuses = lab::effector_statuses(tracker);
  EXPECT_EQ(statuses[0], EffectorStatus::kBehind);
  EXPECT_EQ(statuses[1], EffectorStatus::kStalled);
}

}  // namespace
