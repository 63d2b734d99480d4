#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "lab/scene/number_text.h"
#include "lab/sweep/sweep_figures.h"
#include "ui/desk.h"

namespace {

/// A desk with the page open, and a computed sweep of what it wants.
class SweepPanelTest : public testing::Test {
 protected:
  SweepPanelTest() {
    desk.press("page/Sweep");
    desk.frames(2);
  }

  /// Of a few steps; the grid is the page's own.
  void compute() {
    desk.panels.sweep.grid = 0;
    desk.frames(2);
    const ui::SweepWish wish = *desk.sweep_wish();
    sweep.emplace(lab::experiment_of(desk.timeline.setup(), 6, 2), wish.axes);
    results.emplace(*sweep);
    for (int cell = 0; cell < sweep->cell_count(); ++cell) results->set(cell, sweep->compute(cell));
    maps = lab::sweep_maps(*sweep, *results);
    desk.sweep = {.sweep = &*sweep, .results = &*results, .maps = &maps, .done = 1.0};
    desk.frames(2);
  }

  ImVec2 place_of(const char* map, double x, double y) {
    const ui::ItemRect rect = desk.item(std::string("sweep/map/") + map);
    const auto across = static_cast<float>(lab::place(maps.front().x, x));
    const auto up = static_cast<float>(lab::place(maps.front().y, y));
    return {rect.min.x + across * (rect.max.x - rect.min.x),
            rect.max.y - up * (rect.max.y - rect.min.y)};
  }

  const lab::Settings& settings() { return desk.timeline.setup().front_lane().settings; }
  static void press_down(bool down) { ImGui::GetIO().MouseDown[0] = down; }

