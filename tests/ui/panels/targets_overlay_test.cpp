#include "ui/panels/targets_panel.h"

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

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
  EXPECT_TRUE(desk.says("… out of reach"));
  desk.hover("target/" + desk.name);
  EXPECT_TRUE(desk.says(desk.name + ". The target is farther away than its links are long"));
}

TEST(TargetsOverlay, CutsALongNameOfAShortLineButNotTheStatus) {
  LongName desk({900, 600});
  ui::open_page(desk.panels, ui::page_named("Why?"));
  desk.frames(3);
  EXPECT_TRUE(desk.says("…: out of reach"));
  EXPECT_FALSE(desk.says("left hand: out of reach"));
  desk.hover("target/" + desk.name);
  EXPECT_TRUE(desk.says(desk.name + ": out of reach."));
}

}  // namespace
