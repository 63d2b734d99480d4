// Missing and unsupported contents of robot files give notes, and missing shapes get stand-ins.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "io/body/body_file.h"
#include "io/body/model_parts.h"
#include "io/files/file.h"
#include "io/scene/scene_file.h"
#include "support/temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using Eigen::Vector3d;

std::string robot_refusal(const std::string& text, const std::string& name = "r.urdf") {
  try {
    lab::scene_of(io::parse_body(text, name).model);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

/// An arm of two links with these visual and collision elements in its first link.
std::string arm_urdf(const std::string& shapes) {
  return "<robot name='r'>\n<link name='base'/><link name='upper'>" + shapes +
         "</link><link name='lower'/>\n"
         "<joint name='a' type='continuous'><parent link='base'/><child link='upper'/></joint>\n"
         "<joint name='b' type='continuous'><origin xyz='0 0 0.5'/><parent link='upper'/>"
         "<child link='lower'/></joint>\n</robot>";
}

const std::string kGone = "<visual><geometry><mesh filename='gone.stl'/></geometry></visual>";
const std::string kSmall = "<visual><geometry><sphere radius='0.01'/></geometry></visual>";

std::vector<lab::Visual> visuals_of(const std::string& shapes) {
  return io::parse_body(arm_urdf(shapes), "r.urdf").model.links.at(1).visuals;
}

TEST(RobotFiles, EveryMissingMeshHasAStandIn) {
  // the link's bone, in addition to the existing shape
  const auto bone = visuals_of(kSmall + kGone);
  ASSERT_EQ(bone.size(), 2U);
  EXPECT_EQ(std::get<lab::CapsuleShape>(bone[1].shape).length, 0.5);
  EXPECT_EQ(bone[1].joint_from_shape.translation(), Vector3d(0, 0, 0.25));
  // the collision shapes, if there are any
  const auto collision = visuals_of(
      kSmall + kGone + "<collision><geometry><box size='1 2 3'/></geometry></collision>");
  ASSERT_EQ(collision.size(), 2U);
  EXPECT_EQ(std::get<lab::BoxShape>(collision[1].shape).size, Vector3d(1, 2, 3));
  EXPECT_EQ(visuals_of(kSmall).size(), 1U);
  // the same for MJCF
  const auto file = io::parse_body(
      "<mujoco><asset><mesh name='m' file='gone.stl'/></asset><worldbody><body name='a'><joint/>"
      "<geom size='0.01'/><geom mesh='m'/><body name='b' pos='0 0.4 0'><joint/></body></body>"
      "</worldbody></mujoco>",
      "m.xml");
  ASSERT_EQ(file.model.links.at(1).visuals.size(), 2U);
  EXPECT_EQ(std::get<lab::CapsuleShape>(file.model.links[1].visuals[1].shape).length, 0.4);
}

TEST(RobotFiles, WhatIsTransparentOrHiddenIsNotShown) {
  const auto with_alpha = [](const char* alpha) {
    return visuals_of(std::string("<visual><geometry><sphere radius='1'/></geometry><material "
                                  "name='m'><color rgba='1 0 0 ") +
                      alpha + "'/></material></visual>");
  };
  EXPECT_EQ(with_alpha("0").size(), 0U);
  EXPECT_EQ(with_alpha("0.04").size(), 0U);
  EXPECT_EQ(with_alpha("0.3").size(), 1U);
  const auto geoms = [](const std::string& attributes) {
    return io::parse_body(
               "<mujoco><default><default class='c'><geom group='4'/></default></default>"
               "<asset><material name='glass' rgba='1 1 1 0'/></asset>"
               "<worldbody><body name='a'><joint/><geom size='1' " +
                   attributes + "/></body></worldbody></mujoco>",
               "m.xml")
        .model.links.at(1)
        .visuals.size();
  };
  EXPECT_EQ(geoms("group='2'"), 1U);
  EXPECT_EQ(geoms("group='3'"), 0U);
  EXPECT_EQ(geoms("class='c'"), 0U);
  EXPECT_EQ(geoms("material='glass'"), 0U);
  EXPECT_EQ(geoms("rgba='1 1 1 0'"), 0U);
}

TEST(RobotFiles, MeshesOfASceneFileAreInItsFolder) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder / "scenes/meshes");
  support::put(folder / "scenes/meshes/a.stl", "x");
  const std::string scene =
      R"({"format": "ik-scene", "version": 1, "joints": [{"name": "a", "parent": null,
      "type": "revolute", "origin": [0, 0, 0], "axis": [0, 0, 1]}], "effectors": [{"name": "h",
      "joint": "a", "offset": [1, 0, 0]}], "targets": [{"effector": "h", "center": [1, 0, 0]}],
      "visuals": [{"joint": "a", "shape": "mesh", "origin": [0, 0, 0], "file": ")";
  const auto file_of = [&](const std::string& name) {
    support::put(folder / "scenes/s.json", scene + name + "\"}]}");
    const lab::Scene read = io::read_scene(folder / "scenes/s.json");
    return std::get<lab::MeshShape>(read.visuals.at(0).shape).file;
  };
  const fs::path whole = fs::canonical(folder / "scenes/meshes/a.stl");
  EXPECT_EQ(file_of("meshes/a.stl"), whole);
  EXPECT_EQ(file_of(whole), whole);
  EXPECT_THROW(file_of("../a.stl"), io::Error);
  fs::create_symlink(folder.path(), folder / "scenes/up");
  EXPECT_THROW(file_of("up/a.stl"), io::Error);
}

std::string mujoco(const std::string& bodies, const std::string& rest = "") {
  return "<mujoco><worldbody>" + bodies + "</worldbody>" + rest + "</mujoco>";
}

TEST(RobotFiles, FramesPlaceWhatIsInThem) {
  const auto plain = io::parse_body(
      mujoco("<body name='a' pos='1 2 3' euler='0 0 90'><joint name='j' pos='0 0.1 0' "
             "axis='0 1 0'/><site name='s' pos='0 0.5 0.25'/></body>"),
      "m.xml");
  const auto framed = io::parse_body(
      mujoco("<frame pos='1 2 0'><frame euler='0 0 90' pos='0 0 3'><body name='a'>"
             "<frame euler='0 0 90'><joint name='j' pos='0.1 0 0' axis='1 0 0'/>"
             "<site name='s' fromto='0 0 0 1 0 0.5'/></frame></body></frame></frame>"),
      "m.xml");
  ASSERT_EQ(framed.model.links.size(), 2U);
  const lab::ModelLink& a = plain.model.links[1];
  const lab::ModelLink& b = framed.model.links[1];
  EXPECT_LT((a.parent_from_link.matrix() - b.parent_from_link.matrix()).norm(), 1e-14);
  EXPECT_LT((a.joints.at(0).axis - b.joints.at(0).axis).norm(), 1e-14);
  EXPECT_LT((a.joints[0].anchor - b.joints[0].anchor).norm(), 1e-14);
  EXPECT_LT((a.sites.at(0).place - b.sites.at(0).place).norm(), 1e-14);
}

TEST(RobotFiles, WhatMjcfLeavesOutIsSaid) {
  const auto file =
      io::parse_body(mujoco("<body name='a'><joint type='ball' range='0 60'/></body>"
                            "<replicate count='3'><body name='c'><joint/></body></replicate>"),
                     "m.xml");
  ASSERT_EQ(file.notes.size(), 2U);
  EXPECT_EQ(file.notes[0], "<replicate> is left out");
  EXPECT_EQ(file.notes[1], "the range of a ball joint is left out");
  // the note also appears in the error when nothing is left
  const support::TemporaryFolder folder;
  const std::string path = (folder / "m.xml").string();
  io::write_file(path, mujoco("<body name='a'><composite type='rope'/></body>"));
  try {
    io::open_scene(path);
    FAIL();
  } catch (const io::Error& error) {
    EXPECT_EQ(error.what(), path + ": no joint moves anything; <composite> is left out");
  }
}

TEST(RobotFiles, EqualitiesCountFromReferencesAndMayBeInactive) {
  const auto follower = [](const std::string& attributes) {
    const auto file = io::parse_body(
        mujoco("<body name='a'><joint name='x' ref='20'/><body name='b'><joint name='y' ref='30'/>"
               "</body></body>",
               "<equality><joint joint1='y' joint2='x' polycoef='0.1 2' " + attributes +
                   "/></equality>"),
        "m.xml");
    return file.model.links.at(2).joints.at(0);
  };
  // y - y0 = 0.1 + 2 (x - x0)
  EXPECT_NEAR(follower("").shift, 0.1 + (30.0 - 2.0 * 20.0) * std::numbers::pi / 180.0, 1e-14);
  EXPECT_EQ(follower("").leader, "x");
  EXPECT_EQ(follower("active='false'").leader, "");
}

TEST(RobotFiles, MimicErrorsNameFileLineAndJoint) {
  const auto message = [](const std::string& leader, const std::string& of_leader,
                          const std::string& of_follower = "type='continuous'>") {
    std::string text = arm_urdf("");
    const auto change = [&text](const std::string& from, const std::string& to) {
      text.replace(text.find(from), from.size(), to);
    };
    change("name='a' type='continuous'>", "name='a' " + of_leader);
    change("name='b' type='continuous'>",
           "name='b' " + of_follower + "<mimic joint='" + leader + "'/>");
    return robot_refusal(text);
  };
  EXPECT_EQ(message("a", "type='continuous'>"), "");
  EXPECT_EQ(message("a", "type='fixed'>"),
            "r.urdf:4: joint \"b\": follows the joint \"a\", which is fixed");
  EXPECT_EQ(message("a", "type='floating'>"),
            "r.urdf:4: joint \"b\": follows the joint \"a\", which is floating");
  EXPECT_EQ(message("a", "type='continuous'><mimic joint='b'/>"),
            "r.urdf:3: joint \"a\": the joints follow each other in a ring");
}

TEST(RobotFiles, XacroIsKnownByWhatIsInIt) {
  const std::string wish = "xacro has to be expanded first: `xacro r.urdf > r_plain.urdf`";
  EXPECT_EQ(robot_refusal("<robot name='r'>\n<xacro:include filename='a'/></robot>"),
            "r.urdf:2: " + wish);
  EXPECT_EQ(robot_refusal("<robot name='r'>\n\n<link name='${side}_hand'/></robot>"),
            "r.urdf:3: " + wish);
  // definitions without a use are none of the robot, calls of a macro of the file are
  const std::string macro = "<xacro:macro name='leg' params='n'><link name='${n}'/></xacro:macro>";
  EXPECT_EQ(robot_refusal("<robot name='r'>" + macro + arm_urdf("").substr(16)), "");
  EXPECT_EQ(robot_refusal("<robot name='r'>" + macro + "\n<xacro:leg n='a'/></robot>"),
            "r.urdf:2: " + wish);
  EXPECT_EQ(robot_refusal("<robot name='r'><xacro:arm n='a'/>" + arm_urdf("").substr(16)), "");
  // the output of xacro may mention it in a comment
  EXPECT_EQ(robot_refusal("<!-- <xacro:x/> -->" + arm_urdf("")), "");
}

TEST(RobotFiles, LengthsThatLeaveNoDigitsAreRefused) {
  std::string far = arm_urdf("");
  far.replace(far.find("0 0 0.5"), 7, "1e300 0 0");
  EXPECT_EQ(robot_refusal(far), "joint \"b\" is 1e+300 m from its parent; at most 1000000");
}

TEST(RobotFiles, OtherFormatsAreNamedByTheirContents) {
  const support::TemporaryFolder folder;
  const auto complaint = [&folder](const char* name, const std::string& text) {
    const fs::path path = folder / name;
    support::put(path, text);
    try {
      io::open_scene(path.string());
    } catch (const io::Error& error) {
      return std::string(error.what()).substr(path.string().size());
    }
    return std::string("opened");
  };
  const std::string read = "; read are URDF, MJCF, SDF, BVH, glTF and scene files";
  EXPECT_EQ(complaint("a.txt", "<?xml version='1.0'?>\n<!-- a <robot> --><sdf version='1.5'/>"),
            ": this is SDF: name the file .sdf");
  EXPECT_EQ(complaint("a.xml.gz", "\x1f\x8b\x08"), ": compressed: gunzip it first");
  EXPECT_EQ(complaint("a.urdf", "\x1f\x8b\x08"), ": compressed: gunzip it first");
  EXPECT_EQ(complaint("a.zip", "PK\x03\x04"), ": an archive: unzip it first");
  EXPECT_EQ(complaint("robot.txt", arm_urdf("")), ": this is URDF: name the file .urdf");
  EXPECT_EQ(complaint("ant.txt", "<mujoco/>"), ": this is MJCF: name the file .xml");
  EXPECT_EQ(complaint("walk.json", "HIERARCHY\n"), ": this is BVH: name the file .bvh");
  EXPECT_EQ(complaint("a.STL", "solid a\n facet normal 0 0 1\n"),
            ": this is STL, a mesh without joints" + read);
  std::string binary(84 + 50, '\0');
  binary[80] = 1;
  EXPECT_EQ(complaint("b.stl", binary), ": this is STL, a mesh without joints" + read);
  EXPECT_EQ(complaint("a.dae", "<COLLADA/>"), ": this is COLLADA, a mesh without joints" + read);
  const std::string convert = ": convert it to glTF first, as Blender does by import and export";
  EXPECT_EQ(complaint("a.fbx", std::string("Kaydara FBX Binary  \0\x1a\0", 23)),
            ": this is FBX" + convert);
  EXPECT_EQ(complaint("b.fbx", "; FBX 7.7.0 project file\n"), ": this is FBX" + convert);
  EXPECT_EQ(complaint("a.usda", "#usda 1.0\n"), ": this is USD" + convert);
  EXPECT_EQ(complaint("a.usdc", "PXR-USDC"), ": this is USD" + convert);
  EXPECT_EQ(complaint("a.usdz", "PK\x03\x04"), ": this is USD" + convert);
  EXPECT_EQ(complaint("a.c3d", "\x02P" + std::string(510, '\0')),
            ": this is C3D, places of markers without a skeleton: fit one to them and export BVH");
  const std::string srdf =
      "<robot name='r'><group name='arm'><chain base_link='a' tip_link='b'/></group></robot>";
  for (const char* name : {"a.srdf", "a.xml", "a.urdf"}) {
    EXPECT_EQ(complaint(name, srdf), ": this is SRDF, an addition to a URDF file: open the .urdf");
  }
  EXPECT_EQ(complaint("c.txt", "hello"), ": this is no scene, robot or session");
  EXPECT_EQ(complaint("passwd", "root:x:0:0:root:/root:/bin/sh\n"),
            ": this is no scene, robot or session");
  EXPECT_NE(complaint("c.json", "hello").find("not JSON"), std::string::npos);
  EXPECT_NE(complaint("c.txt", "{ \"format\"").find("not JSON"), std::string::npos);
  EXPECT_EQ(complaint("arm.xml", arm_urdf("")), "opened");
}

TEST(RobotFiles, MissingMeshesOfAPackageNameTheOptionThatFindsThem) {
  const auto mesh = [](const std::string& name) {
    return "<visual><geometry><mesh filename='" + name + "'/></geometry></visual>";
  };
  const auto note = [&](const std::string& shapes) {
    return io::parse_body(arm_urdf(shapes), "r.urdf").notes.at(0);
  };
  EXPECT_EQ(note(mesh("package://arm_description/a.stl") + mesh("package://arm_description/b.stl")),
            "use --package arm_description=DIR for 2 missing meshes; collision shapes or capsules "
            "stand in for them");
  EXPECT_EQ(note(mesh("package://arm/a.stl") + mesh("model://hand/b.stl") + mesh("c.stl")),
            "use --package arm=DIR --package hand=DIR for 3 missing meshes; collision shapes or "
            "capsules stand in for them");
  EXPECT_EQ(note(kGone),
            "1 mesh is missing, such as gone.stl; collision shapes or capsules stand in for them");
}

TEST(RobotFiles, AUrdfHasOneRoot) {
  std::string two = arm_urdf("");
  two.replace(two.find("</robot>"), 0, "<link name='other'/>\n");
  EXPECT_EQ(
      robot_refusal(two),
      "r.urdf:5: link \"other\": no joint is above it, nor above \"base\": URDF has one root");
}

TEST(UrdfOrigin, TurnsByAQuaternionAsByItsAngles) {
  const auto link = [](const std::string& rotation) {
    std::string text = arm_urdf("");
    text.insert(text.find("xyz='0 0 0.5'"), rotation + " ");
    return io::parse_body(text, "r.urdf").model.links.back().parent_from_link;
  };
  // half angles of roll 0.4 and of any length; URDF 1.1
  const std::string quaternion = "quat_xyzw='" + std::to_string(3.0 * std::sin(0.2)) + " 0 0 " +
                                 std::to_string(3.0 * std::cos(0.2)) + "'";
  EXPECT_TRUE(link(quaternion).isApprox(link("rpy='0.4 0 0'"), 1e-6));
  EXPECT_FALSE(link(quaternion).isApprox(link(""), 0.1));
  const std::string begin = "r.urdf:4: origin: ";
  const auto refused = [](const std::string& rotation) {
    std::string text = arm_urdf("");
    text.insert(text.find("xyz='0 0 0.5'"), rotation + " ");
    return robot_refusal(text);
  };
  EXPECT_EQ(refused("quat_xyzw='0 0 0 0'"), begin + "quat_xyzw: the quaternion is zero");
  EXPECT_EQ(refused("quat_xyzw='0 0 1'"), begin + "quat_xyzw: expected 4 numbers");
  EXPECT_EQ(refused("rpy='0 0 0' quat_xyzw='0 0 0 1'"),
            begin + "expected rpy or quat_xyzw, not both");
}

TEST(UrdfJoints, ThatAreLockedNeedNoDirection) {
  const auto axis = [](const std::string& type, const std::string& limit) {
    return "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><joint name='k' "
           "type='" +
           type + "'><parent link='a'/><child link='b'/><axis xyz='0 0 0'/>" + limit +
           "</joint><joint name='j' type='continuous'><parent link='b'/><child link='c'/></joint>"
           "</robot>";
  };
  const io::BodyFile file =
      io::parse_body(axis("revolute", "<limit lower='0' upper='0'/>"), "r.urdf");
  EXPECT_EQ(file.model.links.at(1).joints.size(), 0U);
  EXPECT_EQ(file.notes, std::vector<std::string>{
                            "1 joint cannot move, as both of its limits are the same: \"k\""});
  EXPECT_EQ(robot_refusal(axis("fixed", "")), "");
  EXPECT_EQ(robot_refusal(axis("continuous", "")), "r.urdf:1: axis: xyz: the axis is zero");
  EXPECT_EQ(robot_refusal(axis("revolute", "<limit lower='0' upper='1'/>")),
            "r.urdf:1: axis: xyz: the axis is zero");
}

TEST(MjcfNames, MayBeEmpty) {
  const io::BodyFile file = io::parse_body(
      "<mujoco model=''><asset><material name='' rgba='1 0 0 1'/></asset><worldbody><body name=''>"
      "<joint name='' class=''/><geom name='' size='0.1' material='' mesh=''/><site name=''/>"
      "</body></worldbody><equality><connect name='' body1='a' body2='b'/></equality></mujoco>",
      "r.xml");
  EXPECT_EQ(file.model.links.at(1).name, "body 1");
  EXPECT_EQ(file.model.links.at(1).joints.at(0).name, "body 1 joint 1");
  EXPECT_EQ(file.notes,
            std::vector<std::string>{"1 loop by <connect> is not held: \"a\" to \"b\""});
}

TEST(RobotFiles, WithWheelsAloneAreToldToNameAnEffector) {
  const std::string cart =
      "<robot name='r'><link name='base'/><link name='left_wheel'/><joint name='l' "
      "type='continuous'><parent link='base'/><child link='left_wheel'/></joint></robot>";
  const std::string message = robot_refusal(cart);
  EXPECT_TRUE(message.ends_with("name one, such as --effectors left_wheel")) << message;
  const lab::BodyModel model = io::parse_body(cart, "r.urdf").model;
  EXPECT_EQ(lab::scene_of(model, {.effectors = {"left_wheel"}}).multibody.effector_count(), 1);
}

TEST(MjcfSites, AtOnePlaceAreTwoEffectors) {
  const io::BodyFile file = io::parse_body(
      "<mujoco><worldbody><body name='a'><joint/><geom size='.1'/><site name='s1' pos='.5 0 0'/>"
      "<site name='s2' pos='.5 0 0'/></body></worldbody></mujoco>",
      "r.xml");
  const lab::Scene scene = lab::scene_of(file.model, {.effectors = {"s1", "s2"}});
  EXPECT_EQ(scene.multibody.effector(0).name, "s1");
  EXPECT_EQ(scene.multibody.effector(1).name, "s2");
  EXPECT_THROW(lab::scene_of(file.model, {.effectors = {"s1", "s1"}}), std::invalid_argument);
}

}  // namespace
