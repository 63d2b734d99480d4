#include "lab/plot/draw_plot.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "support/plots.h"
#include "support/recording_painter.h"

namespace {

using support::plot_of;
using support::RecordingPainter;
using support::style_of;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr lab::Box kFrame{100.0, 50.0, 400.0, 200.0};
constexpr lab::Box kRoom{20.0, 10.0, 500.0, 260.0};
constexpr double kColumn = 0.25;

lab::Plot with_lines(int count) {
  lab::Plot plot = plot_of({0, 10});
  for (int i = 1; i < count; ++i) {
    plot.series.push_back(plot.series.front());
    plot.series.back().label = "line " + std::to_string(i);
    plot.series.back().color = lab::series_color(i);
  }
  return plot;
}

RecordingPainter drawn(const lab::Plot& plot, bool compact, const lab::Box& room = kRoom) {
  RecordingPainter painter;
  const lab::PlotStyle style = style_of(compact);
  lab::draw(plot, lab::lay_out(plot, room, style, painter), style, painter);
  EXPECT_EQ(painter.depth, 0);
  return painter;
}

bool overlap(const lab::Box& a, const lab::Box& b) {
  return a.left < b.right() && b.left < a.right() && a.top < b.bottom() && b.top < a.bottom();
}

TEST(DrawPlot, MarksOfPeaksNeverOverlapAndTheirNumbersAreTheHighest) {
  for (double gap = 0.25; gap < 12.0; gap += 0.25) {
    lab::Plot plot = plot_of({0, 10});
    plot.x.max = 40.0;
    plot.y.max = 10.0;
    for (int i = 0; i < 5; ++i) plot.peaks.push_back({39.5 - (4 - i) * gap, 100.0 + i * (5 - i)});
    double most = 0.0;
    for (const lab::Peak& peak : plot.peaks) {
      if (peak.x >= 0.0) most = std::max(most, peak.y);
    }
    std::vector<lab::Box> marks;
    bool told = false;
    for (const RecordingPainter::Text& text : drawn(plot, true).texts) {
      if (text.words.rfind("peak", 0) != 0) continue;
      told |= text.words.find(std::to_string(static_cast<int>(most))) != std::string::npos;
      for (const lab::Box& other : marks) EXPECT_FALSE(overlap(text.box, other)) << gap;
      marks.push_back(text.box);
    }
    EXPECT_FALSE(marks.empty());
    EXPECT_TRUE(told) << gap;
  }
}

TEST(DrawPlot, HasALineAndANumberAtEveryTickWhereItsValueIs) {
  lab::Plot plot = plot_of({0, 10});
  plot.x.max = 40.0;
  plot.y.max = 10.0;
  const lab::PlotStyle style = style_of(false);
  RecordingPainter painter;
  const lab::PlotLayout layout = lab::lay_out(plot, kRoom, style, painter);
  lab::draw(plot, layout, style, painter);
  const lab::Box& f = layout.frame;
  int across = 0, up = 0;
  for (const RecordingPainter::Line& line : painter.lines) {
    if (line.pen.color.r != style.grid.r) continue;
    ASSERT_EQ(line.points.size(), 2U);
    const lab::Point a = line.points[0], b = line.points[1];
    const bool upright = a.x == b.x;
    // the value by the line's position, compared with the number beside it
    const double value =
        upright ? 40.0 * (a.x - f.left) / f.width : 10.0 * (f.bottom() - a.y) / f.height;
    (upright ? across : up) += 1;
    char words[16];
    std::snprintf(words, sizeof words, "%g", std::round(1e6 * value) / 1e6);
    const bool named =
        std::any_of(painter.texts.begin(), painter.texts.end(), [&](const auto& text) {
          const double x = text.box.left + 0.5 * text.box.width;
          const double y = text.box.top + 0.5 * text.box.height;
          return text.words == words && std::abs(upright ? x - a.x : y - a.y) < 1e-9;
        });
    EXPECT_TRUE(named) << words;
  }
  EXPECT_GE(across, 4);
  EXPECT_GE(up, 4);
}

TEST(DrawPlot, NamesItsAxesWithTheirUnits) {
  const RecordingPainter page = drawn(plot_of({1, 2}), false);
  EXPECT_TRUE(page.find("error [m]"));
  EXPECT_TRUE(page.find("time [s]"));
  EXPECT_TRUE(page.find("Title"));
  EXPECT_TRUE(page.find("Subtitle"));
  const RecordingPainter panel = drawn(plot_of({1, 2}), true);
  EXPECT_TRUE(panel.find("time [s]"));
  EXPECT_TRUE(panel.find("Title"));
  EXPECT_EQ(lab::with_unit("share", ""), "share");
  EXPECT_EQ(lab::with_unit("", "m"), "");
}

TEST(DrawPlot, KeepsAllTextsApartAndInItsRoom) {
  for (const bool compact : {false, true}) {
    for (const double width : {200.0, 330.0, 500.0, 900.0}) {
      for (const int lines : {1, 2, 4}) {
        for (const double most : {1.0, 9999.0, 12345678.0}) {
          lab::Plot plot = with_lines(lines);
          plot.x.max = most;
          plot.y.max = 10.0;  // a number at the very end
          lab::Box room = kRoom;
          room.width = width;
          const RecordingPainter painter = drawn(plot, compact, room);
          for (std::size_t i = 0; i < painter.texts.size(); ++i) {
            const RecordingPainter::Text& text = painter.texts[i];
            EXPECT_GE(text.box.top, room.top - 1e-9) << text.words;
            EXPECT_LE(text.box.bottom(), room.bottom() + 1e-9) << text.words;
            EXPECT_GE(text.box.left, room.left - 1e-9) << text.words;
            EXPECT_LE(text.box.right(), room.right() + 5.0) << text.words << " " << width;
            for (std::size_t j = 0; j < i; ++j) {
              EXPECT_FALSE(overlap(text.box, painter.texts[j].box))
                  << text.words << " and " << painter.texts[j].words << " at " << width;
            }
          }
        }
      }
    }
  }
}

TEST(DrawAxes, LeavesOutNumbersThatWouldCoverOthers) {
  lab::Axis axis{.label = "x", .unit = "m", .max = 40.0};
  std::vector<lab::Tick> ticks;
  for (int i = 0; i <= 40; ++i) ticks.push_back({1.0 * i, "word" + std::to_string(i)});
  for (const bool compact : {false, true}) {
    for (const bool across : {false, true}) {
      RecordingPainter painter;
      if (across) {
        lab::draw_x_axis(axis, ticks, kFrame, style_of(compact), painter);
      } else {
        lab::draw_y_axis(axis, ticks, kFrame, lab::Align::kLeft, style_of(compact), painter);
      }
      EXPECT_TRUE(painter.find("word0"));
      EXPECT_GT(painter.texts.size(), 8U);
      for (std::size_t i = 0; i < painter.texts.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          EXPECT_FALSE(overlap(painter.texts[i].box, painter.texts[j].box))
              << painter.texts[i].words << " and " << painter.texts[j].words;
        }
      }
    }
  }
}

