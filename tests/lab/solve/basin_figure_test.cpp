#include "lab/solve/basin_figure.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "support/basins.h"
#include "support/recording_painter.h"
#include "support/vision.h"

namespace {

lab::Basins two_link_basins(const char* method, int count = 64, int budget = 60) {
  const lab::StandingLane lane = basins::lane(basins::two_links({0.9, 0.9, 0.0}), method);
  return lab::Basins(lane, lab::plane_of(lane, 0, 1, count), {.budget = budget});
}

TEST(BasinColors, FadeIntoTheGroundWithEveryUpdate) {
  const lab::Basins basins = two_link_basins("dls");
  const lab::BasinMap map = basins::computed(basins);
  for (const bool dark : {false, true}) {
    const std::vector<lab::Color> colors = lab::basin_colors(map, dark);
    ASSERT_EQ(colors.size(), 64U * 64U);
    for (std::size_t i = 1; i < colors.size(); ++i) {
      const lab::BasinCell& a = map.cell(static_cast<int>(i) - 1);
      const lab::BasinCell& b = map.cell(static_cast<int>(i));
      const double brighter = vision::luminance(colors[i]) - vision::luminance(colors[i - 1]);
      if (a.solution != b.solution || a.solution < 0 || brighter == 0.0) continue;
      EXPECT_EQ(brighter > 0.0, (b.passed > a.passed) != dark);
    }
  }
}

TEST(BasinColors, AreThoseOfTheStandInsUntilAllIsKnown) {
  const lab::Basins basins = two_link_basins("dls");
  lab::BasinMap map(basins);
  EXPECT_EQ(lab::basin_colors(map, false)[7].a, 0.0F);
  map.compute(basins, basins.parts_of_picture(8));
  const std::vector<lab::Color> colors = lab::basin_colors(map, false);
  for (int cell = 0; cell < 64 * 64; ++cell) {
    const auto& own = colors[static_cast<std::size_t>(cell)];
    const auto& other = colors[static_cast<std::size_t>(map.stand_in(cell).value())];
    ASSERT_EQ(own.r, other.r);
    ASSERT_EQ(own.a, 1.0F);
  }
}

TEST(BasinContours, LieInOneBasinWhereTheUpdatesAreAMultiple) {
  const lab::Basins basins = two_link_basins("dls", 96);
  const lab::BasinMap map = basins::computed(basins);
  for (const int step : {1, 5}) {
    const std::vector<lab::ContourLine> lines = lab::update_contours(map, step);
    ASSERT_GT(lines.size(), 50U);
    for (const lab::ContourLine& line : lines) {
      const double x = 0.5 * (line.from.x + line.to.x), y = 0.5 * (line.from.y + line.to.y);
      const int column = static_cast<int>(std::floor(x - 0.5));
      const int row = static_cast<int>(std::floor(y - 0.5));
      // bilinear between the middles of the cells, on the sides of their square linear
      const auto value = [&](lab::Point at) {
        const double u = at.x - 0.5 - column, v = at.y - 0.5 - row;
        const double weights[] = {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v};
        const int corners[] = {0, 1, 96, 97};
        double sum = 0.0;
        for (int i = 0; i < 4; ++i) {
          const lab::BasinCell& corner = map.cell(row * 96 + column + corners[i]);
          EXPECT_EQ(corner.solution, map.cell(row * 96 + column).solution);
          sum += weights[i] * static_cast<double>(corner.passed);
        }
        return sum;
      };
      const double level = value(line.from);
      ASSERT_NEAR(level, step * std::round(level / step), 1e-5);
      ASSERT_NEAR(value(line.to), level, 1e-5);
    }
  }
  EXPECT_TRUE(lab::update_contours(lab::BasinMap(basins), 1).empty());
}

TEST(BasinContours, OfAStepAreAtMostEightForHalfOfTheStarts) {
  for (const char* method : {"dls", "gauss-newton", "jacobian-transpose"}) {
    const lab::BasinMap map = basins::computed(two_link_basins(method, 64, 200));
    const int step = lab::contour_step(map);
    int within = 0, reached = 0;
    for (int cell = 0; cell < 64 * 64; ++cell) {
      if (map.cell(cell).solution < 0) continue;
      ++reached;
      within += map.cell(cell).updates <= 8 * step ? 1 : 0;
    }
    EXPECT_GE(2 * within, reached) << method << " " << step;
    EXPECT_TRUE(step == 1 || step % 2 == 0 || step % 5 == 0) << step;
  }
}

TEST(BasinTrace, IsPartedWhereAHingeComesRound) {
  const lab::Basins basins = two_link_basins("dls");
  const std::vector<ik::VectorX> path = {Eigen::Vector2d(3.0, 0.0), Eigen::Vector2d(3.2, 0.1),
                                         Eigen::Vector2d(3.4, 0.2)};
  const std::vector<lab::Point> trace = lab::trace_of(basins, path);
  // 3.2 rad is beyond the right edge at 64 cells, and comes in on the left
  const double cell = 2.0 * std::numbers::pi / 64;
  ASSERT_EQ(trace.size(), 6U);
  EXPECT_NEAR(trace[0].x, 32.0 + 3.0 / cell, 1e-9);
  EXPECT_NEAR(trace[1].x, 32.0 + 3.2 / cell, 1e-9);
  EXPECT_FALSE(std::isfinite(trace[2].x));
  EXPECT_NEAR(trace[3].x, trace[0].x - 64.0, 1e-9);
  EXPECT_NEAR(trace[4].x, trace[1].x - 64.0, 1e-9);
  EXPECT_NEAR(trace[4].y, 32.0 + 0.1 / cell, 1e-9);
}

TEST(BasinFigure, IsDrawnWithCellsLinesMarksAndLegend) {
  const lab::Basins basins = two_link_basins("dls");
  const lab::BasinMap map = basins::computed(basins);
  lab::BasinFigure figure = lab::basin_figure(basins, map, false);
  figure.trace = lab::trace_of(basins, basins.path(100));
  ASSERT_EQ(figure.marks.size(), 2U);
  EXPECT_EQ(figure.x.unit, "°");
  EXPECT_NEAR(figure.x.min, -180.0, 1e-9);
  ASSERT_EQ(figure.x_ticks.size(), 5U);
  EXPECT_EQ(figure.x_ticks[1].text, "-90");
  support::RecordingPainter painter;
  const lab::PlotStyle style = support::style_of(false);
  const lab::Box room{10.0, 20.0, 400.0, 500.0};
  const lab::Box cells = lab::lay_out(figure, room, style);
  EXPECT_NEAR(cells.width, cells.height, 1e-9);
  lab::draw(figure, cells, style, painter);
  ASSERT_EQ(painter.grids.size(), 1U);
  EXPECT_EQ(painter.grids[0].columns, 64);
  std::string words;
  for (const auto& text : painter.texts) {
    words += text.words + "\n";
    EXPECT_GE(text.box.top, room.top - 1.0) << text.words;
    EXPECT_LE(text.box.top + text.box.height, room.top + room.height + 1.0) << text.words;
  }
  EXPECT_NE(words.find("elbow left, "), std::string::npos) << words;
  EXPECT_NE(words.find("Damped least squares"), std::string::npos) << words;
  EXPECT_GT(painter.lines.size(), figure.contours.size());
  EXPECT_EQ(painter.depth, 0) << "clips are balanced";
  support::RecordingPainter tiny;
  lab::draw(figure, lab::lay_out(figure, {0.0, 0.0, 10.0, 10.0}, style), style, tiny);
  EXPECT_TRUE(tiny.grids.empty());
}

}  // namespace
