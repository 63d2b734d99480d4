// Robots and skeletons: the bodies that are read match the file's numbers, computed by hand here.

#include "io/body/body_file.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <fstream>
#include <numbers>
#include <sstream>

#include "io/body/mesh.h"
#include "io/body/model_parts.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "support/bodies.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using Eigen::AngleAxisd;
using Eigen::Vector3d;
using ik::Isometry;

const fs::path kBodies = fs::path(IKLAB_TEST_DATA) / "bodies";

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Isometry shift(double x, double y, double z) { return Isometry(Eigen::Translation3d(x, y, z)); }
Isometry turn(double angle, const Vector3d& axis) { return Isometry(AngleAxisd(angle, axis)); }
const Vector3d kX = Vector3d::UnitX(), kY = Vector3d::UnitY(), kZ = Vector3d::UnitZ();

/// Rotation from a world with z up to one with y up.
Isometry upright() { return turn(-0.5 * std::numbers::pi, kX); }

int joint_named(const ik::Multibody& body, const std::string& name) {
  for (int j = 0; j < body.joint_count(); ++j) {
    if (body.joint(j).name == name) return j;
  }
  ADD_FAILURE() << "no joint " << name;
  return 0;
}

/// Error message for a text; empty if it is accepted.
std::string refusal(const std::string& text, const std::string& name) {
  try {
    const io::BodyFile file = io::parse_body(text, name);
    lab::scene_of(file.model);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Urdf, TheToolStandsWhereTheFilesNumbersPutIt) {
  const lab::Scene scene = io::open_scene((kBodies / "gripper.urdf").string());
  const ik::Multibody& body = scene.multibody;
  ASSERT_EQ(body.effector_count(), 1);
  EXPECT_EQ(body.effector(0).name, "tool0");
  EXPECT_EQ(body.joint_count(), 5);
  bodies::Numbers numbers(2);
  for (int i = 0; i < 20; ++i) {
    const double shoulder = numbers.next(), elbow = numbers.next(), rail = numbers.next();
    ik::Pose pose;
    pose.theta.setZero(5);
    pose.theta[joint_named(body, "shoulder")] = shoulder;
    pose.theta[joint_named(body, "elbow")] = elbow;
    pose.theta[joint_named(body, "rail")] = rail;
    ik::forward_kinematics(body, pose);
    const Isometry tool = upright() * shift(0, 0, 0.3) * turn(0.5, kZ) * turn(shoulder, kY) *
                          shift(0.5, 0, 0) * turn(elbow, kZ) * shift(0.4, 0, 0) * turn(0.3, kZ) *
                          turn(0.2, kY) * turn(0.1, kX) * shift(rail, 0, 0) * shift(0.1, 0, 0.02);
    EXPECT_LT((pose.effector.col(0) - tool.translation()).norm(), 1e-14);
  }
}

TEST(Urdf, LimitsMimicAndShapesAreKept) {
  const io::BodyFile file = io::read_body(kBodies / "gripper.urdf");
  ASSERT_FALSE(file.notes.empty());
  EXPECT_NE(file.notes[0].find("--package nowhere=DIR"), std::string::npos);
  const lab::Scene scene = lab::scene_of(file.model);
  const ik::Multibody& body = scene.multibody;
  const ik::Joint& follower = body.joint(joint_named(body, "grip_r"));
  EXPECT_EQ(body.joint(follower.leader).name, "grip_l");
  EXPECT_EQ(follower.ratio, -1.0);
  EXPECT_EQ(follower.shift, 0.1);
  EXPECT_EQ(body.joint(joint_named(body, "elbow")).upper, ik::kUnlimited);
  EXPECT_EQ(body.joint(joint_named(body, "shoulder")).lower, -1.5);
  // from -theta + 0.1 in [-0.5, 0.1] and theta in [0, 0.8]
  EXPECT_NEAR(body.joint(follower.leader).lower, 0.0, 1e-15);
  EXPECT_NEAR(body.joint(follower.leader).upper, 0.6, 1e-15);
  ASSERT_EQ(scene.visuals.size(), 3U);
  EXPECT_EQ(std::get<lab::BoxShape>(scene.visuals[0].shape).size, Vector3d(0.5, 0.08, 0.08));
  EXPECT_EQ(*scene.visuals[0].color, Vector3d(0.2, 0.3, 0.8));
  EXPECT_EQ(std::get<lab::CylinderShape>(scene.visuals[1].shape).length, 0.4);
  // stand-in for the missing mesh
  EXPECT_TRUE(std::holds_alternative<lab::CapsuleShape>(scene.visuals[2].shape));
}

TEST(Urdf, AConvertedSceneStandsAloneAndReadsBackTheSame) {
  const lab::Scene scene = io::open_scene((kBodies / "gripper.urdf").string());
  const std::string text = io::write_scene(scene);
  const lab::Scene again = io::parse_scene(text, "arm.json");
  EXPECT_EQ(io::write_scene(again), text);
  EXPECT_EQ(again.visuals.size(), scene.visuals.size());
  EXPECT_EQ(again.source, (kBodies / "gripper.urdf").string());
}

TEST(Urdf, AFreeBaseHasSixMoreJoints) {
  io::BodyOptions options;
  options.wish.base = lab::Base::kFree;
  const lab::Scene scene = io::open_scene((kBodies / "gripper.urdf").string(), options);
  EXPECT_EQ(scene.multibody.joint_count(), 11);
}

int joints_with(const std::string& text, const char* name, lab::Base base) {
  return lab::scene_of(io::parse_body(text, name).model, {.base = base}).multibody.joint_count();
}

TEST(Urdf, TheBaseIsTheFreeOrPlanarLinkBelowTheWorld) {
  const std::string urdf = R"(<robot name="r"><link name="world"/><link name="stand"/>
    <link name="pelvis"/><link name="arm"/><link name="hand"/>
    <joint name="bolt" type="fixed"><parent link="world"/><child link="stand"/></joint>
    <joint name="root" type="floating"><parent link="stand"/><child link="pelvis"/></joint>
    <joint name="s" type="continuous"><parent link="pelvis"/><child link="arm"/>
      <origin xyz="0.3 0 0"/><axis xyz="0 0 1"/></joint>
    <joint name="e" type="continuous"><parent link="arm"/><child link="hand"/>
      <origin xyz="0.3 0 0"/><axis xyz="0 0 1"/></joint></robot>)";
  EXPECT_EQ(joints_with(urdf, "r.urdf", lab::Base::kAsFile), 8);
  EXPECT_EQ(joints_with(urdf, "r.urdf", lab::Base::kFixed), 2);
  EXPECT_EQ(joints_with(urdf, "r.urdf", lab::Base::kFree), 8);
  const std::string planar = with(urdf, "floating", "planar");
  EXPECT_EQ(joints_with(planar, "r.urdf", lab::Base::kAsFile), 5);
  EXPECT_EQ(joints_with(planar, "r.urdf", lab::Base::kFixed), 2);
  EXPECT_EQ(joints_with(planar, "r.urdf", lab::Base::kFree), 8);
  // a hinge at the root belongs to the arm, not to the base
  const std::string hinge = with(urdf, "floating", "continuous");
  EXPECT_EQ(joints_with(hinge, "r.urdf", lab::Base::kFixed), 3);
  EXPECT_EQ(joints_with(hinge, "r.urdf", lab::Base::kFree), 9);
}