TEST(DrawAxes, KeepAllNumbersWhereTheNameIsBelow) {
  const lab::Axis axis{
      .label = "Damping λ", .unit = "m/rad", .logarithmic = true, .min = 1e-3, .max = 10.0};
  const std::vector<lab::Tick> ticks = {
      {1e-3, "0.001"}, {1e-2, "0.01"}, {0.1, "0.1"}, {1.0, "1"}, {10.0, "10"}};
  lab::Box box = kFrame;
  box.width = 227.0;
  RecordingPainter painter;
  const lab::PlotStyle style = style_of(true);
  lab::draw_x_axis(axis, ticks, box, style, painter, lab::XName::kBelow);
  for (const lab::Tick& tick : ticks) EXPECT_TRUE(painter.find(tick.text.c_str())) << tick.text;
  const auto* name = painter.find("Damping λ [m/rad]");
  ASSERT_TRUE(name);
  EXPECT_LE(name->box.bottom(),
            box.bottom() + lab::x_axis_height(style, lab::XName::kBelow) + style.unit);
  for (const auto& text : painter.texts) {
    EXPECT_TRUE(&text == name || !overlap(text.box, name->box)) << text.words;
  }
}

TEST(DrawAxes, StandBesideTheirBox) {
  lab::Axis axis{.label = {}, .unit = {}, .max = 1.0};
  const std::vector<lab::Tick> ticks = {{0.5, "half"}};
  RecordingPainter left, right;
  lab::draw_y_axis(axis, ticks, kFrame, lab::Align::kLeft, style_of(true), left);
  lab::draw_y_axis(axis, ticks, kFrame, lab::Align::kRight, style_of(true), right);
  EXPECT_LT(left.texts.at(0).box.right(), kFrame.left);
  EXPECT_GT(left.texts.at(0).box.right(), kFrame.left - 20.0);
  EXPECT_GT(right.texts.at(0).box.left, kFrame.right());
  EXPECT_LT(right.texts.at(0).box.left, kFrame.right() + 20.0);
}

