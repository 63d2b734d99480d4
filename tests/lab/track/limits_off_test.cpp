#include <gtest/gtest.h>

#include "lab/diagnosis/diagnosis.h"
#include "lab/run/run.h"
#include "support/advised.h"
#include "support/scenes.h"
#include "support/statuses.h"
#include "support/step.h"

// Disabled limits are ignored everywhere: methods, reach, status, diagnosis, advice.
namespace {

/// A slide with 0.5 m of travel that carries a hinge with its hand at 1 m. The target swings at a
/// distance of 3 m, which needs a slide without limits.
lab::Scene rail(double upper) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "slide";
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].axis = Eigen::Vector3d::UnitX();
  if (upper < ik::kUnlimited) {
    joints[0].lower = 0.0;
    joints[0].upper = upper;
  }
  joints[1].name = "hinge";
  joints[1].parent = 0;
  joints[1].initial = 0.5;
  lab::WaveCurve curve{{3.0, 0.5, 0.0}, {{{0.0, 0.3, 0.0}, 3.0, 0.0}}};
  return {"rail",
          "Rail",
          "",
          ik::Multibody(joints, {{"tip", 1, Eigen::Vector3d::UnitX()}}),
          {lab::TargetCurve(curve)},
          {}};
}
lab::Scene limited_rail() { return rail(0.5); }
lab::Scene free_rail() { return rail(ik::kUnlimited); }

lab::Settings with_limits(lab::LimitRule rule) {
  lab::Settings settings;
  settings.limits = rule;
  settings.params["lambda"] = 0.1;
  settings.params["training"] = 50.0;
  return settings;
}
const lab::Settings kOff = with_limits(lab::LimitRule::kIgnore);
const lab::Settings kOn = with_limits(lab::LimitRule::kProject);

class LimitsOff : public testing::TestWithParam<ik::MethodInfo> {};

TEST_P(LimitsOff, LeaveTheRunAndTheStatusOfABodyWithoutLimits) {
  lab::Tracker off(limited_rail(), GetParam(), kOff), free(free_rail(), GetParam(), kOff);
  lab::Tracker on(limited_rail(), GetParam(), kOn);
  for (int k = 0; k < 300; ++k) {
    if (k % 100 == 0) {
      EXPECT_EQ(lab::effector_statuses(off), lab::effector_statuses(free)) << k;
      // at the end of the rail the status names the limit
      const lab::EffectorStatus held = lab::effector_statuses(on)[0];
      EXPECT_TRUE(held == lab::EffectorStatus::kOutOfReach || held == lab::EffectorStatus::kAtLimit)
          << k;
    }
    for (lab::Tracker* tracker : {&off, &free, &on}) tracker->step();
    ASSERT_EQ(off.pose().theta, free.pose().theta) << k;
  }
  EXPECT_GT(on.errors()[0], 1.0) << "the limits do not count";
  EXPECT_EQ(lab::error_share(off, 0), lab::error_share(free, 0));
}

INSTANTIATE_TEST_SUITE_P(Registry, LimitsOff, testing::ValuesIn(ik::methods()), method_test_name);

TEST(LimitsOff, LeaveTheReachOfASlideWithoutEnd) {
  const lab::Tracker off(limited_rail(), scenes::dls(), kOff);
  const lab::Tracker on(limited_rail(), scenes::dls(), kOn);
  EXPECT_EQ(lab::reach_of(off.multibody(), 0).most, ik::kUnlimited);
  EXPECT_EQ(lab::reach_of(on.multibody(), 0).most, 1.5);
  EXPECT_EQ(off.scene().multibody.joint(0).upper, 0.5) << "the scene keeps its limits";
}

TEST(LimitsOff, LeaveTheAdviceForABodyWithoutLimits) {
  const auto advice_for = [](const lab::Scene& scene, const lab::Settings& settings) {
    return support::advised_of({scene, &scenes::dls(), settings, 400, 100}, {"dls", "newton"})
        .advice;
  };
  const lab::Advice off = advice_for(limited_rail(), kOff), free = advice_for(free_rail(), kOff);
  EXPECT_EQ(off.beyond_share, 0.0) << "nothing is out of reach";
  EXPECT_EQ(advice_for(limited_rail(), kOn).beyond_share, 1.0);
  ASSERT_EQ(off.recommendations.size(), free.recommendations.size());
  for (std::size_t i = 0; i < off.recommendations.size(); ++i) {
    EXPECT_EQ(off.recommendations[i].reason, free.recommendations[i].reason);
  }
}