TEST(Mjcf, SixHingesAtTheRootAreNoFreeBase) {
  const std::string six = R"(<mujoco><worldbody><body name="a">
    <joint name="j1"/><joint name="j2" axis="0 1 0"/><joint name="j3" axis="1 0 0"/>
    <joint name="j4" pos="0 0 1"/><joint name="j5" axis="0 1 0" pos="0 0 1"/>
    <joint name="j6" axis="1 0 0" pos="0 0 1"/><geom size=".1"/>
    <body name="b" pos="1 0 0"><joint name="jb"/><geom size=".1" pos="1 0 0"/></body>
    </body></worldbody></mujoco>)";
  EXPECT_EQ(joints_with(six, "six.xml", lab::Base::kFixed), 7);
  EXPECT_EQ(joints_with(six, "six.xml", lab::Base::kFree), 13);
  const std::string free = R"(<mujoco><worldbody><body name="a"><freejoint/><geom size=".1"/>
    <body name="b" pos="1 0 0"><joint name="jb"/><geom size=".1" pos="1 0 0"/></body>
    </body></worldbody></mujoco>)";
  EXPECT_EQ(joints_with(free, "free.xml", lab::Base::kAsFile), 7);
  EXPECT_EQ(joints_with(free, "free.xml", lab::Base::kFixed), 1);
  EXPECT_EQ(joints_with(free, "free.xml", lab::Base::kFree), 7);
}

