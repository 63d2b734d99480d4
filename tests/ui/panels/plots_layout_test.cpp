#include <gtest/gtest.h>

#include "ui/desk.h"

namespace {

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
