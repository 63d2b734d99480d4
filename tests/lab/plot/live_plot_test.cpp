#include "lab/plot/live_plot.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "lab/run/metrics.h"
#include "lab/run/timeline.h"
#include "support/aiming.h"
#include "support/scenes.h"

namespace {

using lab::Signal;

constexpr lab::TimeRange kAll{0.0, 1e9};

lab::Setup setup_of(lab::Scene scene, const char* method = "dls") {
  return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                       *ik::find_method(method));
}

/// Lanes side by side with their histories, as in the window.
struct Lanes {
  lab::Timeline timeline;
  std::map<int, lab::History> kept;
  std::vector<const lab::History*> histories;

  explicit Lanes(lab::Setup setup) : timeline(std::move(setup)) { remember(); }
  static lab::Setup three() {
    lab::Setup setup = setup_of(scenes::circling(bodies::forked_tree()));
    for (const char* method : {"jacobian-transpose", "sdls"}) {
      setup.lanes[lab::add_lane(setup)].method = ik::find_method(method);
    }
    return setup;
  }
  void remember() {
    histories.clear();
    for (std::size_t i = 0; i < timeline.bench().size(); ++i) {
      lab::History& history = kept[timeline.setup().lanes[i].id];
      history.add(timeline.bench().tracker(i), 100.0 * static_cast<double>(i + 1));
      histories.push_back(&history);
    }
  }
  void step() {
    timeline.step();
    remember();
  }
  const lab::Tracker& tracker(std::size_t lane) const { return timeline.bench().tracker(lane); }
  lab::Runs runs() const { return {timeline.setup(), histories}; }
};

TEST(Signals, StandInTheTableWhereTheirNumberIs) {
  for (std::size_t i = 0; i < lab::signals().size(); ++i) {
    const lab::SignalInfo& signal = lab::signals()[i];
    EXPECT_EQ(static_cast<std::size_t>(signal.signal), i);
    EXPECT_EQ(&lab::info(signal.signal), &signal);
    EXPECT_NE(signal.channel.value, nullptr);
    EXPECT_GT(std::string(signal.help).size(), 20U);
  }
}

TEST(LivePlot, ShowsOfEveryLaneWhatItsTrackerHad) {
  Lanes lanes(Lanes::three());
  std::vector<std::map<Signal, std::vector<double>>> truth(3);
  std::vector<double> times;
  const auto note = [&] {
    times.push_back(lanes.tracker(0).time());
    for (std::size_t i = 0; i < 3; ++i) {
      const lab::Tracker& tracker = lanes.tracker(i);
      double total = 0.0;
      for (const double error : tracker.errors()) total += error;
      truth[i][Signal::kTotalError].push_back(total);
      truth[i][Signal::kMeanError].push_back(total / 2.0);
      truth[i][Signal::kStepJitter].push_back(lab::jitter_deg(tracker));
      truth[i][Signal::kLargestStep].push_back(lab::kDegrees * lab::motion_of(tracker).largest);
      truth[i][Signal::kStatus].push_back(static_cast<double>(tracker.outcome()));
      truth[i][Signal::kUpdateTime].push_back(0.1 * static_cast<double>(i + 1));
    }
  };
  note();
  for (int k = 0; k < 80; ++k) lanes.step(), note();

  const std::vector<std::string> labels = lab::lane_labels(lanes.timeline.setup());
  for (const auto& [signal, ignored] : truth[0]) {
    const lab::Plot plot = lab::whole_plot(lanes.runs(), {.signal = signal}, kAll);
    EXPECT_EQ(plot.id, lab::info(signal).id);
    EXPECT_EQ(plot.y.unit, lab::info(signal).unit);
    ASSERT_EQ(plot.series.size(), 3U) << plot.id;
    for (std::size_t i = 0; i < 3; ++i) {
      const lab::Series& series = plot.series[i];
      EXPECT_EQ(series.label, labels[i]);
      EXPECT_EQ(series.color.r, lab::lane_color(lanes.timeline.setup(), i).r);
      ASSERT_EQ(series.x, times) << plot.id;
      for (std::size_t row = 0; row < times.size(); ++row) {
        EXPECT_NEAR(series.y[row], truth[i][signal][row], 1e-12) << plot.id << " " << row;
      }
    }
  }
}

