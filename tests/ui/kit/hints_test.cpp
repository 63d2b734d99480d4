#include "ui/kit/hints.h"

#include <gtest/gtest.h>

#include "support/bodies.h"
#include "ui/desk.h"

namespace {

bool overlap(const ui::ItemRect& a, ImVec2 corner, ImVec2 size) {
  return a.min.x < corner.x + size.x && corner.x < a.max.x && a.min.y < corner.y + size.y &&
         corner.y < a.max.y;
}

bool inside(ImVec2 corner, ImVec2 size, ImVec2 display) {
  return corner.x >= 0.0F && corner.y >= 0.0F && corner.x + size.x <= display.x &&
         corner.y + size.y <= display.y;
}

TEST(PlaceHint, NeverCoversItsItemAndStaysInsideWhereThereIsRoom) {
  const ImVec2 display{1280.0F, 720.0F};
  constexpr float kGap = 6.0F;
  int fitting = 0, none = 0;
  for (int i = 1; i <= 4000; ++i) {
    const auto number = [i](int base) { return static_cast<float>(bodies::halton(i, base)); };
    const ImVec2 min{number(2) * 1270.0F, number(3) * 710.0F};
    const ImVec2 max{min.x + 2.0F + number(5) * (1278.0F - min.x),
                     min.y + 2.0F + number(7) * (718.0F - min.y)};
    const ui::ItemRect item{min, max};
    const ImVec2 size{20.0F + 600.0F * number(11), 20.0F + 300.0F * number(13)};
    const ImVec2 pointer{min.x + 0.7F * (max.x - min.x), min.y + 0.3F * (max.y - min.y)};
    const bool sides = min.x - kGap >= size.x || display.x - max.x - kGap >= size.x;
    const bool ends = min.y - kGap >= size.y || display.y - max.y - kGap >= size.y;
    for (const bool beside : {true, false}) {
      const ImVec2 corner = ui::place_hint(item, size, display, kGap, beside, pointer);
      ASSERT_FALSE(overlap(item, corner, size)) << i;
      ASSERT_EQ(inside(corner, size, display), sides || ends) << i << " " << beside;
    }
    ++(sides || ends ? fitting : none);
  }
  EXPECT_GT(fitting, 1000);
  EXPECT_GT(none, 20) << "the case without room is tried, too";
}

TEST(PlaceHint, PrefersTheSideThatTheWindowLeavesFree) {
  const ImVec2 display{1280.0F, 720.0F}, size{320.0F, 60.0F};
  const ui::ItemRect row{{12.0F, 300.0F}, {304.0F, 322.0F}};
  const ImVec2 right = ui::place_hint(row, size, display, 6.0F, true, row.middle());
  EXPECT_EQ(right.x, 310.0F);
  EXPECT_EQ(right.y, 300.0F);
  const ui::ItemRect at_right{{1000.0F, 700.0F}, {1270.0F, 718.0F}};
  const ImVec2 left = ui::place_hint(at_right, size, display, 6.0F, true, at_right.middle());
  EXPECT_EQ(left.x, 1000.0F - 6.0F - 320.0F);
  EXPECT_EQ(left.y, 718.0F - 60.0F) << "upwards from its lower edge";
  const ui::ItemRect track{{500.0F, 470.0F}, {1100.0F, 494.0F}};
  const ImVec2 above = ui::place_hint(track, size, display, 6.0F, false, {900.0F, 480.0F});
  EXPECT_EQ(above.y, 470.0F - 6.0F - 60.0F);
  EXPECT_EQ(above.x, 900.0F - 160.0F) << "above the pointer";
}

/// Rectangle of the drawn tooltip; empty if there is none.
std::optional<ui::ItemRect> tooltip() {
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    if (std::string(list._OwnerName).rfind("##Tooltip", 0) != 0 || list.VtxBuffer.empty()) continue;
    ui::ItemRect rect{{1e9F, 1e9F}, {-1e9F, -1e9F}};
    for (const ImDrawVert& vertex : list.VtxBuffer) {
      rect.min = {std::min(rect.min.x, vertex.pos.x), std::min(rect.min.y, vertex.pos.y)};
      rect.max = {std::max(rect.max.x, vertex.pos.x), std::max(rect.max.y, vertex.pos.y)};
    }
    return rect;
  }
  return std::nullopt;
}