TEST(DrawPlot, DrawsItsCurvesInTheFrameAlone) {
  const RecordingPainter painter = drawn(with_lines(2), true);
  ASSERT_EQ(painter.clips.size(), 1U);
  for (const RecordingPainter::Line& line : painter.lines) {
    const bool curve = line.pen.width == style_of(true).curve;
    EXPECT_EQ(line.clipped, curve);
  }
  // one line in the frame and one in the legend
  EXPECT_EQ(painter.count(lab::series_color(0)), 2);
  EXPECT_EQ(painter.count(lab::series_color(1)), 2);
}

TEST(DrawPlot, DashesALineAtItsLimit) {
  lab::Plot plot = plot_of({0, 10});
  plot.y.max = 10.0;
  const auto dashed = [&plot] {
    std::vector<double> heights;
    const lab::PlotStyle style = style_of(true);
    RecordingPainter painter;
    const lab::PlotLayout layout = lab::lay_out(plot, kRoom, style, painter);
    lab::draw(plot, layout, style, painter);
    for (const RecordingPainter::Line& line : painter.lines) {
      if (line.pen.dash == 0.0) continue;
      EXPECT_EQ(line.points.front().x, layout.frame.left);
      EXPECT_EQ(line.points.back().x, layout.frame.right());
      // as a fraction of the frame, from the bottom
      heights.push_back((layout.frame.bottom() - line.points.front().y) / layout.frame.height);
    }
    return heights;
  };
  EXPECT_TRUE(dashed().empty());
  plot.limit = 2.0;
  ASSERT_EQ(dashed().size(), 1U);
  EXPECT_NEAR(dashed().front(), 0.2, 1e-12);
  plot.limit = 11.0;
  EXPECT_TRUE(dashed().empty()) << "above the frame";
}

TEST(DrawPlot, DashesWhatIsDashed) {
  lab::Plot plot = plot_of({1, 2, 3});
  const auto dash = [&plot] {
    const RecordingPainter painter = drawn(plot, false);
    for (const RecordingPainter::Line& line : painter.lines) {
      if (line.clipped) return line.pen.dash;
    }
    return kNan;
  };
  EXPECT_EQ(dash(), 0.0);
  plot.series[0].dashed = true;
  EXPECT_GT(dash(), 0.0);
}

TEST(DrawPlot, DrawsDotsAtTheirPlacesAndThoseBeyondAtTheEnd) {
  lab::Plot plot = plot_of({0, 10});
  plot.y.max = 10.0;
  plot.x.max = 2.0;
  plot.series[0].dots = true;
  plot.series[0].x = {0.0, 1.0, 2.0, 1.0};
  plot.series[0].y = {0.0, 5.0, 1e9, kNan};
  RecordingPainter painter;
  const lab::PlotLayout layout{kFrame};
  lab::draw(plot, layout, style_of(true), painter);
  std::vector<lab::Point> discs;
  for (const RecordingPainter::Disc& disc : painter.discs) {
    if (disc.color.r == plot.series[0].color.r) discs.push_back(disc.center);
  }
  ASSERT_EQ(discs.size(), 3U);
  EXPECT_EQ(discs[0].x, 100.0);
  EXPECT_EQ(discs[0].y, 250.0);
  EXPECT_EQ(discs[1].x, 300.0);
  EXPECT_EQ(discs[1].y, 150.0);
  EXPECT_EQ(discs[2].y, 50.0);
}

TEST(PlotLegend, NamesLinesThatNeedToBeToldApartOnPages) {
  EXPECT_FALSE(drawn(plot_of({1, 2}), false).find("one"));
  lab::Plot plot = with_lines(2);
  EXPECT_TRUE(drawn(plot, false).find("one"));
  // the remaining line keeps its name
  plot.series[1].visible = false;
  const RecordingPainter painter = drawn(plot, false);
  EXPECT_TRUE(painter.find("one"));
  EXPECT_FALSE(painter.find("line 1"));
  EXPECT_EQ(painter.count(lab::series_color(1)), 0);
}

