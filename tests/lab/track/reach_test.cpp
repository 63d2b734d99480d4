#include "lab/track/reach.h"

#include <cmath>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/run/run.h"
#include "support/bodies.h"
#include "support/changes.h"
#include "support/scenes.h"
#include "support/statuses.h"

namespace {

using lab::EffectorStatus;

lab::Tracker settled(lab::Scene scene, int steps = 400) {
  lab::Settings settings = scene.settings;
  settings.params["lambda"] = 0.3;
  lab::Tracker tracker(std::move(scene), *ik::find_method("dls"), settings);
  for (int k = 0; k < steps; ++k) tracker.step();
  return tracker;
}

EffectorStatus status_of(const lab::Tracker& tracker, std::size_t effector) {
  return lab::effector_statuses(tracker).at(effector);
}

lab::Scene arm(int links, const Eigen::Vector3d& target) {
  return {"arm", "Arm", "", bodies::planar_arm(links), {scenes::standing(target)}, {}};
}

lab::Scene limited(double lower, double upper, const Eigen::Vector3d& target) {
  const ik::Multibody free = bodies::planar_arm(2);
  std::vector<ik::Joint> joints(free.joints().begin(), free.joints().end());
  joints[0].lower = lower;
  joints[0].upper = upper;
  joints[1].lower = 0.3;
  joints[1].upper = 0.8;
  joints[1].initial = 0.5;
  const ik::Multibody body(joints, {free.effector(0)});
  return {"limited", "Limited", "", body, {scenes::standing(target)}, {}};
}

/// A slide along x, limits in m.
ik::Joint slide_between(double lower, double upper) {
  ik::Joint slide;
  slide.name = "slide";
  slide.type = ik::JointType::kPrismatic;
  slide.axis = Eigen::Vector3d::UnitX();
  slide.lower = lower;
  slide.upper = upper;
  return slide;
}

TEST(Reach, OfAnArmIsARing) {
  // 1 + 1 + 1 about the origin, without a hole: the links can close a triangle
  const lab::Reach three = lab::reach_of(bodies::planar_arm(3), 0);
  EXPECT_EQ(three.least, 0.0);
  EXPECT_EQ(three.most, 3.0);
  std::vector<ik::Joint> joints(2);
  joints[0].name = "long";
  joints[0].parent_from_joint.translation() = Eigen::Vector3d(1.0, 2.0, 3.0);
  joints[1].name = "short";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Eigen::Vector3d(0.0, 2.0, 0.0);
  const lab::Reach ring =
      lab::reach_of(ik::Multibody(joints, {{"hand", 1, Eigen::Vector3d(0.5, 0.0, 0.0)}}), 0);
  EXPECT_EQ(ring.center, Eigen::Vector3d(1.0, 2.0, 3.0));
  EXPECT_EQ(ring.least, 1.5);
  EXPECT_EQ(ring.most, 2.5);
}

TEST(Reach, HoldsEveryPlaceThatAnyPoseReaches) {
  for (int seed = 0; seed < 30; ++seed) {
    const ik::Multibody plain = bodies::random_tree(seed, 8, 3);
    std::vector<ik::Joint> joints(plain.joints().begin(), plain.joints().end());
    for (ik::Joint& joint : joints) {
      joint.lower = -1.5;
      joint.upper = 1.5;
    }
    const ik::Multibody body(joints, {plain.effectors().begin(), plain.effectors().end()});
    bodies::Numbers numbers(seed);
    for (int i = 0; i < 3; ++i) {
      const lab::Reach reach = lab::reach_of(body, i);
      for (int pose = 0; pose < 50; ++pose) {
        const auto at = bodies::effectors_at(body, 1.5 * numbers.vector(8));
        const double distance = (at[static_cast<std::size_t>(i)] - reach.center).norm();
        EXPECT_LE(distance, reach.most * (1.0 + 1e-12));
        EXPECT_GE(distance, reach.least * (1.0 - 1e-12));
      }
    }
  }
}

TEST(Reach, OfASlideWhoseLimitsDoNotCountHasNoEnd) {
  ik::Joint slide;
  slide.name = "slide";
  slide.type = ik::JointType::kPrismatic;
  slide.lower = 0.0;
  slide.upper = 0.5;
  const ik::Multibody body({slide}, {{"hand", 0, Eigen::Vector3d::UnitX()}});
  EXPECT_EQ(lab::reach_of(body, 0).most, 1.5);
  EXPECT_EQ(lab::reach_of(body, 0, false).most, ik::kUnlimited);
}

TEST(Reach, OfASlideWithoutLimitsHasNoEnd) {
  EXPECT_EQ(lab::reach_of(bodies::slider_arm(), 0).most, ik::kUnlimited);
}

TEST(Reach, OfAScrewGrowsByItsPitchTimesItsTurn) {
  // a hand on the screw's axis moves along the axis, by the pitch per radian
  ik::Joint screw;
  screw.name = "screw";
  screw.type = ik::JointType::kScrew;
  for (const double pitch : {0.05, -0.05, 3.0}) {
    screw.axis = Eigen::Vector3d::UnitY();
    screw.pitch = pitch;
    screw.lower = -2.0;
    screw.upper = 4.0;
    const ik::Multibody body({screw},
                             {{"hand", 0, Eigen::Vector3d(0.0, pitch < 0 ? -1.0 : 1.0, 0.0)}});
    const lab::Reach reach = lab::reach_of(body, 0);
    const Eigen::Vector3d farthest = bodies::effectors_at(body, ik::VectorX::Constant(1, 4.0))[0];
    EXPECT_NEAR(reach.most, (farthest - reach.center).norm(), 1e-12) << pitch;
    EXPECT_NEAR(reach.most, 1.0 + std::abs(pitch) * 4.0, 1e-12) << pitch;
  }
}

TEST(Reach, OfASlideThatReachesFurtherBackThanForthIsThatOfItsFarEnd) {
  const ik::Joint slide = slide_between(-3.0, 0.5);
  const lab::Reach reach =
      lab::reach_of(ik::Multibody({slide}, {{"hand", 0, Eigen::Vector3d(-1.0, 0.0, 0.0)}}), 0);
  EXPECT_EQ(reach.most, 4.0);
  EXPECT_EQ(reach.least, 0.0);
}

TEST(EffectorStatus, IsReachedWhereTheHandIsAtItsTarget) {
  EXPECT_EQ(status_of(settled(arm(3, {1.0, 1.0, 0.0})), 0), EffectorStatus::kReached);
}

TEST(EffectorStatus, IsOutOfReachWhereNoPoseGetsThere) {
  EXPECT_EQ(status_of(settled(arm(3, {3.0, 1.0, 0.0})), 0), EffectorStatus::kOutOfReach);
  EXPECT_EQ(status_of(settled(arm(3, {3.0, 1.0, 0.0}), 0), 0), EffectorStatus::kOutOfReach);
}

TEST(EffectorStatus, IsStalledWhereAStraightArmIsPulledAlongItself) {
  EXPECT_EQ(status_of(settled(arm(3, {1.5, 0.0, 0.0})), 0), EffectorStatus::kStalled);
}

TEST(EffectorStatus, IsOutOfReachBesideThePlaneThatAnArmMovesIn) {
  // inside the shell of its reach, but off the plane; also while the arm is still moving
  for (const int steps : {0, 3, 400}) {
    EXPECT_EQ(status_of(settled(arm(3, {1.0, 1.0, 0.4}), steps), 0), EffectorStatus::kOutOfReach)
        << steps;
  }
}

TEST(EffectorStatus, IsOutOfReachWhereNoLimitIsInTheWayEither) {
  // the links reach 2 m; the limits keep the hand farther away
  EXPECT_EQ(status_of(settled(limited(-0.2, 0.2, {0.0, 2.1, 0.0})), 0),
            EffectorStatus::kOutOfReach);
}

TEST(EffectorStatus, IsOutOfReachOnTheWayToALimitThatWillStopIt) {
  const lab::Scene scene = limited(-0.2, 0.2, {0.0, 1.9, 0.0});
  EXPECT_EQ(status_of(settled(scene, 0), 0), EffectorStatus::kOutOfReach);
}

TEST(EffectorStatus, KnowsNoLimitOfASlideWhereLimitsAreOff) {
  const ik::Joint slide = slide_between(-0.5, 0.5);
  lab::Scene scene = arm(1, {4.0, 0.0, 0.0});
  scene.multibody = ik::Multibody({slide}, {{"hand", 0, Eigen::Vector3d::UnitX()}});
  EXPECT_EQ(status_of(settled(scene), 0), EffectorStatus::kAtLimit);
  scene.settings.limits = lab::LimitRule::kIgnore;
  EXPECT_EQ(status_of(settled(scene, 0), 0), EffectorStatus::kBehind);
}

TEST(EffectorStatus, IsAtALimitWhereALimitIsAllThatHoldsIt) {
  const lab::Scene scene = limited(-0.2, 0.2, {0.0, 1.9, 0.0});
  const lab::Tracker held = settled(scene);
  EXPECT_EQ(status_of(held, 0), EffectorStatus::kAtLimit);
  lab::Settings settings = scene.settings;
  settings.limits = lab::LimitRule::kIgnore;
  lab::Tracker free(scene, *ik::find_method("dls"), settings);
  for (int k = 0; k < 400; ++k) free.step();
  EXPECT_EQ(status_of(free, 0), EffectorStatus::kReached);
}

TEST(EffectorStatus, IsAtALimitWhereNoStepCouldBringItNearer) {
  lab::Scene scene = limited(-0.2, 0.2, {0.0, 1.9, 0.0});
  scene.settings.limits = lab::LimitRule::kActiveSet;
  const lab::Tracker held = settled(scene);
  EXPECT_NEAR(held.pose().theta[0], 0.2, 1e-12);
  EXPECT_NEAR(held.pose().theta[1], 0.8, 1e-12);
  EXPECT_EQ(status_of(held, 0), EffectorStatus::kAtLimit);
}

TEST(EffectorStatus, IsHeldWhereFrozenJointsHoldIt) {
  lab::Tracker tracker(arm(2, {0.0, 1.5, 0.0}), *ik::find_method("dls"));
  changes::set_joint_weight(tracker, 0, 0.0);
  changes::set_joint_weight(tracker, 1, 0.0);
  tracker.step();
  EXPECT_EQ(status_of(tracker, 0), EffectorStatus::kHeld);
  EXPECT_STREQ(lab::name(EffectorStatus::kHeld), "held");
}

TEST(EffectorStatus, IsStalledOnlyWhereTheErrorIsSeen) {
  // one hinge, two hands at one place, targets 2 angle apart: each error is about the angle
  const auto status = [](double angle) {
    const ik::Multibody body(std::vector<ik::Joint>(1), {{"a", 0, Eigen::Vector3d::UnitX()},
                                                         {"b", 0, Eigen::Vector3d::UnitX()}});
    const Eigen::Vector3d up(std::cos(angle), std::sin(angle), 0.0);
    const Eigen::Vector3d down(up.x(), -up.y(), 0.0);
    return status_of(
        settled({"pull", "", "", body, {scenes::standing(up), scenes::standing(down)}, {}}), 0);
  };
  EXPECT_EQ(status(0.02), EffectorStatus::kStalled);
  EXPECT_EQ(status(0.008), EffectorStatus::kFollowing);
  EXPECT_EQ(status(0.0008), EffectorStatus::kReached);
}

TEST(EffectorStatus, IsStalledWhereTwoHandsPullAgainstEachOther) {
  // one hinge, two hands, targets on either side: the optimum is in between
  std::vector<ik::Joint> joints(1);
  const ik::Multibody body(
      joints, {{"a", 0, Eigen::Vector3d::UnitX()}, {"b", 0, Eigen::Vector3d::UnitX()}});
  const lab::Scene scene{"pull",
                         "Pull",
                         "",
                         body,
                         {scenes::standing({0.6, 0.8, 0.0}), scenes::standing({0.6, -0.8, 0.0})},
                         {}};
  const lab::Tracker tracker = settled(scene);
  EXPECT_EQ(status_of(tracker, 0), EffectorStatus::kStalled);
  EXPECT_EQ(status_of(tracker, 1), EffectorStatus::kStalled);
}

TEST(EffectorStatus, IsReachedWithinTheTolerance) {
  lab::Scene scene = arm(3, {1.0, 1.0, 0.0});
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  while (tracker.errors()[0] > 0.05) tracker.step();
  ASSERT_GT(tracker.errors()[0], 0.01);
  EXPECT_EQ(lab::effector_statuses(tracker)[0], EffectorStatus::kFollowing);
  lab::Settings settings = tracker.settings();
  settings.tolerance = 0.05;
  changes::set_settings(tracker, settings);
  EXPECT_EQ(lab::effector_statuses(tracker)[0], EffectorStatus::kReached);
}

TEST(EffectorStatus, IsNotReachedWhereTheAimIsOffByMoreThanTheToleranceOfItsLever) {
  // the hand is at its target, and its pointer is 0.1 rad off
  const auto status = [](double lever) {
    const ik::Multibody plain = bodies::planar_arm(2);
    ik::Effector hand = plain.effector(0);
    hand.aim = ik::AimKind::kDirection;
    hand.pointer = Eigen::Vector3d::UnitX();
    hand.lever = lever;
    lab::Scene scene = arm(2, {2.0, 0.0, 0.0});
    scene.multibody = ik::Multibody({plain.joints().begin(), plain.joints().end()}, {hand});
    const Eigen::Vector3d direction(std::cos(0.1), std::sin(0.1), 0.0);
    scene.aims = {{.base = {direction, Eigen::Matrix3d::Identity()}}};
    lab::Settings settings;
    settings.tolerance = 0.01;
    return lab::effector_statuses(lab::Tracker(scene, *ik::find_method("dls"), settings))[0];
  };
  EXPECT_EQ(status(0.09), EffectorStatus::kReached);
  EXPECT_NE(status(0.11), EffectorStatus::kReached);
}

TEST(EffectorStatus, IsOutOfReachInTheHoleOfARing) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "long";
  joints[1].name = "short";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Eigen::Vector3d(2.0, 0.0, 0.0);
  lab::Scene scene = arm(2, {0.5, 0.0, 0.0});
  scene.multibody = ik::Multibody(joints, {{"hand", 1, Eigen::Vector3d::UnitX()}});
  EXPECT_EQ(lab::effector_statuses(settled(scene, 1))[0], EffectorStatus::kOutOfReach);
}

