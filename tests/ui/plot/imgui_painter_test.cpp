#include "ui/plot/plot.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

/// The triangles of one painter call on an empty list.
class ImGuiPainterTest : public testing::Test {
 protected:
  struct Drawn {
    float left = 1e9F, right = -1e9F, top = 1e9F, bottom = -1e9F;
    int vertices = 0;
    bool whole = true;  // true if all of them are on whole pixels
  };

  template <class Call>
  Drawn drawn(const Call& call) {
    desk.frame();
    ImGui::NewFrame();
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const int before = list.VtxBuffer.Size;
    ui::ImGuiPainter painter(desk.theme, list);
    call(painter);
    Drawn result;
    for (int i = before; i < list.VtxBuffer.Size; ++i) {
      const ImVec2 at = list.VtxBuffer[i].pos;
      result.left = std::min(result.left, at.x);
      result.right = std::max(result.right, at.x);
      result.top = std::min(result.top, at.y);
      result.bottom = std::max(result.bottom, at.y);
      result.whole &= at.x == std::round(at.x) && at.y == std::round(at.y);
      ++result.vertices;
    }
    ImGui::EndFrame();
    return result;
  }

  Desk desk;
};

constexpr lab::Color kInk{0.2F, 0.4F, 0.6F};

TEST_F(ImGuiPainterTest, DrawsCellsOnWholePixelsFromEdgeToEdge) {
  const std::vector<lab::Color> colors(21, kInk);
  const Drawn cells = drawn([&](lab::Painter& painter) {
    painter.cells({100.4, 50.3, 70.0, 40.0}, 7, colors);
  });
  EXPECT_EQ(cells.vertices, 4 * 21);
  EXPECT_TRUE(cells.whole);
  EXPECT_EQ(cells.left, 100.0F);
  EXPECT_EQ(cells.right, 170.0F);
  EXPECT_EQ(cells.top, 50.0F);
  EXPECT_EQ(cells.bottom, 90.0F);
}

TEST_F(ImGuiPainterTest, PutsTextsWhereTheyAreAsked) {
  const lab::Letters letters = ui::plot_style(desk.theme).numbers;
  const auto at = [&](lab::Align align) {
    return drawn([&](lab::Painter& painter) { painter.text({300, 200}, "888", letters, align); });
  };
  const Drawn left = at(lab::Align::kLeft), middle = at(lab::Align::kMiddle),
              right = at(lab::Align::kRight);
  constexpr float kBearing = 2.5F;  // a digit's side bearing, and rounding to pixels
  EXPECT_NEAR(left.left, 300.0F, kBearing);
  EXPECT_NEAR(0.5F * (middle.left + middle.right), 300.0F, kBearing);
  EXPECT_NEAR(right.right, 300.0F, kBearing);
  for (const Drawn& text : {left, middle, right}) {
    EXPECT_NEAR(0.5F * (text.top + text.bottom), 200.0F, kBearing);
  }
}

TEST_F(ImGuiPainterTest, ClosesALineThatEndsWhereItBegins) {
  // an open stroke of n points has n - 2 joins and two ends, a closed one of n + 1 has n joins
  const std::vector<lab::Point> open = {{10, 10}, {50, 12}, {52, 40}, {12, 41}};
  std::vector<lab::Point> closed = open, apart = open;
  closed.push_back(open.front());
  apart.push_back({10, 11});
  const auto vertices = [&](const std::vector<lab::Point>& points) {
    return drawn([&](lab::Painter& painter) { painter.line(points, {kInk, 1.0}); }).vertices;
  };
  EXPECT_LT(vertices(closed), vertices(apart));
}

TEST_F(ImGuiPainterTest, KeepsThePeakOfALineThatTurnsBack) {
  // the miter of so sharp a corner would vanish
  const std::vector<lab::Point> peak = {{100, 200}, {101, 100}, {102, 200}};
  const Drawn line = drawn([&](lab::Painter& painter) { painter.line(peak, {kInk, 2.0}); });
  EXPECT_LE(line.top, 100.5F);
}

TEST_F(ImGuiPainterTest, HasAStyleForBothThemesAndEveryScale) {
  for (const bool dark : {false, true}) {
    desk.theme.dark = dark;
    desk.theme.color = ui::make_colors(dark);
    const lab::PlotStyle style = ui::plot_style(desk.theme);
    EXPECT_TRUE(style.compact);
    EXPECT_EQ(style.ground.r < 0.5F, dark);
    EXPECT_EQ(style.words.color.r > 0.5F, dark);
  }
}

}  // namespace
