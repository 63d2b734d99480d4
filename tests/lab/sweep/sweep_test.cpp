#include "lab/sweep/sweep.h"
#include "lab/scene/knobs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/run/run.h"
#include "lab/sweep/batch_sweep.h"
#include "lab/sweep/sweep_figures.h"
#include "lab/track/bench.h"
#include "support/changes.h"
#include "support/scenes.h"

namespace {

using scenes::dls;

lab::SweepAxis axis(const char* name, double low, double high, int count, bool logarithmic = false,
                    const ik::MethodInfo& method = dls()) {
  lab::SweepAxis axis = lab::find_axis(method, name).value();
  axis.low = low;
  axis.high = high;
  axis.count = count;
  axis.logarithmic = logarithmic;
  return axis;
}

lab::Experiment experiment(const ik::MethodInfo& method = dls()) {
  const lab::Scene scene = scenes::circling(bodies::planar_arm(3));
  return {scene, &method, scene.settings, 30, 5};
}

lab::Sweep grid(int rows, int columns) {
  return {experiment(), {axis("lambda", 0.1, 1.0, rows), axis("d-max", 0.1, 1.0, columns, true)}};
}

void expect_same(const lab::Summary& a, const lab::Summary& b) {
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.warmup, b.warmup);
  for (const lab::MeasureInfo& measure : lab::measures()) {
    EXPECT_TRUE(bodies::same_bits(measure.get(a), measure.get(b))) << measure.name;
  }
}

/// A summary whose motion shakes if its jitter is visible, unless `roughness` is below a tenth.
lab::Summary summary(double error, double jitter, double roughness = 0.5) {
  lab::Summary s;
  s.mean_error = error;
  s.mean_jitter_deg = jitter;
  s.roughness = roughness;
  return s;
}

