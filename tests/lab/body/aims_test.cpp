// Aims of effectors on generated bodies, with directions computed by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>

#include "io/scene/scene_file.h"
#include "io/scene/scene_writer.h"
#include "lab/body/build.h"
#include "lab/track/tracker.h"

namespace {

using Eigen::Vector3d;
using ik::AimKind;

/// Two links of 0.5 m on hinges about z.
lab::Scene two_hinges() {
  const lab::Scene one = lab::new_body();
  return lab::with_joint(one, lab::next_joint(one.multibody, 0));
}

/// The two hinges with an effector at each link's end and one halfway along the second link.
lab::Scene three_effectors() {
  lab::Scene scene = two_hinges();
  std::vector<ik::Joint> joints(scene.multibody.joints().begin(), scene.multibody.joints().end());
  scene.multibody = ik::Multibody(joints, {{"elbow", 0, {0.5, 0.0, 0.0}},
                                           {"middle", 1, {0.25, 0.0, 0.0}},
                                           {"tip", 1, {0.5, 0.0, 0.0}}});
  scene.targets.assign(3, scene.targets[0]);
  return scene;
}

ik::Pose posed(const lab::Scene& scene, double first, double second) {
  return ik::pose_at(scene.multibody, Eigen::Vector2d(first, second));
}

std::string aim_refusal(const std::function<void()>& change) {
  try {
    change();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Aims, AFirstAimLooksAlongTheLinkWhereItLooksNow) {
  const lab::Scene scene = two_hinges();
  EXPECT_EQ(lab::aim_curve(scene, 0), nullptr);
  const lab::Scene aimed =
      lab::with_aim_kind(scene, 0, AimKind::kDirection, posed(scene, 0.3, 0.5));
  ASSERT_EQ(aimed.multibody.aim_count(), 1);
  EXPECT_EQ(aimed.multibody.effector(0).pointer, Vector3d::UnitX());
  const lab::AimCurve* curve = lab::aim_curve(aimed, 0);
  ASSERT_NE(curve, nullptr);
  const Vector3d along(std::cos(0.8), std::sin(0.8), 0.0);
  EXPECT_LT((curve->base.direction - along).norm(), 1e-15);
  EXPECT_LT((curve->at(1.7).direction - along).norm(), 1e-15);
  EXPECT_EQ(aimed.targets, scene.targets);
  EXPECT_EQ(scene.multibody.effector(0).aim, AimKind::kNone);
}

TEST(Aims, AnOrientationIsThatOfTheLinkNow) {
  const lab::Scene scene = two_hinges();
  const lab::Scene aimed =
      lab::with_aim_kind(scene, 0, AimKind::kOrientation, posed(scene, -0.2, 1.1));
  Eigen::Matrix3d turn;  // about z by 0.9
  turn << std::cos(0.9), -std::sin(0.9), 0.0, std::sin(0.9), std::cos(0.9), 0.0, 0.0, 0.0, 1.0;
  EXPECT_LT((lab::aim_curve(aimed, 0)->base.orientation - turn).norm(), 1e-15);
}

TEST(Aims, AimsAndWeightsStandInTheOrderOfTheEffectors) {
  lab::Scene scene = three_effectors();
  scene.weights = {2.0, 3.0, 4.0};
  const ik::Pose pose = posed(scene, 0.0, 0.0);
  scene = lab::with_aim_kind(scene, 2, AimKind::kDirection, pose);
  scene.weights.back() = 5.0;
  scene.aims[0].amplitude = 0.7;
  scene = lab::with_aim_kind(scene, 0, AimKind::kDirection, pose);
  EXPECT_EQ(scene.weights, (std::vector<double>{2.0, 3.0, 4.0, 1.0, 5.0}));
  EXPECT_EQ(lab::aim_curve(scene, 0)->amplitude, 0.0);
  EXPECT_EQ(lab::aim_curve(scene, 1), nullptr);
  EXPECT_EQ(lab::aim_curve(scene, 2)->amplitude, 0.7);
  // changing the kind keeps the amplitude and the weight
  const lab::Scene turned = lab::with_aim_kind(scene, 2, AimKind::kOrientation, pose);
  EXPECT_EQ(lab::aim_curve(turned, 2)->amplitude, 0.7);
  EXPECT_EQ(turned.weights, scene.weights);
  scene = lab::with_aim_kind(scene, 0, AimKind::kNone, pose);
  EXPECT_EQ(scene.weights, (std::vector<double>{2.0, 3.0, 4.0, 5.0}));
  EXPECT_EQ(lab::aim_curve(scene, 2)->amplitude, 0.7);
  scene = lab::with_aim_kind(scene, 2, AimKind::kNone, pose);
  EXPECT_EQ(scene.weights, (std::vector<double>{2.0, 3.0, 4.0}));
  EXPECT_TRUE(scene.aims.empty());
}

TEST(Aims, AChangedAimIsWhereTheBodyLooks) {
  lab::Scene scene = two_hinges();
  scene = lab::with_aim_kind(scene, 0, AimKind::kDirection, posed(scene, 0.3, 0.2));
  // the target is within reach of both links, and the pointer, to the left of the second link, must
  // point along -x
  scene.targets = {lab::TargetCurve(lab::WaveCurve{.center = {0.5, 0.5, 0.0}, .waves = {}})};
  lab::AimCurve curve = *lab::aim_curve(scene, 0);
  curve.base.direction = {-3.0, 0.0, 0.0};
  scene = lab::with_changed_aim(scene, 0, {0.0, 2.0, 0.0}, 0.25, curve);
  EXPECT_EQ(scene.multibody.effector(0).pointer, Vector3d::UnitY());
  EXPECT_EQ(scene.multibody.effector(0).lever, 0.25);
  lab::Tracker tracker(scene, *ik::find_method("levenberg-marquardt"));
  for (int i = 0; i < 400; ++i) tracker.step();
  // the arm goes along +x to (0.5, 0), then up, so that the second link's y points along -x
  EXPECT_NEAR(tracker.pose().theta[0], 0.0, 1e-3);
  EXPECT_NEAR(tracker.pose().theta[1], 0.5 * EIGEN_PI, 1e-3);
  EXPECT_LT(tracker.aim_errors()[0], 1e-3);
}

TEST(Aims, WhatIsNoAimIsRefused) {
  const lab::Scene plain = two_hinges();
  EXPECT_EQ(aim_refusal([&] { lab::with_changed_aim(plain, 0, Vector3d::UnitX(), 0.5, {}); }),
            "effector 'tip': it has no aim");
  EXPECT_EQ(aim_refusal(
                [&] { lab::with_aim_kind(plain, 1, AimKind::kDirection, posed(plain, 0.0, 0.0)); }),
            "there is no such effector");
  const lab::Scene scene =
      lab::with_aim_kind(plain, 0, AimKind::kDirection, posed(plain, 0.0, 0.0));
  lab::AimCurve curve = *lab::aim_curve(scene, 0);
  EXPECT_NE(aim_refusal([&] {
              lab::with_changed_aim(scene, 0, Vector3d::Zero(), 0.5, curve);
            }).find("its pointer must be finite and not zero"),
            std::string::npos);
  EXPECT_NE(aim_refusal([&] {
              lab::with_changed_aim(scene, 0, Vector3d::UnitX(), -1.0, curve);
            }).find("its lever must be finite and not negative"),
            std::string::npos);
  curve.base.direction.setZero();
  EXPECT_EQ(aim_refusal([&] { lab::with_changed_aim(scene, 0, Vector3d::UnitX(), 0.5, curve); }),
            "effector 'tip': the direction that it aims at must be finite and not zero");
}

TEST(Aims, ASavedAimReadsBackEqual) {
  for (const AimKind kind : {AimKind::kDirection, AimKind::kOrientation}) {
    const lab::Scene plain = two_hinges();
    lab::Scene scene = lab::with_aim_kind(plain, 0, kind, posed(plain, 0.37, -1.3));
    lab::AimCurve curve = *lab::aim_curve(scene, 0);
    curve.base.direction += Vector3d(0.1, 0.7, 0.3);
    scene = lab::with_changed_aim(scene, 0, {0.3, 0.2, 0.1}, 0.125, curve);
    const std::string text = io::write_scene(scene);
    const lab::Scene read = io::parse_scene(text, scene.id);
    EXPECT_EQ(io::write_scene(read), text);
    EXPECT_EQ(read.multibody.effector(0).aim, kind);
    EXPECT_EQ(read.multibody.effector(0).lever, 0.125);
    if (kind == AimKind::kDirection) {
      EXPECT_EQ(read.multibody.effector(0).pointer, scene.multibody.effector(0).pointer);
      EXPECT_EQ(read.aims[0].base.direction, scene.aims[0].base.direction);
    } else {
      EXPECT_EQ(read.aims[0].base.orientation, scene.aims[0].base.orientation);
    }
  }
}

}  // namespace