TEST(Bvh, AWholeTurnBetweenTwoFramesIsNone) {
  const std::string bvh =
      "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\n"
      "End Site\n{\nOFFSET 0 1 0\n}\n}\n"
      "MOTION\nFrames: 5\nFrame Time: 0.01\n170\n-179\n-170\n179\n10\n";
  const lab::BodyModel model = io::parse_body(bvh, "a.bvh").model;
  const double expected[] = {170.0, 181.0, 190.0, 179.0, 10.0};
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(model.recording->theta(0, i), expected[i] * M_PI / 180.0, 1e-12) << i;
  }
  const lab::Scene scene = lab::scene_of(model);
  ASSERT_TRUE(scene.recorded_jitter_deg);
  // second differences: -2, -20 and -158 degrees
  EXPECT_NEAR(*scene.recorded_jitter_deg, 60.0, 1e-9);
}

TEST(BodyFile, ASceneKnowsTheOptionsWithWhichItWasOpened) {
  io::BodyOptions options;
  EXPECT_TRUE(io::open_scene((kBodies / "gripper.urdf").string()).source_options.empty());
  options.wish = {.base = lab::Base::kFree,
                  .effectors = {"tool0"},
                  .fit = lab::CurveFit::kStanding,
                  .aim = ik::AimKind::kDirection};
  const lab::Scene scene = io::open_scene((kBodies / "gripper.urdf").string(), options);
  EXPECT_EQ(scene.source_options,
            (std::vector<std::string>{"--base", "free", "--effectors", "tool0", "--curve",
                                      "standing", "--aim", "direction"}));
}

TEST(Urdf, FloatingAndPlanarJointsAreJointsOfOneScalar) {
  const std::string urdf = R"(<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
    <joint name="f" type="floating"><parent link="a"/><child link="b"/></joint>
    <joint name="p" type="planar"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/></joint></robot>)";
  const lab::Scene scene = lab::scene_of(io::parse_body(urdf, "r.urdf").model);
  ASSERT_EQ(scene.multibody.joint_count(), 9);
  int slides = 0;
  for (const ik::Joint& joint : scene.multibody.joints()) {
    slides += joint.type == ik::JointType::kPrismatic ? 1 : 0;
  }
  EXPECT_EQ(slides, 5);
  // a planar joint slides perpendicular to its axis
  const ik::Multibody& body = scene.multibody;
  EXPECT_EQ(body.joint(joint_named(body, "p slide")).axis.z(), 0.0);
  EXPECT_EQ(body.joint(joint_named(body, "p shift")).axis.z(), 0.0);
}

TEST(Urdf, WrongFilesAreRefusedWithFileLineAndElement) {
  const std::string good = contents(kBodies / "gripper.urdf");
  const auto message = [&good](const std::string& from, const std::string& to) {
    return refusal(with(good, from, to), "robot.urdf");
  };
  EXPECT_EQ(message("<parent link=\"upper\"/>", "<parent link=\"arm3\"/>"),
            "robot.urdf:21: joint \"elbow\": no such parent link \"arm3\"");
  EXPECT_EQ(message("lower=\"-1.5\"", "lower=\"low\""),
            "robot.urdf:19: limit: lower: expected finite numbers");
  EXPECT_EQ(message("<axis xyz=\"0 0 2\"/>", "<axis xyz=\"0 0 nan\"/>"),
            "robot.urdf:22: axis: xyz: expected finite numbers");
  EXPECT_EQ(message("<mimic joint=\"grip_l\"", "<mimic joint=\"grip_x\""),
            "robot.urdf:37: mimic: no such joint \"grip_x\"");
  EXPECT_EQ(message("name=\"elbow\"", "name=\"rail\""),
            "robot.urdf:24: joint \"rail\": the name appears twice");
  EXPECT_EQ(message("type=\"continuous\"", "type=\"bent\"").substr(0, 34),
            "robot.urdf:21: joint \"elbow\": type");
  const std::pair<const char*, const char*> broken[] = {
      {"<robot>\n<link", "2: not XML: a tag without its >"},
      {"<robot>\n<link name='a'/>", "1: not XML: the file ends within an element"},
      {"<robot>\n<link name=a/></robot>",
       "2: not XML: an attribute without a value in quotation marks"},
      {"<robot><link>\n</robot>", "1: not XML: a closing tag without its opening tag"},
      {"<robot>\n<!-- links", "2: not XML: a comment without its end"},
      {"robot", "1: not XML"}};
  for (const auto& [text, words] : broken) {
    EXPECT_EQ(refusal(text, "robot.urdf"), std::string("robot.urdf:") + words);
  }
  EXPECT_EQ(
      refusal("<house/>", "robot.urdf"),
      "robot.urdf:1: house: expected <robot> (URDF), <mujoco> (MJCF) or <sdf> (SDF) at the root");
  EXPECT_NE(refusal(good, "arm.urdf.xacro").find("xacro arm.urdf.xacro > arm.urdf`"),
            std::string::npos);
  std::string deep = "<robot>";
  for (int i = 0; i < 5000; ++i) deep += "<link>";
  EXPECT_NE(refusal(deep, "robot.urdf").find("nested too deep"), std::string::npos);
}

