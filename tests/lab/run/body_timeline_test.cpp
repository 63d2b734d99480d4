// Changes of the body during a run.
#include <gtest/gtest.h>

#include "lab/body/build.h"
#include "lab/body/goals.h"
#include "lab/run/changes.h"
#include "lab/run/history.h"
#include "lab/run/timeline.h"

namespace {

using Eigen::Vector3d;

lab::Setup of(lab::Scene scene) {
  return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                       *ik::find_method("dls"));
}

lab::Setup lengthened(const lab::Setup& setup, int joint) {
  const lab::Scene& scene = *setup.scene;
  return lab::with_body(setup, lab::with_joint(scene, lab::next_joint(scene.multibody, joint)));
}

void run(lab::Timeline& timeline, int steps) {
  for (int i = 0; i < steps; ++i) timeline.step();
}

TEST(BodyTimeline, JointsThatStayKeepTheirAnglesAndTimeGoesOn) {
  lab::Timeline timeline(of(lab::new_body()));
  run(timeline, 20);
  const double angle = timeline.bench().front().pose().theta[0];
  const double time = timeline.bench().front().time();
  timeline.apply(lengthened(timeline.setup(), 0));
  const lab::Tracker& tracker = timeline.bench().front();
  ASSERT_EQ(tracker.pose().theta.size(), 2);
  EXPECT_EQ(tracker.pose().theta[0], angle);
  EXPECT_EQ(tracker.pose().theta[1], lab::kAddedBend);
  EXPECT_EQ(tracker.time(), time);
  // two links of 0.5 m
  const double second = angle + lab::kAddedBend;
  const Vector3d end =
      0.5 * Vector3d(std::cos(angle) + std::cos(second), std::sin(angle) + std::sin(second), 0.0);
  EXPECT_NEAR((tracker.pose().effector.col(0) - end).norm(), 0.0, 1e-15);
  EXPECT_EQ(tracker.errors()[0], (tracker.targets()[0] - tracker.pose().effector.col(0)).norm());
  run(timeline, 30);
  EXPECT_TRUE(timeline.bench().front().pose().theta.allFinite());
  EXPECT_EQ(timeline.now(), 50);
}

TEST(BodyTimeline, SeekingAcrossChangesRepeatsTheBits) {
  lab::Timeline timeline(of(lab::new_body()));
  run(timeline, 250);
  timeline.apply(lengthened(timeline.setup(), 0));
  run(timeline, 210);
  timeline.apply(lab::with_effector(timeline.setup(), {1, {0.1, 0.2, 0.0}, Vector3d::Zero()}));
  run(timeline, 30);
  timeline.apply(
      lab::with_body(timeline.setup(), lab::without_joint(*timeline.setup().scene, 0, 0.1)));
  run(timeline, 10);
  std::vector<ik::VectorX> poses;
  for (const long step : {500L, 470L, 300L, 100L}) {
    timeline.seek(step);
    poses.push_back(timeline.bench().front().pose().theta);
  }
  EXPECT_EQ(poses[0].size(), 1);
  EXPECT_EQ(poses[1].size(), 2);
  EXPECT_EQ(poses[3].size(), 1);
  lab::Timeline again(timeline.initial());
  std::size_t next = 0;
  const auto& changes = timeline.changes();
  for (long step = 0; step <= 500; ++step) {
    if (step > 0) again.step();
    for (; next < changes.size() && changes[next].step == step; ++next) {
      again.apply(changes[next].setup);
    }
    if (step == 100) {
      EXPECT_EQ(again.bench().front().pose().theta, poses[3]);
    }
    if (step == 300) {
      EXPECT_EQ(again.bench().front().pose().theta, poses[2]);
    }
    if (step == 470) {
      EXPECT_EQ(again.bench().front().pose().theta, poses[1]);
    }
  }
  EXPECT_EQ(again.bench().front().pose().theta, poses[0]);
}

TEST(BodyTimeline, ChangesBecomeMarksInWords) {
  lab::Timeline timeline(of(lab::new_body()));
  run(timeline, 10);
  timeline.apply(lengthened(timeline.setup(), 0), 1);
  run(timeline, 10);
  // a drag with three intermediate positions
  for (const double x : {0.6, 0.7, 0.8}) {
    ik::Joint joint = timeline.setup().scene->multibody.joint(1);
    joint.parent_from_joint.translation().x() = x;
    timeline.apply(lab::with_body(timeline.setup(),
                                  lab::with_changed_joint(*timeline.setup().scene, 1, joint)),
                   2);
    run(timeline, 3);
  }
  ASSERT_EQ(timeline.marks().size(), 2U);
  EXPECT_EQ(timeline.marks()[0].text(), "joint joint 2 added");
  EXPECT_EQ(timeline.marks()[1].text(), "joint joint 2: offset 0.5, 0, 0 → 0.8, 0, 0 m");
}