TEST(Hint, StandsBesideItsItemAfterADelay) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  for (const char* name : {"setting/lambda", "run/play", "timeline/undo", "timeline/track",
                           "plot-title/first", "log/second", "page/Sweep", "status/error"}) {
    desk.point_at({800.0F, 200.0F});
    desk.frames(3);
    const ui::ItemRect item = desk.item(name);
    desk.point_at(item.middle());
    desk.frames(6);
    EXPECT_FALSE(tooltip()) << name << ": at once";
    desk.wait_for_hint();
    const auto shown = tooltip();
    ASSERT_TRUE(shown) << name;
    EXPECT_FALSE(
        overlap(item, shown->min, {shown->max.x - shown->min.x, shown->max.y - shown->min.y}))
        << name;
    EXPECT_LE(shown->max.x - shown->min.x, 345.0F) << name;
    // one pixel for the border's soft edge
    EXPECT_GE(shown->min.x, -1.0F) << name;
    EXPECT_GE(shown->min.y, -1.0F) << name;
    EXPECT_LE(shown->max.x, 1281.0F) << name;
    EXPECT_LE(shown->max.y, 721.0F) << name;
  }
}

TEST(Hint, IsNotThereWhileSomethingIsDragged) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  desk.hover("setting/lambda");
  ASSERT_TRUE(tooltip());
  const ui::ItemRect item = desk.item("setting/lambda");
  ImGui::GetIO().MouseDown[0] = true;
  for (int i = 0; i < 60; ++i) {
    desk.point_at({item.middle().x + 0.5F * static_cast<float>(i), item.middle().y});
    desk.frame();
    if (i > 1) {
      EXPECT_FALSE(tooltip()) << i;
    }
  }
  ImGui::GetIO().MouseDown[0] = false;
  desk.frames(2);
  desk.wait_for_hint();
  EXPECT_FALSE(tooltip()) << "the pointer is still where it was released";
  desk.point_at({800.0F, 200.0F});
  desk.frames(2);
  desk.hover("setting/lambda");
  EXPECT_TRUE(tooltip());
}

TEST(Hint, DoesNotCoverWhatAPressHasOpened) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  desk.hover("page/Compare");
  ASSERT_TRUE(tooltip());
  desk.press("page/Compare");
  desk.wait_for_hint();
  EXPECT_FALSE(tooltip());
  desk.hover("page/Crowd");
  EXPECT_TRUE(tooltip()) << "another one";
  desk.hover("page/Compare");
  EXPECT_TRUE(tooltip()) << "the pointer came back";
}

TEST(Hint, LiesOnNoOpenListAndIsGoneAfterAKeyUntilThePointerMoves) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  desk.hover("run/folder");
  ASSERT_TRUE(tooltip());
  desk.key(ui::Key{'K'}, true);
  ASSERT_TRUE(desk.panels.palette.open);
  for (int i = 0; i < 80; ++i) {
    desk.frame();
    ASSERT_FALSE(tooltip()) << i;
  }
  // no tooltip below the open list, even while the pointer moves
  const ImVec2 middle = desk.item("run/folder").middle();
  desk.point_at({middle.x + 4.0F, middle.y});
  desk.wait_for_hint();
  EXPECT_FALSE(tooltip());
  desk.key(ui::Key::kEscape);
  desk.wait_for_hint();
  EXPECT_FALSE(tooltip()) << "the pointer has not moved since";
  desk.point_at(middle);
  desk.wait_for_hint();
  EXPECT_TRUE(tooltip());
}

TEST(Hint, OfAStatusCoversNoOtherRow) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  desk.hover("target/left");
  const auto shown = tooltip();
  ASSERT_TRUE(shown);
  const ImVec2 size{shown->max.x - shown->min.x, shown->max.y - shown->min.y};
  for (const char* row : {"target/left", "target/right"}) {
    EXPECT_FALSE(overlap(desk.item(row), shown->min, size)) << row;
  }
}

TEST(PlaceHint, ExtendsUpwardsBesideAnItemInTheLowerHalf) {
  const ImVec2 display{1280, 720}, size{300, 90};
  const ui::ItemRect low{{100, 500}, {200, 520}}, high{{100, 100}, {200, 120}};
  EXPECT_EQ(ui::place_hint(low, size, display, 6, true, {}).y + size.y, low.max.y);
  EXPECT_EQ(ui::place_hint(high, size, display, 6, true, {}).y, high.min.y);
}

TEST(Hint, OfAControlIsAParagraphBelowThatOfItsRowAndCoversNeither) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 900.0F});
  desk.hover("switch/d-max");
  EXPECT_TRUE(desk.says("press to switch this limit on"));
  const auto shown = tooltip();
  ASSERT_TRUE(shown);
  // right of the whole row, including its reset button at the end
  EXPECT_GE(shown->min.x, desk.item("setting/d-max").max.x);
}

}  // namespace