TEST(PlotLegend, StrikesOutInPanelsWhatIsSwitchedOff) {
  lab::Plot plot = with_lines(2);
  const lab::Color ink = style_of(true).words.color;
  EXPECT_EQ(drawn(plot, true).count(ink), 0);
  plot.series[1].visible = false;
  const RecordingPainter painter = drawn(plot, true);
  ASSERT_TRUE(painter.find("line 1"));
  EXPECT_LT(painter.find("line 1")->letters.color.a, 1.0F);
  EXPECT_EQ(painter.count(ink), 1);
}

TEST(PlotLegend, StandsBesideTheTitleOrElseAboveTheFrame) {
  const lab::PlotStyle style = style_of(true);
  const RecordingPainter painter;
  for (const auto& [lines, named] :
       {std::pair{3, true}, std::pair{12, true}, std::pair{60, false}}) {
    const lab::Plot plot = with_lines(lines);
    const lab::PlotLayout layout = lab::lay_out(plot, kRoom, style, painter);
    ASSERT_EQ(layout.legend.size(), static_cast<std::size_t>(lines));
    for (const lab::LegendEntry& entry : layout.legend) {
      EXPECT_EQ(entry.named, named) << lines;
      EXPECT_GE(entry.box.left, kRoom.left);
      EXPECT_LE(entry.box.right(), kRoom.right());
      EXPECT_LE(entry.box.bottom(), layout.frame.top) << "it hides no curve";
      EXPECT_GT(layout.frame.height, 0.5 * kRoom.height);
    }
  }
}

TEST(PlotLegend, GivesWayToTheCurvesInALowPlot) {
  const lab::PlotStyle style = style_of(true);
  const lab::Plot alone = with_lines(1), compared = with_lines(4);
  const auto ink = [&](const lab::Plot& plot, const lab::Box& room) {
    RecordingPainter painter;
    const lab::Box heading{room.left, room.top, 0.0, 12.0};
    const lab::PlotLayout layout = lab::lay_out(plot, room, heading, style, painter);
    lab::draw(plot, layout, style, painter);
    return painter.lines.size();
  };
  int legends = 0;
  for (double height = 30.0; height < 120.0; height += 1.0) {
    const lab::Box room{20.0, 10.0, 400.0, height};
    EXPECT_EQ(ink(alone, room) > 0, ink(compared, room) > 0) << height;
    legends += ink(compared, room) > 0 ? 1 : 0;
  }
  EXPECT_GT(legends, 0);
  EXPECT_LT(legends, 90);
}

TEST(PlotLegend, IsBrokenIntoLinesOnPages) {
  const lab::PlotStyle style = style_of(false);
  const RecordingPainter painter;
  const lab::PlotLayout few = lab::lay_out(with_lines(3), kRoom, style, painter);
  const lab::PlotLayout many = lab::lay_out(with_lines(22), kRoom, style, painter);
  EXPECT_EQ(few.legend.back().box.top, few.legend.front().box.top);
  EXPECT_GT(many.legend.back().box.top, many.legend.front().box.top);
  EXPECT_GT(many.frame.top, few.frame.top);
  EXPECT_EQ(many.frame.bottom(), few.frame.bottom());
}

TEST(PlotLine, RunsFromCornerToCornerOfTheFrame) {
  lab::Plot plot = plot_of({0, 10});
  plot.y.max = 10.0;
  const auto lines = lab::lines_of(plot.series[0], plot, kFrame, kColumn);
  ASSERT_EQ(lines.size(), 1U);
  ASSERT_EQ(lines[0].size(), 2U);
  EXPECT_EQ(lines[0][0].x, 100.0);
  EXPECT_EQ(lines[0][0].y, 250.0);
  EXPECT_EQ(lines[0][1].x, 500.0);
  EXPECT_EQ(lines[0][1].y, 50.0);
}