TEST(SweepAxis, HasEvenStepsOrEvenRatiosBetweenItsEnds) {
  const lab::SweepAxis even = axis("lambda", 0.1, 1.0, 10);
  const double tenths[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(lab::value_of(even, i), tenths[i]);
  const lab::SweepAxis ratios = axis("lambda", 0.01, 10.0, 4, true);
  const double expected[] = {0.01, 0.1, 1.0, 10.0};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(lab::value_of(ratios, i), expected[i]);
}

TEST(SweepAxis, StaysWithinAThousandthOfAStepOfTheFormula) {
  for (const bool logarithmic : {false, true}) {
    for (const int count : {3, 7, 30, 1000, 20011}) {
      const lab::SweepAxis a = axis("lambda", 0.037123456789, 2.93123456789, count, logarithmic);
      // the ends are what was asked for, to the bit
      EXPECT_EQ(lab::value_of(a, 0), 0.037123456789);
      EXPECT_EQ(lab::value_of(a, count - 1), 2.93123456789);
      for (int i = 0; i < count; ++i) {
        const double x = static_cast<double>(i) / (count - 1);
        // the place of the value on the axis, in steps, by the inverse of the formula
        const double value = lab::value_of(a, i);
        const double place = logarithmic ? std::log(value / a.low) / std::log(a.high / a.low)
                                         : (value - a.low) / (a.high - a.low);
        EXPECT_NEAR(place * (count - 1), x * (count - 1), 1e-3) << count << " " << i;
      }
    }
  }
}

TEST(SweepAxis, BeginsWithTheRangeOfTheSlider) {
  const lab::SweepAxis lambda = lab::find_axis(dls(), "lambda").value();
  EXPECT_TRUE(lambda.logarithmic);
  EXPECT_EQ(lambda.low, lab::find_shared_knob("lambda")->min);
  EXPECT_EQ(lambda.high, lab::find_shared_knob("lambda")->max);
  EXPECT_EQ(lab::find_axis(dls(), "limits")->count, 4);
  EXPECT_FALSE(lab::find_axis(dls(), "magic"));
  const ik::MethodInfo& sdls = *ik::find_method("sdls");
  EXPECT_FALSE(lab::find_axis(sdls, "lambda"));  // it has no lambda, and every cell would be equal
  EXPECT_EQ(lab::find_axis(sdls, "hard-clamp")->kind, ik::KnobKind::kSwitch);
}

TEST(SweepAxis, TellsASettingFromAParameter) {
  const ik::MethodInfo& nullspace = *ik::find_method("nullspace");
  EXPECT_FALSE(lab::find_axis(nullspace, "limits")->is_own);
  EXPECT_TRUE(lab::find_axis(nullspace, "limit-avoidance")->is_own);
  for (const ik::MethodInfo& method : ik::methods()) {
    const std::vector<std::string> names = lab::axis_names(method);
    method.create().visit([&](const ik::Knob& info, ik::KnobValue) {
      EXPECT_EQ(std::ranges::count(names, std::string(info.name)), 1) << method.id << info.name;
    });
  }
}

TEST(SweepAxis, OfEveryMethodCanBeSweptAsItBegins) {
  for (const ik::MethodInfo& method : ik::methods()) {
    for (const std::string& name : lab::axis_names(method)) {
      SCOPED_TRACE(std::string(method.id) + " " + name);
      lab::SweepAxis a = lab::find_axis(method, name).value();
      if (a.kind == ik::KnobKind::kCount) a.count = 20;
      if (a.logarithmic && a.low == 0.0) a.logarithmic = false;
      EXPECT_EQ(lab::fault(a), "");
      for (int i = 0; i < a.count; ++i) {
        const double value = lab::value_of(a, i);
        EXPECT_EQ(lab::parse_axis_value(a, lab::option_text(a, value)), value);
      }
    }
  }
}

TEST(SweepAxis, SaysWhatIsWrongWithIt) {
  const double nan = std::nan("");
  EXPECT_NE(lab::fault(axis("lambda", 1, 2, 1)), "");
  EXPECT_NE(lab::fault(axis("lambda", 1, 2, 1000001)), "");
  EXPECT_NE(lab::fault(axis("lambda", 2, 1, 5)), "");
  EXPECT_NE(lab::fault(axis("lambda", 1, 1, 5)), "");
  EXPECT_NE(lab::fault(axis("lambda", 0, 1, 5, true)), "");
  EXPECT_EQ(lab::fault(axis("lambda", 0, 1, 5, false)), "");
  EXPECT_NE(lab::fault(axis("lambda", -1, 1, 5)), "");
  EXPECT_NE(lab::fault(axis("lambda", nan, 1, 5)), "");
  EXPECT_NE(lab::fault(axis("lambda", 0, nan, 5)), "");
  EXPECT_NE(lab::fault(axis("d-max", 1, lab::kOff, 5)), "");
  EXPECT_NE(lab::fault(axis("iterations", 1, 4, 3)), "");  // 1, 2.5, 4
  EXPECT_EQ(lab::fault(axis("iterations", 1, 4, 4)), "");
  EXPECT_EQ(lab::fault(axis("iterations", 1, 16, 5, true)), "");
  EXPECT_NE(lab::fault(axis("lambda", 1.0, std::nextafter(1.0, 2.0), 3)), "");
}

TEST(Sweep, ComputesWhatASingleRunMeasuresToTheBit) {
  const ik::MethodInfo& sdls = *ik::find_method("sdls");
  lab::Experiment base = experiment(sdls);
  base.settings.time_step = 0.01;
  base.settings.params = {{"hard-clamp", 1.0}};
  const lab::Sweep sweep(
      base, {axis("gamma-max", 5.0, 45.0, 3, false, sdls), axis("max-angle", 3.0, 20.0, 4)});
  ASSERT_EQ(sweep.cell_count(), 12);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      lab::Settings settings = base.settings;
      settings.params["max-angle"] = lab::value_of(sweep.axes()[1], j) * (1.0 / (180.0 / EIGEN_PI));
      lab::Tracker tracker(base.scene, sdls, settings);
      changes::set_method_param(tracker, "hard-clamp", 1.0);
      changes::set_method_param(tracker, "gamma-max", lab::value_of(sweep.axes()[0], i));
      expect_same(sweep.compute(4 * i + j), lab::run(tracker, 30, 5));
    }
  }
}