  Desk desk;
  std::optional<lab::Sweep> sweep;
  std::optional<lab::SweepResults> results;
  std::vector<lab::HeatMap> maps;
};

TEST_F(SweepPanelTest, WantsDampingAndClampOverTheirSliders) {
  const ui::SweepWish wish = *desk.sweep_wish();
  ASSERT_EQ(wish.axes.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const lab::Knob& info = *lab::find_shared_knob(i == 0 ? "lambda" : "d-max");
    EXPECT_STREQ(wish.axes[i].name, info.name);
    EXPECT_EQ(wish.axes[i].low, info.min);
    EXPECT_EQ(wish.axes[i].high, info.max);
    EXPECT_TRUE(wish.axes[i].logarithmic);
  }
  EXPECT_TRUE(wish.live);
  EXPECT_FALSE(desk.sends(ui::Command::kStartSweep));
  EXPECT_GT(wish.steps, wish.warmup);
}

TEST_F(SweepPanelTest, WantsNothingWhileItIsClosed) {
  desk.press("page/Compare");
  desk.forget();
  desk.frames(3);
  EXPECT_FALSE(desk.sweep_wish().has_value());
}

TEST_F(SweepPanelTest, MovesTheSlidersToWhereAMapIsPressed) {
  compute();
  for (const char* map : {"error", "jitter"}) {
    const double lambda = map[0] == 'e' ? 0.05 : 2.0;
    desk.press_at(place_of(map, lambda, 0.3));
    // a pixel is a few hundredths of these scales
    EXPECT_NEAR(std::log(settings().param("lambda").value() / lambda), 0.0, 0.06) << map;
    EXPECT_NEAR(std::log(settings().d_max / 0.3), 0.0, 0.06) << map;
  }
}

TEST_F(SweepPanelTest, DragsThePointAsOneGesture) {
  compute();
  desk.point_at(place_of("jitter", 0.1, 0.1));
  desk.frames(2);
  press_down(true);
  desk.frames(2);
  const double first = settings().param("lambda").value();
  const long gesture = desk.panels.presses;
  for (int i = 1; i <= 5; ++i) {
    desk.point_at(place_of("jitter", 0.1 * (i + 1), 0.1 + 0.2 * i));
    desk.frame();
    ASSERT_FALSE(desk.changes.empty());
    EXPECT_EQ(desk.panels.presses, gesture);
    desk.forget();
  }
  EXPECT_NEAR(settings().param("lambda").value(), 0.6, 0.06);
  EXPECT_NEAR(settings().d_max, 1.1, 0.1);
  EXPECT_GT(settings().param("lambda").value(), first);
  // beyond the map it goes along its edge
  desk.point_at({4000.0F, 4000.0F});
  desk.frame();
  EXPECT_EQ(settings().param("lambda").value(), lab::find_shared_knob("lambda")->max);
  EXPECT_EQ(settings().d_max, lab::find_shared_knob("d-max")->min);
  press_down(false);
  desk.frames(2);
  desk.forget();
  desk.point_at(place_of("jitter", 0.1, 0.1));
  desk.frames(2);
  EXPECT_TRUE(desk.changes.empty()) << "it was let go";
}

TEST_F(SweepPanelTest, IsUsedByTheKeyboardAlone) {
  compute();
  for (int i = 0; i < 500 && desk.panels.focus.at.back() != desk.item("sweep/map/error").id; ++i) {
    desk.key(ui::Key::kTab);
  }
  ASSERT_EQ(desk.panels.focus.at.back(), desk.item("sweep/map/error").id);
  const auto lambda = [this] {
    return lab::find_knob(desk.tracker().method_info(), "lambda")->in_force(settings());
  };
  const double before = lambda();
  const auto cell_of = [this](double value) {
    return static_cast<int>(lab::place(maps.front().x, value) * maps.front().columns);
  };
  const int column = cell_of(before);
  for (int i = 0; i < 2; ++i) desk.key(ui::Key::kLeft);
  desk.key(ui::Key::kDown);
  EXPECT_EQ(lambda(), before) << "arrows only look";
  EXPECT_TRUE(desk.says("turns back")) << "the cell's values are shown";
  desk.key(ui::Key::kEnter);
  EXPECT_EQ(cell_of(lambda()), column - 2);
  // D_max was off, beyond the upper edge
  const double up = lab::place(maps.front().y, settings().d_max);
  EXPECT_EQ(static_cast<int>(up * maps.front().rows), maps.front().rows - 2);
  EXPECT_EQ(desk.changes.size(), 1U);
}

TEST_F(SweepPanelTest, WritesNumbersWithThreeDigits) {
  compute();
  EXPECT_EQ(lab::shown_text(sweep->axes()[0], 0.31622776601), "0.316 m/rad");
}

TEST_F(SweepPanelTest, TellsTheValuesOfTheCellUnderThePointer) {
  compute();
  const int column = 5, row = 11, cell = column * sweep->columns() + row;
  desk.point_at(place_of("error", sweep->value(cell, 0), sweep->value(cell, 1)));
  desk.frames(3);
  EXPECT_TRUE(desk.says(lab::shown_text(sweep->axes()[0], sweep->value(cell, 0))));
  EXPECT_TRUE(desk.says(lab::shown_text(sweep->axes()[1], sweep->value(cell, 1))));
  for (const double value : {results->at(cell)->mean_error, results->at(cell)->mean_jitter_deg}) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    EXPECT_TRUE(desk.says(text)) << text;
  }
  EXPECT_TRUE(desk.says(lab::percent(results->at(cell)->roughness) + " of the motion turns back"));
  lab::SweepResults none(*sweep);
  none.set(0, *results->at(0));
  desk.sweep.results = &none;
  desk.frames(2);
  EXPECT_TRUE(desk.says("not computed yet"));
}

TEST_F(SweepPanelTest, ChoosesWhatTheMapsRunOver) {
  desk.press("sweep/x");
  desk.frames(2);
  desk.press("sweep/x/iterations");
  EXPECT_STREQ(desk.sweep_wish()->axes[0].name, "iterations");
  EXPECT_EQ(ui::sweep_fault(desk.sweep_wish()->axes), "");
  EXPECT_EQ(desk.sweep_wish()->axes[0].count, 20) << "every whole number from 1 to 20";
  EXPECT_STREQ(desk.sweep_wish()->axes[1].name, "d-max");
  // what stands on the other axis changes places
  desk.press("sweep/y");
  desk.frames(2);
  desk.press("sweep/y/iterations");
  EXPECT_STREQ(desk.sweep_wish()->axes[0].name, "d-max");
  EXPECT_STREQ(desk.sweep_wish()->axes[1].name, "iterations");
  compute();
  desk.press_at(place_of("error", 0.5, 7.2));
  EXPECT_EQ(settings().iterations, 7);
}

