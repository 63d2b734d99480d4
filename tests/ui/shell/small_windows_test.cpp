#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

/// Whether all corners of the frame's triangles are numbers.
bool is_finite(const ImDrawData& data) {
  for (int i = 0; i < data.CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
      if (!std::isfinite(vertex.pos.x) || !std::isfinite(vertex.pos.y)) return false;
    }
  }
  return true;
}

/// Every page, in a window that becomes as small as a window manager allows.
void expect_frames_at(Desk& desk, ImVec2 size) {
  desk.size = ImGui::GetIO().DisplaySize = size;
  for (std::size_t page = 0; page < ui::side_pages().size(); ++page) {
    ui::open_page(desk.panels, page);
    ui::show_column(desk.panels.arrangement, page % 2 == 0);
    desk.panels.targets.selected = page % 3 == 0 ? std::optional(0) : std::nullopt;
    desk.frames(2);
    EXPECT_TRUE(is_finite(*ImGui::GetDrawData()))
        << size.x << " x " << size.y << ", " << ui::side_pages()[page].name;
  }
}

// Dear ImGui's assertions end the program: then this test ends, too
TEST(SmallWindow, AsksNothingImpossibleOfDearImGui) {
  for (const float scale : {1.0F, ui::kMinScale, 3.0F}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F}, scale);
    desk.panels.tour.open = true;
    desk.saving.filmed = 3.0;
    desk.message = {"Saved everything, at last", false};
    lab::Setup setup = desk.timeline.setup();
    lab::add_lane(setup);
    desk.change(setup);
    desk.run(10);
    for (const bool apart : {false, true}) {
      desk.panels.lanes.apart = apart;
      for (const float width : {1.0F, 2.0F, 7.0F, 30.0F, 200.0F, 1280.0F}) {
        for (const float height : {1.0F, 2.0F, 3.0F, 5.0F, 9.0F, 30.0F, 720.0F}) {
          expect_frames_at(desk, {width, height});
        }
      }
    }
  }
}

TEST(SmallWindow, HidesAndShowsItsPanels) {
  Desk desk;
  desk.panels.arrangement.kept = {.controls = {.method = true}, .time = true, .plots = true};
  for (const bool hidden : {true, false}) {
    desk.panels.hidden = hidden;
    desk.panels.help = !hidden;
    desk.panels.palette.open = !hidden;
    for (const float side : {1.0F, 4.0F, 10.0F, 50.0F}) {
      expect_frames_at(desk, {side, side});
      expect_frames_at(desk, {side, 700.0F});
    }
  }
}

// Sizes of what a finger presses.
constexpr float kMinSide = 40.0F;  // points, of a side

/// A desk with a theme for fingers.
struct TouchDesk : Desk {
  explicit TouchDesk(ImVec2 window) : Desk(scenes::circling(bodies::forked_tree()), "dls", window) {
    platform = {.quits = false, .browser = true};
    theme.touch = true;
    ui::apply(theme, ImGui::GetStyle());
    playback.playing = true;
    frames(2);
  }

  /// Everything to press that is lower than a finger, or narrower.
  std::set<std::string> too_small(bool wide) const {
    std::set<std::string> names;
    for (const auto& [name, rect] : items) {
      const bool gone = rect.max.y <= rect.clip_min.y || rect.min.y >= rect.clip_max.y;
      // a legend is text of a plot, whose names are also in the plot's menu; a wider edge would
      // take the presses of the controls on both sides
      if (!rect.by_keys || rect.disabled || gone || name.starts_with("legend")) continue;
      if (name.ends_with("/edge")) continue;
      if (rect.max.y - rect.min.y < kMinSide) names.insert(name);
      if (wide && rect.max.x - rect.min.x < kMinSide) names.insert(name);
    }
    return names;
  }
};

using None = std::set<std::string>;
const std::array kScreens = {ImVec2(390, 844), ImVec2(844, 390), ImVec2(820, 1180)};

TEST(Touch, MakesEverythingOfTheFirstScreenAsLargeAsAFinger) {
  for (const ImVec2 screen : kScreens) {
    TouchDesk desk(screen);
    EXPECT_GT(desk.items.size(), 15U);
    EXPECT_TRUE(desk.has("timeline/undo")) << screen.x;
    EXPECT_EQ(desk.too_small(true), None()) << screen.x;
  }
}

TEST(Touch, MakesTheLeftColumnAsLargeAsAFinger) {
  for (const ImVec2 screen : kScreens) {
    TouchDesk desk(screen);
    if (!desk.panels.arrangement.column.shown()) desk.press("column/fold");
    desk.frames(2);
    ASSERT_TRUE(desk.has("run/play"));
    EXPECT_EQ(desk.too_small(false), None()) << screen.x;
  }
}

TEST(Touch, MakesListsAsHighAsAFinger) {
  for (const ImVec2 screen : kScreens) {
    TouchDesk desk(screen);
    desk.press("rail/menu");
    desk.frames(2);
    EXPECT_EQ(desk.too_small(false), None()) << screen.x;
    desk.press_at({2.0F, screen.y / 2.0F});
    desk.frames(2);
    desk.panels.palette = {.open = true, .text = ""};
    desk.frames(2);
    EXPECT_EQ(desk.too_small(false), None()) << screen.x;
  }
}

TEST(Touch, MakesEveryPageAsLargeAsAFinger) {
  for (const ImVec2 screen : kScreens) {
    for (std::size_t page = 0; page < ui::side_pages().size(); ++page) {
      TouchDesk desk(screen);
      ui::open_page(desk.panels, page);
      desk.frames(3);
      EXPECT_EQ(desk.too_small(false), None()) << screen.x << " " << ui::side_pages()[page].name;
    }
  }
}

TEST(Touch, KeepsTheRailsLastPageInReachByScrolling) {
  TouchDesk desk({844, 390});
  const std::string last = std::string("page/") + ui::side_pages().back().name;
  EXPECT_GT(desk.item(last).max.y, 390.0F);
  desk.point_at(desk.item("rail/menu").middle());
  desk.frames(2);
  for (int i = 0; i < 20; ++i) {
    ui::add_wheel(0.0, -1.0);
    desk.frame();
  }
  EXPECT_LE(desk.item(last).max.y, 390.0F);
  desk.press(last);
  EXPECT_EQ(desk.panels.page, ui::side_pages().size() - 1);
}

TEST(Touch, LeavesDesktopsAsTheyAre) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {390, 844});
  EXPECT_LT(desk.item("timeline/play").max.y - desk.item("timeline/play").min.y, kMinSide);
}

}  // namespace