TEST(EffectorStatus, IsFarBehindOnALongWayAndFollowingOnItsLastTenth) {
  lab::Tracker tracker = settled(arm(3, {1.0, 1.0, 0.0}), 1);
  // the reach is 3 m
  ASSERT_GT(tracker.errors()[0], 0.3);
  EXPECT_EQ(status_of(tracker, 0), EffectorStatus::kBehind);
  while (tracker.errors()[0] > 0.3) tracker.step();
  EXPECT_EQ(status_of(tracker, 0), EffectorStatus::kFollowing);
}

TEST(EffectorStatus, IsNotReachedWhereDMaxOrAWeightHidesTheError) {
  lab::Tracker given_up(arm(3, {1.0, 1.0, 0.0}), *ik::find_method("dls"));
  changes::set_goal_weight(given_up, 0, 0.0);
  lab::Settings settings;
  settings.d_max = 1e-15;
  lab::Tracker cut(arm(3, {1.0, 1.0, 0.0}), *ik::find_method("dls"), settings);
  for (lab::Tracker* tracker : {&given_up, &cut}) {
    tracker->step();
    ASSERT_GT(tracker->errors()[0], 1.0);
    EXPECT_NE(tracker->outcome(), ik::Outcome::kReached);
    EXPECT_EQ(status_of(*tracker, 0), EffectorStatus::kStalled);
  }
}

