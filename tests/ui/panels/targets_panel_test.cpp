#include "ui/panels/column.h"

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

TEST(TargetsOverlay, SaysHowEachEffectorIsDoing) {
  lab::Scene scene = scenes::circling(bodies::forked_tree());
  scene.targets[1] = scenes::standing({50.0, 0.0, 0.0});
  Desk desk(scene);
  desk.run(100);
  desk.frame();
  EXPECT_TRUE(desk.says("right"));
  EXPECT_TRUE(desk.says("out of reach"));
  desk.hover("target/left");
  EXPECT_TRUE(desk.says("The target is farther away than its links are long"));
}

TEST(TargetsOverlay, SaysTheStatusAsSoonAsItIsKnown) {
  Desk desk;
  desk.run(1);
  desk.frame();
  EXPECT_FALSE(desk.says("unknown"));
  desk.status = lab::EffectorStatus::kBehind;
  desk.frame();
  EXPECT_TRUE(desk.says("far behind"));
  desk.hover("target/left");
  EXPECT_TRUE(desk.says("more than a tenth of its reach"));
}

TEST(TargetsOverlay, HasOneColourForAStatusWhateverTheError) {
  using Status = lab::EffectorStatus;
  for (const double away : {0.01, 50.0}) {
    lab::Scene scene = scenes::circling(bodies::forked_tree());
    for (lab::TargetCurve& target : scene.targets) target = scenes::standing({away, 0.0, 0.0});
    Desk desk(scene);
    desk.point_at({-10.0F, -10.0F});
    const auto written_in = [&desk](Status status, ImVec4 color) {
      desk.status = status;
      desk.frames(2);
      const ImU32 ink = ui::packed(color);
      const ImDrawData& data = *ImGui::GetDrawData();
      int count = 0;
      for (int i = 0; i < data.CmdListsCount; ++i) {
        if (std::string(data.CmdLists[i]->_OwnerName) != "targets") continue;
        for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) count += vertex.col == ink;
      }
      return count > 0;
    };
    const ui::Colors& c = desk.theme.color;
    EXPECT_TRUE(written_in(Status::kOutOfReach, c.alarm)) << away;
    for (const Status status :
         {Status::kBehind, Status::kAtLimit, Status::kStalled, Status::kHeld}) {
      EXPECT_TRUE(written_in(status, c.caution)) << lab::name(status) << ", " << away;
    }
    for (const Status status : {Status::kBehind, Status::kAtLimit, Status::kStalled,
                                Status::kFollowing, Status::kReached}) {
      EXPECT_FALSE(written_in(status, c.alarm)) << lab::name(status) << ", " << away;
    }
  }
}

TEST(TargetHelp, HasNameStatusErrorAndMeaning) {
  Desk desk;
  const std::string help = ui::target_help(desk.tracker(), 1, lab::EffectorStatus::kOutOfReach);
  char begin[64];
  std::snprintf(begin, sizeof begin, "left: out of reach, %.4f m\n", desk.tracker().errors()[1]);
  EXPECT_TRUE(help.starts_with(begin)) << help;
  EXPECT_NE(help.find("The target is farther away than its links are long"), std::string::npos);
  EXPECT_EQ(ui::target_help(desk.tracker(), 1, {}).find('\n'), std::string::npos);
}

TEST(TargetsOverlay, SelectsATargetByAPress) {
  Desk desk;
  desk.press("target/left");
  ASSERT_TRUE(desk.panels.targets.selected);
  EXPECT_EQ(desk.tracker().multibody().effector(*desk.panels.targets.selected).name, "left");
  desk.press("target/left");
  EXPECT_FALSE(desk.panels.targets.selected);
}

/// A desk with one effector out of reach.
struct FarTarget : Desk {
  explicit FarTarget(ImVec2 window) : Desk(scene(), "dls", window) {
    run(100);
    frames(2);
  }
  static lab::Scene scene() {
    lab::Scene scene = scenes::circling(bodies::forked_tree());
    scene.targets[1] = scenes::standing({50.0, 0.0, 0.0});
    return scene;
  }
};

TEST(TargetsOverlay, SaysInASmallPictureWhatIsOutOfReach) {
  for (const ImVec2 size : {ImVec2(900, 600), ImVec2(640, 480)}) {
    FarTarget desk(size);
    ui::open_page(desk.panels, ui::page_named("Why?"));
    desk.frames(3);
    EXPECT_TRUE(desk.says("left: out of reach")) << size.x;
    EXPECT_TRUE(desk.has("target/left"));
    EXPECT_FALSE(desk.has("target/right")) << "in reach: there is no room for it";
    EXPECT_GE(desk.item("target/left").min.x, desk.item("column/fold").max.x);
    desk.hover("target/left");
    EXPECT_TRUE(desk.says("The target is farther away than its links are long"));
  }
}

/// A far target of an effector with a long name.
struct LongName : FarTarget {
  explicit LongName(ImVec2 window) : FarTarget(window) {
    lab::Setup setup = timeline.setup();
    std::vector<ik::Effector> effectors(setup.scene->multibody.effectors().begin(),
                                        setup.scene->multibody.effectors().end());
    effectors[1].name = name;
    lab::Scene scene = *setup.scene;
    const auto joints = scene.multibody.joints();
    scene.multibody = ik::Multibody({joints.begin(), joints.end()}, effectors);
    setup.scene = std::make_shared<const lab::Scene>(scene);
    change(setup);
    run(1);
    frames(3);
  }
  const std::string name = "the tip of the longest finger of the left hand";
};

TEST(TargetsOverlay, CutsALongNameBeforeItsStatus) {
  LongName desk({1280, 720});
  EXPECT_TRUE(desk.says("hand out of reach"));
  EXPECT_FALSE(desk.says(desk.name + " out of reach"));
  desk.hover("target/" + desk.name);
  EXPECT_TRUE(desk.says(desk.name + ". The target is farther away than its links are long"));
}

TEST(TargetsOverlay, CutsALongNameOfAShortLineButNotTheStatus) {
  LongName desk({900, 600});
  ui::open_page(desk.panels, ui::page_named("Why?"));
  desk.frames(3);
  EXPECT_TRUE(desk.says("d: out of reach"));
  EXPECT_FALSE(desk.says(desk.name + ": out of reach"));
  desk.hover("target/" + desk.name);
  EXPECT_TRUE(desk.says(desk.name + ": out of reach."));
}

}  // namespace
