#include "ui/panels/plots_panel.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lab/diagnosis/diagnosis.h"
#include "ui/desk.h"

namespace {

/// A calm run of twenty seconds. A plot's frame is found by its item, without its layout: the
/// middle of the item is in the frame, and its left edge is left of it.
class PlotMenu : public testing::Test {
 protected:
  PlotMenu() {
    desk.run(4000);
    desk.frames(2);
  }
  ui::PlotView& view(std::size_t which) { return desk.panels.plots.views[which]; }
  const lab::Axis& y(std::size_t which) { return view(which).live.plot.y; }

  ImVec2 inside(const char* name) const { return desk.item(std::string("plot/") + name).middle(); }
  /// Over the numbers of the y axis.
  ImVec2 numbers(const char* name) const {
    return {desk.item(std::string("plot/") + name).min.x + 10.0F, inside(name).y};
  }
  void wheel(ImVec2 at, float notches) {
    desk.point_at(at);
    desk.frames(2);
    ImGui::GetIO().MouseWheel = notches;
    desk.frame();
    ImGui::GetIO().MouseWheel = 0.0F;
    desk.frame();
  }
  /// Opens the menu of a plot and presses a row.
  void choose(const char* name, const char* row) {
    desk.press_at(inside(name), 1);
    desk.frames(3);
    desk.press(std::string("plot-menu-") + name + "/" + row);
    desk.frames(2);
  }

  Desk desk;
};

TEST_F(PlotMenu, TheWheelOverTheNumbersZoomsTheYAxisOfThatPlotAlone) {
  const lab::Axis before = y(0), other = y(1);
  const double begin = desk.panels.plots.time.begin(), end = desk.panels.plots.time.end();
  wheel(numbers("first"), 2.0F);
  EXPECT_NEAR(y(0).max - y(0).min, 0.64 * (before.max - before.min), 1e-9);
  EXPECT_GT(y(0).min, before.min) << "about the pointer";
  EXPECT_LT(y(0).max, before.max);
  EXPECT_EQ(y(1).max, other.max);
  EXPECT_EQ(desk.panels.plots.time.begin(), begin);
  EXPECT_EQ(desk.panels.plots.time.end(), end);
  const double zoomed = y(0).max;
  desk.run(300);
  desk.frames(2);
  EXPECT_EQ(y(0).max, zoomed) << "it stays while the run goes on";
  wheel(numbers("first"), -2.0F);
  EXPECT_NEAR(y(0).max, before.max, 1e-9);
}

TEST_F(PlotMenu, ADragOverTheNumbersMovesTheYAxis) {
  const lab::Axis before = y(1);
  const ImVec2 from = numbers("second");
  desk.point_at(from);
  desk.frames(2);
  ImGui::GetIO().MouseDown[0] = true;
  for (int i = 0; i <= 10; ++i) {
    desk.point_at({from.x, from.y + 2.0F * static_cast<float>(i)});
    desk.frame();
  }
  ImGui::GetIO().MouseDown[0] = false;
  desk.frames(2);
  EXPECT_GT(y(1).max, before.max) << "the curve follows the pointer down";
  EXPECT_NEAR(y(1).max - y(1).min, before.max - before.min, 1e-9);
  EXPECT_FALSE(desk.sent<ui::Seek>());
}

TEST_F(PlotMenu, ADoubleClickFits) {
  const double fitted = y(0).max;
  for (const bool on_axis : {true, false}) {
    wheel(numbers("first"), 3.0F);
    ASSERT_NE(y(0).max, fitted);
    desk.frames(60);
    const ImVec2 at = on_axis ? numbers("first") : inside("first");
    desk.press_at(at);
    desk.press_at(at);
    desk.frames(60);
    EXPECT_EQ(y(0).max, fitted) << on_axis;
  }
}

TEST_F(PlotMenu, AnotherSignalOrScaleIsFitted) {
  wheel(numbers("first"), 5.0F);
  view(0).choice.logarithmic = true;
  desk.frames(2);
  EXPECT_FALSE(view(0).range);
  wheel(numbers("first"), 5.0F);
  EXPECT_TRUE(view(0).range);
  EXPECT_GT(y(0).min, 0.0);
  view(0).choice.signal = lab::Signal::kLargestStep;
  desk.frames(2);
  EXPECT_FALSE(view(0).range);
}

TEST_F(PlotMenu, ACalmLineDoesNotLookLikeShaking) {
  lab::Setup setup = desk.timeline.setup();
  setup.frozen = true;
  desk.change(setup);
  desk.run(4000);
  desk.frames(2);
  double most = 0.0;
  const lab::History& history = desk.histories.at(0);
  for (std::size_t row = history.size() - 2000; row < history.size(); ++row) {
    most = std::max(most, history.recent(row).jitter_deg());
  }
  ASSERT_LT(most, 0.5 * lab::kShakingJitter) << "the run must be calm";
  EXPECT_GT(y(1).max, lab::kShakingJitter);
  EXPECT_EQ(view(1).live.plot.limit, lab::kShakingJitter) << "with its line";
}

TEST_F(PlotMenu, CopiesPictureAndData) {
  choose("second", "copy-picture");
  const auto* copy = desk.sent<ui::CopyPlots>();
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->as, ui::CopyPlots::As::kPicture);
  ASSERT_EQ(copy->plots.size(), 1U);
  EXPECT_EQ(copy->plots[0].id, "jitter");
  desk.forget();
  choose("first", "copy-data");
  copy = desk.sent<ui::CopyPlots>();
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->as, ui::CopyPlots::As::kData);
  EXPECT_EQ(copy->plots[0].id, "error");
  EXPECT_GT(copy->plots[0].series[0].x.size(), 1500U) << "all visible rows";
}

