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
