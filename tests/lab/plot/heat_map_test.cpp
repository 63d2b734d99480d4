#include "lab/plot/heat_map.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "support/recording_painter.h"

namespace {

using support::RecordingPainter;
using support::style_of;

constexpr lab::Box kMapRoom{20.0, 10.0, 640.0, 320.0};

lab::HeatMap map_of(int columns, int rows) {
  lab::HeatMap map;
  map.title = "Error";
  map.subtitle = "Y";
  map.columns = columns;
  map.rows = rows;
  for (int i = 0; i < columns * rows; ++i) map.values.push_back(1.0 + i);
  map.x = {.label = "λ", .unit = "m/rad", .logarithmic = true, .min = 0.1, .max = 10.0};
  map.y = {.label = "D_max", .unit = "m"};
  map.x_ticks = lab::ticks(map.x, 6);
  map.y_ticks = lab::ticks(map.y, 6);
  map.scale = {.label = "mean error", .unit = "m"};
  lab::fit_scale(map);
  map.marks = {{1, 0, lab::HeatMap::MarkShape::kRing, "the best"}};
  map.outline = {{0, 0, 1, 0}};
  map.outline_text = "nearly as good";
  return map;
}

bool holds(const lab::Box& outer, const lab::Box& inner) {
  return inner.left >= outer.left - 1e-9 && inner.right() <= outer.right() + 1e-9 &&
         inner.top >= outer.top - 1e-9 && inner.bottom() <= outer.bottom() + 1e-9;
}

TEST(FitScale, GivesRoundingNoColours) {
  lab::HeatMap map = map_of(2, 2);
  for (const char* unit : {"m", "deg"}) {
    map.scale.unit = unit;
    map.values = {1e-16, 3e-17, 4e-12, 2e-16};
    lab::fit_scale(map);
    EXPECT_FALSE(map.scale.logarithmic);
    for (const double value : map.values) EXPECT_LT(lab::place(map.scale, value), 0.01) << unit;
  }
  map.values[2] = 1.0;
  lab::fit_scale(map);
  EXPECT_TRUE(map.scale.logarithmic);
  EXPECT_GE(map.scale.min, 1e-9) << "the colours are of errors that are none";
}

TEST(DrawHeatMap, HasEveryCellInItsColourFromTheLowerLeft) {
  lab::HeatMap map = map_of(4, 3);
  map.values[5] = std::nan("");
  const lab::PlotStyle style = style_of(false);
  RecordingPainter painter;
  const std::vector maps = {map};
  lab::draw(maps, lab::lay_out(maps, kMapRoom, style, painter), style, painter);
  ASSERT_EQ(painter.grids.size(), 2U) << "the cells and the scale";
  const RecordingPainter::Cells& cells = painter.grids[0];
  EXPECT_EQ(cells.columns, 4);
  ASSERT_EQ(cells.colors.size(), 12U);
  for (int i = 0; i < 12; ++i) {
    const lab::Color expected = i == 5 ? style.grid : *lab::color_of(map, i % 4, i / 4);
    EXPECT_EQ(cells.colors[static_cast<std::size_t>(i)].g, expected.g) << i;
  }
  // with the colours of the scale
  EXPECT_NEAR(cells.colors.back().g, lab::color_at(1.0).g, 1e-6);
  EXPECT_EQ(painter.grids[1].columns, 1);
}

TEST(DrawHeatMap, PutsMarksInTheMiddleOfTheirCellsAndSaysWhatTheyMean) {
  const std::vector maps = {map_of(4, 3)};
  for (const bool compact : {false, true}) {
    const lab::PlotStyle style = style_of(compact);
    RecordingPainter painter;
    const lab::MapsLayout layout = lab::lay_out(maps, kMapRoom, style, painter);
    lab::draw(maps, layout, style, painter);
    const lab::Box& cells = layout.maps[0].cells;
    // rings are closed lines, one light and one dark, in the map and in the legend
    std::vector<lab::Point> centers;
    for (const RecordingPainter::Line& line : painter.lines) {
      if (line.points.size() < 10) continue;
      EXPECT_EQ(line.points.front().x, line.points.back().x);
      EXPECT_EQ(line.points.front().y, line.points.back().y);
      lab::Point sum{};
      for (std::size_t i = 1; i < line.points.size(); ++i) {
        sum.x += line.points[i].x;
        sum.y += line.points[i].y;
      }
      const double count = static_cast<double>(line.points.size()) - 1.0;
      centers.push_back({sum.x / count, sum.y / count});
    }
    ASSERT_EQ(centers.size(), 4U);
    EXPECT_NEAR(centers[0].x, cells.left + 1.5 / 4 * cells.width, 1e-9);
    EXPECT_NEAR(centers[0].y, cells.bottom() - 0.5 / 3 * cells.height, 1e-9);
    EXPECT_GT(centers[2].y, cells.bottom());
    EXPECT_TRUE(painter.find("the best"));
    EXPECT_TRUE(painter.find("nearly as good"));
    EXPECT_TRUE(painter.find("Error [m]"));
    EXPECT_TRUE(painter.find("D_max [m]"));
    EXPECT_EQ(painter.find("Y") != nullptr, !compact);
  }
}

TEST(DrawHeatMap, LaysMapsOutWithCellsOfOneSizeInTheirRoom) {
  const std::vector maps = {map_of(4, 3), map_of(4, 3)};
  for (const bool compact : {false, true}) {
    const lab::PlotStyle style = style_of(compact);
    RecordingPainter painter;
    const lab::MapsLayout layout = lab::lay_out(maps, kMapRoom, style, painter);
    ASSERT_EQ(layout.maps.size(), 2U);
    EXPECT_NEAR(layout.maps[0].cells.width, layout.maps[1].cells.width, 1e-9);
    EXPECT_GT(layout.maps[0].cells.width, 0.3 * kMapRoom.width);
    EXPECT_LT(layout.maps[0].scale.right(), layout.maps[1].cells.left);
    lab::draw(maps, layout, style, painter);
    for (const RecordingPainter::Cells& cells : painter.grids)
      EXPECT_TRUE(holds(kMapRoom, cells.box));
    for (const RecordingPainter::Text& text : painter.texts) {
      EXPECT_TRUE(holds(kMapRoom, text.box)) << text.words;
    }
    // the space around the cells equals the margins
    const lab::Point margins = lab::map_margins(maps, style, painter);
    EXPECT_NEAR(margins.x + 2.0 * layout.maps[0].cells.width, kMapRoom.width, 1e-9);
    EXPECT_NEAR(margins.y + layout.maps[0].cells.height, kMapRoom.height, 1e-9);
  }
}

TEST(DrawHeatMap, LeavesTheLegendOutWhereAPanelIsLow) {
  const std::vector maps = {map_of(4, 3)};
  const RecordingPainter painter;
  lab::Box low = kMapRoom;
  low.height = 120.0;
  EXPECT_TRUE(lab::lay_out(maps, kMapRoom, style_of(true), painter).legend);
  EXPECT_FALSE(lab::lay_out(maps, low, style_of(true), painter).legend);
  EXPECT_TRUE(
      lab::lay_out(std::vector<lab::HeatMap>(), kMapRoom, style_of(true), painter).maps.empty());
}

TEST(HeatMapCell, TilesTheCells) {
  const lab::HeatMap map = map_of(4, 3);
  const lab::Box all{100.0, 50.0, 400.0, 300.0};
  const lab::Box first = lab::cell_box(map, all, 0, 0), last = lab::cell_box(map, all, 3, 2);
  EXPECT_EQ(first.left, 100.0);
  EXPECT_EQ(first.bottom(), 350.0);
  EXPECT_EQ(first.width, 100.0);
  EXPECT_EQ(first.height, 100.0);
  EXPECT_EQ(last.right(), 500.0);
  EXPECT_EQ(last.top, 50.0);
}

TEST(HeatMapEdges, PartTheCellsBelowALimitFromTheOthers) {
  lab::HeatMap map;
  map.columns = 7;
  map.rows = 5;
  for (int i = 0; i < 35; ++i) map.values.push_back(std::fmod(0.618034 * i * i, 1.0));
  map.values[17] = std::nan("");
  constexpr double kLimit = 0.4;
  // every side of every cell: it belongs to the line if exactly one of the two adjacent cells is
  // below the limit
  const auto at = [&map](double x, double y) {
    if (x < 0.0 || y < 0.0 || x >= map.columns || y >= map.rows) return std::nan("");
    return map.values[static_cast<std::size_t>(y) * 7 + static_cast<std::size_t>(x)];
  };
  const auto parts = [](double a, double b) {
    return !std::isnan(a) && !std::isnan(b) && std::min(a, b) < kLimit && std::max(a, b) >= kLimit;
  };
  std::set<lab::HeatMap::Edge> expected;
  for (int y = 0; y <= map.rows; ++y) {
    for (int x = 0; x <= map.columns; ++x) {
      if (parts(at(x - 0.1, y + 0.5), at(x + 0.1, y + 0.5))) expected.insert({x, y, x, y + 1});
      if (parts(at(x + 0.5, y - 0.1), at(x + 0.5, y + 0.1))) expected.insert({x, y, x + 1, y});
    }
  }
  const std::vector<lab::HeatMap::Edge> edges = lab::edges_at(map, kLimit);
  EXPECT_EQ((std::set<lab::HeatMap::Edge>(edges.begin(), edges.end())), expected);
  EXPECT_EQ(edges.size(), expected.size());
  EXPECT_GT(edges.size(), 10U);
  EXPECT_TRUE(lab::edges_at(map, 2.0).empty());
}

}  // namespace
