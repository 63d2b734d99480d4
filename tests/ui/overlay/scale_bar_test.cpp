#include "ui/overlay/labels.h"

#include <cmath>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

TEST(ScaleBar, IsARoundLengthThatFits) {
  for (double most = 1e-9; most < 1e9; most *= 1.37) {
    const double length = ui::round_length(most).metres;
    EXPECT_LE(length, most * (1.0 + 1e-9));
    EXPECT_GT(2.5 * length, most * (1.0 - 1e-9)) << "a longer one fits";
    const double digits = length / std::pow(10.0, std::floor(std::log10(length * 1.0001)));
    EXPECT_TRUE(std::abs(digits - 1.0) < 1e-6 || std::abs(digits - 2.0) < 1e-6 ||
                std::abs(digits - 5.0) < 1e-6)
        << digits;
  }
}

TEST(ScaleBar, NamesItsLengthWithFewDigits) {
  EXPECT_EQ(ui::round_length(0.6).text, "0.5 m");
  EXPECT_EQ(ui::round_length(1.0).text, "1 m");
  EXPECT_EQ(ui::round_length(0.011).text, "0.01 m");
  EXPECT_EQ(ui::round_length(0.0021).text, "2 mm");
  EXPECT_EQ(ui::round_length(1.2e-6).text, "1 µm");
  EXPECT_EQ(ui::round_length(6e-8).text, "50 nm");
  EXPECT_EQ(ui::round_length(300.0).text, "200 m");
  EXPECT_EQ(ui::round_length(5.5e5).text, "500 km");
}

TEST(ScaleBar, IsAsLongAsItSays) {
  Desk desk;
  desk.panels.hidden = true;
  std::optional<ui::ItemRect> drawn;
  double scale = 0.01;  // m per coordinate
  ui::Area area{{0.0F, 0.0F}, {800.0F, 600.0F}};
  desk.over_picture = [&](const ui::Layout&) {
    drawn = ui::draw_scale_bar(desk.theme, area, scale, *ImGui::GetBackgroundDrawList());
  };
  const auto corners = [&] {  // of the bar, the last lines drawn
    desk.frames(2);
    return drawn ? drawn->max.x - drawn->min.x : 0.0F;
  };
  // 1 m is 100 coordinates, 5 design points of margin on either side
  EXPECT_NEAR(corners(), 110.0F, 1.5F);
  EXPECT_TRUE(desk.says("1 m"));
  EXPECT_LT(drawn->max.y, 600.0F);
  EXPECT_GT(drawn->min.y, 500.0F);
  scale = 2e-8;
  EXPECT_NEAR(corners(), 110.0F, 1.5F);
  EXPECT_TRUE(desk.says("2 µm"));
  area.size.y = 100.0F;
  EXPECT_EQ(corners(), 0.0F) << "a small picture";
}

}  // namespace