TEST(Sweep, DependsOnNoOrder) {
  const lab::Sweep sweep = grid(3, 4);
  std::vector<lab::Summary> forwards;
  for (int cell = 0; cell < sweep.cell_count(); ++cell) forwards.push_back(sweep.compute(cell));
  for (int cell = sweep.cell_count() - 1; cell >= 0; --cell) {
    expect_same(sweep.compute(cell), forwards[static_cast<std::size_t>(cell)]);
  }
  // and the cells differ at all
  EXPECT_NE(forwards[0].mean_error, forwards[1].mean_error);
  EXPECT_NE(forwards[0].mean_error, forwards[4].mean_error);
}

TEST(Sweep, VisitsEveryCellOnceFromCoarseToFine) {
  for (const auto& [rows, columns] : {std::pair(2, 2), {5, 9}, {7, 3}, {16, 17}, {33, 2}}) {
    const std::vector<int> order = grid(rows, columns).order();
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> all(static_cast<std::size_t>(rows * columns));
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(sorted, all);
    // after 4^-p of a square grid no cell is further from a visited one than about 2^p
    lab::SweepResults results(grid(rows, columns));
    for (std::size_t i = 0; i < order.size() / 4 + 1; ++i) results.set(order[i], {});
    for (int cell = 0; cell < results.cell_count(); ++cell) {
      const int near = results.stand_in(cell).value();
      EXPECT_LE(std::abs(near / columns - cell / columns), 3) << rows << " " << columns;
      EXPECT_LE(std::abs(near % columns - cell % columns), 3) << rows << " " << columns;
    }
  }
}

TEST(Sweep, BeginsWithCornersOfTheGrid) {
  const std::vector<int> order = grid(5, 9).order();
  EXPECT_EQ(std::vector(order.begin(), order.begin() + 4), (std::vector{0, 8, 36, 44}));
}

TEST(Sweep, RefusesWhatItCannotRun) {
  const lab::SweepAxis good = axis("lambda", 0.1, 1.0, 3);
  const lab::SweepAxis other = axis("d-max", 0.1, 1.0, 3);
  const auto fails = [](lab::Experiment e, std::vector<lab::SweepAxis> axes) {
    EXPECT_THROW(lab::Sweep(std::move(e), std::move(axes)), std::invalid_argument);
  };
  fails(experiment(), {});
  fails(experiment(), {good, other, axis("lead", 0, 1, 2)});
  fails(experiment(), {good, good});
  fails(experiment(), {axis("lambda", 1.0, 0.1, 3)});
  fails(experiment(), {axis("lambda", 0.1, 1.0, 1001), axis("d-max", 0.1, 1.0, 1000)});
  lab::Experiment idle = experiment();
  idle.warmup = idle.steps;
  fails(idle, {good});
  idle = experiment();
  idle.method = nullptr;
  fails(idle, {good});
}

TEST(SweepResults, StandInIsTheNearestComputedCell) {
  const lab::Sweep sweep = grid(13, 22);
  lab::SweepResults results(sweep);
  EXPECT_EQ(results.stand_in(5), std::nullopt);
  std::vector<int> computed;
  for (const int cell : sweep.order()) {
    results.set(cell, {});
    computed.push_back(cell);
    if (computed.size() % 7 != 1) continue;
    for (int other = 0; other < results.cell_count(); ++other) {
      const auto distance = [&](int a) {
        return std::hypot(a / 22 - other / 22, a % 22 - other % 22);
      };
      double least = 1e9;
      for (const int a : computed) least = std::min(least, distance(a));
      ASSERT_EQ(distance(results.stand_in(other).value()), least);
    }
  }
  EXPECT_EQ(results.done(), results.cell_count());
  for (int cell = 0; cell < results.cell_count(); ++cell) EXPECT_EQ(results.stand_in(cell), cell);
}

TEST(SweepResults, HaveHolesUntilTheyAreFilled) {
  lab::SweepResults results(grid(2, 3));
  EXPECT_EQ(results.at(4), nullptr);
  results.set(4, summary(1.0, 2.0));
  results.set(4, summary(3.0, 2.0));
  EXPECT_EQ(results.done(), 1);
  EXPECT_EQ(results.at(4)->mean_error, 3.0);
  EXPECT_EQ(results.at(3), nullptr);
}