TEST(BodyTimeline, WordsNameWhatIsDifferent) {
  const lab::Scene one = lab::new_body();
  const lab::Scene two = lab::with_joint(one, lab::next_joint(one.multibody, 0));
  const auto words = [](const lab::Scene& before, const lab::Scene& after) {
    std::string text;
    for (const lab::BodyChange& change : lab::body_changes(before, after)) {
      text += change.what + '|' + change.before + '|' + change.after + ';';
    }
    return text;
  };
  EXPECT_EQ(words(one, one), "");
  EXPECT_EQ(words(two, one), "joint joint 2 removed||;");
  ik::Joint joint = two.multibody.joint(1);
  joint.name = "elbow";
  EXPECT_EQ(words(two, lab::with_changed_joint(two, 1, joint)), "joint renamed|joint 2|elbow;");
  joint = two.multibody.joint(1);
  joint.lower = -0.5 * EIGEN_PI;
  EXPECT_EQ(words(two, lab::with_changed_joint(two, 1, joint)),
            "joint joint 2: limits|off|-90 to open;");
  joint = lab::retyped(two.multibody.joint(1), ik::JointType::kPrismatic);
  EXPECT_EQ(words(two, lab::with_changed_joint(two, 1, joint)), "joint joint 2: type|hinge|slide;");
  joint = two.multibody.joint(1);
  joint.initial = -0.25 * EIGEN_PI;
  const lab::Scene straight = lab::with_changed_joint(two, 1, joint);
  joint.initial = 0.5 * EIGEN_PI;
  EXPECT_EQ(words(straight, lab::with_changed_joint(two, 1, joint)),
            "joint joint 2: initial value|-45|90;");
  const ik::Pose pose = ik::pose_at(one.multibody, ik::VectorX::Zero(1));
  const lab::Scene aimed = lab::with_aim_kind(one, 0, ik::AimKind::kDirection, pose);
  EXPECT_EQ(words(one, aimed), "effector tip: aim|none|direction;");
  EXPECT_EQ(words(aimed, one), "effector tip: aim|direction|none;");
  lab::AimCurve curve = aimed.aims[0];
  curve.base.direction = {0.0, 0.0, 1.0};
  EXPECT_EQ(words(aimed, lab::with_changed_aim(aimed, 0, Vector3d::UnitY(), 0.25, curve)),
            "effector tip: pointer|1, 0, 0|0, 1, 0;effector tip: aims toward|1, 0, 0|0, 0, 1;"
            "effector tip: lever|0.5|0.25;");
  const lab::Scene ball = lab::with_obstacle(one, Vector3d::Ones(), 0.1);
  EXPECT_EQ(words(one, ball), "obstacle obstacle added||;");
  ik::Obstacle larger = ball.obstacles[0];
  larger.radius = 0.2;
  EXPECT_EQ(words(ball, lab::with_changed_obstacle(ball, 0, larger)),
            "obstacle obstacle: radius|0.1|0.2;");
  ik::Effector tip = one.multibody.effector(0);
  tip.name = "hand";
  EXPECT_EQ(words(one, lab::with_changed_effector(one, 0, tip)), "effector renamed|tip|hand;");
  tip = one.multibody.effector(0);
  tip.rotation = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  EXPECT_EQ(words(one, lab::with_changed_effector(one, 0, tip)), "effector tip turned||;");
}

TEST(BodyTimeline, EveryMethodGoesOnWithTheNewBody) {
  for (const ik::MethodInfo& method : ik::methods()) {
    lab::Setup setup = of(lab::new_body());
    lab::set_method(setup.lanes[0], method);
    lab::Timeline timeline(setup);
    run(timeline, 5);
    timeline.apply(lengthened(timeline.setup(), 0));
    run(timeline, 5);
    timeline.apply(lab::with_effector(timeline.setup(), {0, {0.2, 0.1, 0.0}, Vector3d::Zero()}));
    run(timeline, 5);
    EXPECT_TRUE(timeline.bench().front().pose().theta.allFinite()) << method.id;
  }
}

TEST(BodyTimeline, AnInitialValueShowsBeforeTheFirstStepAndThenAfterARestart) {
  lab::Timeline timeline(of(lab::new_body()));
  const auto start_at = [&timeline](double initial) {
    ik::Joint joint = timeline.setup().scene->multibody.joint(0);
    joint.initial = initial;
    timeline.apply(lab::with_body(timeline.setup(),
                                  lab::with_changed_joint(*timeline.setup().scene, 0, joint)));
  };
  const auto theta = [&timeline] { return timeline.bench().front().pose().theta[0]; };
  start_at(0.7);
  EXPECT_EQ(theta(), 0.7);
  const Vector3d tip = timeline.bench().front().pose().effector.col(0);
  EXPECT_LT((tip - 0.5 * Vector3d(std::cos(0.7), std::sin(0.7), 0.0)).norm(), 1e-15);
  run(timeline, 10);
  const double present = theta();
  start_at(-0.4);
  EXPECT_EQ(theta(), present);
  timeline.seek(0);
  EXPECT_EQ(theta(), 0.7);
  timeline.seek(10);
  EXPECT_EQ(theta(), present);
  timeline.restart();
  EXPECT_EQ(theta(), -0.4);
}

TEST(BodyTimeline, AnAngleOutsideNewLimitsIsBroughtBack) {
  lab::Timeline timeline(of(lab::new_body()));
  ik::Joint joint = timeline.setup().scene->multibody.joint(0);
  joint.lower = -0.2;
  joint.upper = 0.1;
  timeline.apply(
      lab::with_body(timeline.setup(), lab::with_changed_joint(*timeline.setup().scene, 0, joint)));
  EXPECT_EQ(timeline.bench().front().pose().theta[0], 0.1);
}

}  // namespace