TEST(LivePlot, ShowsTheErrorOfEachEffectorOfTheFrontLane) {
  lab::Setup setup = Lanes::three();
  setup.front = 1;
  Lanes lanes(setup);
  for (int k = 0; k < 30; ++k) lanes.step();
  const lab::Plot plot = lab::whole_plot(lanes.runs(), {}, kAll);
  ASSERT_EQ(plot.series.size(), 2U);
  const ik::Multibody& body = lanes.tracker(1).multibody();
  for (int i = 0; i < 2; ++i) {
    const lab::Series& series = plot.series[static_cast<std::size_t>(i)];
    EXPECT_EQ(series.label, body.effector(i).name);
    EXPECT_EQ(series.y.back(), lanes.tracker(1).errors()[static_cast<std::size_t>(i)]);
    EXPECT_NE(series.y.back(), lanes.tracker(0).errors()[static_cast<std::size_t>(i)]);
  }
  EXPECT_NE(plot.subtitle.find("circling · "), std::string::npos);
  EXPECT_NE(plot.subtitle.find(ik::find_method("jacobian-transpose")->label), std::string::npos);
}

TEST(LivePlot, ShowsTheDampingOfMethodsThatHaveOne) {
  lab::Setup setup = Lanes::three();
  for (lab::Lane& lane : setup.lanes) lane.settings.params["lambda"] = 0.7;
  Lanes lanes(setup);
  for (int k = 0; k < 5; ++k) lanes.step();
  const lab::Plot plot = lab::whole_plot(lanes.runs(), {.signal = Signal::kLambda}, kAll);
  EXPECT_EQ(plot.series[0].y.back(), 0.7);
  EXPECT_TRUE(std::isnan(plot.series[1].y.back()));
}

TEST(LivePlot, SkipsRowsWithoutSingularValues) {
  Lanes lanes(setup_of(scenes::circling(bodies::forked_tree())));
  const std::vector<double> sigmas = {3.0, 2.0, 1.0, 0.5, 0.25, 0.125};
  std::vector<double> times;
  for (int k = 1; k <= 60; ++k) {
    lanes.step();
    if (k % 7 != 0) continue;
    lanes.kept.at(0).set_sigmas(sigmas);
    times.push_back(lanes.tracker(0).time());
  }
  const lab::Plot plot = lab::whole_plot(lanes.runs(), {.signal = Signal::kSigmas}, kAll);
  ASSERT_EQ(static_cast<int>(plot.series.size()), lanes.kept.at(0).sigma_count());
  EXPECT_EQ(plot.series[0].label, "σ₁");
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    EXPECT_EQ(plot.series[i].x, times);
    for (const double y : plot.series[i].y) EXPECT_EQ(y, sigmas[i]);
  }
  lab::LivePlot live;
  live.refill(lanes.runs(), {.signal = Signal::kSigmas}, kAll, 4);
  EXPECT_EQ(live.values(lanes.runs(), 24), sigmas);
}

TEST(LivePlot, ShowsAimsInDegreesWhereThereAreAny) {
  Lanes without(setup_of(scenes::circling(bodies::forked_tree())));
  EXPECT_FALSE(lab::has(without.runs(), Signal::kAimErrors));
  EXPECT_TRUE(lab::has(without.runs(), Signal::kErrors));

  lab::Scene scene = scenes::circling(bodies::aiming()[2].body);
  for (const ik::Aim& aim : bodies::aims_at(scene.multibody, scene.multibody.initial_theta())) {
    scene.aims.push_back(
        {.base = aim, .axis = {1.0, 2.0, 0.5}, .amplitude = 0.4, .frequency = 3.0});
  }
  Lanes lanes(setup_of(scene));
  for (int k = 0; k < 20; ++k) lanes.step();
  const lab::Plot plot = lab::whole_plot(lanes.runs(), {.signal = Signal::kAimErrors}, kAll);
  ASSERT_EQ(plot.series.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const double degrees = lanes.tracker(0).aim_errors()[i] * 180.0 / std::numbers::pi;
    EXPECT_GT(degrees, 0.0);
    EXPECT_NEAR(plot.series[i].y.back(), degrees, 1e-12);
    EXPECT_EQ(plot.series[i].label, scene.multibody.effector(static_cast<int>(i) + 1).name);
  }
}

