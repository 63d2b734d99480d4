#include "lab/view/landscape.h"

#include <numbers>

#include <gtest/gtest.h>

#include "support/changes.h"
#include "support/scenes.h"

namespace {

lab::Tracker tracker_of(const ik::Multibody& body) {
  return lab::Tracker(scenes::circling(body), *ik::find_method("dls"));
}

TEST(Landscape, HasInEveryCellWhatThePoseThereGets) {
  for (const ik::Multibody& body : {bodies::planar_arm(2), bodies::slider_arm()}) {
    // the landscape ignores the method's inputs: lead and clamp
    lab::Scene scene = scenes::circling(body);
    scene.settings.set_number("lead", 20.0);
    scene.settings.d_max = 0.01;
    lab::Tracker tracker(scene, *ik::find_method("dls"));
    changes::set_goal_weight(tracker, 0, 0.25);
    for (int k = 0; k < 25; ++k) tracker.step();
    lab::Landscape landscape;
    ASSERT_TRUE(landscape.refresh(tracker));
    const lab::HeatMap& map = landscape.map();
    for (const auto& [column, row] : {std::pair(0, 0), {5, 40}, {55, 55}, {30, 2}}) {
      const Eigen::Vector2d theta(
          map.x.min + (column + 0.5) / map.columns * (map.x.max - map.x.min),
          map.y.min + (row + 0.5) / map.rows * (map.y.max - map.y.min));
      const Eigen::Vector3d hand = bodies::effectors_at(body, theta)[0];
      const double squared_error = (tracker.targets()[0] - hand).squaredNorm();
      EXPECT_NEAR(map.value(column, row), 0.5 * 0.25 * squared_error, 1e-12);
      const auto [x, y] = landscape.place(tracker, theta[0], theta[1]);
      EXPECT_NEAR(x * map.columns, column + 0.5, 1e-9);
      EXPECT_NEAR(y * map.rows, row + 0.5, 1e-9);
    }
  }
}

TEST(Landscape, IsMadeAnewOnlyWhereATargetMovedEnough) {
  lab::Tracker tracker = tracker_of(bodies::planar_arm(2));
  lab::Landscape landscape;
  EXPECT_TRUE(landscape.refresh(tracker));
  EXPECT_FALSE(landscape.refresh(tracker));
  const Eigen::Vector3d place = tracker.targets()[0];
  const lab::TargetCurve curve = tracker.scene().targets[0];
  changes::set_target(tracker, 0, curve,
                      place + Eigen::Vector3d(1e-3, 0.0, 0.0));  // for a reach of 2 m
  EXPECT_FALSE(landscape.refresh(tracker));
  changes::set_target(tracker, 0, curve, place + Eigen::Vector3d(0.1, 0.0, 0.0));
  EXPECT_TRUE(landscape.refresh(tracker));
  changes::set_goal_weight(tracker, 0, 0.5);
  EXPECT_TRUE(landscape.refresh(tracker));
  // another body with the same target
  lab::Tracker other = tracker_of(bodies::slider_arm());
  EXPECT_TRUE(landscape.refresh(other));
}

TEST(Landscape, IsMadeAnewWhereTheEffectorAimsOtherwise) {
  using Change = void (*)(ik::Effector&);
  constexpr Change kChanges[] = {
      [](ik::Effector& tip) { tip.rotation = Eigen::Vector3d(1, -1, -1).asDiagonal(); },
      [](ik::Effector& tip) { tip.pointer = Eigen::Vector3d::UnitY(); },
      [](ik::Effector& tip) { tip.lever = 2.0; }};
  for (const Change change : kChanges) {
    lab::Scene scene = scenes::circling(ik::chain({1.0, 0.8}, ik::AimKind::kDirection));
    scene.aims.resize(1);
    lab::Landscape landscape;
    landscape.refresh(lab::Tracker(scene, *ik::find_method("dls")));
    ik::Effector tip = scene.multibody.effector(0);
    change(tip);
    scene.multibody =
        ik::Multibody({scene.multibody.joints().begin(), scene.multibody.joints().end()}, {tip});
    EXPECT_TRUE(landscape.refresh(lab::Tracker(scene, *ik::find_method("dls"))));
  }
}

TEST(Landscape, SpansTheLimitsOrATurnAndPlacesWholeTurnsInIt) {
  const ik::Multibody arm = bodies::planar_arm(2);
  std::vector<ik::Joint> joints = {arm.joint(0), arm.joint(1)};
  joints[1].lower = -0.5;
  joints[1].upper = 2.0;
  const lab::Tracker tracker = tracker_of(ik::Multibody(joints, {arm.effector(0)}));
  lab::Landscape landscape;
  landscape.refresh(tracker);
  EXPECT_DOUBLE_EQ(landscape.map().x.min, -std::numbers::pi);
  EXPECT_DOUBLE_EQ(landscape.map().x.max, std::numbers::pi);
  EXPECT_EQ(landscape.map().y.min, -0.5);
  EXPECT_EQ(landscape.map().y.max, 2.0);
  const auto here = landscape.place(tracker, 1.0, 0.3);
  const auto turned = landscape.place(tracker, 1.0 - 4.0 * std::numbers::pi, 0.3);
  EXPECT_NEAR(here[0], turned[0], 1e-12);
  EXPECT_NEAR(landscape.place(tracker, 0.0, 2.5)[1], 1.2, 1e-12);  // beyond its limit
}

TEST(Landscape, IsZeroAtTheClosedFormsTwoSolutions) {
  const lab::Tracker tracker = tracker_of(bodies::planar_arm(2));
  lab::Tracker near = tracker;
  changes::set_target(near, 0, tracker.scene().targets[0], Eigen::Vector3d(0.7, 0.9, 0.0));
  const auto solutions = lab::closed_form(near);
  ASSERT_TRUE(solutions);
  for (const Eigen::Vector2d& theta : *solutions) {
    const Eigen::Vector3d hand = bodies::effectors_at(near.multibody(), theta)[0];
    EXPECT_LT((near.targets()[0] - hand).norm(), 1e-10);
  }
  EXPECT_GT(((*solutions)[0] - (*solutions)[1]).norm(), 0.1);
  EXPECT_FALSE(lab::closed_form(tracker_of(bodies::slider_arm())));
}

}  // namespace
