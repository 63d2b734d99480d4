// Effectors of robot files: a named link gives its frame, a site has its own axes, and a tool is at
// its given point. All frames are computed by hand here.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "ik/task/jacobian.h"
#include "io/body/body_file.h"
#include "io/files/file.h"
#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "support/bodies.h"
#include "support/gltf.h"
#include "support/temporary_folder.h"

// other tests in this folder define functions of the same names
namespace effector_frames {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;
using ik::Isometry;

constexpr double kRight = 0.5 * std::numbers::pi;
const Vector3d kX = Vector3d::UnitX(), kY = Vector3d::UnitY(), kZ = Vector3d::UnitZ();

Isometry shift(double x, double y, double z) { return Isometry(Eigen::Translation3d(x, y, z)); }
Isometry turn(double angle, const Vector3d& axis) { return Isometry(AngleAxisd(angle, axis)); }
/// Rotation from a world with z up to one with y up.
Isometry upright() { return turn(-kRight, kX); }

/// Two hinges about y, one metre above the other; the links' centres of mass are off their axes.
const std::string kOffCentre = R"(<robot name="r"><link name="a"/>
<link name="b"><inertial><origin xyz="0.03 0 0.2"/><mass value="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0 1"/>
<axis xyz="0 1 0"/></joint>
<link name="c"><inertial><origin xyz="0.05 0.02 0.3"/><mass value="1"/></inertial></link>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><origin xyz="0 0 1"/>
<axis xyz="0 1 0"/></joint></robot>)";

/// A hinge about z at (0, 0, 1) and a flange 0.2 m above it, turned about z by 0.785.
const std::string kFlange = R"(<robot name="r"><link name="base"/><link name="arm"/>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><origin xyz="0 0 1"/>
<axis xyz="0 0 1"/></joint><link name="flange"/>
<joint name="f" type="fixed"><parent link="arm"/><child link="flange"/>
<origin xyz="0.1 0 0.2" rpy="0 0 0.785"/></joint></robot>)";

/// A body and a site of another body with the same name.
const std::string kTwofold = R"(<mujoco><worldbody><body name="hand"><joint name="p" axis="0 1 0"/>
<geom type="capsule" size=".02" fromto="0 0 0 0 0 1"/>
<body name="g" pos="0 0 1"><joint name="q" axis="0 1 0"/>
<geom type="capsule" size=".02" fromto="0 0 0 0 0 .3"/><site name="hand" pos="0 0 0.5"/></body>
</body></worldbody></mujoco>)";

lab::BodyRequest wish_for(const std::string& effectors) {
  return {.effectors = io::effector_list(effectors), .fit = lab::CurveFit::kStanding};
}

lab::Scene scene_of(const std::string& text, const lab::BodyRequest& wish) {
  const char* const name = text.starts_with("<robot") ? "r.urdf" : "m.xml";
  return lab::scene_of(io::parse_body(text, name).model, wish);
}

/// Frame of effector i for joint values in the order of the file.
Isometry frame_at(const ik::Multibody& body, const ik::VectorX& theta, int i = 0) {
  ik::VectorX values(body.joint_count());
  for (int j = 0; j < body.joint_count(); ++j) values[j] = theta[body.given_index(j)];
  const ik::Pose pose = ik::pose_at(body, values);
  Isometry frame = Isometry::Identity();
  frame.translation() = pose.effector.col(i);
  frame.linear() = ik::effector_axes(pose, body.effector(i));
  return frame;
}

void expect_frame(const ik::Multibody& body, const ik::VectorX& theta, const Isometry& expected,
                  int i = 0) {
  EXPECT_LT((frame_at(body, theta, i).matrix() - expected.matrix()).norm(), 1e-14)
      << body.effector(i).name;
}