TEST(LivePlot, NamesTheLevelsOfTheStatus) {
  lab::Scene scene = scenes::hinge(scenes::standing(Eigen::Vector3d::UnitY()));
  Lanes lanes(setup_of(scene));
  for (int k = 0; k < 3; ++k) lanes.step();
  const lab::Plot plot =
      lab::whole_plot(lanes.runs(), {.signal = Signal::kStatus, .logarithmic = true}, kAll);
  const std::vector<lab::Tick> ticks = lab::ticks(plot.y, 2);
  ASSERT_EQ(ticks.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(ticks[i].value, static_cast<double>(i));
    EXPECT_EQ(ticks[i].text, ik::name(static_cast<ik::Outcome>(i)));
  }
  EXPECT_TRUE(plot.series[0].stepped);
  EXPECT_FALSE(plot.y.logarithmic) << "words have no logarithm";
  EXPECT_LT(plot.y.min, 0.0);
  EXPECT_GT(plot.y.max, 4.0);
}

TEST(LivePlot, LeavesOutWhatIsOffByTheLanesIdAndFitsTheRest) {
  lab::Setup setup = Lanes::three();
  lab::remove_lane(setup, 0);  // leaves ids 1 and 2
  Lanes lanes(setup);
  for (int k = 0; k < 50; ++k) lanes.step();
  const lab::LiveChoice all{.signal = Signal::kTotalError};
  lab::LiveChoice some = all;
  some.off.insert({Signal::kTotalError, std::to_string(setup.lanes[1].id)});
  some.off.insert({Signal::kJitter, std::to_string(setup.lanes[0].id)});
  lab::LivePlot live;
  live.refill(lanes.runs(), some, kAll, 0);
  EXPECT_TRUE(live.plot.series[0].visible);
  EXPECT_FALSE(live.plot.series[1].visible);
  EXPECT_TRUE(live.plot.series[1].x.empty());
  EXPECT_EQ(live.key(1), std::to_string(setup.lanes[1].id));
  const auto& y = live.plot.series[0].y;
  EXPECT_NEAR(live.plot.y.max, 1.05 * *std::max_element(y.begin(), y.end()), 1e-12);
}

TEST(LivePlot, FitsTheYAxisToThePartOfTimeThatIsSeen) {
  Lanes lanes(setup_of(scenes::circling(bodies::forked_tree())));
  for (int k = 0; k < 400; ++k) lanes.step();
  lab::LivePlot live;
  const lab::TimeRange range{1.0, 1.2};
  const lab::History& history = lanes.runs().front();
  double largest = 0.0, least = 1e9;
  for (std::size_t row = 0; row < history.size(); ++row) {
    if (history.time(row) < range.begin || history.time(row) > range.end) continue;
    for (int i = 0; i < 2; ++i) {
      largest = std::max(largest, history.error(row, i));
      least = std::min(least, history.error(row, i));
    }
  }
  for (const std::size_t columns : {0U, 10U, 300U}) {
    live.refill(lanes.runs(), {}, range, columns);
    EXPECT_EQ(live.plot.x.min, 1.0);
    EXPECT_EQ(live.plot.x.max, 1.2);
    EXPECT_EQ(live.plot.y.min, 0.0);
    EXPECT_NEAR(live.plot.y.max, 1.05 * largest, 1e-12) << columns;
    EXPECT_GE(live.plot.series[0].x.back(), 1.2 - 1e-9) << "runs up to the edge";
    EXPECT_LE(live.plot.series[0].x.front(), 1.0 + 1e-9);
    live.refill(lanes.runs(), {.logarithmic = true}, range, columns);
    EXPECT_NEAR(live.plot.y.min, std::pow(10.0, std::floor(std::log10(least))), 1e-12);
    EXPECT_NEAR(live.plot.y.max, std::max(10.0 * live.plot.y.min, 1.05 * largest), 1e-12);
  }
}

