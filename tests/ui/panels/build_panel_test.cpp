// The page for building bodies.
#include "ui/panels/pages.h"

#include <gtest/gtest.h>

#include "lab/body/build.h"
#include "ui/desk.h"
#include "ui/shell/command_palette.h"

namespace {

using Kind = ui::BodyPart::Kind;

/// A desk with this page open on a new body.
struct BuildDesk : Desk {
  explicit BuildDesk(lab::Scene scene = lab::new_body(), ImVec2 display = {1280.0F, 1400.0F})
      : Desk(std::move(scene), "dls", display) {
    ui::open_page(panels, ui::page_named("Body"));
    frames(3);
  }
  const lab::Scene& scene() const { return *timeline.setup().scene; }
  void click(const std::string& item) {
    press(item);
    frames(2);
  }
};

TEST(BuildPanel, ListsJointsEffectorsAndObstacles) {
  BuildDesk desk(lab::with_obstacle(lab::new_body(), {1.0, 1.0, 1.0}, 0.1));
  EXPECT_TRUE(desk.has("build-joint/joint"));
  EXPECT_TRUE(desk.has("build-effector/tip"));
  EXPECT_TRUE(desk.has("build-obstacle/obstacle"));
  EXPECT_FALSE(desk.has("build/Offset [m]"));
  desk.click("build-obstacle/obstacle");
  EXPECT_TRUE(desk.has("build/Radius [m]"));
  desk.click("build-effector/tip");
  EXPECT_TRUE(desk.has("build/Offset [m]"));
  EXPECT_FALSE(desk.has("build/Axis"));
  desk.click("build-joint/joint");
  EXPECT_TRUE(desk.has("build/Axis"));
  desk.click("build-joint/joint");
  EXPECT_FALSE(desk.panels.build.chosen);
}

TEST(BuildPanel, MovesPartsByAHundredthOfALinkInBodiesOfEverySize) {
  for (const double size : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    // two links of this length
    std::vector<ik::Joint> joints(2);
    for (int j = 0; j < 2; ++j) {
      joints[static_cast<std::size_t>(j)].name = "j" + std::to_string(j);
      joints[static_cast<std::size_t>(j)].parent = j - 1;
    }
    joints[1].parent_from_joint.translation() = Eigen::Vector3d(0.0, size, 0.0);
    lab::Scene scene = scenes::circling(ik::Multibody(joints, {{"tip", 1, {0.0, size, 0.0}}}));
    BuildDesk desk(std::move(scene));
    desk.click("build-effector/tip");
    const auto offset = [&desk] { return desk.scene().multibody.effector(0).offset.y(); };
    // the keyboard: one arrow is one step
    for (int i = 0; i < 300; ++i) {
      if (desk.panels.focus.at.back() == desk.item("build/Offset [m]/1").id) break;
      desk.key(ui::Key::kTab);
    }
    desk.key(ui::Key::kUp);
    desk.frames(2);
    EXPECT_NEAR(offset(), 1.01 * size, 1e-9 * size) << size;
    // the pointer: a hundred pixels are about a link
    desk.drag("build/Offset [m]/1", 0.1F, 0.9F);
    EXPECT_GT(offset(), 1.1 * size) << size;
    EXPECT_LT(offset(), 2.0 * size) << size;
  }
}

TEST(BuildPanel, AnAddedJointLengthensTheChainAndIsChosen) {
  BuildDesk desk;
  const long now = desk.timeline.now();
  desk.click("build-joint/joint");
  desk.click("build/add-joint");
  ASSERT_EQ(desk.scene().multibody.joint_count(), 2);
  EXPECT_EQ(desk.panels.build.chosen, (ui::BodyPart{Kind::kJoint, 1}));
  EXPECT_TRUE(desk.has("build-joint/joint 2"));
  // the run continues
  EXPECT_EQ(desk.timeline.now(), now);
  ASSERT_EQ(desk.timeline.marks().size(), 1U);
  EXPECT_EQ(desk.timeline.marks()[0].text(), "joint joint 2 added");
  EXPECT_EQ(desk.changes.back(), "add a joint");
}

TEST(BuildPanel, NoOutcomeIsToldOfABodyThatWasNotUpdated) {
  BuildDesk desk;
  desk.run(20);
  desk.frames(2);
  EXPECT_TRUE(desk.says("moved"));
  desk.click("build-joint/joint");
  desk.click("build/add-joint");
  EXPECT_TRUE(desk.says("changed body"));
  for (const char* outcome : {"moved", "reached"}) EXPECT_FALSE(desk.says(outcome)) << outcome;
  desk.run(1);
  desk.frames(2);
  EXPECT_FALSE(desk.says("changed body"));
  EXPECT_TRUE(desk.says("moved"));
}

TEST(BuildPanel, EffectorsAndObstaclesAreAdded) {
  BuildDesk desk;
  desk.click("build/add-effector");
  EXPECT_EQ(desk.scene().multibody.effector_count(), 2);
  EXPECT_EQ(desk.timeline.setup().targets.size(), 2U);
  EXPECT_EQ(desk.panels.build.chosen, (ui::BodyPart{Kind::kEffector, 1}));
  desk.click("build/add-obstacle");
  ASSERT_EQ(desk.scene().obstacles.size(), 1U);
  EXPECT_EQ(desk.panels.build.chosen, (ui::BodyPart{Kind::kObstacle, 0}));
  desk.click("build/delete");
  EXPECT_TRUE(desk.scene().obstacles.empty());
  EXPECT_FALSE(desk.panels.build.chosen);
}

TEST(BuildPanel, TheLastJointAndEffectorStayAndASentenceSaysWhy) {
  BuildDesk desk;
  desk.click("build-joint/joint");
  desk.click("build/delete");
  EXPECT_EQ(desk.scene().multibody.joint_count(), 1);
  EXPECT_TRUE(desk.says("'joint' is the only joint, and a body needs one"));
  desk.click("build-effector/tip");
  EXPECT_FALSE(desk.says("is the only joint"));
  desk.click("build/delete");
  EXPECT_TRUE(desk.says("'tip' is the only effector, and a body needs one"));
  EXPECT_TRUE(desk.changes.empty());
}

TEST(BuildPanel, TheDeleteKeyActsOnlyWhileThePageIsOpen) {
  BuildDesk desk;
  desk.click("build/add-obstacle");
  ui::show_page(desk.panels.arrangement, false);
  desk.frames(2);
  desk.key(ui::Key::kDelete);
  desk.frames(2);
  EXPECT_EQ(desk.scene().obstacles.size(), 1U);
  ui::show_page(desk.panels.arrangement, true);
  desk.frames(2);
  desk.key(ui::Key::kDelete);
  desk.frames(2);
  EXPECT_TRUE(desk.scene().obstacles.empty());
}

TEST(BuildPanel, ADragOfAnOffsetIsOneChange) {
  BuildDesk desk;
  desk.click("build/add-joint");
  const lab::Setup before = desk.timeline.setup();
  desk.drag("build/Offset [m]", 0.1F, 0.25F);
  desk.frames(2);
  const ik::Joint& joint = desk.scene().multibody.joint(1);
  EXPECT_GT(joint.parent_from_joint.translation().x(), 0.55);
  EXPECT_EQ(joint.parent_from_joint.translation().y(), 0.0);
  EXPECT_EQ(desk.changes.back(), "joint joint 2");
  EXPECT_EQ(desk.undo.undo(), before);
}

TEST(BuildPanel, TypesAndLimitsAreSet) {
  BuildDesk desk;
  desk.click("build-joint/joint");
  desk.press_part("build/limited", 0.5F);
  desk.frames(2);
  const auto joint = [&desk]() -> const ik::Joint& { return desk.scene().multibody.joint(0); };
  EXPECT_DOUBLE_EQ(joint().upper, 0.5 * EIGEN_PI);
  EXPECT_DOUBLE_EQ(joint().lower, -0.5 * EIGEN_PI);
  desk.press_part("build/type", 0.75F);
  desk.frames(2);
  EXPECT_EQ(joint().type, ik::JointType::kPrismatic);
  EXPECT_EQ(joint().upper, ik::kUnlimited);
}

TEST(BuildPanel, AnInitialValueIsTypedInDegreesAndStopsAtTheLimits) {
  BuildDesk desk;
  desk.timeline.seek(0);
  desk.click("build-joint/joint");
  const lab::Setup before = desk.timeline.setup();
  desk.type("build/Initial [°]", "30");
  desk.frames(2);
  const auto joint = [&desk]() -> const ik::Joint& { return desk.scene().multibody.joint(0); };
  EXPECT_NEAR(joint().initial, EIGEN_PI / 6.0, 1e-15);
  EXPECT_EQ(desk.timeline.now(), 0);
  EXPECT_EQ(desk.tracker().pose().theta[0], joint().initial);
  EXPECT_EQ(desk.changes.back(), "joint joint");
  desk.press_part("build/limited", 0.5F);
  desk.frames(2);
  desk.type("build/Initial [°]", "135");
  desk.frames(2);
  EXPECT_DOUBLE_EQ(joint().initial, 0.5 * EIGEN_PI);
  while (desk.undo.can_undo()) desk.change(desk.undo.undo());
  EXPECT_EQ(joint().initial, before.scene->multibody.joint(0).initial);
  desk.frames(2);
  desk.press_part("build/type", 0.75F);
  desk.frames(2);
  desk.type("build/Initial [m]", "0.125");
  desk.frames(2);
  EXPECT_EQ(joint().initial, 0.125);
}

TEST(BuildPanel, AnOpenLimitStaysOpenWhileTheOtherMoves) {
  lab::Scene scene = lab::new_body();
  ik::Joint half = scene.multibody.joint(0);
  half.upper = 1.0;
  BuildDesk desk(lab::with_changed_joint(scene, 0, half));
  desk.click("build-joint/joint");
  desk.drag("build/Range [°]", 0.75F, 0.9F);
  desk.frames(2);
  const ik::Joint& joint = desk.scene().multibody.joint(0);
  EXPECT_GT(joint.upper, 1.0);
  EXPECT_EQ(joint.lower, -ik::kUnlimited);
}

TEST(BuildPanel, AFollowerStartsWhereItsLeaderSays) {
  lab::Scene scene = lab::new_body();
  scene = lab::with_joint(scene, lab::next_joint(scene.multibody, 0));
  std::vector<ik::Joint> joints(scene.multibody.joints().begin(), scene.multibody.joints().end());
  std::vector<ik::Effector> effectors(scene.multibody.effectors().begin(),
                                      scene.multibody.effectors().end());
  joints[1].leader = 0;
  scene.multibody = ik::Multibody(joints, effectors);
  BuildDesk desk(scene);
  desk.click("build-joint/joint 2");
  EXPECT_TRUE(desk.says("follows joint"));
}

TEST(BuildPanel, AnEffectorGetsAnAimAndLosesIt) {
  BuildDesk desk;
  desk.click("build-effector/tip");
  EXPECT_FALSE(desk.has("build/Toward"));
  const lab::Setup before = desk.timeline.setup();
  desk.click("aim/direction");
  const auto tip = [&desk]() -> const ik::Effector& { return desk.scene().multibody.effector(0); };
  EXPECT_EQ(tip().aim, ik::AimKind::kDirection);
  EXPECT_EQ(tip().pointer, Eigen::Vector3d::UnitX());
  // the aim starts in the link's direction
  EXPECT_LT(desk.tracker().aim_errors()[0], 1e-7);
  EXPECT_EQ(desk.changes.back(), "aim of tip");
  ASSERT_EQ(desk.timeline.marks().size(), 1U);
  EXPECT_EQ(desk.timeline.marks()[0].text(), "effector tip: aim none → direction");
  desk.drag("build/Toward", 0.8F, 0.95F);
  desk.frames(2);
  EXPECT_GT(desk.scene().aims.at(0).base.direction.z(), 0.0);
  EXPECT_GT(desk.tracker().aim_errors()[0], 0.01);
  desk.drag("build/Pointer", 0.5F, 0.7F);
  desk.frames(2);
  EXPECT_GT(tip().pointer.y(), 0.0);
  desk.type("build/Lever [m]", "0.75");
  desk.frames(2);
  EXPECT_EQ(tip().lever, 0.75);
  desk.click("aim/orientation");
  EXPECT_EQ(tip().aim, ik::AimKind::kOrientation);
  EXPECT_TRUE(desk.has("build/Toward [°]"));
  EXPECT_FALSE(desk.has("build/Pointer"));
  desk.click("aim/none");
  EXPECT_EQ(tip().aim, ik::AimKind::kNone);
  EXPECT_TRUE(desk.scene().aims.empty());
  EXPECT_FALSE(desk.has("build/Lever [m]"));
  lab::Setup back = desk.timeline.setup();
  while (desk.undo.can_undo()) back = desk.undo.undo();
  EXPECT_EQ(back, before);
}

TEST(BuildPanel, AnEffectorTurnsInItsPlace) {
  BuildDesk desk;
  desk.click("build-effector/tip");
  const ik::Effector before = desk.scene().multibody.effector(0);
  desk.drag("build/Turn [°]", 0.8F, 0.95F);
  desk.frames(2);
  const ik::Effector& tip = desk.scene().multibody.effector(0);
  EXPECT_EQ(tip.offset, before.offset);
  // the third number is the yaw about z
  EXPECT_EQ(tip.rotation.col(2), Eigen::Vector3d::UnitZ());
  EXPECT_GT(tip.rotation(1, 0), 0.01);
  EXPECT_EQ(desk.changes.back(), "effector tip");
  ASSERT_EQ(desk.timeline.marks().size(), 1U);
  EXPECT_EQ(desk.timeline.marks()[0].text(), "effector tip turned");
}

TEST(BuildPanel, AnAimAtNothingIsRefusedWithASentence) {
  BuildDesk desk;
  desk.click("build-effector/tip");
  desk.click("aim/direction");
  const lab::Setup before = desk.timeline.setup();
  desk.type("build/Lever [m]", "-2");
  desk.frames(2);
  EXPECT_TRUE(desk.says("its lever must be finite and not negative"));
  EXPECT_EQ(desk.timeline.setup(), before);
}

TEST(BuildPanel, ANameIsTypedAndMustBeFree) {
  BuildDesk desk;
  desk.click("build/add-joint");
  desk.type("build/Name", "elbow", false);
  desk.frames(2);
  EXPECT_TRUE(desk.has("build-joint/elbow"));
  desk.type("build/Name", "joint", false);
  desk.frames(2);
  EXPECT_TRUE(desk.has("build-joint/elbow"));
  EXPECT_TRUE(desk.says("another one is called 'joint'"));
}

TEST(BuildPanel, ALongListScrollsToWhatIsChosenInThePicture) {
  BuildDesk desk(scenes::circling(bodies::planar_arm(60)), {1280.0F, 720.0F});
  const std::string first = "build-joint/" + desk.scene().multibody.joint(0).name;
  const std::string last = "build-joint/" + desk.scene().multibody.joint(59).name;
  const float top = desk.item(first).min.y;
  desk.panels.build.chosen = {Kind::kJoint, 59};
  desk.frames(4);
  const ui::ItemRect rect = desk.item(last), rows = desk.item("build/Name");
  EXPECT_GE(rect.min.y, top - 1.0F);
  EXPECT_LE(rect.max.y, rows.min.y);
  EXPECT_LT(rows.max.y, 720.0F);
}

TEST(BuildPanel, CommandsBuildToo) {
  BuildDesk desk;
  const auto command = [&desk](const std::string& text) {
    const auto rows = ui::search(desk.shown(), text);
    ASSERT_FALSE(rows.empty()) << text;
    ui::Edit edit(desk.timeline.setup());
    const ui::LabView shown = desk.shown();
    rows.front().act({shown, desk.panels, edit});
    if (!(edit.setup == desk.timeline.setup())) desk.change(edit.setup);
    desk.frames(2);
  };
  command("Add a joint to the body");
  EXPECT_EQ(desk.scene().multibody.joint_count(), 2);
  command("Add an obstacle");
  EXPECT_EQ(desk.scene().obstacles.size(), 1U);
}

TEST(BuildPanel, ANewBodyIsAskedForByItsButton) {
  BuildDesk desk;
  desk.click("empty/Body");
  EXPECT_TRUE(desk.sends(ui::Command::kNewBody));
}

TEST(BuildPanel, WithoutTheLastEffectorOfASelectedTargetNothingIsSelected) {
  BuildDesk desk;
  desk.click("build/add-effector");
  desk.panels.targets.selected = 1;
  desk.frames(2);
  desk.click("build/delete");
  EXPECT_EQ(desk.scene().multibody.effector_count(), 1);
  EXPECT_FALSE(desk.panels.targets.selected);
}

}  // namespace