TEST(LimitsOff, LeaveTheDiagnosisOfABodyWithoutLimits) {
  const auto diagnosis_of = [](const lab::Scene& scene, const lab::Settings& settings) {
    lab::Tracker tracker(scene, *ik::find_method("jacobian-transpose"), settings);
    lab::DiagnosisObserver observer(400.0);
    for (int k = 0; k < 400; ++k) {
      tracker.step();
      observer.add(tracker);
    }
    std::string text;
    for (const lab::Cause& cause : lab::diagnose(tracker, observer).causes) {
      text += cause.sentence + "\n";
    }
    return text;
  };
  const std::string off = diagnosis_of(limited_rail(), kOff);
  EXPECT_EQ(off, diagnosis_of(free_rail(), kOff));
  EXPECT_NE(off, diagnosis_of(limited_rail(), kOn)) << "the limits do not count";
}

TEST(LimitsOff, AreWatchedFromTheMomentTheyAreSwitched) {
  // a target that jumps by 1 m: over half of a reach of 1.5 m, but nothing relative to an unlimited
  // one
  lab::Scene scene = limited_rail();
  scene.targets = {lab::TargetCurve(lab::JumpCurve{{{1.0, 1.0, 0.0}, {1.0, 0.0, 0.0}}, 0.5})};
  lab::Tracker tracker(scene, scenes::dls(), kOff);
  lab::DiagnosisObserver observer(400.0), since(400.0);
  const auto step = [&] {
    tracker.step();
    observer.add(tracker);
  };
  for (int k = 0; k < 150; ++k) step();
  changes::set_settings(tracker, kOn);
  for (int k = 0; k < 300; ++k) {
    step();
    since.add(tracker);
  }
  EXPECT_EQ(observer.leap(), since.leap());
}

TEST(LimitsOn, PutABodyInsideThatMovedWithoutThem) {
  lab::Tracker tracker(limited_rail(), scenes::dls(), kOff);
  for (int k = 0; k < 300; ++k) tracker.step();
  ASSERT_GT(tracker.pose().theta[0], 1.0);
  changes::set_settings(tracker, kOn);
  EXPECT_EQ(tracker.pose().theta[0], 0.5);
  const Eigen::Vector3d tip = bodies::effectors_at(tracker.multibody(), tracker.pose().theta)[0];
  EXPECT_EQ(tracker.errors()[0], (tracker.targets()[0] - tip).norm());
  tracker.step();
  EXPECT_LE(tracker.pose().theta[0], 0.5);
}

TEST(LimitsOn, BindALinkThatIsDraggedAsTheyAreNow) {
  lab::Tracker tracker(limited_rail(), scenes::dls(), kOff);
  const auto drag = [&](double x) {
    tracker.change([x](lab::Setup& setup) {
      setup.pull = lab::Pull{0, Eigen::Vector3d::Zero(), Eigen::Vector3d(x, 0.0, 0.0)};
    });
  };
  drag(2.0);
  EXPECT_NEAR(tracker.pose().theta[0], 2.0, 1e-3) << "limits are off";
  changes::set_settings(tracker, kOn);
  drag(3.0);
  EXPECT_EQ(tracker.pose().theta[0], 0.5);
}

TEST(StartOutsideLimits, IsPutInsideByAScene) {
  std::vector<ik::Joint> joints(1);
  joints[0].lower = 0.4;
  joints[0].upper = 0.8;
  joints[0].initial = -1.0;
  const ik::Multibody body(joints, {{"tip", 0, Eigen::Vector3d::UnitX()}});
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Scene scene{"arm", "Arm", "", body, {scenes::standing({1.0, -1.0, 0.0})}, {}};
    lab::Tracker tracker(scene, info, kOn);
    EXPECT_EQ(tracker.pose().theta[0], 0.4) << info.id;
    for (int k = 0; k < 20; ++k) tracker.step();
    EXPECT_EQ(tracker.pose().theta[0], 0.4) << info.id << ": it is held there";
  }
}

TEST(StartNote, NamesTheJointsWhoseStartLiesOutside) {
  std::vector<ik::Joint> joints(5);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    joints[j].name = std::string(1, static_cast<char>('a' + j));
    joints[j].parent = static_cast<int>(j) - 1;
    joints[j].lower = -0.5;
    joints[j].upper = 0.5;
  }
  const auto note = [&joints] {
    return lab::start_note(joints, ik::Multibody(joints, {{"tip", 4, Eigen::Vector3d::UnitX()}}));
  };
  EXPECT_EQ(note(), "");
  joints[1].initial = -1.25;
  EXPECT_EQ(note(), "joint \"b\" starts at its limit, -0.5 rad: -1.25 is outside");
  joints[1].type = ik::JointType::kPrismatic;
  EXPECT_EQ(note(), "joint \"b\" starts at its limit, -0.5 m: -1.25 is outside");
  joints[3].initial = 2.0;
  EXPECT_EQ(note(), "2 joints start at their limits, since their starts are outside: \"b\", \"d\"");
  for (ik::Joint& joint : joints) joint.initial = 2.0;
  EXPECT_EQ(note(),
            "5 joints start at their limits, since their starts are outside: \"a\", \"b\", \"c\", "
            "...");
}

}  // namespace