std::string refusal(const std::string& text, const std::string& effectors) {
  try {
    scene_of(text, wish_for(effectors));
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(EffectorFrames, ALinkThatIsNamedIsItsOwnFrameWhateverItsShapeAndMass) {
  const auto of = [](const lab::BodyRequest& wish) { return scene_of(kOffCentre, wish).multibody; };
  const auto arm = [](double j, double k) {
    return upright() * shift(0, 0, 1) * turn(j, kY) * shift(0, 0, 1) * turn(k, kY);
  };
  for (const Eigen::Vector2d& q : {Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(0.4, -1.1)}) {
    expect_frame(of(wish_for("c")), q, arm(q[0], q[1]));
    lab::BodyRequest tip = wish_for("c");
    tip.at_tips = true;
    expect_frame(of(tip), q, arm(q[0], q[1]) * shift(0.05, 0.02, 0.3));
    // without a name the default effector is used
    expect_frame(of({.fit = lab::CurveFit::kStanding}), q,
                 arm(q[0], q[1]) * shift(0.05, 0.02, 0.3));
  }
}

TEST(EffectorFrames, AFixedLinkKeepsItsRotation) {
  for (const std::string name : {"flange", ""}) {
    lab::BodyRequest wish{.fit = lab::CurveFit::kStanding, .aim = ik::AimKind::kOrientation};
    if (!name.empty()) wish.effectors = {name};
    const lab::Scene scene = scene_of(kFlange, wish);
    for (const double q : {0.0, 0.7}) {
      expect_frame(scene.multibody, ik::VectorX::Constant(1, q),
                   upright() * shift(0, 0, 1) * turn(q, kZ) * shift(0.1, 0, 0.2) * turn(0.785, kZ));
    }
    // the orientation goal is the flange's, not the arm's
    EXPECT_LT((scene.aims.at(0).base.orientation - (upright() * turn(0.785, kZ)).linear()).norm(),
              1e-15);
    // the scene file has that orientation too, with the file's number
    const std::string text = io::write_scene(scene);
    EXPECT_NE(text.find("\"rpy\":[0.0,0.0,0.785]"), std::string::npos) << text;
    const lab::Scene read = io::parse_scene(text, "arm.json");
    EXPECT_EQ(read.multibody.effector(0).rotation, scene.multibody.effector(0).rotation);
  }
}

TEST(EffectorFrames, AToolStandsInTheFrameOfItsLink) {
  const Isometry flange =
      upright() * shift(0, 0, 1) * turn(0.3, kZ) * shift(0.1, 0, 0.2) * turn(0.785, kZ);
  const ik::VectorX q = ik::VectorX::Constant(1, 0.3);
  const lab::Scene scene =
      scene_of(kFlange, wish_for("flange@0.01,-0.02,0.3,flange@0,0,0.1,0.4,-0.2,1.5,flange"));
  const ik::Multibody& body = scene.multibody;
  ASSERT_EQ(body.effector_count(), 3);
  EXPECT_EQ(body.effector(0).name, "flange");
  EXPECT_EQ(body.effector(1).name, "flange 2");
  EXPECT_EQ(body.effector(2).name, "flange 3");
  expect_frame(body, q, flange * shift(0.01, -0.02, 0.3), 0);
  // roll about x, then pitch about y, then yaw about z, all about fixed axes
  expect_frame(body, q, flange * shift(0, 0, 0.1) * turn(1.5, kZ) * turn(-0.2, kY) * turn(0.4, kX),
               1);
  expect_frame(body, q, flange, 2);
  // a tool is in the link's frame even if other effectors are at the tips
  lab::BodyRequest tip = wish_for("c@0,0,0.1");
  tip.at_tips = true;
  expect_frame(scene_of(kOffCentre, tip).multibody, Eigen::Vector2d::Zero(),
               upright() * shift(0, 0, 2.1));
}

TEST(EffectorFrames, ADirectionOfARobotIsThatOfTheToolsZAxis) {
  lab::BodyRequest wish = wish_for("flange@0,0,0,0,1.2,0");
  wish.aim = ik::AimKind::kDirection;
  const lab::Scene scene = scene_of(kFlange, wish);
  EXPECT_EQ(scene.multibody.effector(0).pointer, kZ);
  const Vector3d pointing = upright() * turn(0.785, kZ) * turn(1.2, kY) * kZ;
  EXPECT_LT((scene.aims.at(0).base.direction - pointing).norm(), 1e-15);
}

TEST(EffectorFrames, ASiteOfMjcfHasItsOwnAxes) {
  const std::string text = R"(<mujoco><worldbody><body name="b" pos="0 0 0.5">
<joint name="p" axis="0 1 0"/><geom size="0.1"/>
<site name="turned" pos="0.1 0.2 0.3" euler="90 0 0"/>
<frame pos="0 0 0.2" euler="0 0 90"><site name="framed" pos="1 0 0" euler="90 0 0"/></frame>
<site name="along" type="capsule" size="0.01" fromto="0 0 0 2 0 0"/>
</body></worldbody></mujoco>)";
  const ik::Multibody body = scene_of(text, wish_for("turned,framed,along")).multibody;
  bodies::Numbers numbers(5);
  for (int i = 0; i < 5; ++i) {
    const ik::VectorX q = numbers.vector(1);
    const Isometry b = upright() * shift(0, 0, 0.5) * turn(q[0], kY);
    expect_frame(body, q, b * shift(0.1, 0.2, 0.3) * turn(kRight, kX), 0);
    expect_frame(body, q,
                 b * shift(0, 0, 0.2) * turn(kRight, kZ) * shift(1, 0, 0) * turn(kRight, kX), 1);
    // z points from the second point to the first, by the smallest rotation
    expect_frame(body, q, b * shift(1, 0, 0) * turn(-kRight, kY), 2);
  }
}

TEST(EffectorFrames, AFixedNodeOfGltfIsASiteWithItsOwnAxes) {
  support::GltfWriter writer;
  const std::string members = support::GltfArm().members(writer);
  std::string text = writer.text(members);
  const std::string last = R"(},{"mesh":0,"skin":0})";  // the hand's end, and the node after it
  ASSERT_NE(text.find(last), std::string::npos);
  text.replace(text.find(last), last.size(),
               R"(,"children":[5]},{"mesh":0,"skin":0},{"name":"Pen","translation":[0.1,0,0],)"
               R"("rotation":[0,0,0.6,0.8]})");
  lab::BodyRequest wish = wish_for("Pen,Hand");
  wish.base = lab::Base::kFixed;
  const ik::Multibody body = lab::scene_of(io::parse_body(text, "hero.gltf").model, wish).multibody;
  const Eigen::Matrix4d world = support::GltfArm().world(3);
  Isometry hand = Isometry::Identity();
  hand.linear() = world.topLeftCorner<3, 3>() / world.col(0).head<3>().norm();
  hand.translation() = world.col(3).head<3>();
  Isometry pen = hand * turn(2.0 * std::atan2(0.6, 0.8), kZ);
  pen.translation() = (world * Eigen::Vector4d(0.1, 0, 0, 1)).head<3>();
  const ik::VectorX rest = ik::VectorX::Zero(body.joint_count());
  expect_frame(body, rest, pen, 0);
  expect_frame(body, rest, hand, 1);
}

TEST(EffectorFrames, ALinkAndASiteOfOneNameAreToldApart) {
  EXPECT_EQ(refusal(kTwofold, "hand"), "'hand' is a link and a site; name link:hand or site:hand");
  const ik::VectorX q = Eigen::Vector2d(0.3, 0.2);
  for (const char* body : {"link:hand", "body:hand"}) {
    expect_frame(scene_of(kTwofold, wish_for(body)).multibody, q, upright() * turn(0.3, kY));
  }
  const Isometry g = upright() * turn(0.3, kY) * shift(0, 0, 1) * turn(0.2, kY);
  const lab::Scene site = scene_of(kTwofold, wish_for("site:hand"));
  EXPECT_EQ(site.multibody.effector(0).name, "hand");
  expect_frame(site.multibody, q, g * shift(0, 0, 0.5));
  const lab::Scene both = scene_of(kTwofold, wish_for("site:hand@0,0,0.1,link:hand"));
  EXPECT_EQ(both.multibody.effector(1).name, "hand 2");
  expect_frame(both.multibody, q, g * shift(0, 0, 0.6), 0);
  EXPECT_EQ(refusal(kTwofold, "site:g"), "no moving site 'g'; there are link:hand, g, site:hand");
  EXPECT_EQ(refusal(kTwofold, "foot"),
            "no moving link or site 'foot'; there are link:hand, g, site:hand");
}

TEST(EffectorFrames, AFrameThatIsNamedTwiceIsRefused) {
  EXPECT_EQ(refusal(kFlange, "flange,flange"), "the effector 'flange' is named twice");
  EXPECT_EQ(refusal(kFlange, "flange,arm,link:flange@0,0,0"),
            "the effector 'flange' is named twice");
}

TEST(EffectorFrames, NumbersBehindAnAtBelongToItsTool) {
  const auto names = [](const char* list) {
    std::string text;
    for (const lab::EffectorRequest& one : io::effector_list(list)) {
      text += one.name + (one.tool ? "!" : "") + "|";
    }
    return text;
  };
  EXPECT_EQ(names("a, b"), "a|b|");
  EXPECT_EQ(names("a@0,0,1,b"), "a!|b|");
  EXPECT_EQ(names("a@-1e-3, .5 ,1,0,0,2,b@1,2,3"), "a!|b!|");
  // names may contain @; a name that looks like a number needs its kind
  EXPECT_EQ(names("arm@home,arm@"), "arm@home|arm@|");
  EXPECT_EQ(names("a@0,0,1,link:7"), "a!|7|");
  EXPECT_EQ(names("arm@home@0,0,1"), "arm@home!|");
  const auto wrong = [](const char* list) -> std::string {
    try {
      io::effector_list(list);
    } catch (const io::Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string expected = ": expected 3 numbers, x, y and z, or 6, with roll, pitch and yaw";
  EXPECT_EQ(wrong("a@0,1,b"), "--effectors \"a@0,1,b\": a@0,1" + expected + ", not 2");
  EXPECT_EQ(wrong("a@0,0,0,1"), "--effectors \"a@0,0,0,1\": a@0,0,0,1" + expected + ", not 4");
  EXPECT_EQ(wrong("@0,0,1"), "--effectors \"@0,0,1\": a name is empty");
  EXPECT_EQ(wrong("site:"), "--effectors \"site:\": a name is empty");
}

TEST(EffectorFrames, AFileThatIsOpenedAgainWithItsOptionsHasTheSameFrames) {
  const support::TemporaryFolder folder;
  const std::string path = (folder / "flange.urdf").string();
  io::write_file(path, kFlange);
  io::BodyOptions options;
  options.wish = wish_for("flange@0,0,0.1,0,0.5,0,link:arm");
  options.wish.at_tips = true;
  const lab::Scene scene = io::open_scene(path, options);
  EXPECT_EQ(scene.source_options,
            (std::vector<std::string>{"--effectors", "flange@0,0,0.1,0,0.5,0,link:arm", "--tip",
                                      "--curve", "standing"}));
  const lab::BodyRequest named = io::named_effectors(scene);
  EXPECT_TRUE(named.at_tips);
  const lab::Scene again = io::open_scene(
      path, {.wish = {.effectors = named.effectors, .fit = lab::CurveFit::kStanding}});
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(again.multibody.effector(i).offset, scene.multibody.effector(i).offset);
    EXPECT_EQ(again.multibody.effector(i).rotation, scene.multibody.effector(i).rotation);
  }
}

}  // namespace
}  // namespace effector_frames