TEST(LivePlot, TakesNoMorePointsThanColumnsNeed) {
  Lanes lanes(Lanes::three());
  for (int k = 0; k < 3000; ++k) lanes.step();
  lab::LivePlot live;
  live.refill(lanes.runs(), {.signal = Signal::kStepJitter}, {0.0, 15.0}, 200);
  const lab::Plot whole =
      lab::whole_plot(lanes.runs(), {.signal = Signal::kStepJitter}, {0.0, 15.0});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LE(live.plot.series[i].x.size(), 2U * 202U);
    EXPECT_GE(live.plot.series[i].x.size(), 150U);
    EXPECT_EQ(whole.series[i].x.size(), 3001U);
    const auto most = [](const lab::Series& s) {
      return *std::max_element(s.y.begin(), s.y.end());
    };
    EXPECT_EQ(most(live.plot.series[i]), most(whole.series[i]));
  }
  EXPECT_EQ(live.plot.y.max, whole.y.max);
}

TEST(LivePlot, KeepsUpWithLanesThatComeAndGo) {
  Lanes lanes(Lanes::three());
  lab::LivePlot live;
  for (int k = 0; k < 600; ++k) {
    if (k == 200 || k == 400) {
      lab::Setup setup = lanes.timeline.setup();
      if (k == 200) lab::remove_lane(setup, 0);
      if (k == 400) setup.lanes[lab::add_lane(setup)].method = ik::find_method("sdls");
      lanes.timeline.apply(setup);
    }
    lanes.step();
    live.refill(lanes.runs(), {.signal = Signal::kTotalError}, {0.0, 3.0}, 50);
    if (k % 40 != 39) continue;
    lab::LivePlot fresh;
    fresh.refill(lanes.runs(), {.signal = Signal::kTotalError}, {0.0, 3.0}, 50);
    ASSERT_EQ(live.plot.series.size(), lanes.histories.size());
    for (std::size_t i = 0; i < live.plot.series.size(); ++i) {
      EXPECT_EQ(live.plot.series[i].x, fresh.plot.series[i].x) << k;
      EXPECT_EQ(live.plot.series[i].y, fresh.plot.series[i].y) << k;
    }
  }
}

TEST(LivePlot, ReadsWhatEveryLineIsAtAStep) {
  Lanes lanes(Lanes::three());
  for (int k = 0; k < 40; ++k) lanes.step();
  lab::LivePlot live;
  live.refill(lanes.runs(), {.signal = Signal::kStepJitter}, {0.0, 1.0}, 3);
  const std::vector<double> values = live.values(lanes.runs(), 17);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(values[i], lanes.histories[i]->jitter_deg(17));
  }
  for (const long step : {-1L, 41L}) {
    for (const double value : live.values(lanes.runs(), step)) EXPECT_TRUE(std::isnan(value));
  }
}

TEST(LivePlot, KnowsTheStatisticsOfAllVisibleRows) {
  Lanes lanes(Lanes::three());
  for (int i = 0; i < 500; ++i) lanes.step();
  const lab::History& history = *lanes.histories[1];
  lab::LivePlot live;
  const lab::TimeRange range{history.time(100), history.time(399)};
  live.refill(lanes.runs(), {.signal = Signal::kMeanError}, range, 10);
  const lab::Statistics known = live.statistics(lanes.runs(), range, 1);
  std::vector<double> values;
  for (std::size_t row = 100; row < 400; ++row) values.push_back(history.mean_error(row));
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / 300.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  EXPECT_EQ(known.count, 300U);
  EXPECT_NEAR(known.mean, mean, 1e-12);
  EXPECT_NEAR(known.deviation, std::sqrt(squares / 300.0), 1e-12);
  EXPECT_EQ(known.least, *std::ranges::min_element(values));
  EXPECT_EQ(known.most, *std::ranges::max_element(values));
  EXPECT_EQ(live.statistics(lanes.runs(), {1e6, 2e6}, 1).count, 0U);
  EXPECT_TRUE(std::isnan(live.statistics(lanes.runs(), {1e6, 2e6}, 1).mean));
}

}  // namespace
