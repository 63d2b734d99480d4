#include <array>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

const std::array kSizes = {ImVec2(480, 320),   ImVec2(900, 600),   ImVec2(1280, 720),
                           ImVec2(1920, 1080), ImVec2(3840, 2160), ImVec2(500, 2000)};

bool overlap(const ui::Area& a, const ui::Area& b) {
  return a.corner.x < b.corner.x + b.size.x && b.corner.x < a.corner.x + a.size.x &&
         a.corner.y < b.corner.y + b.size.y && b.corner.y < a.corner.y + a.size.y;
}

TEST(Layout, FillsEveryWindowWithoutOverlap) {
  for (const float scale : {1.0F, 1.5F, 2.0F}) {
    for (const ImVec2 size : kSizes) {
      ui::Theme theme;
      theme.scale = scale;
      const ui::Layout layout = ui::arrange(theme, size, false);
      const ui::Area areas[] = {layout.column, layout.strip, layout.time, layout.status,
                                layout.view};
      float filled = 0.0F;
      for (const ui::Area& a : areas) {
        filled += a.size.x * a.size.y;
        EXPECT_GE(a.corner.x, 0.0F);
        EXPECT_GE(a.corner.y, 0.0F);
        EXPECT_LE(a.corner.x + a.size.x, size.x);
        EXPECT_LE(a.corner.y + a.size.y, size.y);
        for (const ui::Area& b : areas) EXPECT_TRUE(&a == &b || !overlap(a, b));
      }
      EXPECT_NEAR(filled, size.x * size.y, 1.0F);
      EXPECT_GT(layout.view.size.y, 0.25F * size.y);
      EXPECT_GT(layout.view.size.x, 0.5F * size.x);
    }
  }
}

TEST(Layout, GivesTheWholeWindowToThePictureWhereThePanelsAreHidden) {
  const ui::Layout layout = ui::arrange(ui::Theme{}, {800, 600}, true);
  EXPECT_EQ(layout.view.size.x, 800.0F);
  EXPECT_EQ(layout.view.size.y, 600.0F);
  EXPECT_EQ(layout.column.size.x, 0.0F);
}

TEST(Panels, KeepEveryControlInItsColumn) {
  for (const char* method : {"dls", "sdls"}) {
    Desk desk(scenes::circling(bodies::slider_arm()), method, {1280, 720});
    const ui::Layout layout = ui::arrange(desk.theme, desk.size, false);
    const float right = layout.column.corner.x + layout.column.size.x;
    for (const auto& [name, rect] : desk.items) {
      const bool in_column = rect.min.x < right;
      if (in_column) {
        EXPECT_LE(rect.max.x, right) << name;
      } else {
        EXPECT_LE(rect.max.x, desk.size.x) << name;
        EXPECT_LE(rect.max.y, desk.size.y) << name;
      }
    }
  }
}

TEST(Panels, FitAnUsualWindowWithoutScrolling) {
  // a laptop's 1280 x 720, with the method that a first start shows
  Desk desk(scenes::circling(bodies::slider_arm()), "dls", {1280, 720});
  EXPECT_LE(desk.item("setting/time-step").max.y, 720.0F);
}

TEST(Panels, SurviveAWindowOfAnySize) {
  for (const ImVec2 size : kSizes) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    desk.frames(3);
  }
}

}  // namespace
