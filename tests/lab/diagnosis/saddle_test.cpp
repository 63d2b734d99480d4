
#include <cmath>

#include <gtest/gtest.h>

#include "lab/diagnosis/diagnosis.h"
#include "support/shaky.h"

// Bodies that stand still far from their targets.
namespace {

using lab::CauseId;

/// Three 1 m links along x, bent by `bend`, and a fixed target on the x axis.
lab::Tracker straight_arm(double x, double bend = 0.0, const char* method = "dls") {
  const ik::Multibody straight = bodies::planar_arm(3);
  std::vector<ik::Joint> joints(straight.joints().begin(), straight.joints().end());
  for (ik::Joint& joint : joints) joint.initial = 0.0;
  joints[1].initial = bend;
  lab::Scene scene{"arm",
                   "",
                   "",
                   ik::Multibody(joints, {straight.effector(0)}),
                   {scenes::standing({x, 0.0, 0.0})},
                   {}};
  return {std::move(scene), *ik::find_method(method), shaky::damped(0.3)};
}

lab::Diagnosis diagnosis_after(lab::Tracker& tracker, int steps) {
  lab::DiagnosisObserver observer;
  for (int k = 0; k < steps; ++k) {
    tracker.step();
    observer.add(tracker);
  }
  return diagnose(tracker, observer);
}

double half_squared_error(const lab::Tracker& tracker, const ik::VectorX& theta) {
  const auto at = bodies::effectors_at(tracker.multibody(), theta);
  return 0.5 * (tracker.targets()[0] - at[0]).squaredNorm();
}

TEST(Saddle, IsNamedWhereAStraightArmHasItsTargetInsideOnItsLine) {
  for (const char* method : {"dls", "pseudoinverse", "jacobian-transpose", "sdls"}) {
    lab::Tracker tracker = straight_arm(1.5, 0.0, method);
    const lab::Diagnosis diagnosis = diagnosis_after(tracker, 100);
    EXPECT_FALSE(diagnosis.shakes);
    ASSERT_EQ(diagnosis.causes.size(), 1U);
    const lab::Cause& saddle = diagnosis.causes.front();
    EXPECT_STREQ(name(saddle.id), "saddle") << method;
    EXPECT_EQ(saddle.effectors, std::vector<int>{0});
    EXPECT_NE(saddle.sentence.find("1.5 m from its target"), std::string::npos) << saddle.sentence;
    EXPECT_NE(saddle.sentence.find("Bend these joints a little"), std::string::npos);

    // by forward kinematics the error falls on both sides, with the stated curvature
    constexpr double kSmall = 1e-3;
    const ik::VectorX here = tracker.pose().theta, way = kSmall * saddle.motion;
    const double at = half_squared_error(tracker, here);
    const double to = half_squared_error(tracker, here + way) - at;
    const double fro = half_squared_error(tracker, here - way) - at;
    EXPECT_LT(to, 0.0);
    EXPECT_LT(fro, 0.0);
    EXPECT_NEAR(saddle.symptoms.at(2).value, (to + fro) / (kSmall * kSmall), 1e-4);
    for (int j = 0; j < 3; ++j) {
      const bool named = std::count(saddle.joints.begin(), saddle.joints.end(), j) > 0;
      EXPECT_EQ(named, std::abs(saddle.motion[j]) >= 0.5 * saddle.motion.cwiseAbs().maxCoeff());
    }
  }
}

TEST(Saddle, IsLeftByTheBendThatIsAdvised) {
  lab::Tracker tracker = straight_arm(1.5, 0.01);
  EXPECT_STREQ(name(diagnosis_after(tracker, 3000).causes.front().id), "calm");
  EXPECT_LT(tracker.errors()[0], 1e-3);
}

TEST(Saddle, IsNoMinimumAndNoMovingBody) {
  // stretched towards a target out of reach: the minimum
  lab::Tracker beyond = straight_arm(3.5);
  EXPECT_STREQ(name(diagnosis_after(beyond, 100).causes.front().id), "calm");
  EXPECT_FALSE(lab::saddle_of(beyond));
  // at the target
  lab::Tracker there = straight_arm(3.0);
  EXPECT_STREQ(name(diagnosis_after(there, 100).causes.front().id), "calm");
  // still moving
  lab::Tracker bent = straight_arm(1.5, 0.3);
  bent.step();
  EXPECT_FALSE(lab::saddle_of(bent));
}

TEST(Saddle, IsNoneWhereALimitKeepsTheBodyFromBothSides) {
  for (const double room : {0.0, 0.5}) {
    lab::Tracker free = straight_arm(1.5);
    const ik::Multibody& body = free.multibody();
    std::vector<ik::Joint> joints(body.joints().begin(), body.joints().end());
    for (ik::Joint& joint : joints) joint.lower = -room, joint.upper = room;
    const lab::Scene scene{"arm",
                           "",
                           "",
                           ik::Multibody(joints, {body.effector(0)}),
                           {scenes::standing({1.5, 0.0, 0.0})},
                           {}};
    lab::Tracker tracker(scene, *ik::find_method("dls"));
    for (int k = 0; k < 50; ++k) tracker.step();
    EXPECT_EQ(lab::saddle_of(tracker).has_value(), room > 0.0);
  }
}

}  // namespace
