#include "ui/plot.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "desk.h"

namespace {

TEST(PlotsPanel, ReadsTheErrorsUnderThePointer) {
  Desk desk;
  const ui::ItemRect rect = desk.item("plot/errors");
  // in the left part, where there are data of 0.3 of the 10 seconds shown
  desk.point_at({rect.min.x + 50.0F, rect.middle().y});
  desk.frames(3);
  ASSERT_TRUE(desk.panels.plots.reading);
  const std::size_t row = desk.panels.plots.reading->row;
  EXPECT_EQ(desk.panels.plots.reading->x, desk.histories.at(0).time(row));
  for (int i = 0; i < desk.histories.at(0).effector_count(); ++i) {
    char text[64];
    std::snprintf(text, sizeof text, "%s %.4g m",
                  desk.tracker().multibody().effector(i).name.c_str(),
                  desk.histories.at(0).error(row, i));
    EXPECT_TRUE(desk.says(text)) << text;
  }
}

TEST(PlotsPanel, ReadsTheNearestPointOfTheWholeAxis) {
  Desk desk;
  const ui::ItemRect rect = desk.item("plot/errors");
  desk.point_at({rect.max.x - 10.0F, rect.middle().y});
  desk.frames(3);
  ASSERT_TRUE(desk.panels.plots.reading);
  EXPECT_EQ(desk.panels.plots.reading->row, desk.histories.at(0).size() - 1);
}

TEST(PlotsPanel, ReadsNothingElsewhere) {
  Desk desk;
  desk.hover("run/play");
  EXPECT_FALSE(desk.panels.plots.reading);
}

TEST(PlotsPanel, NamesEveryAxisWithItsUnit) {
  for (const ImVec2 size : {ImVec2(1280.0F, 720.0F), ImVec2(1920.0F, 1080.0F)}) {
    const Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    for (const char* name : {"| [m]", "| [°]", "t [s]", "σ [rad/m]", "σ [m/rad]", "σᵢ [m/rad]"}) {
      EXPECT_TRUE(desk.says(name)) << name << " at " << size.x;
    }
  }
}

TEST(PlotsPanel, ExplainsTitlesWithTheReportsSection) {
  Desk desk;
  for (const auto& [name, words] : {std::pair("errors", "how far every effector"),
                                    std::pair("jitter", "shakes"), std::pair("filter", "τ(σ)")}) {
    const ui::ItemRect rect = desk.item(std::string("plot/") + name);
    desk.point_at({rect.min.x + 20.0F, rect.min.y + 6.0F});
    desk.frames(3);
    EXPECT_TRUE(desk.says(words)) << name;
    EXPECT_TRUE(desk.says("Buss 2009, section")) << name;
    EXPECT_FALSE(desk.panels.plots.reading) << "the title is no data";
  }
  for (const char* name : {"status/error", "spectrum/condition", "spectrum/rank"}) {
    desk.hover(name);
    EXPECT_TRUE(desk.says("Buss 2009, section")) << name;
  }
}

TEST(PlotsPanel, SwitchesToALogarithmicScaleAndBack) {
  Desk desk;
  desk.press("scale/log");
  EXPECT_TRUE(desk.panels.plots.error_plot.y.logarithmic);
  EXPECT_TRUE(desk.panels.plots.jitter_plot.y.logarithmic);
  EXPECT_GT(desk.panels.plots.error_plot.y.min, 0.0);
  desk.press("scale/linear");
  EXPECT_FALSE(desk.panels.plots.error_plot.y.logarithmic);
  EXPECT_EQ(desk.panels.plots.error_plot.y.min, 0.0);
}

TEST(PlotsPanel, ShowsOneOfThePlotsWhereThereIsNoRoomForTwo) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {900.0F, 600.0F});
  EXPECT_TRUE(desk.has("plot/errors"));
  EXPECT_FALSE(desk.has("plot/jitter"));
  desk.press("shown/jitter");
  EXPECT_FALSE(desk.has("plot/errors"));
  desk.press("shown/error");
  EXPECT_TRUE(desk.has("plot/errors"));
}

TEST(PlotsPanel, HoldsTheHistoryOfEveryEffector) {
  Desk desk;
  const lab::Plot& plot = desk.panels.plots.error_plot;
  ASSERT_EQ(plot.series.size(), 2U);
  for (std::size_t row = 0; row < desk.histories.at(0).size(); ++row) {
    EXPECT_EQ(plot.series[1].x[row], desk.histories.at(0).time(row));
    EXPECT_EQ(plot.series[1].y[row], desk.histories.at(0).error(row, 1));
    EXPECT_EQ(desk.panels.plots.jitter_plot.series[0].y[row], desk.histories.at(0).jitter_deg(row));
  }
}

