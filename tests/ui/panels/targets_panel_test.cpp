#include "ui/panels/targets_panel.h"

#include <gtest/gtest.h>

#include "support/aiming.h"
#include "ui/desk.h"

namespace {

lab::Scene grouped() {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.groups = {{"left arm", {5, 6, 7}}, {"trunk", {0, 1}}};
  return scene;
}

lab::Scene aiming() {
  lab::Scene scene = scenes::circling(bodies::aiming()[1].body);
  for (const ik::Aim& aim : bodies::aims_at(scene.multibody, scene.multibody.initial_theta())) {
    scene.aims.push_back({.base = aim});
  }
  return scene;
}

/// A desk with the section Targets open.
struct Aimed : Desk {
  Aimed() : Desk(scenes::circling(bodies::forked_tree()), "dls", {1280, 1800}) {
    press("section/Targets");
    frames(2);
  }
  const lab::TargetSetup& target(std::size_t i) const { return timeline.setup().targets[i]; }
  const std::string& name(int i) const { return tracker().multibody().effector(i).name; }
};

/// A desk with the section of weights open.
struct Weights : Desk {
  explicit Weights(lab::Scene scene) : Desk(std::move(scene), "dls", {1280.0F, 2400.0F}) {
    frame();
    press("section/Weights and joints");
  }
};

TEST(TargetsOverlay, ShowsTheAngleOfAnAim) {
  Desk desk(aiming());
  desk.frame();
  char text[32];
  std::snprintf(text, sizeof text, "· %.1f°", desk.tracker().aim_errors()[1] * 180.0 / M_PI);
  EXPECT_TRUE(desk.says(text)) << text;
}

TEST(WeightsPanel, IsFoldedAtFirst) {
  Desk desk(grouped());
  desk.frame();
  EXPECT_FALSE(desk.has("group"));
}

TEST(WeightsPanel, WeighsGoalsAndTakesItBack) {
  Weights desk(aiming());
  desk.type("goal-weight/left, aim", "7");
  EXPECT_NEAR(desk.tracker().goal_weight(3), 7.0, 1e-12);
  EXPECT_EQ(desk.tracker().goal_weight(0), 1.0);
  desk.press("reset-goal/left, aim");
  EXPECT_EQ(desk.tracker().goal_weight(3), 1.0);
}

TEST(WeightsPanel, LetsOneGroupMoveAlone) {
  Weights desk(grouped());
  desk.press("group");
  desk.press("group/left arm");
  ASSERT_TRUE(desk.tracker().group().has_value());
  EXPECT_EQ(*desk.tracker().group(), 0U);
  const ik::VectorX before = desk.tracker().pose().theta;
  desk.run(30);
  EXPECT_EQ(desk.tracker().pose().theta[0], before[0]);
  EXPECT_NE(desk.tracker().pose().theta[6], before[6]);
  desk.press("group");
  desk.press("group/every joint");
  EXPECT_FALSE(desk.tracker().group().has_value());
}

TEST(WeightsPanel, FreezesAJointAndFreesIt) {
  Weights desk(grouped());
  desk.press("freeze/joint2");
  EXPECT_EQ(desk.tracker().joint_weight(2), 0.0);
  desk.frame();
  EXPECT_TRUE(desk.says("frozen"));
  desk.press("freeze/joint2");
  EXPECT_EQ(desk.tracker().joint_weight(2), 1.0);
  desk.type("joint-weight/joint2", "0.25");
  EXPECT_NEAR(desk.tracker().joint_weight(2), 0.25, 1e-12);
  desk.press("reset-joint/joint2");
  EXPECT_EQ(desk.tracker().joint_weight(2), 1.0);
}

TEST(WeightsPanel, SaysWhereAJointStands) {
  Weights desk(grouped());
  desk.point_at({desk.item("freeze/joint3").min.x - 60.0F, desk.item("freeze/joint3").middle().y});
  desk.wait_for_hint();
  char text[48];
  std::snprintf(text, sizeof text, "joint3 stands at %.1f°",
                desk.tracker().pose().theta[3] * 180.0 / M_PI);
  EXPECT_TRUE(desk.says(text)) << text;
}

TEST(LiveNumbers, AreThoseOfTheLastUpdate) {
  Desk desk(scenes::circling(bodies::forked_tree()), "levenberg-marquardt");
  desk.run(1);
  desk.frame();
  for (const ik::Reading& reading : desk.tracker().workspace().readings()) {
    char text[64];
    std::snprintf(text, sizeof text, "%s %.3g", reading.name, reading.value);
    EXPECT_TRUE(desk.says(text)) << text;
  }
  EXPECT_TRUE(desk.says("at limits 0"));
  EXPECT_TRUE(desk.says("updates 1"));
  EXPECT_TRUE(desk.says("rank 6"));
}

TEST(TargetsPanel, FreezesTheTargetsAndLetsThemGo) {
  Aimed desk;
  desk.press("targets/freeze");
  EXPECT_TRUE(desk.timeline.setup().frozen);
  const Eigen::Vector3d there = desk.tracker().targets()[0];
  desk.run(20);
  EXPECT_EQ(desk.tracker().targets()[0], there);
  desk.press("targets/freeze");
  desk.run(20);
  EXPECT_NE(desk.tracker().targets()[0], there);
}

TEST(TargetsPanel, ShowsNamesOrHidesThem) {
  Aimed desk;
  EXPECT_TRUE(desk.panels.targets.names);
  desk.press("targets/names");
  EXPECT_FALSE(desk.panels.targets.names);
  EXPECT_TRUE(desk.changes.empty()) << "no change of the set-up";
}

TEST(TargetsPanel, SelectsTheTargetWhoseCurveIsOpen) {
  Aimed desk;
  desk.press("target-curve/" + desk.name(1));
  EXPECT_EQ(desk.panels.targets.selected, 1);
  desk.press("target-curve/" + desk.name(0));
  EXPECT_EQ(desk.panels.targets.selected, 0);
  desk.press("target-curve/" + desk.name(1));  // closes it
  EXPECT_EQ(desk.panels.targets.selected, 0);
  desk.press("target-curve/" + desk.name(0));
  EXPECT_FALSE(desk.panels.targets.selected);
  EXPECT_TRUE(desk.changes.empty()) << "no change of the set-up";
}

TEST(TargetsPanel, ShowsTrailsOrHidesThem) {
  Aimed desk;
  EXPECT_TRUE(desk.panels.targets.trails);
  desk.press("targets/trails");
  EXPECT_FALSE(desk.panels.targets.trails);
}

TEST(TargetsPanel, ThrowsAJumpAndRestores) {
  Aimed desk;
  const Eigen::Vector3d before = desk.tracker().targets()[1];
  desk.press("jump/" + desk.name(1));
  const Eigen::Vector3d after = desk.tracker().targets()[1];
  EXPECT_GT((after - before).norm(), 0.1);
  desk.press("let-go/" + desk.name(1));
  EXPECT_EQ(desk.tracker().targets()[1], before);
}

TEST(TargetsPanel, LetsAHeldTargetGo) {
  Aimed desk;
  lab::Setup setup = desk.timeline.setup();
  setup.targets[0].held = Eigen::Vector3d(0.1, 0.2, 0.3);
  desk.change(setup);
  desk.frames(2);
  desk.press("let-go/" + desk.name(0));
  EXPECT_FALSE(desk.target(0).held);
}

TEST(TargetsPanel, EditsACurve) {
  Aimed desk;
  desk.press("target-curve/" + desk.name(0));
  desk.frames(2);
  desk.press("curve/add");
  const auto waves = [&] { return std::get<lab::WaveCurve>(desk.target(0).curve.shape()).waves; };
  ASSERT_EQ(waves().size(), 3U);
  desk.frames(2);
  desk.type("curve/Frequency 1", "2.5");
  EXPECT_EQ(waves()[0].frequency, 2.5);
  desk.press("curve/remove");
  EXPECT_EQ(waves().size(), 2U);
}

TEST(TargetsPanel, LetsALinkGo) {
  Aimed desk;
  lab::Setup setup = desk.timeline.setup();
  setup.pull = {0, {0.1, 0.0, 0.0}, {0.2, 0.3, 0.0}};
  desk.change(setup);
  desk.frames(2);
  desk.press("let-go/link");
  ASSERT_FALSE(desk.changes.empty());
  EXPECT_FALSE(desk.timeline.setup().pull);
}

}  // namespace
