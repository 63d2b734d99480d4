#include <cmath>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

TEST(SpectrumPanel, ExplainsEverySingularValueOnHover) {
  Desk desk;
  for (std::size_t i = 0; i < desk.spectrum.components.size(); ++i) {
    desk.hover("sigma/" + std::to_string(i + 1));
    char text[64];
    std::snprintf(text, sizeof text, "%zu = %.4g m/rad", i + 1, desk.spectrum.components[i].sigma);
    EXPECT_TRUE(desk.says(text)) << text;
    std::snprintf(text, sizeof text, "%.4g rad/m", *desk.spectrum.components[i].filter);
    EXPECT_TRUE(desk.says(text)) << text;
  }
}

TEST(SpectrumPanel, ShowsRankConditionAndManipulability) {
  Desk desk;
  char text[64];
  std::snprintf(text, sizeof text, "%d/%zu", desk.spectrum.rank, desk.spectrum.components.size());
  EXPECT_TRUE(desk.says(text));
  std::snprintf(text, sizeof text, "%.3g", desk.spectrum.condition);
  EXPECT_TRUE(desk.says(text));
  std::snprintf(text, sizeof text, "%.3g", desk.spectrum.manipulability);
  EXPECT_TRUE(desk.says(text));
  desk.hover("spectrum/manipulability");
  EXPECT_TRUE(desk.says("Yoshikawa 1985"));
  desk.hover("spectrum/rank");
  EXPECT_TRUE(desk.says("singular"));
}

TEST(SpectrumPanel, FillsThePage) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    ui::open_page(desk.panels, ui::page_named("Spectrum"));
    desk.frames(3);
    const ui::ItemRect& bar = desk.item("sigma/1");
    const ui::ItemRect& gains = desk.item("plot/filter");
    // the page ends above the status line
    EXPECT_GT(gains.max.y, size.y - 60.0F) << size.x;
    EXPECT_LE(gains.max.y, size.y) << size.x;
    EXPECT_GT(gains.max.y - gains.min.y, 0.45F * size.y) << size.x;
    EXPECT_GT(bar.max.y - bar.min.y, 0.25F * size.y) << size.x;
  }
}

TEST(SpectrumPanel, HasRoomForItsLongestNumbers) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    ui::open_page(desk.panels, ui::page_named("Spectrum"));
    desk.spectrum.condition = 1.234e15;
    desk.spectrum.manipulability = 1.234e-15;
    desk.frames(3);
    EXPECT_LE(desk.item("spectrum/manipulability").max.x, desk.item("plot/filter").max.x) << size.x;
    EXPECT_LT(desk.item("spectrum/manipulability").max.y, desk.item("sigma/1").min.y) << size.x;
  }
}

TEST(SpectrumPanel, WritesAnInfiniteConditionAsSuch) {
  // a planar arm cannot move out of its plane
  Desk desk(scenes::circling(bodies::planar_arm(4)));
  ASSERT_FALSE(std::isfinite(desk.spectrum.condition));
  EXPECT_TRUE(desk.says("∞"));
}

TEST(SpectrumPanel, DrawsTheMethodsFilterBesideTheInverse) {
  Desk desk;
  const lab::Plot& plot = desk.panels.spectrum.gains;
  ASSERT_EQ(plot.series.size(), 3U);
  ASSERT_EQ(plot.series[1].x.size(), plot.series[0].x.size());
  const double lambda = *ik::get_param(desk.tracker().method(), "lambda");
  for (std::size_t i = 0; i < plot.series[0].x.size(); ++i) {
    const double sigma = plot.series[0].x[i];
    EXPECT_DOUBLE_EQ(plot.series[0].y[i], 1.0 / sigma);
    EXPECT_NEAR(plot.series[1].y[i], sigma / (sigma * sigma + lambda * lambda), 1e-12);
  }
}

TEST(SpectrumPanel, DrawsNoFilterWhereTheMethodHasNone) {
  for (const ik::MethodInfo& method : ik::methods()) {
    if (method.make().filter(1.0, 1.0)) continue;
    Desk desk(scenes::circling(bodies::forked_tree()), method.id);
    EXPECT_TRUE(desk.panels.spectrum.gains.series[1].x.empty()) << method.id;
  }
}

TEST(SpectrumPanel, PutsTheGainsOfTheLastUpdateAtTheirSingularValues) {
  Desk desk;
  const auto& components = desk.spectrum.components;
  const lab::Series& gains = desk.panels.spectrum.gains.series[2];
  EXPECT_TRUE(gains.dots);
  ASSERT_EQ(gains.x.size(), components.size());
  for (std::size_t i = 0; i < components.size(); ++i) {
    EXPECT_EQ(gains.x[i], components[i].sigma);
    if (components[i].gain) {
      EXPECT_EQ(gains.y[i], std::abs(*components[i].gain));
    }
  }
}

}  // namespace
