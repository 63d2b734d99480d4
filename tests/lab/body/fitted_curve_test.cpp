// Target curves fitted to arms with a known reach.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "iklab/solver.h"
#include "lab/body/body_model.h"
#include "support/effector_names.h"

namespace {

using Eigen::Vector3d;

/// Two ball joints. Reaches every point between |1.0 - 0.8| and 1.8 m from the origin.
ik::Multibody ball_arm() {
  std::vector<ik::Joint> joints;
  for (int i = 0; i < 6; ++i) {
    ik::Joint& joint = joints.emplace_back();
    joint.name = "j" + std::to_string(i);
    joint.parent = i - 1;
    joint.axis = Vector3d::Unit(i % 3);
    if (i == 3) joint.parent_from_joint.translation() = Vector3d(1.0, 0.0, 0.0);
    joint.initial = 0.3;
  }
  return {joints, {{"hand", 5, {0.8, 0.0, 0.0}}}};
}

/// Number of a curve's points inside and outside the arm's reachable shell.
struct Shares {
  int in = 0, out = 0;
};
Shares shares_of(const lab::TargetCurve& curve, double tolerance) {
  Shares shares;
  for (int i = 0; i < 500; ++i) {
    const double far = curve.at(2.0 * std::numbers::pi * i / 500.0).norm();
    (far < 1.8 + tolerance && far > 0.2 - tolerance ? shares.in : shares.out) += 1;
  }
  return shares;
}

TEST(FittedCurve, LiesBesideTheReachAsItsNameSays) {
  const ik::Multibody arm = ball_arm();
  const Shares in = shares_of(fitted_curve(arm, 0, lab::CurveFit::kInReach, 0), 1e-9);
  EXPECT_EQ(in.out, 0);
  const Shares both = shares_of(fitted_curve(arm, 0, lab::CurveFit::kInAndOut, 0), 1e-9);
  EXPECT_GT(both.in, 50);
  EXPECT_GT(both.out, 50);
  // between the sampled points, the edge is accurate to half a percent of the reach
  EXPECT_EQ(shares_of(fitted_curve(arm, 0, lab::CurveFit::kEdge, 0), 0.05).out, 0);
  const lab::TargetCurve standing = fitted_curve(arm, 0, lab::CurveFit::kStanding, 0);
  EXPECT_EQ(standing.at(0.0), standing.at(1.7));
  EXPECT_EQ(shares_of(standing, 1e-9).out, 0);
}

/// Two links of 1.0 m and 0.8 m, stretched along x, moving in a plane.
ik::Multibody straight_arm() {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "shoulder";
  joints[1].name = "elbow";
  joints[1].parent = 0;
  joints[1].parent_from_joint.translation() = Vector3d(1.0, 0.0, 0.0);
  return {joints, {{"hand", 1, {0.8, 0.0, 0.0}}}};
}

TEST(FittedCurve, OfAStraightArmLeavesTheEdgeOfItsReach) {
  const ik::Multibody arm = straight_arm();
  const lab::TargetCurve inside = fitted_curve(arm, 0, lab::CurveFit::kInReach, 0);
  EXPECT_EQ(shares_of(inside, 1e-9).out, 0);
  double nearest = 1.8;
  for (int i = 0; i < 100; ++i) {
    const Vector3d at = inside.at(2.0 * std::numbers::pi * i / 100.0);
    nearest = std::min(nearest, at.norm());
    EXPECT_NEAR(at.z(), 0.0, 1e-12);
  }
  EXPECT_LT(nearest, 1.2);
  const Shares both = shares_of(fitted_curve(arm, 0, lab::CurveFit::kInAndOut, 0), 1e-9);
  EXPECT_GT(both.in, 50);
  EXPECT_GT(both.out, 50);
  EXPECT_LT(fitted_curve(arm, 0, lab::CurveFit::kStanding, 0).at(0.0).norm(), 1.7);
}

TEST(FittedCurve, LiesInThePlaneOfAnArmThatLeans) {
  const Eigen::Matrix3d lean =
      Eigen::AngleAxisd(0.7, Vector3d(1.0, 2.0, 0.5).normalized()).toRotationMatrix();
  const ik::Multibody upright = straight_arm();
  std::vector<ik::Joint> joints(upright.joints().begin(), upright.joints().end());
  joints[0].parent_from_joint.linear() = lean;
  const ik::Multibody arm(joints, {{"hand", 1, {0.8, 0.0, 0.0}}});
  const lab::TargetCurve inside = fitted_curve(arm, 0, lab::CurveFit::kInReach, 0);
  EXPECT_EQ(shares_of(inside, 1e-9).out, 0);
  const lab::TargetCurve both = fitted_curve(arm, 0, lab::CurveFit::kInAndOut, 0);
  EXPECT_GT(shares_of(both, 1e-9).in, 50);
  EXPECT_GT(shares_of(both, 1e-9).out, 50);
  double largest = 0.0;
  for (int i = 0; i < 100; ++i) {
    const double time = 2.0 * std::numbers::pi * i / 100.0;
    EXPECT_NEAR(lean.col(2).dot(inside.at(time)), 0.0, 1e-9);
    EXPECT_NEAR(lean.col(2).dot(both.at(time)), 0.0, 1e-9);
    largest = std::max(largest, (inside.at(time) - inside.at(0.0)).norm());
  }
  EXPECT_GT(largest, 0.5);
}

TEST(FittedCurve, TouchesTheSphereThatAnEffectorIsBoundTo) {
  std::vector<ik::Joint> joints(2);
  joints[0].name = "pan";
  joints[1].name = "tilt";
  joints[1].parent = 0;
  joints[1].axis = Vector3d::UnitY();
  joints[1].initial = 0.4;
  const ik::Multibody head(joints, {{"camera", 1, {0.5, 0.0, 0.0}}});
  std::array<double, 2> beyond = {};  // largest distance from the sphere
  for (const lab::CurveFit fit : {lab::CurveFit::kInReach, lab::CurveFit::kInAndOut}) {
    const lab::TargetCurve curve = fitted_curve(head, 0, fit, 0);
    double largest = 0.0;
    for (int i = 0; i < 100; ++i) {
      const Vector3d at = curve.at(2.0 * std::numbers::pi * i / 100.0);
      largest = std::max(largest, (at - curve.at(0.0)).norm());
      double& far = beyond[fit == lab::CurveFit::kInAndOut ? 1 : 0];
      far = std::max(far, std::abs(at.norm() - 0.5));
    }
    EXPECT_GT(largest, 0.02);
  }
  EXPECT_LT(beyond[0], 5e-3 * 0.5);  // counts as reached
  EXPECT_GT(beyond[1], beyond[0]);
}

TEST(FittedCurve, KeepsJointLimits) {
  std::vector<ik::Joint> joints(1);
  joints[0].name = "slide";
  joints[0].type = ik::JointType::kPrismatic;
  joints[0].axis = Vector3d::UnitX();
  joints[0].lower = -0.2;
  joints[0].upper = 0.4;
  const ik::Multibody slide(joints, {{"hand", 0, Vector3d::Zero()}});
  const lab::TargetCurve curve = fitted_curve(slide, 0, lab::CurveFit::kInReach, 0);
  double least = 1.0, most = -1.0;
  for (int i = 0; i < 500; ++i) {
    const Vector3d place = curve.at(2.0 * std::numbers::pi * i / 500.0);
    least = std::min(least, place.x());
    most = std::max(most, place.x());
  }
  EXPECT_GE(least, -0.2);
  EXPECT_LE(most, 0.4);
  EXPECT_GT(most - least, 0.2);
}

TEST(ProposedEffectors, AreToolsBeforeHandsBeforeEnds) {
  lab::BodyModel model;
  const auto add = [&model](const char* name, int parent, bool moves) {
    lab::ModelLink& link = model.links.emplace_back();
    link.name = name;
    link.parent = parent;
    if (moves) link.joints.push_back({.name = std::string(name) + " joint"});
  };
  add("base", -1, false);
  for (int i = 0; i < 3; ++i) add("arm", i, true);
  add("left_hand", 3, true);
  add("finger", 4, true);
  for (int i = 0; i < 3; ++i) add("other", i == 0 ? 0 : 5 + i, true);
  add("tool0", 8, false);
  add("camera_head", 0, true);
  EXPECT_EQ(effector_names::proposed(model), (std::vector<std::string>{"left_hand", "tool0"}));
  // without such names the ends of branches count, except wheels and sensors
  model.links[4].name = "end_a";
  model.links[9].name = "flange";
  EXPECT_EQ(effector_names::proposed(model).size(), 2U);
}

}  // namespace