TEST(Reach, AnEffectorIsUnmovedOnTheAxesOfItsJointsOrWhereTheseAreHeld) {
  ik::Joint lower, upper;
  lower.name = "lower";
  upper.name = "upper";
  upper.parent = 0;
  upper.parent_from_joint.translation() = Eigen::Vector3d(0.0, 0.0, 0.4);  // on the same axis
  const auto unmoved = [&](std::vector<ik::Effector> effectors) {
    return lab::unmoved_effectors(ik::Multibody({lower, upper}, std::move(effectors)));
  };
  const ik::Effector on{"on", 1, {0.0, 0.0, 0.3}}, beside{"beside", 1, {1e-3, 0.0, 0.0}};
  EXPECT_EQ(unmoved({on, beside}), (std::vector<int>{0}));
  ik::Effector aiming = on;
  aiming.aim = ik::AimKind::kOrientation;
  EXPECT_TRUE(unmoved({aiming}).empty()) << "its orientation moves";
  lower.weight = 0.0;
  EXPECT_TRUE(unmoved({beside}).empty());
  upper.lower = upper.upper = upper.initial = 0.2;
  EXPECT_EQ(unmoved({beside}), (std::vector<int>{0}));
  upper.type = ik::JointType::kPrismatic;
  upper.lower = 0.2 - 1e-3;
  EXPECT_TRUE(unmoved({on}).empty());
}