TEST(Landmarks, NameTheBestCellsAndTheCliff) {
  const lab::Sweep sweep = grid(4, 2);  // lambda down, d-max across
  lab::SweepResults results(sweep);
  EXPECT_FALSE(lab::find(sweep, results).least_error);
  const double error[] = {0.9, 1.0, 0.5, 0.50001, 0.52, 0.53, 0.8, std::nan("")};
  const double jitter[] = {50, 60, 40, 30, 2.0, 1.0, 0.5, 0.1};
  for (int cell = 0; cell < 8; ++cell) {
    results.set(cell, summary(error[cell], jitter[cell], cell < 4 ? 0.3 : 0.05));
  }
  const lab::Landmarks landmarks = lab::find(sweep, results);
  EXPECT_EQ(landmarks.least_error, 2);
  EXPECT_EQ(landmarks.least_jitter, 7);
  EXPECT_EQ(landmarks.calmest, 4);  // 5 errs by 6 % more than the least
  ASSERT_TRUE(landmarks.cliff);     // the column of 2: cell 4 is fast but smooth
  EXPECT_EQ(landmarks.cliff->shaky, 2);
  EXPECT_EQ(landmarks.cliff->calm, 4);
}

TEST(Landmarks, KnowNoCliffWhereAllShakeOrNoneDoes) {
  const lab::Sweep sweep(experiment(), {axis("lambda", 0.1, 1.0, 3)});
  for (const double roughness : {0.05, 0.5}) {
    lab::SweepResults results(sweep);
    const double jitter[] = {50.0, 2.0, 0.3};
    for (int cell = 0; cell < 3; ++cell) {
      results.set(cell, summary(1.0, jitter[cell], roughness));
    }
    EXPECT_FALSE(lab::find(sweep, results).cliff) << roughness;
  }
}

TEST(SweepPlots, HoldTheMeasuresWithHoles) {
  const lab::Sweep sweep(experiment(), {axis("lambda", 0.1, 10.0, 3, true)});
  lab::SweepResults results(sweep);
  results.set(0, summary(0.5, 30.0));
  results.set(2, summary(0.7, 0.3));
  const std::vector<lab::Plot> plots = lab::sweep_plots(sweep, results);
  ASSERT_EQ(plots.size(), 2U);
  EXPECT_TRUE(plots[0].x.logarithmic);
  EXPECT_FALSE(plots[0].y.logarithmic);
  EXPECT_TRUE(plots[1].y.logarithmic);
  EXPECT_EQ(plots[0].series[0].x, (std::vector{0.1, 1.0, 10.0}));
  EXPECT_EQ(plots[0].series[0].y[0], 0.5);
  EXPECT_TRUE(std::isnan(plots[0].series[0].y[1]));
  EXPECT_EQ(plots[1].series[0].y[2], 0.3);
  EXPECT_EQ(plots[1].limit, lab::kShakingJitter);
  EXPECT_FALSE(plots[0].limit);
  EXPECT_EQ(plots[1].series[1].x, (std::vector{0.1, 0.1}));  // the least error
}

TEST(SweepPlots, MarkTheLeastErrorAndTheCliffAsTwoPlaces) {
  const lab::Sweep sweep(experiment(), {axis("lambda", 0.1, 1000.0, 5, true)});
  lab::SweepResults results(sweep);
  const double errors[] = {0.4, 0.3, 0.5, 0.6, 0.7}, jitters[] = {50.0, 40.0, 30.0, 0.19, 0.1};
  for (int cell = 0; cell < 5; ++cell) results.set(cell, summary(errors[cell], jitters[cell]));
  for (const lab::Plot& plot : lab::sweep_plots(sweep, results)) {
    ASSERT_EQ(plot.series.size(), 3U);
    EXPECT_EQ(plot.series[1].x, (std::vector{1.0, 1.0}));
    // half-way between the values 10 and 100 on a logarithmic axis
    EXPECT_NEAR(plot.series[2].x[0], std::sqrt(1000.0), 1e-9);
    EXPECT_EQ(plot.series[2].label, "shaking sets in between 100 and 10");
    EXPECT_EQ(plot.series[2].y, (std::vector{plot.y.min, plot.y.max}));
  }
  for (int cell = 0; cell < 5; ++cell) results.set(cell, summary(0.5, 50.0 - 4.0 * cell));
  EXPECT_EQ(lab::sweep_plots(sweep, results)[1].series.size(), 2U) << "all shake";
}

