#include "ui/plot/plot.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

/// The vertices of a single plot in a window.
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
    ui::draw_plot(desk.theme, "plot", plot, {500.0F, 250.0F}, "");
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
  // at most four points per pixel column, each with a few vertices of the line
  EXPECT_LT(thin.vertices, 500 * 4 * 4);
  plot.series[0].y[123'457] = 0.5;
  const Drawn flat = draw(plot);
  EXPECT_LT(thin.least_y, flat.least_y - 50.0F) << "the peak is gone";
}

TEST_F(LonePlot, HoldsTheValueOfAStepUntilTheNext) {
  lab::Plot plot = plot_of({0.0, 0.0, 1.0, 1.0});
  const int sloped = draw(plot).vertices;
  plot.series[0].stepped = true;
  EXPECT_GT(draw(plot).vertices, sloped) << "a corner more";
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
