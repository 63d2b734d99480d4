#include "lab/run/metrics.h"

#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "lab/run/run.h"
#include "support/bodies.h"
#include "support/changes.h"
#include "support/scenes.h"

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

/// The documented measures, computed from whole arrays of theta and errors instead of step by step.
struct Track {
  std::vector<ik::VectorX> theta;  // row 0 first
  std::vector<std::vector<double>> errors;
};

Track collect(lab::Tracker tracker, int steps) {
  Track rows{{tracker.pose().theta}, {{}}};
  for (int k = 0; k < steps; ++k) {
    tracker.step();
    rows.theta.push_back(tracker.pose().theta);
    rows.errors.emplace_back(tracker.errors().begin(), tracker.errors().end());
  }
  return rows;
}

TEST(Metrics, AreTheContractsDefinitions) {
  const lab::Tracker start(scenes::circling(bodies::forked_tree()),
                           *ik::find_method("pseudoinverse"));
  constexpr std::size_t kSteps = 120, kWarmup = 30;
  const Track rows = collect(start, kSteps);
  double total = 0.0, squares = 0.0, largest = 0.0, jitter = 0.0, largest_step = 0.0;
  double bends = 0.0, ways = 0.0;
  int pairs = 0, reversals = 0;
  for (std::size_t k = kWarmup + 1; k <= kSteps; ++k) {
    for (const double error : rows.errors[k]) {
      total += error;
      squares += error * error;
      largest = std::max(largest, error);
    }
    const ik::VectorX bend = rows.theta[k] - 2.0 * rows.theta[k - 1] + rows.theta[k - 2];
    jitter += bend.norm() * kDegrees;
    bends += bend.squaredNorm();
    ways += std::pow(
        (rows.theta[k] - rows.theta[k - 1]).norm() + (rows.theta[k - 1] - rows.theta[k - 2]).norm(),
        2.0);
    for (int j = 0; j < 8; ++j) {
      const double now = rows.theta[k][j] - rows.theta[k - 1][j];
      const double before = rows.theta[k - 1][j] - rows.theta[k - 2][j];
      largest_step = std::max(largest_step, std::abs(now) * kDegrees);
      if (std::abs(now) > 1e-6 && std::abs(before) > 1e-6) {
        ++pairs;
        reversals += now * before < 0.0 ? 1 : 0;
      }
    }
  }
  lab::Tracker tracker = start;
  const lab::Summary summary = lab::run(tracker, kSteps, kWarmup);
  EXPECT_EQ(summary.steps, 120);
  EXPECT_EQ(summary.warmup, 30);
  EXPECT_NEAR(summary.total_error, total, 1e-12);
  EXPECT_NEAR(summary.mean_error, total / 180.0, 1e-14);
  EXPECT_NEAR(summary.rms_error, std::sqrt(squares / 180.0), 1e-14);
  EXPECT_EQ(summary.max_error, largest);
  EXPECT_NEAR(summary.mean_jitter_deg, jitter / 90.0, 1e-11);
  EXPECT_NEAR(summary.reversal_rate, static_cast<double>(reversals) / pairs, 1e-15);
  EXPECT_GT(pairs, 100);
  EXPECT_NEAR(summary.roughness, bends / ways, 1e-12);
  EXPECT_NEAR(summary.max_step_deg, largest_step, 1e-12);
  EXPECT_FALSE(summary.ns_per_update.has_value());
}

TEST(Jitter, LeavesOutTheFirstStepHoweverFarItJumps) {
  // a hinge one radian off: the first step turns most of the way, then it rests at the target
  lab::Settings settings;
  settings.params["max-angle"] = lab::kOff;
  settings.params["lambda"] = 1e-3;
  lab::Tracker tracker(scenes::hinge(scenes::standing({std::cos(1.0), std::sin(1.0), 0.0})),
                       *ik::find_method("dls"), settings);
  std::vector<double> theta = {tracker.pose().theta[0]};
  const auto add = [&theta](const lab::Tracker& now) { theta.push_back(now.pose().theta[0]); };
  const lab::Summary summary = lab::run(tracker, {.steps = 40, .on_measured = add});
  ASSERT_GT(theta[1], 0.5) << "a jump";
  double sum = 0.0;  // of |θ_k - 2 θ_{k-1} + θ_{k-2}|, k = 2 ... 40
  for (std::size_t k = 2; k < theta.size(); ++k) {
    sum += std::abs(theta[k] - 2.0 * theta[k - 1] + theta[k - 2]);
  }
  EXPECT_NEAR(summary.mean_jitter_deg, kDegrees * sum / 39.0, 1e-12);
}

/// A hinge with known steps: an undamped update turns it by sin(phi - theta), with phi the target's
/// angle.
class Turning {
 public:
  Turning() {
    lab::Settings settings;
    settings.params["max-angle"] = lab::kOff;
    changes::set_settings(tracker, settings);
  }
  /// \returns the expected step of the hinge
  double turn_to(double phi) {
    changes::set_target(tracker, 0, curve_, Eigen::Vector3d(std::cos(phi), std::sin(phi), 0.0));
    const double step = std::sin(phi - theta_);
    theta_ += step;
    tracker.step();
    return step;
  }
  lab::Tracker tracker{scenes::hinge(scenes::standing(Eigen::Vector3d::UnitX())),
                       *ik::find_method("pseudoinverse")};