TEST(Reach, LinkLengthIsTheMedianOfWhatIsApart) {
  // 1 m between joints, 1 m to the hand; a coincident joint and a long last link do not count
  std::vector<ik::Joint> joints(5);
  for (int j = 0; j < 5; ++j) {
    joints[static_cast<std::size_t>(j)].name = std::string(1, static_cast<char>('a' + j));
    joints[static_cast<std::size_t>(j)].parent = j - 1;
    if (j > 1)
      joints[static_cast<std::size_t>(j)].parent_from_joint.translation() =
          Eigen::Vector3d(j == 4 ? 9.0 : 1.0, 0.0, 0.0);
  }
  const ik::Multibody body(joints, {{"hand", 4, Eigen::Vector3d(0.2, 0.0, 0.0)}});
  EXPECT_EQ(lab::link_length(body), 1.0);
  EXPECT_EQ(lab::half_link(body), 0.5);
}

TEST(EffectorStatus, SaysWhenATargetIsNoNumber) {
  lab::Tracker tracker(arm(2, {NAN, 0.0, 0.0}), *ik::find_method("dls"));
  tracker.step();
  EXPECT_EQ(status_of(tracker, 0), EffectorStatus::kNotFinite);
  EXPECT_STREQ(lab::name(EffectorStatus::kNotFinite), "not finite");
}

