// Joint limits of URDF files: missing ones mean no limits; ones that freeze a robot are noted.

#include <gtest/gtest.h>

#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "io/body/body_file.h"

namespace {

/// Three links and two hinges "j" and "k". \param of_j, of_k further contents of their elements
std::string two_hinges(const std::string& of_j, const std::string& of_k,
                       const std::string& type = "revolute") {
  const auto joint = [&](const char* name, const char* parent, const char* child,
                         const std::string& rest) {
    return "<link name='" + std::string(child) + "'/><joint name='" + name + "' type='" + type +
           "'><parent link='" + parent + "'/><child link='" + child +
           "'/><origin xyz='0 0 1'/><axis xyz='0 1 0'/>" + rest + "</joint>";
  };
  return "<robot name='r'><link name='a'/>" + joint("j", "a", "b", of_j) +
         joint("k", "b", "c", of_k) +
         "<link name='t'/><joint name='l' type='fixed'><parent link='c'/><child link='t'/>"
         "<origin xyz='0 0 1'/></joint></robot>";
}

const std::string kOpen = "<limit lower='-1' upper='1'/>";

struct Read {
  io::BodyFile file;
  ik::Multibody body;
  const ik::Joint& joint(const std::string& name) const {
    for (const ik::Joint& joint : body.joints()) {
      if (joint.name == name) return joint;
    }
    throw std::runtime_error("no joint " + name);
  }
};

Read read_urdf_text(const std::string& text) {
  io::BodyFile file = io::parse_body(text, "r.urdf");
  ik::Multibody body = lab::scene_of(file.model).multibody;
  return {std::move(file), std::move(body)};
}

using Notes = std::vector<std::string>;

TEST(UrdfLimits, AJointWithoutBoundsHasNoneAndIsNamed) {
  const Read bare = read_urdf_text(two_hinges("<limit effort='10'/>", ""));
  for (const char* name : {"j", "k"}) {
    EXPECT_EQ(bare.joint(name).lower, -ik::kUnlimited);
    EXPECT_EQ(bare.joint(name).upper, ik::kUnlimited);
  }
  EXPECT_EQ(bare.file.notes,
            Notes{"2 joints have no limits, as the file gives them none: \"j\", \"k\""});
  // a missing bound is 0, by the format's default
  const Read half = read_urdf_text(two_hinges("<limit upper='0.5'/>", kOpen));
  EXPECT_EQ(half.joint("j").lower, 0.0);
  EXPECT_EQ(half.joint("j").upper, 0.5);
  EXPECT_EQ(half.file.notes, Notes{});
}

TEST(UrdfLimits, LimitsInTheWrongOrderAreExchangedAndNamed) {
  const Read read = read_urdf_text(two_hinges("<limit lower='1' upper='-0.5'/>", kOpen));
  EXPECT_EQ(read.joint("j").lower, -0.5);
  EXPECT_EQ(read.joint("j").upper, 1.0);
  EXPECT_EQ(read.file.notes,
            Notes{"1 joint has its lower limit above the upper one, which are exchanged: \"j\""});
}

TEST(UrdfLimits, EqualLimitsAreNamed) {
  const Read read = read_urdf_text(two_hinges("<limit lower='0' upper='0'/>", kOpen));
  EXPECT_EQ(read.file.notes,
            Notes{"1 joint cannot move, as both of its limits are the same: \"j\""});
}

TEST(UrdfLimits, AFollowersLimitsThatHoldItsLeaderAreNotUsed) {
  // -theta in [0, 0.5] and theta in [0, 0.5] allow only 0; [0.1, 0.5] allows nothing
  for (const char* lower : {"0", "0.1"}) {
    const Read read = read_urdf_text(
        two_hinges("<limit lower='0' upper='0.5'/>", "<limit lower='" + std::string(lower) +
                                                         "' upper='0.5'/><mimic joint='j' "
                                                         "multiplier='-1'/>"));
    EXPECT_EQ(read.joint("j").lower, 0.0);
    EXPECT_EQ(read.joint("j").upper, 0.5);
    EXPECT_EQ(read.joint("k").ratio, -1.0);
    EXPECT_EQ(read.file.notes, Notes{"1 joint would hold the joint that it follows: its own limits "
                                     "are not used: \"k\""});
  }
  // limits that leave a range are used: -theta + 0.1 in [0, 0.5] and theta in [0, 0.5]
  const Read some = read_urdf_text(
      two_hinges("<limit lower='0' upper='0.5'/>",
                 "<limit lower='0' upper='0.5'/><mimic joint='j' multiplier='-1' offset='0.1'/>"));
  EXPECT_NEAR(some.joint("j").upper, 0.1, 1e-15);
  EXPECT_EQ(some.file.notes, Notes{});
}

TEST(UrdfLimits, OfSeveralFollowersTheOneThatHoldsIsNamed) {
  std::string text = two_hinges("<limit lower='0' upper='0.5'/>",
                                "<limit lower='0' upper='0.5'/><mimic joint='j'/>");
  text.replace(text.find("</robot>"), 0,
               "<link name='d'/><joint name='m' type='revolute'><parent link='c'/><child link='d'/>"
               "<limit lower='2' upper='3'/><mimic joint='k' multiplier='-2'/></joint>");
  const Read read = read_urdf_text(text);
  EXPECT_EQ(read.joint("j").upper, 0.5);
  ASSERT_EQ(read.file.notes.size(), 1U);
  EXPECT_NE(read.file.notes[0].find("\"m\""), std::string::npos);
}

TEST(UrdfLimits, LimitsOfVelocityNameTheSlowestAndTheCapThatKeepsToIt) {
  const Read read = read_urdf_text(two_hinges("<limit lower='-1' upper='1' velocity='3'/>",
                                              "<limit lower='-1' upper='1' velocity='2'/>"));
  EXPECT_EQ(read.joint("j").max_velocity, 3.0);
  EXPECT_EQ(read.joint("k").max_velocity, 2.0);
  // 2 rad/s in 5 ms
  EXPECT_NEAR(2.0 * 0.005 * 180.0 / std::numbers::pi, 0.573, 5e-4);
  EXPECT_EQ(read.file.notes,
            Notes{"limits of velocity are not used (2 joints): --max-angle 0.573 "
                  "keeps to that of \"k\", the slowest, with one update in 0.005 s"});
  const Read slides =
      read_urdf_text(two_hinges("<limit lower='-1' upper='1' velocity='3'/>",
                                "<limit lower='-1' upper='1' velocity='2'/>", "prismatic"));
  EXPECT_EQ(slides.file.notes,
            Notes{"limits of velocity are not used (2 joints): --max-slide 0.01 "
                  "keeps to that of \"k\", the slowest, with one update in 0.005 s"});
  const Read none = read_urdf_text(two_hinges("<limit lower='-1' upper='1' velocity='0'/>", kOpen));
  EXPECT_EQ(none.file.notes, Notes{});
  EXPECT_EQ(none.joint("j").max_velocity, ik::kUnlimited);
}

TEST(Urdf, ASphericalJointTurnsEveryWay) {
  const Read read = read_urdf_text(two_hinges("", "", "spherical"));
  ASSERT_EQ(read.body.joint_count(), 6);
  EXPECT_EQ(read.file.model.links.at(1).motion, lab::LinkMotion::kBall);
  // the first joint's three hinges turn about their own axes in succession
  const Eigen::Vector3d angles(0.4, -0.7, 1.1);
  ik::Pose pose;
  pose.theta.setZero(6);
  for (int j = 0; j < 6; ++j) {
    const std::string& name = read.body.joint(j).name;
    if (name.rfind("j ", 0) == 0) pose.theta[j] = angles[name.back() - 'x'];
  }
  ik::forward_kinematics(read.body, pose);
  using Eigen::AngleAxisd, Eigen::Vector3d;
  const Vector3d tip = Vector3d(0, 0, 1) + AngleAxisd(angles[0], Vector3d::UnitX()) *
                                               AngleAxisd(angles[1], Vector3d::UnitY()) *
                                               AngleAxisd(angles[2], Vector3d::UnitZ()) *
                                               Vector3d(0, 0, 2);
  // y points up in scenes
  EXPECT_LT((pose.effector.col(0) - Vector3d(tip.x(), tip.z(), -tip.y())).norm(), 1e-14);
}

}  // namespace
