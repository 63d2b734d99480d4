// Bodies built step by step, with geometry computed by hand.

#include "lab/body/build.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/track/tracker.h"

namespace {

using Eigen::Vector3d;
constexpr double kQuarter = 0.5 * std::numbers::pi;

/// Position of effector i for joint values in the order of the file.
Vector3d effector_at(const lab::Scene& scene, std::vector<double> theta, int i = 0) {
  const ik::Multibody& body = scene.multibody;
  ik::VectorX solver(body.joint_count());
  for (int given = 0; given < body.joint_count(); ++given) {
    solver[body.solver_index(given)] = theta[static_cast<std::size_t>(given)];
  }
  return ik::pose_at(body, solver).effector.col(i);
}

const ik::Joint& given(const lab::Scene& scene, int joint) {
  return scene.multibody.joint(scene.multibody.solver_index(joint));
}

std::string refusal(const std::function<void()>& change) {
  try {
    change();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

/// The new body with a second link of 0.5 m.
lab::Scene two_links() {
  const lab::Scene one = lab::new_body();
  return lab::with_joint(one, lab::next_joint(one.multibody, 0));
}

TEST(Build, ANewBodyIsAHingeWhoseTargetIsOnItsCircle) {
  const lab::Scene scene = lab::new_body();
  EXPECT_NEAR((effector_at(scene, {kQuarter}) - Vector3d(0.0, 0.5, 0.0)).norm(), 0.0, 1e-15);
  EXPECT_NEAR(scene.targets[0].at(0.0).norm(), 0.5, 1e-15);
  lab::Tracker tracker(scene, *ik::find_method("dls"));
  for (int i = 0; i < 400; ++i) tracker.step();
  EXPECT_LT(tracker.errors()[0], 0.1);
}

TEST(Build, TheNextJointLengthensTheChainByALinkAsLong) {
  const lab::Scene scene = two_links();
  ASSERT_EQ(scene.multibody.joint_count(), 2);
  EXPECT_EQ(given(scene, 1).name, "joint 2");
  EXPECT_EQ(effector_at(scene, {0.0, 0.0}), Vector3d(1.0, 0.0, 0.0));
  // up along y, then back along -x
  EXPECT_NEAR((effector_at(scene, {kQuarter, kQuarter}) - Vector3d(-0.5, 0.5, 0.0)).norm(), 0.0,
              1e-15);
  EXPECT_EQ(scene.targets, lab::new_body().targets);
  EXPECT_EQ(given(scene, 0).initial, lab::new_body().multibody.joint(0).initial);
}

TEST(Build, AJointOnALinkWithJointsIsHalfwayAndTakesNothing) {
  const lab::Scene scene = two_links();
  const lab::AddedJoint added = lab::next_joint(scene.multibody, 0);
  EXPECT_EQ(added.offset, Vector3d(0.25, 0.0, 0.0));
  EXPECT_FALSE(added.takes_effectors);
  const lab::Scene forked = lab::with_joint(scene, added);
  EXPECT_EQ(effector_at(forked, {0.0, 0.0, 1.0}), Vector3d(1.0, 0.0, 0.0));
  EXPECT_EQ(given(forked, 2).parent, forked.multibody.solver_index(0));
}

TEST(Build, AJointOnARobotWithShapesGetsABoneToItsEffector) {
  lab::Scene robot = lab::new_body();
  lab::Visual& shape = robot.visuals.emplace_back();
  shape.joint = 0;
  shape.shape = lab::BoxShape{Vector3d::Ones()};
  EXPECT_TRUE(two_links().visuals.empty()) << "plain links are drawn";
  const lab::Scene longer = lab::with_joint(robot, lab::next_joint(robot.multibody, 0));
  ASSERT_EQ(longer.visuals.size(), 2U);
  const lab::Visual& bone = longer.visuals[1];
  EXPECT_EQ(bone.joint, longer.multibody.solver_index(1));
  EXPECT_EQ(std::get<lab::CapsuleShape>(bone.shape).length, 0.5);
  // the capsule is along z of its own frame, centered halfway to the effector
  EXPECT_EQ(bone.joint_from_shape.translation(), Vector3d(0.25, 0.0, 0.0));
  EXPECT_NEAR((bone.joint_from_shape.linear().col(2) - Vector3d::UnitX()).norm(), 0.0, 1e-15);
}

TEST(Build, AJointThatComesBackHasTheValueThatItLeftWith) {
  const lab::Scene two = two_links();
  lab::Tracker tracker(two, *ik::find_method("dls"));
  for (int i = 0; i < 50; ++i) tracker.step();
  const lab::Setup before = tracker.setup();
  const ik::VectorX theta = tracker.pose().theta;
  const Vector3d tip = tracker.pose().effector.col(0);
  for (const int removed : {0, 1}) {
    const double at = theta[two.multibody.solver_index(removed)];
    ASSERT_GT(std::abs(at - given(two, removed).initial), 0.01);
    tracker.apply(lab::with_body(before, lab::without_joint(two, removed, at)));
    EXPECT_NEAR((tracker.pose().effector.col(0) - tip).norm(), 0.0, 1e-12);
    tracker.apply(before);
    EXPECT_EQ(tracker.pose().theta, theta) << removed;
  }
}

TEST(Build, AMovedJointTakesAlongWhatItCarries) {
  const lab::Scene scene = two_links();
  ik::Joint joint = given(scene, 1);
  joint.parent_from_joint.translation() = Vector3d(0.5, 0.2, 0.1);
  const lab::Scene moved = lab::with_changed_joint(scene, 1, joint);
  EXPECT_NEAR((effector_at(moved, {0.0, 0.0}) - Vector3d(1.0, 0.2, 0.1)).norm(), 0.0, 1e-15);
}

TEST(Build, ATurnedJointTurnsItsAxisAndWhatItCarries) {
  const lab::Scene scene = two_links();
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(kQuarter, Vector3d::UnitX()).toRotationMatrix();
  const lab::Scene turned = lab::with_changed_joint(scene, 1, lab::turned(given(scene, 1), turn));
  // the axis z becomes -y, so a quarter turn takes x to z
  EXPECT_NEAR((effector_at(turned, {0.0, kQuarter}) - Vector3d(0.5, 0.0, 0.5)).norm(), 0.0, 1e-15);
}

TEST(Build, AnotherAxisLeavesTheLinksAtZeroAlone) {
  const lab::Scene scene = two_links();
  ik::Joint joint = given(scene, 1);
  joint.axis = {0.0, -3.0, 0.0};
  const lab::Scene changed = lab::with_changed_joint(scene, 1, joint);
  EXPECT_EQ(effector_at(changed, {0.0, 0.0}), Vector3d(1.0, 0.0, 0.0));
  EXPECT_NEAR((effector_at(changed, {0.0, kQuarter}) - Vector3d(0.5, 0.0, 0.5)).norm(), 0.0, 1e-15);
}

TEST(Build, ASlideMovesAlongItsAxisAndStartsWithoutLimits) {
  const lab::Scene scene = two_links();
  ik::Joint joint = given(scene, 1);
  joint.lower = -1.0;
  joint.upper = 1.0;
  joint.initial = 0.5;
  joint = lab::retyped(joint, ik::JointType::kPrismatic);
  EXPECT_EQ(joint.upper, ik::kUnlimited);
  EXPECT_EQ(joint.initial, 0.0);
  const lab::Scene slide = lab::with_changed_joint(scene, 1, joint);
  EXPECT_EQ(effector_at(slide, {0.0, 0.7}), Vector3d(1.0, 0.0, 0.7));
}

TEST(Build, NewLimitsHoldTheInitialValue) {
  const lab::Scene scene = lab::new_body();
  ik::Joint joint = scene.multibody.joint(0);
  joint.lower = 0.5;
  joint.upper = 0.9;
  EXPECT_EQ(given(lab::with_changed_joint(scene, 0, joint), 0).initial, 0.5);
  joint.upper = 0.4;
  EXPECT_NE(refusal([&] { lab::with_changed_joint(scene, 0, joint); }).find("lower limit"),
            std::string::npos);
}

TEST(Build, WithoutAJointNothingMoves) {
  const lab::Scene scene = io::find_scene("humanoid");
  const ik::Multibody& body = scene.multibody;
  ik::VectorX theta = body.initial_theta();
  for (int j = 0; j < body.joint_count(); ++j) theta[j] += 0.1 * std::sin(j + 1.0);
  const ik::Pose before = ik::pose_at(body, theta);
  for (int removed = 0; removed < body.joint_count(); ++removed) {
    const double at = theta[body.solver_index(removed)];
    const lab::Scene less = lab::without_joint(scene, removed, at);
    const ik::Multibody& rest = less.multibody;
    ASSERT_EQ(rest.joint_count(), body.joint_count() - 1);
    ik::VectorX kept(rest.joint_count());
    for (int j = 0; j < rest.joint_count(); ++j) {
      const int file = rest.given_index(j);
      kept[j] = theta[body.solver_index(file < removed ? file : file + 1)];
      EXPECT_EQ(rest.joint(j).name,
                body.joint(body.solver_index(file < removed ? file : file + 1)).name);
    }
    const ik::Pose after = ik::pose_at(rest, kept);
    for (int i = 0; i < rest.effector_count(); ++i) {
      EXPECT_LT((after.effector.col(i) - before.effector.col(i)).norm(), 1e-13)
          << body.joint(body.solver_index(removed)).name;
    }
    EXPECT_EQ(less.targets, scene.targets);
    EXPECT_EQ(less.aims.size(), scene.aims.size());
  }
}

TEST(Build, AnAimThatIsMetIsStillMetWithoutAJoint) {
  const lab::Scene two = two_links();
  const ik::Pose pose = ik::pose_at(two.multibody, two.multibody.initial_theta());
  for (const ik::AimKind kind : {ik::AimKind::kDirection, ik::AimKind::kOrientation}) {
    const lab::Scene aimed = lab::with_aim_kind(two, 0, kind, pose);
    for (const int removed : {0, 1}) {
      const double at = given(two, removed).initial;
      ASSERT_GT(std::abs(at), 0.1);
      const lab::Tracker tracker(lab::without_joint(aimed, removed, at), *ik::find_method("dls"));
      EXPECT_LT(tracker.aim_errors()[0], 1e-7) << removed;
    }
  }
}

TEST(Build, ANewDirectionPointsFromTheJointToTheEffectorWhateverItsAxes) {
  const lab::Scene one = lab::new_body();
  ik::Effector tip = one.multibody.effector(0);
  tip.rotation = Eigen::AngleAxisd(kQuarter, Vector3d::UnitZ()).matrix();
  const lab::Scene turned = lab::with_changed_effector(one, 0, tip);
  const ik::Pose pose = ik::pose_at(turned.multibody, ik::VectorX::Zero(1));
  const lab::Scene aimed = lab::with_aim_kind(turned, 0, ik::AimKind::kDirection, pose);
  EXPECT_LT((aimed.multibody.effector(0).pointer + Vector3d::UnitY()).norm(), 1e-15);
  EXPECT_LT((aimed.aims.at(0).base.direction - Vector3d::UnitX()).norm(), 1e-15);
}

TEST(Build, ATurnedAimIsTurnedAtEveryTime) {
  lab::Scene scene = lab::new_body();
  const ik::Pose pose = ik::pose_at(scene.multibody, ik::VectorX::Constant(1, 0.7));
  const Eigen::Matrix3d rotation =
      Eigen::AngleAxisd(0.9, Vector3d(0.3, -0.5, 0.8).normalized()).matrix();
  for (const ik::AimKind kind : {ik::AimKind::kDirection, ik::AimKind::kOrientation}) {
    lab::Scene aimed = lab::with_aim_kind(scene, 0, kind, pose);
    lab::AimCurve& curve = aimed.aims.at(0);
    curve.axis = Vector3d(1.0, 2.0, -0.5);
    curve.amplitude = 0.6;
    curve.frequency = 3.0;
    const lab::Scene turned = lab::with_turned_aim(aimed, 0, rotation);
    for (const double time : {0.0, 0.4, 1.1}) {
      const ik::Aim before = curve.at(time), after = turned.aims.at(0).at(time);
      EXPECT_LT((after.direction - rotation * before.direction).norm(), 1e-12);
      EXPECT_LT((after.orientation - rotation * before.orientation).norm(), 1e-12);
    }
  }
}

TEST(Build, ABranchGoesWithItsEffectorsAndTargets) {
  const lab::Scene scene = io::find_scene("double-y");
  const ik::Multibody& body = scene.multibody;
  // a joint that moves some but not all effectors
  for (int j = 0; j < body.joint_count(); ++j) {
    const auto moved = static_cast<int>(body.effectors_of(j).size());
    const int below = body.joint_count();
    if (moved == body.effector_count()) continue;
    const lab::Scene less = lab::without_branch(scene, body.given_index(j));
    EXPECT_EQ(less.multibody.effector_count(), body.effector_count() - moved);
    EXPECT_LT(less.multibody.joint_count(), below);
    int next = 0;
    for (int i = 0; i < body.effector_count(); ++i) {
      if (body.moves(j, i)) continue;
      EXPECT_EQ(less.multibody.effector(next).name, body.effector(i).name);
      EXPECT_EQ(less.targets[static_cast<std::size_t>(next)],
                scene.targets[static_cast<std::size_t>(i)]);
      ++next;
    }
  }
}

TEST(Build, ABodyKeepsAJointAndAnEffector) {
  const lab::Scene one = lab::new_body();
  EXPECT_EQ(refusal([&] { lab::without_joint(one, 0, 0.0); }),
            "'joint' is the only joint, and a body needs one");
  EXPECT_EQ(refusal([&] { lab::without_branch(one, 0); }),
            "'joint' is the only joint, and a body needs one");
  const lab::Scene two = two_links();
  EXPECT_EQ(refusal([&] { lab::without_branch(two, 1); }),
            "without 'joint 2' the body would have no effector, and it needs one: add an effector "
            "to another link first");
  EXPECT_EQ(refusal([&] { lab::without_joint(two, 5, 0.0); }), "there is no such joint");
  EXPECT_EQ(effector_at(lab::without_joint(two, 1, kQuarter), {0.0}), Vector3d(0.5, 0.5, 0.0));
}

TEST(Build, NamesAreUniqueAndNotEmpty) {
  const lab::Scene scene = two_links();
  ik::Joint joint = given(scene, 1);
  joint.name = "joint";
  EXPECT_EQ(refusal([&] { lab::with_changed_joint(scene, 1, joint); }),
            "another one is called 'joint'");
  joint.name = "";
  EXPECT_EQ(refusal([&] { lab::with_changed_joint(scene, 1, joint); }), "a name is needed");
  EXPECT_EQ(given(lab::with_joint(scene, {.parent = -1}), 2).name, "joint 3");
  const lab::Scene ball = lab::with_obstacle(scene, Vector3d::Ones(), 0.1);
  EXPECT_EQ(ball.obstacles[0].name, "obstacle");
  EXPECT_EQ(lab::with_obstacle(ball, Vector3d::Ones(), 0.1).obstacles[1].name, "obstacle 2");
}

TEST(Build, ObstaclesAreAddedMovedTurnedAndRemoved) {
  const lab::Scene plain = lab::new_body();
  const lab::Scene scene = lab::with_obstacle(plain, {1.0, 2.0, 3.0}, 0.25);
  EXPECT_EQ(scene.obstacles[0].a, scene.obstacles[0].b);
  ik::Obstacle capsule = scene.obstacles[0];
  capsule.b.x() += 2.0;
  const lab::Scene longer = lab::with_changed_obstacle(scene, 0, capsule);
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(kQuarter, Vector3d::UnitZ()).toRotationMatrix();
  const ik::Obstacle upright = lab::turned(longer.obstacles[0], turn);
  EXPECT_LT((upright.a - Vector3d(2.0, 1.0, 3.0)).norm(), 1e-15);
  EXPECT_LT((upright.b - Vector3d(2.0, 3.0, 3.0)).norm(), 1e-15);
  EXPECT_TRUE(lab::without_obstacle(longer, 0).obstacles.empty());
  capsule.radius = 0.0;
  EXPECT_EQ(refusal([&] { lab::with_changed_obstacle(scene, 0, capsule); }),
            "the radius of an obstacle must be above 0");
  EXPECT_EQ(refusal([&] { lab::without_obstacle(plain, 0); }), "there is no such obstacle");
}

TEST(Build, ASavedBodyReadsBackEqual) {
  lab::Scene scene = lab::with_obstacle(two_links(), {0.3, 0.3, 0.3}, 0.1);
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(0.7, Vector3d(1.0, 2.0, 3.0).normalized()).toRotationMatrix();
  ik::Joint joint = lab::turned(given(scene, 1), turn);
  joint.axis = Vector3d(0.3, 0.4, 0.5);
  joint.lower = -1.25;
  scene = lab::with_changed_joint(scene, 1, joint);
  const std::string text = io::write_scene(scene);
  const lab::Scene read = io::parse_scene(text, scene.id);
  EXPECT_EQ(io::write_scene(read), text);
  EXPECT_EQ(read.multibody.joint(1).parent_from_joint.matrix(),
            scene.multibody.joint(1).parent_from_joint.matrix());
  EXPECT_EQ(read.multibody.joint(1).axis, scene.multibody.joint(1).axis);
  EXPECT_EQ(read.obstacles[0].a, scene.obstacles[0].a);
}

TEST(Build, GroupsAndShapesFollowTheirJoints) {
  lab::Scene scene = lab::with_joint(two_links(), {.parent = -1});
  const ik::Multibody& body = scene.multibody;
  scene.groups = {{"upper", {body.solver_index(1)}},
                  {"both", {body.solver_index(0), body.solver_index(1)}}};
  scene.group = 1;
  scene.visuals.push_back({.joint = body.solver_index(1), .shape = lab::BallShape{0.1}});
  scene.visuals.back().joint_from_shape.translation() = Vector3d(0.1, 0.0, 0.0);
  const lab::Scene less = lab::without_joint(scene, 1, kQuarter);
  ASSERT_EQ(less.groups.size(), 1U);
  EXPECT_EQ(less.groups[0].name, "both");
  EXPECT_EQ(less.groups[0].joints, std::vector<int>{less.multibody.solver_index(0)});
  EXPECT_EQ(less.group, 0U);
  ASSERT_EQ(less.visuals.size(), 1U);
  EXPECT_EQ(less.visuals[0].joint, less.multibody.solver_index(0));
  EXPECT_LT((less.visuals[0].joint_from_shape.translation() - Vector3d(0.5, 0.1, 0.0)).norm(),
            1e-15);
}

TEST(Build, ASetupKeepsWhatStays) {
  auto scene = std::make_shared<const lab::Scene>(io::find_scene("humanoid"));
  lab::Setup setup = lab::setup_of(scene, *ik::find_method("dls"));
  setup.targets[1].held = Vector3d(1.0, 2.0, 3.0);
  setup.goal_weights[1] = 0.5;
  setup.joint_weights[3] = 0.25;
  setup.lanes[0].pushes.push_back({2, 0.5});
  const ik::Multibody& body = scene->multibody;
  const std::string name = body.joint(3).name;
  const lab::Setup next =
      lab::with_body(setup, lab::without_joint(*scene, body.given_index(0), 0.0));
  EXPECT_EQ(next.opened, setup.opened);
  EXPECT_EQ(next.targets[1], setup.targets[1]);
  EXPECT_EQ(next.goal_weights[1], 0.5);
  EXPECT_TRUE(next.lanes[0].pushes.empty());
  const auto joints = next.scene->multibody.joints();
  for (std::size_t j = 0; j < joints.size(); ++j) {
    EXPECT_EQ(next.joint_weights[j], joints[j].name == name ? 0.25 : joints[j].weight);
  }
}

}  // namespace
