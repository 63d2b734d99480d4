#include "lab/run/metrics.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "io/scene/scene_file.h"
#include "lab/diagnosis/diagnosis.h"
#include "lab/run/history.h"
#include "lab/run/run.h"
#include "lab/sweep/sweep.h"
#include "support/scenes.h"

namespace {

/// Two joints whose changes go round a circle with a period of `period` steps, rad.
lab::Motion<double> round(double period, int step) {
  constexpr double kSize = 0.01;
  lab::Motion<double> motion;
  const double now = 2.0 * std::numbers::pi * step / period;
  const double before = 2.0 * std::numbers::pi * (step - 1) / period;
  motion.add(true, kSize * std::cos(now), kSize * std::cos(before));
  motion.add(true, kSize * std::sin(now), kSize * std::sin(before));
  return motion;
}

// a change of constant length a that turns by 2 pi / P has |bend| = 2 a sin(pi / P)
TEST(Roughness, OfACircleIsTheSquaredSineOfHalfItsTurn) {
  for (const double period : {2.0, 3.0, 10.0, 100.0}) {
    lab::RecentShaking recent;
    for (int step = 1; step <= lab::kSettling + 50; ++step) recent.add(round(period, step), 0.9);
    const double sine = std::sin(std::numbers::pi / period);
    EXPECT_NEAR(recent.roughness(), sine * sine, 1e-12) << period;
    EXPECT_NEAR(recent.jitter_deg(), lab::kDegrees * 0.01 * 2.0 * sine, 1e-12) << period;
  }
}

TEST(RecentShaking, LeavesOutTheFirstStepsAndWeighsTheOthersByTheirAge) {
  constexpr double kKeep = 0.75;
  lab::RecentShaking recent;
  double jitter = 0.0, weights = 0.0;
  for (int step = 1; step <= lab::kSettling + 5; ++step) {
    EXPECT_EQ(recent.weight, weights);
    const double size = 1.0 / step;
    lab::Motion<double> motion;
    motion.add(true, size, 0.0);
    recent.add(motion, kKeep);
    if (step <= lab::kSettling) continue;
    weights = kKeep * weights + 1.0;
    jitter = kKeep * jitter + lab::kDegrees * size;
  }
  EXPECT_NEAR(recent.jitter_deg(), jitter / weights, 1e-12);
}

/// A scene, and whether its body shakes with some values of lambda.
struct ShakingScene {
  const char* scene;
  bool shakes;
};

class EveryVerdict : public testing::TestWithParam<ShakingScene> {
 protected:
  static constexpr long kSteps = 1400, kWarmup = 400;
};

// the Y, the double-Y with clamped errors, an arm and a character, from shaking to calm
TEST_P(EveryVerdict, IsTheSame) {
  const ShakingScene& of = GetParam();
  const lab::Scene scene = io::find_scene(of.scene);
  lab::Settings settings = scene.settings;
  if (std::string_view(of.scene) == "double-y") settings.d_max = 0.2;
  const ik::MethodInfo& method = *ik::find_method("dls");
  lab::SweepAxis axis = lab::find_axis(method, "lambda").value();
  axis.low = 0.1;
  axis.high = 1.0;
  axis.count = 6;
  const lab::Sweep sweep({scene, &method, settings, kSteps, kWarmup}, {axis});
  int shaking = 0;
  for (int cell = 0; cell < sweep.cell_count(); ++cell) {
    const lab::Summary swept = sweep.compute(cell);
    lab::Tracker tracker = sweep.tracker(cell);
    lab::DiagnosisObserver observer(lab::kOff, kWarmup);
    lab::History history;
    lab::run(tracker, {.steps = kSteps, .on_row = [&](const lab::Tracker& now) {
                         history.add(now);
                         if (now.step_count() > kWarmup) observer.add(now);
                       }});
    const lab::Standing standing = lab::standing(history, kWarmup, kSteps);
    const lab::Diagnosis diagnosis = lab::name_causes(tracker, observer);
    EXPECT_NEAR(diagnosis.jitter_deg, swept.mean_jitter_deg, 1e-9);
    EXPECT_NEAR(diagnosis.roughness, swept.roughness, 1e-9);
    EXPECT_NEAR(standing.roughness, swept.roughness, 1e-9);
    EXPECT_EQ(diagnosis.shakes, lab::is_shaking(swept)) << cell;
    EXPECT_EQ(lab::is_still(diagnosis.causes.front().id), !lab::is_shaking(swept)) << cell;
    shaking += lab::is_shaking(swept) ? 1 : 0;
  }
  EXPECT_EQ(shaking > 0, of.shakes);
  EXPECT_LT(shaking, sweep.cell_count());
}

INSTANTIATE_TEST_SUITE_P(Of, EveryVerdict,
                         testing::Values(ShakingScene{"y", true}, ShakingScene{"double-y", true},
                                         ShakingScene{"six-axis-arm", false},
                                         ShakingScene{"humanoid", false}));

// the plot of recent jitter, and the page "Why?" in the window, on both sides of a change of lambda
TEST(History, SaysOfRecentShakingWhatTheObserverSays) {
  const lab::Scene scene = io::find_scene("y");
  lab::Tracker tracker(scene, *ik::find_method("dls"), scene.settings);
  lab::History history;
  lab::DiagnosisObserver observer;
  history.add(tracker);
  std::vector<double> jitters;  // of the steps that count
  long first = lab::kSettling + 1;
  for (long step = 1; step <= 900; ++step) {
    if (step == 401) {
      tracker.change(
          [](lab::Setup& setup) { setup.front_lane().settings.set_param("lambda", 0.05); });
      observer.clear();
      jitters.clear();
      first = step + lab::kSettling;
    }
    tracker.step();
    history.add(tracker);
    observer.add(tracker);
    if (step >= first) jitters.push_back(lab::jitter_deg(tracker));
    const lab::RecentShaking recent = history.recent(history.size() - 1);
    ASSERT_EQ(recent.weight > 0.0, step >= first) << step;
    if (jitters.empty()) continue;
    ASSERT_NEAR(recent.jitter_deg(), observer.jitter_deg(), 1e-9) << step;
    ASSERT_NEAR(recent.roughness(), observer.roughness(), 1e-9) << step;
    if (step % 100 != 0) continue;
    double sum = 0.0, weights = 0.0, weight = 1.0;
    for (std::size_t k = jitters.size(); k-- > 0; weight *= 1.0 - 1.0 / 240.0) {
      sum += weight * jitters[k];
      weights += weight;
    }
    EXPECT_NEAR(recent.jitter_deg(), sum / weights, 1e-9) << step;
    EXPECT_EQ(recent.shakes(), step > 400) << step;
  }
}

}  // namespace
