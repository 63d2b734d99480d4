#include "lab/plot/recording_plots.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lab/run/run.h"
#include "lab/scene/knobs.h"
#include "support/scenes.h"

namespace {

lab::Axis axis(double min, double max, bool logarithmic = false) {
  lab::Axis result;
  result.min = min;
  result.max = max;
  result.logarithmic = logarithmic;
  return result;
}

TEST(Ticks, AreRoundNumbersInTheRangeAndNotTooMany) {
  const std::pair<double, double> ranges[] = {{0.0, 1.0},    {0.0, 0.37},     {-3.0, 8.0},
                                              {17.3, 17.31}, {0.0, 123456.0}, {-1e-6, 1e-6}};
  for (const auto& [min, max] : ranges) {
    for (int most = 2; most <= 12; ++most) {
      const auto ticks = lab::ticks(axis(min, max), most);
      ASSERT_GE(ticks.size(), 1U) << min << " " << max << " " << most;
      EXPECT_LE(ticks.size(), static_cast<std::size_t>(most) + 1);
      for (const lab::Tick& tick : ticks) {
        EXPECT_GE(tick.value, min - 1e-9 * (max - min));
        EXPECT_LE(tick.value, max + 1e-9 * (max - min));
        EXPECT_NEAR(std::stod(tick.text), tick.value, 1e-11 * std::abs(tick.value) + 1e-300);
        EXPECT_LE(tick.text.size(), 9U) << tick.text;
      }
      if (ticks.size() < 2) continue;
      const double step = ticks[1].value - ticks[0].value;
      const double leading = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
      EXPECT_TRUE(std::abs(leading - 1.0) < 1e-6 || std::abs(leading - 2.0) < 1e-6 ||
                  std::abs(leading - 5.0) < 1e-6)
          << step;
    }
  }
}

TEST(Ticks, OfALogarithmicAxisArePowersOfTen) {
  const auto ticks = lab::ticks(axis(2e-4, 3e2, true), 10);
  ASSERT_EQ(ticks.size(), 6U);
  EXPECT_NEAR(ticks.front().value, 1e-3, 1e-15);
  EXPECT_NEAR(ticks.back().value, 1e2, 1e-12);
  EXPECT_LE(lab::ticks(axis(1e-30, 1e30, true), 5).size(), 6U);
}

TEST(Ticks, OfARangeThatIsNoneAreNone) {
  EXPECT_TRUE(lab::ticks(axis(1.0, 1.0), 5).empty());
  EXPECT_TRUE(lab::ticks(axis(0.0, lab::kOff), 5).empty());
}

TEST(Place, GoesFromZeroToOneAndBack) {
  for (const bool logarithmic : {false, true}) {
    const lab::Axis a = axis(0.5, 80.0, logarithmic);
    EXPECT_NEAR(lab::place(a, 0.5), 0.0, 1e-15);
    EXPECT_NEAR(lab::place(a, 80.0), 1.0, 1e-15);
    for (const double value : {0.6, 3.0, 77.0}) {
      EXPECT_NEAR(lab::value_at(a, lab::place(a, value)), value, 1e-12);
    }
  }
  EXPECT_NEAR(lab::place(axis(1.0, 100.0, true), 10.0), 0.5, 1e-15);
}

TEST(Fit, HoldsAllThatIsVisibleAndFinite) {
  lab::Plot plot;
  plot.series.resize(2);
  plot.series[0].x = {1.0, 2.0, 3.0, 4.0};
  plot.series[0].y = {0.5, std::nan(""), 7.0, lab::kOff};
  plot.series[1].x = {0.0};
  plot.series[1].y = {900.0};
  plot.series[1].visible = false;
  lab::fit(plot);
  EXPECT_EQ(plot.x.min, 1.0);
  EXPECT_EQ(plot.x.max, 3.0);
  EXPECT_EQ(plot.y.min, 0.0);
  EXPECT_GE(plot.y.max, 7.0);
  EXPECT_LT(plot.y.max, 9.0);
  plot.y.logarithmic = true;
  lab::fit(plot);
  EXPECT_GT(plot.y.min, 0.0);
  EXPECT_LE(plot.y.min, 0.5);
  plot.series.clear();
  plot.y.logarithmic = false;
  lab::fit(plot);
  EXPECT_LT(plot.x.min, plot.x.max);
  EXPECT_LT(plot.y.min, plot.y.max);
}

TEST(ErrorPlot, HasALineForEachEffectorAndAPointForEachRow) {
  lab::Tracker tracker(scenes::circling(bodies::forked_tree()), *ik::find_method("dls"));
  lab::Recording recording(tracker);
  const auto add = [&recording](const lab::Tracker& now) { recording.add(now); };
  lab::run(tracker, {.steps = 12, .on_row = add});
  const lab::Plot plot = lab::error_plot(recording);
  ASSERT_EQ(plot.series.size(), 2U);
  EXPECT_EQ(plot.series[0].label, "right");
  EXPECT_EQ(plot.series[1].y[7], recording.error(7, 1));
  EXPECT_EQ(plot.series[1].x[7], recording.time(7));
  EXPECT_EQ(plot.x.unit, "s");
  EXPECT_EQ(plot.y.unit, "m");
  EXPECT_EQ(lab::jitter_plot(recording).x.min, plot.x.min) << "both have one time axis";
  EXPECT_EQ(lab::jitter_plot(recording).x.max, plot.x.max);
  const lab::Plot comparison = lab::comparison_plot({recording, recording});
  ASSERT_EQ(comparison.series.size(), 2U);
  EXPECT_NEAR(comparison.series[1].y[4], 0.5 * (recording.error(4, 0) + recording.error(4, 1)),
              1e-15);
}

TEST(Palette, GivesEveryMethodAColourOfItsOwn) {
  for (const ik::MethodInfo& a : ik::methods()) {
    for (const ik::MethodInfo& b : ik::methods()) {
      const lab::Color x = lab::method_color(a), y = lab::method_color(b);
      EXPECT_EQ(&a == &b, x.r == y.r && x.g == y.g && x.b == y.b) << a.id << " " << b.id;
    }
  }
}

TEST(Palette, GivesNoMethodsColourToAnythingElse) {
  for (const ik::MethodInfo& method : ik::methods()) {
    for (int i = 0; i < 8; ++i) {
      const lab::Color x = lab::method_color(method), y = lab::series_color(i);
      EXPECT_FALSE(x.r == y.r && x.g == y.g && x.b == y.b) << method.id << " " << i;
    }
  }
}

TEST(Describe, SaysWhatDiffersFromTheUsual) {
  const ik::MethodInfo& dls = *ik::find_method("dls");
  lab::Settings settings;
  EXPECT_EQ(lab::describe(dls, settings), dls.label);
  settings.params["lambda"] = 0.6;
  settings.d_max = 0.4;
  EXPECT_EQ(lab::describe(dls, settings), std::string(dls.label) + ", λ 0.6, D_max 0.4 m");
  EXPECT_EQ(lab::describe(*ik::find_method("sdls"), settings),
            std::string(ik::find_method("sdls")->label) + ", D_max 0.4 m");
  settings = {};
  settings.tolerance = 0.1;
  EXPECT_EQ(lab::describe(dls, settings), dls.label) << "nothing to skip";
  settings.iterations = 5;
  EXPECT_EQ(lab::describe(dls, settings),
            std::string(dls.label) + ", 5 updates a step, fewer below 0.1 m");
}

TEST(FitY, KeepsTheLimitInView) {
  lab::Plot plot;
  plot.series.push_back({.label = "calm", .x = {0.0, 1.0}, .y = {0.01, 0.02}});
  plot.limit = 0.2;
  lab::fit(plot);
  EXPECT_GT(plot.y.max, 0.2) << "a calm line looks calm";
  EXPECT_LT(plot.y.max, 0.3);
  plot.series[0].y[1] = 3.0;
  lab::fit(plot);
  EXPECT_NEAR(plot.y.max, 3.15, 1e-12);
  plot.y.logarithmic = true;
  plot.series[0].y = {1e-5, 2e-5};
  lab::fit_y(plot);
  EXPECT_GT(plot.y.max, 0.2);
  EXPECT_LE(plot.y.min, 1e-5);
  plot.limit.reset();
  lab::fit_y(plot);
  EXPECT_LT(plot.y.max, 1e-3);
}

// rounding of the poses of a body of a metre or two
TEST(FitY, LeavesRoundingALineAtZero) {
  for (const auto& [unit, finest] :
       {std::pair("m", 1e-9), {"rad", 1e-9}, {"m/rad", 1e-9}, {"°", 5.7e-8}, {"deg", 5.7e-8}}) {
    lab::Plot plot;
    plot.y.unit = unit;
    plot.series.push_back({.label = "at rest", .x = {0.0, 1.0}, .y = {2e-16, 5e-16}});
    lab::fit(plot);
    EXPECT_EQ(plot.y.min, 0.0) << unit;
    EXPECT_GE(plot.y.max, finest) << unit;
    plot.y.logarithmic = true;
    lab::fit(plot);
    EXPECT_GE(plot.y.max, finest) << unit;
    EXPECT_LE(plot.y.min, 2e-16) << unit;
    plot.y.logarithmic = false;
    plot.series[0].y = {2e-3, 5e-3};
    lab::fit(plot);
    EXPECT_LT(plot.y.max, 6e-3) << "what is no rounding fills the axis";
  }
}

TEST(Axis, IsZoomedToANanometreAtLeast) {
  lab::Axis axis{.label = "error", .unit = "m"};
  for (int i = 0; i < 2000; ++i) lab::zoom(axis, 0.0, 0.5);
  EXPECT_GE(axis.max - axis.min, 1e-9);
  EXPECT_LT(axis.max - axis.min, 2e-9);
}

TEST(Axis, ZoomsAboutAPlaceAndMoves) {
  for (const bool logarithmic : {false, true}) {
    lab::Axis axis{.label = "y", .unit = "m", .logarithmic = logarithmic, .min = 1.0, .max = 100.0};
    for (const double at : {0.0, 0.3, 1.0}) {
      const double value = lab::value_at(axis, at);
      lab::zoom(axis, at, 0.5);
      EXPECT_NEAR(lab::value_at(axis, at), value, 1e-9 * value) << at;
      lab::zoom(axis, at, 2.0);
      EXPECT_NEAR(axis.min, 1.0, 1e-9);
      EXPECT_NEAR(axis.max, 100.0, 1e-9);
    }
    const double above = lab::value_at(axis, 1.25);
    lab::pan(axis, 0.25);
    EXPECT_NEAR(axis.max, above, 1e-9 * above);
    for (int i = 0; i < 2000; ++i) lab::zoom(axis, 0.5, 0.5);
    EXPECT_GT(axis.max, axis.min) << "never empty";
    for (int i = 0; i < 2000; ++i) lab::zoom(axis, 0.5, 2.0);
    EXPECT_TRUE(std::isfinite(axis.max) && std::isfinite(axis.min));
    EXPECT_TRUE(!logarithmic || axis.min > 0.0);
  }
  lab::Axis named{.label = "status", .min = -0.25, .max = 3.25, .levels = {"a", "b", "c", "d"}};
  lab::zoom(named, 0.5, 0.5);
  EXPECT_EQ(named.max, 3.25) << "all levels stay";
}

}  // namespace