TEST(Urdf, LinksThatHangFromEachOtherAreACycle) {
  const std::string urdf = R"(<robot name="r"><link name="a"/><link name="b"/>
    <joint name="f" type="continuous"><parent link="a"/><child link="b"/></joint>
    <joint name="g" type="continuous"><parent link="b"/><child link="a"/></joint></robot>)";
  EXPECT_NE(refusal(urdf, "r.urdf").find("form a cycle"), std::string::npos);
}

TEST(Mjcf, TheTipStandsWhereTheFilesNumbersPutIt) {
  io::BodyOptions options;
  options.wish.fit = lab::CurveFit::kStanding;  // other fits start in the middle of their curves
  const lab::Scene scene = io::open_scene((kBodies / "two_links.xml").string(), options);
  const ik::Multibody& body = scene.multibody;
  ASSERT_EQ(body.joint_count(), 5);
  ASSERT_EQ(body.effector_count(), 1);
  EXPECT_EQ(body.effector(0).name, "hand");
  const ik::Joint& lift = body.joint(joint_named(body, "lift"));
  EXPECT_EQ(lift.lower, 0.0);
  EXPECT_EQ(lift.upper, 0.3);
  EXPECT_EQ(lift.initial, 0.1);
  EXPECT_NEAR(body.joint(joint_named(body, "turn")).upper, 0.5 * std::numbers::pi, 1e-15);

  options.wish.effectors = {"tip"};
  const ik::Multibody tip = io::open_scene((kBodies / "two_links.xml").string(), options).multibody;
  const double right = 0.5 * std::numbers::pi;
  bodies::Numbers numbers(4);
  for (int i = 0; i < 20; ++i) {
    const ik::VectorX q = numbers.vector(5);
    ik::Pose pose;
    pose.theta.resize(5);
    const char* const names[] = {"turn", "lift", "ball x", "ball y", "ball z"};
    for (int k = 0; k < 5; ++k) pose.theta[joint_named(tip, names[k])] = q[k];
    ik::forward_kinematics(tip, pose);
    const Isometry hand = upright() * shift(0, 0, 1) * turn(right, kX) * shift(0.1, 0, 0) *
                          turn(q[0], kZ) * shift(-0.1, 0, 0) * shift(0, q[1] - 0.1, 0) *
                          shift(1, 0, 0) * turn(right, kZ) * turn(q[2], kX) * turn(q[3], kY) *
                          turn(q[4], kZ);
    EXPECT_LT((pose.effector.col(0) - hand * Vector3d(0.2, 0, 0)).norm(), 1e-14);
  }
}

TEST(Mjcf, ClassesGiveSizesAndColours) {
  const lab::Scene scene = io::open_scene((kBodies / "two_links.xml").string());
  ASSERT_EQ(scene.visuals.size(), 2U);
  const auto& capsule = std::get<lab::CapsuleShape>(scene.visuals[0].shape);
  EXPECT_EQ(capsule.radius, 0.02);
  EXPECT_EQ(capsule.length, 1.0);
  EXPECT_EQ(*scene.visuals[0].color, Vector3d(0.9, 0.1, 0.1));
  EXPECT_EQ(std::get<lab::BoxShape>(scene.visuals[1].shape).size, Vector3d(0.2, 0.1, 0.1));
  EXPECT_EQ(*scene.visuals[1].color, Vector3d(0.5, 0.5, 0.9));
}

