#include "ui/shell/tour.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "ui/desk.h"
#include "ui/drawn.h"

namespace {

TEST(Tour, ShowsWhatToPressFirstWithoutScrollingInALargeScale) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F}, 2.0F);
  desk.panels.tour.open = true;
  desk.frames(3);
  const ui::ItemRect watch = desk.item("tour/demonstration"), next = desk.item("tour/next");
  EXPECT_LT(watch.max.y, next.min.y);
  for (const ui::ItemRect& rect : {watch, next, desk.item("tour/skip")}) {
    EXPECT_LE(rect.max.y, rect.clip_max.y);
  }
  // the button of the next card is at the same height
  desk.press("tour/next");
  desk.frames(2);
  EXPECT_EQ(desk.item("tour/next").min.y, next.min.y);
  // a scroll bar may narrow the card, but the pointer stays on the button
  const float middle = 0.5F * (next.min.x + next.max.x);
  EXPECT_LT(desk.item("tour/next").min.x, middle);
  EXPECT_GT(desk.item("tour/next").max.x, middle);
  desk.press("tour/back");
  EXPECT_EQ(desk.panels.tour.card, 0U);
}

TEST(Tour, OutlinesNothingOverAnOpenList) {
  Desk desk;
  desk.panels.tour.open = true;
  desk.frames(2);
  const auto outlined = [] { return ImGui::GetForegroundDrawList()->VtxBuffer.size() > 0; };
  EXPECT_TRUE(outlined());
  desk.panels.help = true;
  desk.frames(2);
  EXPECT_FALSE(outlined());
  desk.panels.help = false;
  desk.panels.palette.open = true;
  desk.frames(2);
  EXPECT_FALSE(outlined());
  desk.panels.palette.open = false;
  desk.frames(2);
  EXPECT_TRUE(outlined());
  desk.press("rail/menu");
  desk.frames(2);
  EXPECT_FALSE(outlined());
}

TEST(Tour, ShowsRecordingAndThePageReach) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  desk.panels.tour.open = true;
  bool records = false, reaches = false;
  for (std::size_t card = 0; card < 8; ++card) {
    desk.panels.tour.card = card;
    desk.frames(2);
    records |= desk.says("saves the recording");
    reaches |= desk.says("page Reach");
  }
  EXPECT_TRUE(records);
  EXPECT_TRUE(reaches);
}

TEST(Tour, HasACardAsHighAsItsText) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F, 720.0F});
  const drawn::Reader reader(*ImGui::GetIO().Fonts, 1.0F);
  desk.panels.tour.open = true;
  std::set<float> heights;
  for (std::size_t card = 0; card < 8; ++card) {
    desk.panels.tour.card = card;
    desk.frames(3);
    const ui::Layout layout = ui::arrange(desk.theme, desk.size, false, desk.panels.arrangement);
    float top = 1e9F, bottom = 0.0F;
    for (const drawn::Words& words : reader.read(*ImGui::GetDrawData()).words) {
      if (words.window != "tour") continue;
      EXPECT_FALSE(words.cut_down) << words.text;
      top = std::min(top, words.whole.min.y);
      bottom = std::max(bottom, words.whole.max.y);
    }
    // the buttons' words are in the middle of their frames
    EXPECT_NEAR(top, layout.card.corner.y, 20.0F) << card;
    EXPECT_NEAR(bottom, layout.card.end().y, 20.0F) << card;
    heights.insert(layout.card.size.y);
  }
  EXPECT_GT(heights.size(), 1U);
}

TEST(Tour, ShowsItsCardsAndEnds) {
  Desk desk;
  EXPECT_FALSE(desk.has("tour/next"));
  desk.panels.tour.open = true;
  desk.frames(2);
  int cards = 0;
  for (; desk.panels.tour.open && cards < 20; ++cards) desk.press("tour/next");
  EXPECT_EQ(cards, 8);
  desk.panels.tour.open = true;
  desk.frames(2);
  desk.press("tour/skip");
  EXPECT_FALSE(desk.panels.tour.open);
}

// At 900 × 600 a page lies over the picture, and the frame lies over everything.
TEST(Tour, OutlinesThePictureBesideAPageThatCoversIt) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {900.0F, 600.0F});
  desk.panels.tour.open = true;
  const auto right_edge = [] {
    float right = 0.0F;
    for (const ImDrawVert& vertex : ImGui::GetForegroundDrawList()->VtxBuffer) {
      right = std::max(right, vertex.pos.x);
    }
    return right;
  };
  desk.frames(2);
  const float alone = right_edge();
  ui::open_page(desk.panels, 0);
  desk.frames(2);
  const ui::Layout layout = ui::arrange(desk.theme, desk.size, false, desk.panels.arrangement);
  ASSERT_FALSE(layout.page_beside);
  EXPECT_LT(right_edge(), alone);
  EXPECT_LE(right_edge(), layout.page.corner.x);
}

// A phone held sideways: the page has half of the width.
TEST(Tour, HasItsCardBesideAPageThatCoversThePicture) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {844.0F, 390.0F});
  desk.panels.tour.open = true;
  ui::open_page(desk.panels, 0);
  desk.frames(4);
  const ui::Layout layout = ui::arrange(desk.theme, desk.size, false, desk.panels.arrangement);
  ASSERT_FALSE(layout.page_beside);
  EXPECT_TRUE(desk.says("A race that cannot be won"));
  EXPECT_LE(desk.item("tour/next").max.x, layout.page.corner.x);
  desk.press("tour/next");
  EXPECT_EQ(desk.panels.tour.card, 1U);
}

TEST(Tour, WaitsBehindAPageAsWideAsThePicture) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {390.0F, 844.0F});
  desk.panels.tour.open = true;
  desk.frames(4);
  EXPECT_TRUE(desk.has("tour/next"));
  ui::open_page(desk.panels, 0);
  desk.frames(4);
  EXPECT_FALSE(desk.has("tour/next"));
  ui::show_page(desk.panels.arrangement, false);
  desk.frames(4);
  EXPECT_TRUE(desk.has("tour/next"));
}

}  // namespace