TEST_F(SweepPanelTest, TakesARangeAGridAndALength) {
  desk.press("sweep/grid");
  desk.frames(3);
  desk.type("sweep/low/x", "0.2");
  desk.type("sweep/high/x", "0.8");
  desk.press("sweep/log/x");
  desk.press("sweep/grid/17 × 17");
  desk.press("sweep/steps/2400");
  ui::SweepWish wish = *desk.sweep_wish();
  EXPECT_EQ(wish.axes[0].low, 0.2);
  EXPECT_EQ(wish.axes[0].high, 0.8);
  EXPECT_FALSE(wish.axes[0].logarithmic);
  EXPECT_EQ(wish.axes[0].count, 17);
  EXPECT_EQ(wish.steps, 2400);
  EXPECT_EQ(wish.warmup, 400);
  desk.press("sweep/live");
  EXPECT_FALSE(desk.sweep_wish()->live);
  desk.press("reset/sweep/x");
  EXPECT_EQ(desk.sweep_wish()->axes[0].high, lab::find_shared_knob("lambda")->max);
}

TEST_F(SweepPanelTest, SaysWhatIsWrongWithARange) {
  desk.panels.sweep.ranges["lambda"] = {2.0, 1.0, true};
  desk.forget();
  desk.frames(2);
  EXPECT_FALSE(desk.sweep_wish().has_value());
  EXPECT_TRUE(desk.says("“from” must be below “to”"));
}

TEST_F(SweepPanelTest, BeginsCancelsAndSaves) {
  EXPECT_TRUE(desk.item("sweep/save").disabled || desk.sweep.sweep == nullptr);
  desk.press("sweep/save");
  EXPECT_FALSE(desk.sends(ui::Command::kSaveSweep)) << "there is nothing yet";
  const auto sends = [this](const char* item, ui::Command command) {
    desk.forget();
    desk.press(item);
    return desk.sends(command);
  };
  EXPECT_TRUE(sends("sweep/run", ui::Command::kStartSweep));
  compute();
  desk.sweep.running = true;
  desk.sweep.done = 0.42;
  desk.frames(2);
  EXPECT_TRUE(desk.says("Cancel 42 %"));
  EXPECT_TRUE(sends("sweep/run", ui::Command::kCancelSweep));
  EXPECT_TRUE(sends("sweep/save", ui::Command::kSaveSweep));
}

TEST_F(SweepPanelTest, SaysThatWhatIsShownIsStale) {
  compute();
  EXPECT_FALSE(desk.says("stale"));
  desk.sweep.stale = true;
  desk.frames(2);
  EXPECT_TRUE(desk.says("stale"));
}

TEST(SweepPanel, FindsTwoAxesForEveryMethodAndFitsEveryWindow) {
  for (const ik::MethodInfo& method : ik::methods()) {
    Desk desk(scenes::circling(bodies::forked_tree()), method.id, {1280.0F, 720.0F});
    desk.press("page/Sweep");
    desk.frames(2);
    const auto axes = desk.sweep_wish()->axes;
    ASSERT_EQ(axes.size(), 2U) << method.id;
    EXPECT_STRNE(axes[0].name, axes[1].name) << method.id;
    EXPECT_EQ(ui::sweep_fault(axes), "") << method.id;
  }
  for (const float scale : {1.0F, 2.0F}) {
    Desk desk(scenes::circling(bodies::forked_tree()), "dls", {1280.0F * scale, 720.0F * scale},
              scale);
    desk.press("page/Sweep");
    desk.frames(2);
    for (const char* name : {"sweep/x", "sweep/y", "sweep/grid", "sweep/run", "sweep/save"}) {
      EXPECT_LE(desk.item(name).max.x, 1280.0F * scale) << name;
      EXPECT_LE(desk.item(name).max.y, 720.0F * scale) << name;
    }
  }
}

}  // namespace
