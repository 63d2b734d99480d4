#include "ui/panels/pages.h"

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

TEST(PlotsPanelLayout, ExplainsNumbersWithTheReportsSection) {
  Desk desk;
  const ui::ItemRect filter = desk.item("plot/filter");
  desk.point_at({filter.min.x + 20.0F, filter.min.y + 6.0F});
  desk.wait_for_hint();
  EXPECT_TRUE(desk.says("τ(σ)"));
  EXPECT_TRUE(desk.says("Buss 2009, section"));
  for (const char* name : {"status/error", "spectrum/condition", "spectrum/rank"}) {
    desk.hover(name);
    EXPECT_TRUE(desk.says("Buss 2009, section")) << name;
  }
}

TEST(PlotsPanelLayout, NamesEveryAxisWithItsUnit) {
  for (const ImVec2 size : {ImVec2(1280.0F, 720.0F), ImVec2(1920.0F, 1080.0F)}) {
    const Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    for (const char* name : {"| [m]", "| [°]", "t [s]", "σ [rad/m]", "σ [m/rad]", "σᵢ [m/rad]"}) {
      EXPECT_TRUE(desk.says(name)) << name << " at " << size.x;
    }
  }
}

TEST(PlotsPanelLayout, ShowsOneOfThePlotsWhereThereIsNoRoomForTwo) {
  Desk desk(scenes::circling(bodies::forked_tree()), "dls", {900.0F, 600.0F});
  EXPECT_TRUE(desk.has("plot/first"));
  EXPECT_FALSE(desk.has("plot/second"));
  desk.press("plots/save");
  EXPECT_EQ(desk.sent<ui::SavePlots>()->plots.size(), 1U);
}

TEST(PlotsPanelLayout, NamesFourEffectorsHoweverSmallTheWindow) {
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

TEST(PlotsPanelLayout, HasRoomForManyLanes) {
  for (const float scale : {1.0F, 2.0F}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280, 720}, scale);
    lab::Setup setup = desk.timeline.setup();
    for (int i = 0; i < 9; ++i) {
      setup.lanes[lab::add_lane(setup)].method = &ik::methods()[static_cast<std::size_t>(i)];
    }
    desk.change(setup);
    desk.run(50);
    desk.frames(2);
    if (scale > 1.0F) continue;
    const ui::ItemRect plot = desk.item("plot/second");
    for (const auto& [name, rect] : desk.items) {
      if (name.rfind("legend-second", 0) != 0) continue;
      EXPECT_GE(rect.min.x, plot.min.x) << name;
      EXPECT_LE(rect.max.y, 0.5F * (plot.min.y + plot.max.y)) << name;
    }
  }
}

TEST(PlotsPanelLayout, LeavesALowPlotOfManyLanesItsHeight) {
  for (const ImVec2 size : {ImVec2(900, 600), ImVec2(1000, 700)}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", size);
    lab::Setup setup = desk.timeline.setup();
    for (int i = 0; i < 9; ++i) {
      setup.lanes[lab::add_lane(setup)].method = &ik::methods()[static_cast<std::size_t>(i)];
    }
    desk.change(setup);
    desk.run(50);
    desk.press("page/Compare");
    desk.frames(2);
    const ui::ItemRect plot = desk.item("plot/first");
    for (const auto& [name, rect] : desk.items) {
      if (name.rfind("legend-first", 0) != 0) continue;
      EXPECT_LE(rect.max.y, plot.min.y + 0.4F * (plot.max.y - plot.min.y))
          << name << " at " << size.x;
    }
  }
}

TEST(PlotsPanelLayout, ComparesMeanErrorsOfSeveralLanesUntilAnotherSignalIsChosen) {
  Desk desk;
  const auto plot = [&desk]() -> const lab::Plot& { return desk.panels.plots.views[0].live.plot; };
  const auto choose = [&desk](const char* signal) {
    desk.press("plot-title/first");
    desk.frames(2);
    desk.press(std::string("signal-first/") + signal);
    desk.frames(2);
  };
  const lab::Setup alone = desk.timeline.setup();
  EXPECT_EQ(plot().id, "error");
  lab::Setup setup = alone;
  setup.lanes[lab::add_lane(setup)].method = ik::find_method("jacobian-transpose");
  desk.change(setup);
  desk.run(100);
  desk.frames(2);
  ASSERT_EQ(plot().id, "mean-error");
  for (std::size_t lane = 0; lane < 2; ++lane) {
    const lab::Color own = lab::lane_color(desk.timeline.setup(), lane);
    EXPECT_EQ(plot().series[lane].color.r, own.r);
    EXPECT_EQ(plot().series[lane].color.g, own.g);
  }
  choose("error");
  EXPECT_EQ(plot().id, "error") << "chosen";
  choose("mean-error");
  desk.change(alone);
  desk.run(10);
  desk.frames(2);
  EXPECT_EQ(plot().id, "error") << "one lane";
}

TEST(PlotsPanelLayout, MarksInTheJitterFromWhereOnItCountsAsShaking) {
  const Desk desk;
  EXPECT_EQ(desk.panels.plots.views[1].live.plot.limit, lab::kShakingJitter);
  EXPECT_FALSE(desk.panels.plots.views[0].live.plot.limit);
}

}  // namespace
