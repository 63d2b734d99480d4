#include <gtest/gtest.h>

#include "lab/run/run.h"
#include "support/changes.h"
#include "support/count_allocations.h"
#include "support/scenes.h"

// Joint limits and weights in a tracker.
namespace {

constexpr lab::LimitRule kRules[] = {lab::LimitRule::kIgnore, lab::LimitRule::kClamp,
                                     lab::LimitRule::kActiveSet, lab::LimitRule::kProject};

/// A planar arm with a narrow range in its middle joint; its base is fixed if frozen_base.
lab::Scene tight_arm(bool frozen_base) {
  const ik::Multibody arm = bodies::planar_arm(4);
  std::vector<ik::Joint> joints(arm.joints().begin(), arm.joints().end());
  joints[1].lower = -0.1;
  joints[1].upper = 0.2;
  joints[0].weight = frozen_base ? 0.0 : 1.0;
  for (ik::Joint& joint : joints) joint.initial = 0.1;
  const ik::Multibody body(joints, {{"hand", 3, Eigen::Vector3d::UnitX()}});
  lab::WaveCurve curve{{1.5, 1.5, 0.0}, {{{1.0, 0.0, 0.0}, 3.0, 0.0}, {{0.0, 1.2, 0.0}, 2.0, 0.5}}};
  return {"tight", "Tight", "", body, {lab::TargetCurve(curve)}, {}};
}

TEST(Limits, AreKeptByEveryMethodUnlessIgnored) {
  for (const ik::MethodInfo& info : ik::methods()) {
    for (const lab::LimitRule rule : kRules) {
      lab::Settings settings;
      settings.limits = rule;
      settings.params["lambda"] = 0.2;
      lab::Tracker tracker(tight_arm(false), info, settings);
      double least = 0.0, most = 0.0;
      for (int k = 0; k < 500; ++k) {
        tracker.step();
        least = std::min(least, tracker.pose().theta[1]);
        most = std::max(most, tracker.pose().theta[1]);
      }
      if (rule == lab::LimitRule::kIgnore) continue;
      EXPECT_GE(least, -0.1) << info.id;
      EXPECT_LE(most, 0.2) << info.id;
    }
  }
}

TEST(Limits, AreWithinReachOfThisTest) {
  lab::Settings settings;
  settings.limits = lab::LimitRule::kIgnore;
  settings.params["lambda"] = 0.2;
  lab::Tracker tracker(tight_arm(false), *ik::find_method("dls"), settings);
  double most = 0.0;
  for (int k = 0; k < 500; ++k) {
    tracker.step();
    most = std::max(most, tracker.pose().theta[1]);
  }
  EXPECT_GT(most, 0.3);
}

TEST(ActiveSet, TracksCloserThanClampingAlone) {
  const auto mean_error = [](lab::LimitRule rule) {
    lab::Settings settings;
    settings.limits = rule;
    settings.params["lambda"] = 0.2;
    lab::Tracker tracker(tight_arm(false), *ik::find_method("dls"), settings);
    return lab::run(tracker, 800, 100).mean_error;
  };
  EXPECT_LT(mean_error(lab::LimitRule::kActiveSet), mean_error(lab::LimitRule::kClamp));
}

TEST(LimitRules, AllocateNothingOnceWarm) {
  for (const lab::LimitRule rule : kRules) {
    lab::Settings settings;
    settings.limits = rule;
    lab::Tracker tracker(tight_arm(true), *ik::find_method("sdls"), settings);
    for (int k = 0; k < 300; ++k) tracker.step();
    const std::size_t before = allocation_count();
    for (int k = 0; k < 300; ++k) tracker.step();
    EXPECT_EQ(allocation_count(), before);
  }
}

TEST(Weights, OfZeroFreezeTheJointUnderEveryMethodAndRule) {
  for (const ik::MethodInfo& info : ik::methods()) {
    for (const lab::LimitRule rule : kRules) {
      lab::Settings settings;
      settings.limits = rule;
      lab::Tracker tracker(tight_arm(true), info, settings);
      for (int k = 0; k < 200; ++k) tracker.step();
      EXPECT_EQ(tracker.pose().theta[0], 0.1) << info.id;
    }
  }
}

TEST(Tolerance, EndsTheUpdatesOfAStepOnceEveryErrorIsBelow) {
  lab::Settings settings;
  settings.params["lambda"] = 0.5;
  settings.iterations = 1000;
  settings.tolerance = 1e-3;
  lab::Tracker tracker(tight_arm(false), *ik::find_method("dls"), settings);
  tracker.step();
  const double error = tracker.errors()[0];
  EXPECT_LT(error, 1e-3);
  // the previous update was not close enough: each DLS update removes only a part of the error
  EXPECT_GT(error, 1e-5);
}

TEST(Tolerance, WaitsForTheLastOfTheHands) {
  // each hand has its own hinge; the first is at its target, the second far off
  const std::vector<ik::Joint> joints(2);
  const ik::Multibody body(
      joints, {{"first", 0, Eigen::Vector3d::UnitX()}, {"second", 1, Eigen::Vector3d::UnitX()}});
  const lab::Scene scene{"two",
                         "Two",
                         "",
                         body,
                         {scenes::standing({1.0, 0.0, 0.0}), scenes::standing({0.0, 1.0, 0.0})},
                         {}};
  lab::Settings settings;
  settings.params["lambda"] = 0.5;
  settings.iterations = 200;
  settings.tolerance = 0.01;
  lab::Tracker tracker(scene, *ik::find_method("dls"), settings);
  tracker.step();
  EXPECT_LT(tracker.errors()[1], 0.01);
  EXPECT_GT(tracker.updates(), 3);
  EXPECT_LT(tracker.updates(), 200);
  // at rest one update is enough
  tracker.step();
  EXPECT_EQ(tracker.updates(), 1);
  settings.tolerance = lab::kOff;
  changes::set_settings(tracker, settings);
  tracker.step();
  EXPECT_EQ(tracker.updates(), 200);
}

}  // namespace
