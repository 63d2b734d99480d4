#include "ui/kit/damage.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace {

constexpr int kWidth = 640, kHeight = 400;

/// Frames of one list of Dear ImGui, without a window.
class WindowDamage : public testing::Test {
 protected:
  WindowDamage() : context_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {kWidth, kHeight};
    io.Fonts->Build();
  }
  ~WindowDamage() override { ImGui::DestroyContext(context_); }

  struct Box {
    ui::PixelRect place;
    ImU32 color = 0xffffffff;
  };
  /// A frame of filled rectangles. \returns what differs from the last one
  std::vector<ui::PixelRect> take(const std::vector<Box>& boxes,
                                  std::span<const ui::PixelRect> anew = {}) {
    ImGui::NewFrame();
    for (const Box& box : boxes) {
      ImGui::GetBackgroundDrawList()->AddRectFilled(
          {static_cast<float>(box.place.left), static_cast<float>(box.place.top)},
          {static_cast<float>(box.place.right), static_cast<float>(box.place.bottom)}, box.color);
    }
    ImGui::Render();
    const auto rects = damage.take(*ImGui::GetDrawData(), anew);
    return {rects.begin(), rects.end()};
  }
  static bool contains(const std::vector<ui::PixelRect>& rects, int x, int y) {
    int count = 0;
    for (const ui::PixelRect& r : rects) {
      count += x >= r.left && x < r.right && y >= r.top && y < r.bottom;
    }
    EXPECT_LE(count, 1) << "rectangles overlap at " << x << ", " << y;
    return count > 0;
  }

  ui::Damage damage;

 private:
  ImGuiContext* context_;
};

const ui::PixelRect kWindow{0, 0, kWidth, kHeight};

TEST_F(WindowDamage, IsTheWholeWindowAtFirstAndNothingWhileNothingChanges) {
  const std::vector<Box> boxes = {{{10, 10, 200, 60}}, {{300, 100, 500, 390}, 0xff336699}};
  EXPECT_EQ(take(boxes), std::vector{kWindow});
  EXPECT_TRUE(take(boxes).empty());
  EXPECT_TRUE(take(boxes).empty());
  damage.forget();
  EXPECT_EQ(take(boxes), std::vector{kWindow});
}

TEST_F(WindowDamage, ContainsAllPixelsOfBothPlacesOfAMovedBox) {
  const Box still{{0, 0, kWidth, kHeight}, 0xff101010};
  take({still, {{20, 20, 90, 41}}});
  const auto rects = take({still, {{401, 300, 477, 333}}});
  int area = 0;
  for (const ui::PixelRect& rect : rects) area += rect.area();
  EXPECT_LT(area, kWidth * kHeight / 4) << "the rest stays";
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const bool before = x >= 20 && x < 90 && y >= 20 && y < 41;
      const bool after = x >= 401 && x < 477 && y >= 300 && y < 333;
      const bool differs = contains(rects, x, y);
      if (before || after) {
        ASSERT_TRUE(differs) << x << " " << y;
      }
    }
  }
}

TEST_F(WindowDamage, SeesAColourAndTheOrderOfDrawing) {
  const Box red{{50, 50, 80, 80}, 0xff0000ff}, blue{{60, 60, 90, 90}, 0xffff0000};
  take({red, blue});
  EXPECT_TRUE(contains(take({blue, red}), 65, 65)) << "the other one is on top";
  EXPECT_TRUE(contains(take({blue, {red.place, 0xff0000fe}}), 55, 55));
}

TEST_F(WindowDamage, ContainsWhatIsAnew) {
  const std::vector<Box> boxes = {{{10, 10, 200, 60}}};
  take(boxes);
  const ui::PixelRect picture{100, 100, 401, 303};
  EXPECT_EQ(take(boxes, {&picture, 1}), std::vector{picture});
  const ui::PixelRect beyond{-50, 390, 30, 500};
  EXPECT_EQ(take(boxes, {&beyond, 1}), (std::vector{ui::PixelRect{0, 390, 30, kHeight}}));
}

TEST_F(WindowDamage, IsTheWholeWindowAtAnotherSize) {
  const std::vector<Box> boxes = {{{10, 10, 200, 60}}};
  take(boxes);
  ImGui::GetIO().DisplaySize.x += 1.0F;
  EXPECT_EQ(take(boxes), (std::vector{ui::PixelRect{0, 0, kWidth + 1, kHeight}}));
  EXPECT_TRUE(take(boxes).empty());
}

TEST_F(WindowDamage, FarPlacesStayApartAndNearOnesBecomeOne) {
  const auto boxes = [](int moved) {
    std::vector<Box> list;
    for (const auto& [x, y] : {std::array{10, 10}, std::array{50, 12}, std::array{600, 380}}) {
      list.push_back({{x, y + moved, x + 8, y + moved + 8}});
    }
    return list;
  };
  take(boxes(0));
  EXPECT_EQ(take(boxes(1)).size(), 2U);
}

TEST_F(WindowDamage, KeptTrianglesTouchTheRectanglesAndAreClippedToThem) {
  take({{{0, 0, 100, 100}}, {{300, 300, 400, 390}}, {{90, 90, 310, 310}}});
  ImDrawData& data = *ImGui::GetDrawData();
  const ui::PixelRect rect{32, 32, 64, 64};
  ui::keep_only(data, {&rect, 1});
  unsigned triangles = 0;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    for (const ImDrawCmd& command : data.CmdLists[i]->CmdBuffer) {
      triangles += command.ElemCount / 3;
      EXPECT_EQ(static_cast<int>(command.ClipRect.x), 32);
      EXPECT_EQ(static_cast<int>(command.ClipRect.z - command.ClipRect.x), 32);
      EXPECT_EQ(static_cast<int>(command.ClipRect.w - command.ClipRect.y), 32);
      EXPECT_EQ(static_cast<int>(kHeight - command.ClipRect.w), kHeight - 64);
    }
  }
  EXPECT_EQ(triangles, 2U) << "the first box alone";
}

}  // namespace