 private:
  lab::TargetCurve curve_ = scenes::standing(Eigen::Vector3d::UnitX());
  double theta_ = 0.0;
};

TEST(Reversals, ArePairsOfOppositeStepsThatAreBothMotion) {
  Turning hinge;
  lab::Metrics metrics;
  double before = 0.0;
  int pairs = 0, reversals = 0, half_still = 0;
  // swings, rests, and shifts of half and of twice the motion threshold
  double phi = 0.0;
  const double shifts[] = {0.1, -0.1, 0.0,   0.0,  0.0,   5e-7, 0.2, 0.0, 0.0, -5e-7, -0.2, 0.1,
                           0.0, 0.0,  -5e-7, 2e-6, -2e-6, 5e-7, 0.0, 0.3, 0.2, -0.1,  5e-7, 0.0};
  for (const double shift : shifts) {
    phi += shift;
    const double step = hinge.turn_to(phi);
    ASSERT_NEAR(hinge.tracker.last_step()[0], step, 1e-12);
    const bool moved = std::abs(step) > 1e-6, had_moved = std::abs(before) > 1e-6;
    if (moved && had_moved) ++pairs;
    if (moved && had_moved && step * before < 0.0) ++reversals;
    if (moved != had_moved) ++half_still;
    const lab::Motion<double> now = lab::motion_of(hinge.tracker);
    EXPECT_EQ(now.pairs, moved && had_moved ? 1.0 : 0.0) << step << " after " << before;
    EXPECT_EQ(now.reversals, moved && had_moved && step * before < 0.0 ? 1.0 : 0.0);
    metrics.add(hinge.tracker);
    before = step;
  }
  ASSERT_GT(reversals, 2);
  ASSERT_GT(pairs, reversals + 2);
  ASSERT_GT(half_still, 4);
  EXPECT_DOUBLE_EQ(metrics.summary().reversal_rate, static_cast<double>(reversals) / pairs);
}

TEST(Metrics, CountNoSlideAsAnAngle) {
  // the hand is on the slide's axis and the target moves along it: only the slide moves
  lab::WaveCurve along{{0.0, 1.0, 0.0}, {{{0.5, 0.0, 0.0}, 3.0, 0.0}}};
  ik::Multibody body = bodies::slider_arm();
  lab::Scene scene{"", "", "", body, {lab::TargetCurve(along)}, {}};
  lab::Settings settings;
  settings.params["lambda"] = 0.1;
  lab::Tracker tracker(scene, *ik::find_method("dls"), settings);
  for (int k = 0; k < 200; ++k) tracker.step();
  EXPECT_GT(std::abs(tracker.last_step()[0]), 1e-4);
  EXPECT_NEAR(kDegrees * lab::motion_of(tracker).largest,
              std::abs(tracker.last_step()[1]) * kDegrees, 1e-15);
  EXPECT_NEAR(lab::jitter_deg(tracker),
              std::abs(tracker.last_step()[1] - tracker.step_before()[1]) * kDegrees, 1e-15);
}

TEST(Metrics, StayNumbersWhenTargetsAreFar) {
  lab::Tracker tracker(scenes::hinge(scenes::standing({1e300, 1e300, 0.0})),
                       *ik::find_method("dls"));
  const lab::Summary summary = lab::run(tracker, 10);
  EXPECT_NEAR(summary.rms_error / summary.mean_error, 1.0, 1e-12);
}

TEST(Metrics, ShowErrorsThatAreNoNumbersInEveryMeasureOfThem) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  lab::Tracker tracker(scenes::hinge(scenes::standing({none, 1.0, 0.0})), *ik::find_method("dls"));
  const lab::Summary summary = lab::run(tracker, 10);
  EXPECT_TRUE(std::isnan(summary.mean_error));
  EXPECT_TRUE(std::isnan(summary.rms_error));
  EXPECT_TRUE(std::isnan(summary.max_error));
  EXPECT_TRUE(std::isnan(summary.total_error));
}

TEST(Metrics, OfNothingAreZero) {
  const lab::Summary summary = lab::Metrics(3).summary();
  EXPECT_EQ(summary.mean_error, 0.0);
  EXPECT_EQ(summary.rms_error, 0.0);
  EXPECT_EQ(summary.reversal_rate, 0.0);
}

TEST(Run, TimesOnlyTheUpdatesAfterTheWarmup) {
  lab::Settings settings;
  settings.iterations = 4;
  lab::Tracker tracker(scenes::hinge(scenes::standing({0.0, 1.0, 0.0})), *ik::find_method("dls"),
                       settings);
  double now = 0.0;
  const lab::Clock clock = [&now] { return now += 60.0; };  // each reading takes 60 ns
  const lab::Summary summary = lab::run(tracker, {.steps = 10, .warmup = 6, .clock = clock});
  EXPECT_DOUBLE_EQ(*summary.ns_per_update, 60.0 / 4.0);
}