TEST(PlotsPanel, NamesFourEffectorsHoweverSmallTheWindow) {
  const ik::Multibody tree = bodies::forked_tree();
  const std::vector<ik::Joint> joints(tree.joints().begin(), tree.joints().end());
  std::vector<ik::Effector> hands;
  for (const char* name : {"left hand", "right hand", "left foot", "right foot"}) {
    hands.push_back({name, static_cast<int>(joints.size()) - 1, Eigen::Vector3d::UnitX()});
  }
  const lab::Scene scene = scenes::circling(ik::Multibody(joints, hands));
  for (const auto& [size, scale] :
       {std::pair(ImVec2(1280, 720), 1.0F), std::pair(ImVec2(1280, 720), 2.0F),
        std::pair(ImVec2(900, 700), 1.0F), std::pair(ImVec2(700, 500), 1.0F)}) {
    const Desk desk(scene, "dls", size, scale);
    for (const ik::Effector& hand : hands) {
      EXPECT_TRUE(desk.says(hand.name)) << hand.name << " at " << size.x << " x " << scale;
    }
  }
}

/// The vertices of one plot, alone in a window.
class LonePlot : public testing::Test {
 protected:
  struct Drawn {
    float least_y = 1e9F, largest_y = -1e9F;
    int vertices = 0;
    bool finite = true;
  };

  Drawn draw(const lab::Plot& plot) {
    desk.frame();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0.0F, 0.0F});
    ImGui::SetNextWindowSize({600.0F, 300.0F});
    ImGui::Begin("lone", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground);
    ui::draw_plot(desk.theme, "plot", plot, {500.0F, 250.0F});
    Drawn drawn;
    const ImU32 color = ui::packed(ui::to_imgui(plot.series[0].color)) & 0xffffffU;
    for (const ImDrawVert& vertex : ImGui::GetWindowDrawList()->VtxBuffer) {
      drawn.finite &= std::isfinite(vertex.pos.x) && std::isfinite(vertex.pos.y);
      if ((vertex.col & 0xffffffU) != color) continue;
      ++drawn.vertices;
      drawn.least_y = std::min(drawn.least_y, vertex.pos.y);
      drawn.largest_y = std::max(drawn.largest_y, vertex.pos.y);
    }
    ImGui::End();
    ImGui::Render();
    return drawn;
  }

  static lab::Plot plot_of(std::vector<double> y) {
    lab::Plot plot;
    lab::Series series;
    series.color = {0.2F, 0.4F, 0.6F};
    for (std::size_t i = 0; i < y.size(); ++i) series.x.push_back(static_cast<double>(i));
    series.y = std::move(y);
    plot.series.push_back(series);
    lab::fit(plot);
    return plot;
  }

  Desk desk;
};

TEST_F(LonePlot, ThinsLongSeriesOutWithoutLosingAPeak) {
  std::vector<double> values(200'000, 0.5);
  values[123'457] = 1.0;
  lab::Plot plot = plot_of(values);
  const Drawn thin = draw(plot);
  // at most four points a column of pixels, each with a few vertices of the line
  EXPECT_LT(thin.vertices, 500 * 4 * 4);
  plot.series[0].y[123'457] = 0.5;
  const Drawn flat = draw(plot);
  EXPECT_LT(thin.least_y, flat.least_y - 50.0F) << "the peak is gone";
}

TEST_F(LonePlot, DrawsNumbersThatAreNotFiniteAsGaps) {
  const double nan = std::nan("");
  const Drawn drawn = draw(plot_of({1.0, nan, 2.0, lab::kOff, -lab::kOff, 3.0, 2.0}));
  EXPECT_TRUE(drawn.finite);
  EXPECT_GT(drawn.vertices, 0);
  EXPECT_TRUE(draw(plot_of({nan, nan})).finite);
  EXPECT_TRUE(draw(plot_of({})).finite);
}

TEST_F(LonePlot, DrawsZerosOnALogarithmicAxisAsGaps) {
  lab::Plot plot = plot_of({0.0, 1e-3, 1.0, 0.0, 10.0});
  plot.y.logarithmic = true;
  lab::fit(plot);
  EXPECT_TRUE(draw(plot).finite);
}

TEST_F(LonePlot, DrawsDashesShorterThanTheLine) {
  lab::Plot plot = plot_of({1.0, 1.0, 1.0});
  const int whole = draw(plot).vertices;
  plot.series[0].dashed = true;
  EXPECT_GT(draw(plot).vertices, 10 * whole) << "many short lines";
}

TEST(Calm, RoundsTheUpperEndUpAndNeverDown) {
  for (int i = 0; i < 200; ++i) {
    const double max = std::pow(10.0, 8.0 * bodies::halton(i, 2) - 4.0);
    lab::Axis axis{.label = {}, .unit = {}, .min = 0.0, .max = max};
    ui::calm(axis);
    EXPECT_GE(axis.max, max);
    EXPECT_LE(axis.max, 1.5001 * max);
  }
}

TEST(Calm, KeepsALogarithmicAxisToSixPowersOfTen) {
  lab::Axis axis{.label = {}, .unit = {}, .logarithmic = true, .min = 1e-16, .max = 3.0};
  ui::calm(axis);
  EXPECT_NEAR(axis.max, 10.0, 1e-12);
  EXPECT_NEAR(axis.min, 1e-5, 1e-17);
}

}  // namespace