/// The plane of the first effector in a scene's initial pose.
std::optional<lab::Plane> plane_of(const ik::Multibody& body,
                                   const std::vector<double>& mobility = {}) {
  return lab::motion_plane(body, ik::pose_at(body, body.initial_theta()), mobility, 0);
}

TEST(MotionPlane, HoldsAnEffectorWhoseHingesAreParallelInEveryPose) {
  bodies::Numbers numbers(5);
  for (const char* name : {"two-link-arm", "planar-arm"}) {
    const ik::Multibody body = io::find_scene(name).multibody;
    for (int i = 0; i < body.effector_count(); ++i) {
      const auto plane = lab::motion_plane(body, ik::pose_at(body, body.initial_theta()), {}, i);
      ASSERT_TRUE(plane) << name;
      for (int k = 0; k < 20; ++k) {
        ik::VectorX theta = body.initial_theta();
        for (double& angle : theta) angle = 3.0 * numbers.next();
        const Eigen::Vector3d place = ik::pose_at(body, theta).effector.col(i);
        EXPECT_LT(std::abs(plane->off(place)), 1e-12) << name;
        const Eigen::Vector3d beside = place + 0.3 * plane->normal;
        EXPECT_NEAR(std::abs(plane->off(beside)), 0.3, 1e-12);
        EXPECT_LT((plane->projected(beside) - place).norm(), 1e-12);
      }
    }
  }
}

TEST(MotionPlane, IsNoneWhereASlideOrAHingeLeavesIt) {
  EXPECT_FALSE(plane_of(io::find_scene("six-axis-arm").multibody));
  const ik::Multibody scara = io::find_scene("scara").multibody;
  EXPECT_FALSE(plane_of(scara)) << "its tool slides along the axes of the hinges";
  std::vector<double> mobility(static_cast<std::size_t>(scara.joint_count()), 1.0);
  for (int j = 0; j < scara.joint_count(); ++j) {
    if (scara.joint(j).type == ik::JointType::kPrismatic) mobility[static_cast<std::size_t>(j)] = 0;
  }
  EXPECT_TRUE(plane_of(scara, mobility)) << "the slide is frozen";
}

}  // namespace