// the published software's search for lambda on the Y: 20 steps skipped, 200 measured
TEST(Sweep, FindsTheLeastErrorOfThePublishedSearchForLambda) {
  lab::Scene y = io::find_scene("y");
  const lab::Settings settings = y.settings;
  const lab::Sweep sweep({std::move(y), &dls(), settings, 220, 20}, {axis("lambda", 0.1, 1.0, 10)});
  lab::SweepResults results(sweep);
  for (const int cell : sweep.order()) results.set(cell, sweep.compute(cell));
  const lab::Landmarks landmarks = lab::find(sweep, results);
  EXPECT_EQ(sweep.value(landmarks.least_error.value(), 0), 0.4);
  EXPECT_NEAR(results.at(*landmarks.least_error)->total_error, 83.09, 0.005);
  // and just below it shaking begins
  ASSERT_TRUE(landmarks.cliff);
  EXPECT_EQ(sweep.value(landmarks.cliff->calm, 0), 0.4);
  EXPECT_EQ(sweep.value(landmarks.cliff->shaky, 0), 0.3);
}

TEST(SweepOfASetup, RunsWhatAResetOfItsFrontLaneBegins) {
  const lab::Scene scene = scenes::circling(bodies::forked_tree());
  lab::Setup setup =
      lab::setup_of(std::make_shared<const lab::Scene>(scene), dls(), scene.settings);
  setup.front = lab::add_lane(setup);
  setup.front_lane().settings.d_max = 0.2;
  setup.front_lane().settings.set_param("gain", 0.7);
  setup.targets[0].held = Eigen::Vector3d(0.3, 0.8, 0.1);
  setup.targets[1].curve = scenes::standing({-0.2, 0.6, 0.0});
  setup.goal_weights[1] = 0.25;
  setup.joint_weights[0] = 0.0;
  setup.joint_weights[2] = 0.4;

  lab::Bench bench(setup);
  lab::Metrics metrics(5);
  for (int step = 0; step < 40; ++step) {
    bench.step({});
    metrics.add(bench.tracker(setup.front));
  }
  const lab::Sweep sweep(lab::experiment_of(setup, 40, 5), {axis("lambda", 0.5, 1.0, 2)});
  setup.front_lane().settings.params["lambda"] = 0.5;
  lab::Bench damped(setup);
  lab::Metrics expected(5);
  for (int step = 0; step < 40; ++step) {
    damped.step({});
    expected.add(damped.tracker(setup.front));
  }
  expect_same(sweep.compute(0), expected.summary());
  EXPECT_NE(expected.summary().mean_error, metrics.summary().mean_error);
}

TEST(Sweep, GoesOnInPortionsOfAnySizeToTheSameBits) {
  const ik::MethodInfo& learned = *ik::find_method("learned");
  // a method that learns first does so in portions, too
  for (const lab::Sweep& sweep :
       {grid(2, 2),
        lab::Sweep(experiment(learned), {axis("d-max", 0.5, 1.0, 2, false, learned)})}) {
    for (const long portion : {1L, 7L, 1'000'000L}) {
      const lab::SweepParts parts(sweep, {1});
      lab::SweepRun run = parts.begin(0);
      double last = 0.0;
      for (double share = 0.0; share < 1.0; last = share) {
        share = run.advance(portion);
        ASSERT_GE(share, last);
      }
      ASSERT_EQ(run.results().size(), 1U);
      EXPECT_EQ(run.results()[0].cell, 1);
      expect_same(run.results()[0].summary, sweep.compute(1));
    }
  }
}

}  // namespace
