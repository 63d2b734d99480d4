#include <algorithm>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "ui/desk.h"
#include "ui/drawn.h"

namespace {

using ui::Key;

/// A desk with the page "Reach" open and standing targets.
class HiddenReach : public testing::Test {
 protected:
  HiddenReach() : HiddenReach(ImVec2{1280.0F, 800.0F}) {}
  explicit HiddenReach(ImVec2 size) : desk(io::find_scene("two-link-arm"), "dls", size) {
    ui::open_page(desk.panels, ui::page_named("Reach"));
    desk.frames(3);
    desk.press("reach/stand");
    desk.panels.targets.selected = 0;
    desk.frames(2);
  }
  bool goes_on() const {
    return desk.reach_wish().has_value() && desk.panels.reach.shows_ghosts(true);
  }

  Desk desk;
};

class FoldedReach : public HiddenReach {
 protected:
  FoldedReach() : HiddenReach(ImVec2{500.0F, 900.0F}) {}
};

TEST_F(HiddenReach, GoesOnWithItsRateWhileThePanelsAreHidden) {
  desk.panels.reach.cloud = true;
  desk.panels.reach.pace = 1;
  desk.frames(2);
  const ui::ReachWish before = desk.reach_wish().value();
  desk.key(Key{'H'});
  desk.frames(3);
  ASSERT_FALSE(desk.has("reach/stand"));
  ASSERT_TRUE(goes_on());
  EXPECT_EQ(desk.reach_wish(), before);
  desk.key(Key{'H'});
  desk.frames(3);
  EXPECT_TRUE(desk.has("reach/stand"));
  EXPECT_TRUE(goes_on());
}

TEST_F(HiddenReach, GoesOnWhereItsPageIsFoldedAndEndsWhereAnotherOneIsOpen) {
  desk.key(Key::kF3);
  desk.frames(2);
  ASSERT_FALSE(desk.has("reach/stand"));
  ASSERT_TRUE(goes_on());
  ui::open_page(desk.panels, ui::page_named("Compare"));
  desk.frames(2);
  EXPECT_FALSE(goes_on());
}

TEST_F(FoldedReach, GoesOnWhenItsPageIsFoldedInANarrowWindow) {
  ASSERT_TRUE(goes_on());
  desk.press("page/Reach");
  desk.frames(2);
  ASSERT_FALSE(desk.has("reach/stand"));
  EXPECT_TRUE(goes_on());
  ui::open_page(desk.panels, ui::page_named("Compare"));
  desk.frames(2);
  EXPECT_FALSE(goes_on());
}

TEST(HiddenPanels, LeaveARecordingInSight) {
  Desk desk;
  desk.saving.recorded = 41;
  desk.frames(2);
  EXPECT_FALSE(desk.has("recording/stop")) << "the panels say it";
  desk.key(Key{'H'});
  desk.frames(3);
  const drawn::Frame frame = drawn::Reader(*ImGui::GetIO().Fonts, 1.0F).read(*ImGui::GetDrawData());
  const auto line = std::ranges::find(frame.words, "Recording, 41 rows", &drawn::Words::text);
  ASSERT_NE(line, frame.words.end());
  EXPECT_NEAR(line->whole.middle().y, desk.item("recording/stop").middle().y, 2.5F);
  desk.press("recording/stop");
  EXPECT_TRUE(desk.sends(ui::Command::kRecordOrStop));
  desk.saving.recorded.reset();
  desk.frames(2);
  EXPECT_FALSE(desk.has("recording/stop"));
}

TEST(HiddenPanels, SayForSomeSecondsHowTheyComeBack) {
  Desk desk;
  desk.point_at({600.0F, 300.0F});
  desk.frames(3);
  EXPECT_FALSE(desk.says("H shows the panels"));
  desk.key(Key{'H'});
  desk.frames(2);
  EXPECT_TRUE(desk.says("H shows the panels"));
  const auto wait = [&desk] { desk.frames(static_cast<int>(5.0F / ImGui::GetIO().DeltaTime)); };
  wait();
  EXPECT_FALSE(desk.says("H shows the panels"));
  desk.point_at({640.0F, 330.0F});
  desk.frames(2);
  EXPECT_TRUE(desk.says("H shows the panels")) << "the pointer moves";
  wait();
  desk.key(Key::kEscape);
  desk.frames(2);
  EXPECT_TRUE(desk.says("H shows the panels"));
  desk.press("panels/show");
  desk.frames(3);
  EXPECT_TRUE(desk.has("run/play"));
  EXPECT_FALSE(desk.says("H shows the panels"));
}

TEST(HiddenPanels, SayNothingInAWindowThatBeginsWithoutThem) {
  Desk desk;
  desk.panels.hidden = true;
  desk.panels.way_back = {};  // as before the first frame
  desk.point_at({600.0F, 300.0F});
  desk.frames(3);
  desk.point_at({640.0F, 330.0F});
  desk.frames(2);
  EXPECT_FALSE(desk.says("H shows the panels"));
}

}  // namespace