/// A wall clock that advances while another program has the processor, and the thread's CPU clock.
struct TwoClocks {
  double wall = 0.0, cpu = 0.0;
  void work(double ns) { wall += ns, cpu += ns; }
  lab::UpdateTime time{[this] { return wall; }, [this] { return cpu; }};
};

TEST(UpdateTime, IsTheSameWhateverElseTheMachineDoes) {
  TwoClocks clocks;
  for (int k = 0; k < 1000; ++k) {
    const double start = clocks.wall;
    clocks.work(300.0);                        // two updates
    if (k % 10 == 0) clocks.wall += 50'000.0;  // another program interrupts an update
    clocks.time.add(clocks.wall - start, 2);
    clocks.work(100.0);  // measuring overhead of the step
  }
  EXPECT_NEAR(*clocks.time.median(), 150.0, 1e-6);
}

/// Steps with one update of 2000 ns and 500 ns of other work, with occasional pauses.
/// \param pause ns before, in and after the update of step k
std::optional<double> time_with_pauses(int steps,
                                       const std::function<Eigen::Vector3d(int)>& pause) {
  TwoClocks clocks;
  for (int k = 0; k < steps; ++k) {
    clocks.wall += pause(k)[0];
    const double start = clocks.wall;
    clocks.work(2000.0);
    clocks.wall += pause(k)[1];
    clocks.time.add(clocks.wall - start, 1);
    clocks.work(500.0);
    clocks.wall += pause(k)[2];
  }
  return clocks.time.median();
}

TEST(UpdateTime, OfAShortRunDoesNotDependOnWhereAPauseFalls) {
  for (const int steps : {1, 2, 5, 20, 31, 40}) {
    for (const int where : {0, 2}) {
      const auto outside = [where](int k) {
        return k == 0 ? Eigen::Vector3d(1e7 * Eigen::Vector3d::Unit(where))
                      : Eigen::Vector3d::Zero();
      };
      EXPECT_NEAR(*time_with_pauses(steps, outside), 2000.0, 1e-6) << steps;
    }
    if (steps < 3) continue;  // with two steps there is no undisturbed median
    const auto inside = [](int k) { return Eigen::Vector3d(0.0, k == 1 ? 1e7 : 0.0, 0.0); };
    EXPECT_NEAR(*time_with_pauses(steps, inside), 2000.0, 1e-6) << steps;
  }
}

TEST(UpdateTime, LeavesOutPausesOfEveryUpdateWhereNothingElseTakesTime) {
  TwoClocks clocks;
  for (int k = 0; k < 64; ++k) {
    const double start = clocks.wall;
    clocks.work(3e6);  // milliseconds: every update is interrupted
    clocks.wall += 2e6 + 1e5 * (k % 7);
    clocks.time.add(clocks.wall - start, 1);
  }
  EXPECT_NEAR(*clocks.time.median(), 3e6, 1.0);
}

TEST(UpdateTime, IsNeverLessThanWhatIsCertain) {
  // a pause of any length anywhere: at least the updates' time minus the whole pause
  for (int seed = 0; seed < 50; ++seed) {
    TwoClocks clocks;
    double updates = 0.0, paused = 0.0;
    for (int k = 0; k < 32; ++k) {
      const double took = 500.0 + 3000.0 * bodies::halton(seed * 32 + k + 1, 2);
      const double pause = k % 9 == seed % 9 ? 4e4 * bodies::halton(seed * 32 + k + 1, 3) : 0.0;
      const double start = clocks.wall;
      clocks.work(took);
      if (seed % 2 == 0) clocks.wall += pause;
      clocks.time.add(clocks.wall - start, 1);
      if (seed % 2 == 1) clocks.wall += pause;
      updates += clocks.wall - start - (seed % 2 == 1 ? pause : 0.0);
      paused += pause;
    }
    EXPECT_GE(*clocks.time.median(), (updates - paused) / 32.0 - 1e-6) << seed;
    EXPECT_LE(*clocks.time.median(), updates / 32.0 + 1e-6) << seed;
  }
}

TEST(UpdateTime, IsTheMedianOfItsChunks) {
  TwoClocks clocks;
  for (int k = 0; k < 3200; ++k) {
    const double took = k < 320 ? 9000.0 : 150.0;  // a cold start
    clocks.work(took);
    clocks.time.add(took, 1);
  }
  EXPECT_NEAR(*clocks.time.median(), 150.0, 1e-9);
}

TEST(UpdateTime, TakesNoMemoryThatGrowsWithoutEndAndForgetsNothing) {
  TwoClocks clocks;
  for (int k = 0; k < 1'000'000; ++k) {
    clocks.work(150.0);
    clocks.time.add(150.0, 1);
  }
  EXPECT_NEAR(*clocks.time.median(), 150.0, 1e-6);
  EXPECT_FALSE(lab::UpdateTime([] { return 0.0; }).median());
}

}  // namespace