TEST(PlotLine, BreaksOnlyBetweenNumbers) {
  const lab::Plot plot = plot_of({kNan, 1, 2, kNan, kNan, 3, kNan});
  const auto lines = lab::lines_of(plot.series[0], plot, kFrame, kColumn);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].size(), 2U);
  EXPECT_EQ(lines[1].size(), 1U);
}

TEST(PlotLine, HoldsTheValueOfAStepUntilTheNext) {
  lab::Plot plot = plot_of({0, 10});
  plot.y.max = 10.0;
  plot.series[0].stepped = true;
  const auto lines = lab::lines_of(plot.series[0], plot, kFrame, kColumn);
  ASSERT_EQ(lines.at(0).size(), 3U);
  EXPECT_EQ(lines[0][1].x, 500.0);
  EXPECT_EQ(lines[0][1].y, 250.0);
  // without a step there is no corner, so no duplicate point
  plot.series[0].y = {10.0, 10.0};
  EXPECT_EQ(lab::lines_of(plot.series[0], plot, kFrame, kColumn).at(0).size(), 2U);
}

TEST(PlotLine, HasNoPointAtZeroOnALogarithmicAxis) {
  lab::Plot plot = plot_of({1, 0, 10});
  plot.y.logarithmic = true;
  lab::fit(plot);
  EXPECT_EQ(lab::lines_of(plot.series[0], plot, kFrame, kColumn).size(), 2U);
}

TEST(PlotLine, StaysNearTheFrameHoweverFarTheValue) {
  lab::Plot plot = plot_of({1, 2, 3});
  plot.series[0].y[1] = 1e300;
  const auto lines = lab::lines_of(plot.series[0], plot, kFrame, kColumn);
  ASSERT_EQ(lines.at(0).size(), 3U);
  for (const lab::Point& point : lines[0]) EXPECT_LT(std::abs(point.y), 1e4);
  EXPECT_LT(lines[0][1].y, kFrame.top - kFrame.height) << "out of sight";
}

TEST(PlotLine, KeepsTheShapeOfAMillionPointsInFew) {
  std::vector<double> y(1000000);
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] = 1.0 + std::sin(0.00001 * static_cast<double>(i));
  }
  y[123456] = 7.0;
  y[654321] = -3.0;
  const lab::Plot plot = plot_of(y);
  const auto lines = lab::lines_of(plot.series[0], plot, kFrame, kColumn);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_LE(lines[0].size(), 4U * 1601U);
  EXPECT_GE(lines[0].size(), 1600U);
  double low = 0.0, high = 1e9;
  for (const lab::Point& point : lines[0]) {
    low = std::max(low, point.y);
    high = std::min(high, point.y);
  }
  EXPECT_NEAR(high, kFrame.bottom() - kFrame.height * lab::place(plot.y, 7.0), 1e-9);
  EXPECT_NEAR(low, kFrame.bottom() - kFrame.height * lab::place(plot.y, -3.0), 1e-9);
  for (std::size_t i = 1; i < lines[0].size(); ++i) {
    EXPECT_LE(lines[0][i - 1].x, lines[0][i].x);
  }
}

TEST(PlotLine, KeepsOfAColumnItsEndsAndItsExtremes) {
  constexpr double kWide = 40.0;
  std::vector<double> y(300);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::fmod(static_cast<double>(i * i), 97.0);
  const lab::Plot plot = plot_of(y);
  const auto all = lab::lines_of(plot.series[0], plot, kFrame, 1e-9).at(0);
  ASSERT_EQ(all.size(), y.size());
  std::map<double, std::vector<std::size_t>> columns;
  for (std::size_t i = 0; i < all.size(); ++i) columns[std::floor(all[i].x / kWide)].push_back(i);
  ASSERT_EQ(columns.size(), 11U);
  std::set<std::size_t> kept;
  const auto height = [&all](std::size_t i) { return all[i].y; };
  for (const auto& [column, points] : columns) {
    kept.insert({points.front(), points.back(), *std::ranges::min_element(points, {}, height),
                 *std::ranges::min_element(points, std::greater(), height)});
  }
  const auto thinned = lab::lines_of(plot.series[0], plot, kFrame, kWide).at(0);
  ASSERT_EQ(thinned.size(), kept.size());
  auto point = thinned.begin();
  for (const std::size_t i : kept) {
    EXPECT_EQ(point->x, all[i].x);
    EXPECT_EQ((point++)->y, all[i].y);
  }
}

}  // namespace