TEST(Mjcf, IncludesAreFilesOfRelativeNames) {
  const support::TemporaryFolder folder;
  support::put(folder / "arm.xml",
               "<mujoco><worldbody><include file='in.xml'/></worldbody></mujoco>");
  support::put(
      folder / "in.xml",
      "<mujoco><body name='b'><joint name='j'/><site name='s' pos='1 0 0'/></body></mujoco>");
  EXPECT_EQ(io::open_scene((folder / "arm.xml").string()).multibody.joint_count(), 1);
  for (const char* name : {"../in.xml", "/etc/passwd"}) {  // missing, and absolute
    support::put(folder / "arm.xml",
                 std::string("<mujoco><include file='") + name + "'/></mujoco>");
    EXPECT_THROW(io::read_body(folder / "arm.xml"), io::Error);
  }
  support::put(folder / "arm.xml", "<mujoco><include file='arm.xml'/></mujoco>");
  EXPECT_THROW(io::read_body(folder / "arm.xml"), io::Error);
}

TEST(Bvh, TheHandFollowsTheRecordingExactly) {
  const lab::Scene scene = io::open_scene((kBodies / "walk.bvh").string());
  // the skeleton is 17 units high: 0.1 m per unit
  const double unit = 0.1, degree = std::numbers::pi / 180.0;
  const ik::Multibody& body = scene.multibody;
  ASSERT_EQ(body.joint_count(), 10);
  EXPECT_EQ(scene.settings.time_step, 0.02);
  const double frames[3][10] = {{0, 0, 0, 0, 0, 0, 90, 0, 0, 0},
                                {1, 0, 0, 0, 0, 90, 90, 0, 0, 10},
                                {2, 0, 1, 10, 0, 90, 90, 30, 0, 90}};
  for (int frame = 0; frame < 3; ++frame) {
    const double* c = frames[frame];
    const Isometry hand = shift(c[0], c[1], c[2]) * turn(c[3] * degree, kZ) *
                          turn(c[4] * degree, kX) * turn(c[5] * degree, kY) * shift(0, 10, 0) *
                          turn(c[6] * degree, kZ) * turn(c[7] * degree, kY) *
                          turn(c[8] * degree, kX) * shift(4, 0, 0);
    for (int i = 0; i < body.effector_count(); ++i) {
      if (body.effector(i).name != "LeftHand") continue;
      const Vector3d target = scene.targets[static_cast<std::size_t>(i)].at(0.02 * frame);
      EXPECT_LT((target - unit * hand.translation()).norm(), 1e-12) << frame;
    }
  }
  // every effector starts at its target
  const ik::Pose pose = ik::pose_at(body, body.initial_theta());
  for (int i = 0; i < body.effector_count(); ++i) {
    EXPECT_LT((pose.effector.col(i) - scene.targets[static_cast<std::size_t>(i)].at(0.0)).norm(),
              1e-12);
  }
}

TEST(Bvh, WrongFilesAreRefusedWithTheirLine) {
  const std::string good = contents(kBodies / "walk.bvh");
  EXPECT_EQ(refusal(with(good, "Xposition", "Wposition"), "w.bvh"),
            "w.bvh:5: expected a channel such as Xposition or Zrotation, not Wposition");
  EXPECT_EQ(refusal(with(good, "Frames: 3", "Frames: 4"), "w.bvh"),
            "w.bvh:36: expected a number, the file ends");
  EXPECT_EQ(refusal(with(good, "Frames: 3", "Frames: -1"), "w.bvh").substr(0, 9), "w.bvh:31:");
  EXPECT_EQ(refusal("", "w.bvh"), "w.bvh:1: expected HIERARCHY, the file ends");
  EXPECT_EQ(refusal("ROOT", "w.bvh"), "w.bvh:1: expected HIERARCHY, not ROOT");
  EXPECT_EQ(refusal("\x9c\x01\xff", "w.bvh"), "w.bvh:1: expected HIERARCHY, not a word of 3 bytes");
  EXPECT_EQ(refusal(std::string(1000, 'a'), "w.bvh"),
            "w.bvh:1: expected HIERARCHY, not a word of 1000 bytes");
}

}  // namespace