TEST_F(PlotMenu, SavesFitsAndChangesTheScale) {
  choose("first", "save");
  ASSERT_NE(desk.sent<ui::SavePlots>(), nullptr);
  EXPECT_EQ(desk.sent<ui::SavePlots>()->plots.size(), 2U);
  choose("first", "log");
  EXPECT_TRUE(view(0).choice.logarithmic);
  choose("first", "log");
  EXPECT_FALSE(view(0).choice.logarithmic);
  wheel(numbers("second"), 3.0F);
  choose("second", "fit");
  EXPECT_FALSE(view(1).range);
}

TEST_F(PlotMenu, HidesTheNearestLineAndShowsAllAgain) {
  EXPECT_TRUE(view(0).choice.off.empty());
  choose("first", "hide");
  EXPECT_EQ(view(0).choice.off.size(), 1U);
  choose("first", "hide");
  EXPECT_EQ(view(0).choice.off.size(), 2U) << "the other one";
  choose("first", "show");
  EXPECT_TRUE(view(0).choice.off.empty());
}

TEST_F(PlotMenu, ShowsStatisticsOfTheVisibleRange) {
  desk.press_at(inside("second"), 1);
  desk.frames(3);
  for (const char* words : {"In view [°]", "mean", "deviation", "least", "largest"}) {
    EXPECT_TRUE(desk.says(words)) << words;
  }
  const lab::History& history = desk.histories.at(0);
  double most = 0.0;
  const lab::TimeView& time = desk.panels.plots.time;
  for (std::size_t row = 0; row < history.size(); ++row) {
    const double at = history.time(row);
    if (at >= time.begin() && at <= time.end())
      most = std::max(most, history.recent(row).jitter_deg());
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", most);
  EXPECT_TRUE(desk.says(text)) << text;
  desk.key(ui::Key::kEscape);
  desk.frames(2);
  desk.hover("legend-second/Damped least squares");
  EXPECT_TRUE(desk.says("In view: mean"));
}

}  // namespace
