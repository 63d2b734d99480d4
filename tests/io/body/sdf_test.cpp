// Robots in SDF: what is read stands where the file's own numbers say, computed by hand here, and
// where the reader of URDF has the same robot.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include <Eigen/Geometry>

#include "io/body/body_file.h"
#include "support/bodies.h"
#include "support/sdf.h"

namespace sdf {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;
using ik::Isometry;
using Notes = std::vector<std::string>;

Isometry shift(double x, double y, double z) { return Isometry(Eigen::Translation3d(x, y, z)); }
Isometry turn(double angle, const Vector3d& axis) { return Isometry(AngleAxisd(angle, axis)); }
const Vector3d kX = Vector3d::UnitX(), kY = Vector3d::UnitY(), kZ = Vector3d::UnitZ();

/// A pose as six numbers of the file.
Isometry six(const std::array<double, 6>& n) {
  return shift(n[0], n[1], n[2]) * turn(n[5], kZ) * turn(n[4], kY) * turn(n[3], kX);
}

std::string axis(const std::string& xyz, const std::string& rest = "") {
  return "<axis><xyz>" + xyz + "</xyz>" + rest + "</axis>";
}

const lab::ModelLink& link_named(const io::BodyFile& file, const std::string& name) {
  for (const lab::ModelLink& link : file.model.links) {
    if (link.name == name) return link;
  }
  ADD_FAILURE() << "no link " << name;
  return file.model.links.front();
}

using Angles = std::map<std::string, double>;  // by joint, rad or m

/// The placement in the file's world of a link whose joints stand at these values.
Isometry place_of(const io::BodyFile& file, const std::string& name, const Angles& at = {}) {
  Isometry place = Isometry::Identity();
  for (const lab::ModelLink* link = &link_named(file, name);;
       link = &file.model.links[static_cast<std::size_t>(link->parent)]) {
    Isometry own = link->parent_from_link;
    for (const lab::ModelJoint& j : link->joints) {
      const auto value = at.find(j.name);
      const double theta = value == at.end() ? 0.0 : value->second;
      const Vector3d unit = j.axis.normalized();
      own = own * Eigen::Translation3d(j.anchor);
      own =
          own * (j.type == ik::JointType::kPrismatic ? Isometry(Eigen::Translation3d(theta * unit))
                                                     : turn(theta, unit));
      own = own * Eigen::Translation3d(-j.anchor);
    }
    place = own * place;
    if (link->parent < 0) return place;
  }
}

double distance(const Isometry& a, const Isometry& b) { return (a.matrix() - b.matrix()).norm(); }

TEST(Sdf, LinksStandWhereTheFilesNumbersPutThem) {
  const io::BodyFile file = read(
      "<model name='arm'><pose>0.1 0 0.3 0 0 0.5</pose>"
      "<link name='a'><pose>0 0 0.05 0 0 0</pose></link>"
      "<link name='upper'><pose relative_to='shoulder'>0.1 0 0 0 0 0</pose></link>"
      "<link name='lower'><pose relative_to='upper'>0.5 0 0 0.1 0.2 0.3</pose></link>"
      "<link name='tool'><pose relative_to='lower'>0.2 0 0 0 0.3 0</pose></link>" +
      kHold +
      joint("shoulder", "revolute", "a", "upper",
            "<pose relative_to='a'>0 0 0.2 0 0 0</pose>" + axis("0 1 0")) +
      joint("elbow", "revolute", "upper", "lower",
            "<pose>-0.05 0 0.02 0 0 0.4</pose><axis><xyz expressed_in='a'>1 2 2</xyz></axis>") +
      joint("rail", "prismatic", "lower", "tool", axis("1 0 0")) +
      "<frame name='tip' attached_to='tool'><pose relative_to='elbow'>0.7 0 0 0 0 1</pose></frame>"
      "</model>");
  bodies::Numbers numbers(3);
  const Isometry upper_from_lower = six({0.5, 0, 0, 0.1, 0.2, 0.3});
  const Vector3d bend = upper_from_lower.linear().transpose() * Vector3d(1, 2, 2) / 3.0;
  for (int i = 0; i < 20; ++i) {
    const double shoulder = numbers.next(), elbow = numbers.next(), rail = numbers.next();
    const Angles at = {{"shoulder", shoulder}, {"elbow", elbow}, {"rail", rail}};
    const Isometry upper =
        six({0.1, 0, 0.3, 0, 0, 0.5}) * shift(0, 0, 0.25) * turn(shoulder, kY) * shift(0.1, 0, 0);
    EXPECT_LT(distance(place_of(file, "upper", at), upper), 1e-14);
    const Isometry lower = upper * upper_from_lower * shift(-0.05, 0, 0.02) * turn(elbow, bend) *
                           shift(0.05, 0, -0.02);
    EXPECT_LT(distance(place_of(file, "lower", at), lower), 1e-14);
    const Isometry tool = lower * six({0.2, 0, 0, 0, 0.3, 0}) * shift(rail, 0, 0);
    EXPECT_LT(distance(place_of(file, "tool", at), tool), 1e-14);
  }
  // the frame moves with the tool, from its place in the frame of the elbow
  ASSERT_EQ(link_named(file, "tool").sites.size(), 1U);
  const lab::ModelSite& tip = link_named(file, "tool").sites[0];
  EXPECT_EQ(tip.name, "tip");
  const Isometry expected = six({0.2, 0, 0, 0, 0.3, 0}).inverse() *
                            six({-0.05, 0, 0.02, 0, 0, 0.4}) * six({0.7, 0, 0, 0, 0, 1});
  EXPECT_LT((tip.place - expected.translation()).norm(), 1e-14);
  EXPECT_LT((tip.rotation - expected.linear()).norm(), 1e-14);
  EXPECT_EQ(file.model.name, "arm");
  EXPECT_EQ(file.notes, Notes{});
}

TEST(Sdf, IsTheSameRobotAsItsUrdf) {
  const std::string folder = std::string(IKLAB_TEST_DATA) + "/bodies/gripper.";
  io::BodyOptions options;
  options.wish.fit = lab::CurveFit::kStanding;
  for (const bool free : {false, true}) {
    options.wish.base = free ? lab::Base::kFree : lab::Base::kAsFile;
    for (const char* name : {"tool0@0.1,0.2,0.3,1,2,3", "finger_l", "finger_r@0,0,1", "upper"}) {
      options.wish.effectors = io::effector_list(name);
      const ik::Multibody sdf = io::open_scene(folder + "sdf", options).multibody;
      const ik::Multibody urdf = io::open_scene(folder + "urdf", options).multibody;
      ASSERT_EQ(sdf.joint_count(), urdf.joint_count()) << name;
      ASSERT_EQ(sdf.effector_count(), urdf.effector_count());
      bodies::Numbers numbers(5);
      ik::Pose a, b;
      a.theta = b.theta =
          ik::VectorX::NullaryExpr(sdf.joint_count(), [&] { return numbers.next(); });
      ik::forward_kinematics(sdf, a);
      ik::forward_kinematics(urdf, b);
      for (int j = 0; j < sdf.joint_count(); ++j) {
        EXPECT_EQ(sdf.joint(j).name, urdf.joint(j).name);
        EXPECT_EQ(sdf.joint(j).type, urdf.joint(j).type);
        EXPECT_EQ(sdf.joint(j).lower, urdf.joint(j).lower);
        EXPECT_EQ(sdf.joint(j).upper, urdf.joint(j).upper);
        EXPECT_EQ(sdf.joint(j).leader, urdf.joint(j).leader);
        EXPECT_EQ(sdf.joint(j).ratio, urdf.joint(j).ratio);
        EXPECT_EQ(sdf.joint(j).shift, urdf.joint(j).shift);
      }
      for (int i = 0; i < sdf.effector_count(); ++i) {
        EXPECT_EQ(sdf.effector(i).name, urdf.effector(i).name);
        EXPECT_LT((a.effector.col(i) - b.effector.col(i)).norm(), 1e-14) << name;
      }
    }
  }
  const io::BodyFile a = io::read_body(folder + "sdf"), b = io::read_body(folder + "urdf");
  EXPECT_EQ(a.notes, b.notes);
  const auto shapes = [](const io::BodyFile& file) { return lab::scene_of(file.model).visuals; };
  ASSERT_EQ(shapes(a).size(), shapes(b).size());
  for (std::size_t i = 0; i < shapes(a).size(); ++i) {
    EXPECT_EQ(shapes(a)[i].shape, shapes(b)[i].shape);
    EXPECT_EQ(shapes(a)[i].color, shapes(b)[i].color);
    EXPECT_LT(distance(shapes(a)[i].joint_from_shape, shapes(b)[i].joint_from_shape), 1e-14);
  }
  EXPECT_EQ(link_named(a, "upper").middle, link_named(b, "upper").middle);
}

TEST(Sdf, AxesAreInTheFrameThatTheVersionOrTheFileSays) {
  const std::string links =
      "<pose>0 0 0 0 0 2</pose><link name='a'/><link name='b'><pose>1 0 0 0 0.3 0.4</pose></link>" +
      kHold;
  const auto axis_of = [&](const std::string& version, const std::string& xyz) {
    const io::BodyFile file =
        read(model(links + joint("j", "revolute", "a", "b", "<pose>0 0 0 0.5 0 0</pose>" + xyz)),
             version);
    return Vector3d(link_named(file, "b").joints.at(0).axis);
  };
  const Vector3d in_joint = turn(0.5, kX) * kY;
  const Vector3d in_model = (turn(0.4, kZ) * turn(0.3, kY)).inverse() * kY;
  const auto flag = [](const char* value) {
    return axis("0 1 0",
                std::string("<use_parent_model_frame>") + value + "</use_parent_model_frame>");
  };
  EXPECT_LT((axis_of("1.4", axis("0 1 0")) - in_model).norm(), 1e-15);
  for (const char* version : {"1.5", "1.6", "1.7", "1.10", "1.11"}) {
    EXPECT_LT((axis_of(version, axis("0 1 0")) - in_joint).norm(), 1e-15) << version;
    for (const char* yes : {"1", "true"}) {  // 1.7 removed the element
      const bool obeyed = version == std::string("1.5") || version == std::string("1.6");
      EXPECT_LT((axis_of(version, flag(yes)) - (obeyed ? in_model : in_joint)).norm(), 1e-15);
    }
    EXPECT_LT((axis_of(version, flag("false")) - in_joint).norm(), 1e-15);
  }
  EXPECT_LT((axis_of("1.4", flag("0")) - in_joint).norm(), 1e-15);
  const auto expressed = [&](const std::string& frame) {
    return axis_of("1.9", "<axis><xyz expressed_in='" + frame + "'>0 1 0</xyz></axis>");
  };
  EXPECT_LT((expressed("__model__") - in_model).norm(), 1e-15);
  EXPECT_LT((expressed("b") - kY).norm(), 1e-15);
  EXPECT_LT((expressed("j") - in_joint).norm(), 1e-15);
  EXPECT_LT((expressed("") - in_joint).norm(), 1e-15);
  EXPECT_LT((axis_of("1.9", "") - turn(0.5, kX) * kZ).norm(), 1e-15);
}

TEST(Sdf, PosesMayBeWrittenInAnyFrameAndAsQuaternionsOrDegrees) {
  const Isometry model_from_link = six({1, 2, 3, 0.1, 0.2, 0.3}) * six({0.5, 0, 0, 0, 0, 1});
  const auto place = [](const std::string& pose) {
    return place_of(
        read(model("<link name='a'/><frame name='f'><pose>1 2 3 0.1 0.2 0.3</pose></frame>"
                   "<frame name='g' attached_to='f'><pose>0.5 0 0 0 0 1</pose></frame>"
                   "<frame name='h' attached_to='a'><pose relative_to='g'/></frame>"
                   "<link name='b'>" +
                   pose + "</link>")),
        "b");
  };
  EXPECT_LT(distance(place("<pose relative_to='g'/>"), model_from_link), 1e-14);
  EXPECT_LT(distance(place("<pose relative_to='h'>0 0 0 0 0 0</pose>"), model_from_link), 1e-14);
  EXPECT_LT(distance(place("<pose relative_to='f'>0.5 0 0 0 0 1</pose>"), model_from_link), 1e-14);
  // its name before 1.7 means nothing since
  EXPECT_LT(distance(place("<pose frame='f'>0.5 0 0 0 0 1</pose>"), six({0.5, 0, 0, 0, 0, 1})),
            1e-14);
  EXPECT_LT(distance(place("<pose degrees='true'>0 0 0 30 0 90</pose>"),
                     turn(std::numbers::pi / 2, kZ) * turn(std::numbers::pi / 6, kX)),
            1e-15);
  EXPECT_LT(distance(place("<pose rotation_format='quat_xyzw'>1 0 0 0 1.2 0 1.6</pose>"),
                     shift(1, 0, 0) * turn(2.0 * std::asin(0.6), kY)),
            1e-15);
  EXPECT_EQ(distance(place("<pose>1 2 3 <!-- m --> 0 0 0</pose>"), shift(1, 2, 3)), 0.0);
  EXPECT_EQ(distance(place("<pose/>"), Isometry::Identity()), 0.0);
}

TEST(Sdf, NestedModelsAreTheSameAsOneModel) {
  const io::BodyFile file = read(
      "<model name='m'><pose>0 0 1 0 0 0</pose><link name='a'/>" + kHold +
      "<model name='hand'><pose relative_to='a'>0.3 0 0 0 0 0.5</pose><link name='palm'>"
      "<pose>0.1 0 0 0 0 0</pose></link><link name='thumb'><pose relative_to='palm'>0 0.1 0 0 0 0"
      "</pose></link>" +
      joint("bend", "revolute", "palm", "thumb", axis("1 0 0")) +
      "<frame name='tip' attached_to='thumb'/></model>" +
      joint("wrist", "revolute", "a", "hand", axis("0 0 1")) +
      "<frame name='grip' attached_to='hand::thumb'><pose>0 0 0.2 0 0 0</pose></frame></model>");
  // the nested model turns about its own frame
  const Isometry hand = shift(0, 0, 1) * six({0.3, 0, 0, 0, 0, 0.5});
  const Angles at = {{"wrist", 0.7}, {"hand::bend", -0.4}};
  EXPECT_LT(distance(place_of(file, "hand::thumb", at),
                     hand * turn(0.7, kZ) * shift(0.1, 0.1, 0) * turn(-0.4, kX)),
            1e-14);
  const auto& sites = link_named(file, "hand::thumb").sites;
  ASSERT_EQ(sites.size(), 2U);
  EXPECT_EQ(sites[0].name, "grip");
  EXPECT_EQ(sites[0].place, Vector3d(0, 0, 0.2));
  EXPECT_EQ(sites[1].name, "hand::tip");
}

TEST(Sdf, AModelStandsByItsPlacementFrameAndMovesByItsCanonicalLink) {
  const std::string inside =
      "<pose>5 0 0 0 0 1</pose><link name='x'><pose>1 0 0 0 0 0</pose></link><link name='y'>"
      "<pose>0 2 0 0 0 0.3</pose></link>";
  EXPECT_LT(
      distance(place_of(read("<model name='m' placement_frame='y'>" + inside + "</model>"), "y"),
               six({5, 0, 0, 0, 0, 1})),
      1e-15);
  const auto moved = [&](const std::string& attribute) {
    const io::BodyFile file =
        read(model("<link name='a'/>" + kHold + "<model name='n' " + attribute + ">" + inside +
                   "</model>" + joint("j", "revolute", "a", "n", axis("0 0 1"))));
    return link_named(file, "n::y").joints.size();
  };
  EXPECT_EQ(moved(""), 0U);
  EXPECT_EQ(moved("canonical_link='y'"), 1U);
}

TEST(Sdf, JointsOfTwoAndThreeFreedomsTurnOneAxisAfterTheOther) {
  const std::string links =
      "<link name='a'/><link name='b'><pose>1 0 0 0 0 0</pose></link>" + kHold;
  const std::string two =
      "<pose>-0.2 0 0 0 0 0</pose><axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0"
      "</xyz><limit><lower>-1</lower><upper>2</upper></limit></axis2>";
  for (const char* type : {"universal", "revolute2"}) {
    const io::BodyFile file = read(model(links + joint("j", type, "a", "b", two)));
    EXPECT_LT(distance(place_of(file, "b", {{"j 1", 0.3}, {"j 2", 0.6}}),
                       shift(0.8, 0, 0) * turn(0.3, kX) * turn(0.6, kY) * shift(0.2, 0, 0)),
              1e-15);
    EXPECT_EQ(link_named(file, "b").joints.at(1).upper, 2.0);
    EXPECT_EQ(link_named(file, "b").joints.at(0).upper, ik::kUnlimited);
  }
  const io::BodyFile ball =
      read(model(links + joint("j", "ball", "a", "b", "<pose>-0.2 0 0 0 0 0</pose>")));
  EXPECT_LT(
      distance(place_of(ball, "b", {{"j x", 0.1}, {"j y", 0.2}, {"j z", 0.3}}),
               shift(0.8, 0, 0) * turn(0.1, kX) * turn(0.2, kY) * turn(0.3, kZ) * shift(0.2, 0, 0)),
      1e-15);
  EXPECT_EQ(link_named(ball, "b").motion, lab::LinkMotion::kBall);
}

TEST(Sdf, LimitsMayBeMissingOrInfiniteAndAreInOrder) {
  const auto joint_with = [](const std::string& limit, const char* type = "revolute") {
    io::BodyFile file = read(model("<link name='a'/><link name='b'/>" + kHold +
                                   joint("j", type, "a", "b", axis("1 0 0", limit))));
    return std::pair(link_named(file, "b").joints.at(0), file.notes);
  };
  const auto range = [&](const std::string& lower, const std::string& upper,
                         const char* type = "revolute") {
    const auto j =
        joint_with("<limit><lower>" + lower + "</lower><upper>" + upper + "</upper></limit>", type);
    return std::pair(j.first.lower, j.first.upper);
  };
  const std::pair open(-ik::kUnlimited, ik::kUnlimited);
  EXPECT_EQ(range("-1", "2"), std::pair(-1.0, 2.0));
  EXPECT_EQ(range("-1e16", "1e+16"), open);
  EXPECT_EQ(range("-inf", "inf"), open);
  EXPECT_EQ(range("-1.79769e+308", "0.5"), std::pair(-ik::kUnlimited, 0.5));
  EXPECT_EQ(range("-1", "2", "continuous"), open);
  EXPECT_EQ(range("-1", "2", "prismatic"), std::pair(-1.0, 2.0));
  EXPECT_EQ(joint_with("<limit><upper>1</upper></limit>").first.lower, -ik::kUnlimited);
  const auto [none, said] = joint_with("");
  EXPECT_EQ(std::pair(none.lower, none.upper), open);
  EXPECT_EQ(said, Notes{});
  const auto [exchanged, note] = joint_with("<limit><lower>2</lower><upper>-1</upper></limit>");
  EXPECT_EQ(std::pair(exchanged.lower, exchanged.upper), std::pair(-1.0, 2.0));
  EXPECT_EQ(note, Notes{"1 joint has its lower limit above the upper one, which are exchanged: "
                        "\"j\""});
  EXPECT_EQ(joint_with("<limit><velocity>3</velocity></limit>").second.size(), 1U);
  EXPECT_EQ(joint_with("<limit><velocity>-1</velocity></limit>").second, Notes{});
}

TEST(Sdf, AFollowerKeepsTheRatioAndTheShiftOfItsLeader) {
  const auto follower = [](const std::string& mimic) {
    return read(
        model("<link name='a'/><link name='b'/><link name='c'/>" + kHold +
              joint("u", "universal", "a", "b", axis("1 0 0") + "<axis2><xyz>0 1 0</xyz></axis2>") +
              joint("f", "revolute", "b", "c", axis("1 0 0", mimic))));
  };
  // 2 (theta - 0.1) + 0.5
  const auto file = follower(
      "<mimic joint='u' axis='axis2'><multiplier>2</multiplier><offset>0.5</offset>"
      "<reference>0.1</reference></mimic>");
  const lab::ModelJoint& joint = link_named(file, "c").joints.at(0);
  EXPECT_EQ(joint.leader, "u 2");
  EXPECT_EQ(joint.ratio, 2.0);
  EXPECT_DOUBLE_EQ(joint.shift, 0.3);
  EXPECT_EQ(link_named(follower("<mimic joint='u'/>"), "c").joints.at(0).leader, "u 1");
  const auto still = follower("<mimic joint='hold'/>");
  EXPECT_EQ(link_named(still, "c").joints.at(0).leader, "");
  EXPECT_EQ(still.notes, Notes{"1 joint follows none, as its leader does not move: \"f\""});
}

}  // namespace
}  // namespace sdf
