#include "app/crowd_runner.h"

#include <chrono>
#include <cstring>
#include <future>

#include <gtest/gtest.h>

#include "io/built_in_scenes.h"
#include "support/scenes.h"

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

lab::Setup setup_of(lab::Scene scene, const char* method = "dls") {
  const lab::Settings settings = scene.settings;
  return lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)),
                       *ik::find_method(method), settings);
}

/// A runner and the session's place, which a test moves on.
class Runner {
 public:
  explicit Runner(int threads = 2) : runner(io::find_scene, threads) {}

  void follow() { runner.follow(wish, setup, {step, time(), frozen}); }
  double time() const { return static_cast<double>(step) * setup.front_lane().settings.time_step; }

  /// Calls until there is a newer frame. \returns it
  const app::CrowdFrame& next() {
    const long before = number;
    const auto late = Clock::now() + 60s;
    while (Clock::now() < late) {
      const app::CrowdFrame* frame = runner.frame();
      if (frame != nullptr && frame->number != before) {
        number = frame->number;
        return *frame;
      }
      std::this_thread::sleep_for(1ms);
    }
    throw std::runtime_error("no frame came");
  }
  const app::CrowdFrame& begin() {
    follow();
    return next();
  }
  /// So many steps, a frame each.
  const app::CrowdFrame& steps(int count) {
    for (int i = 0; i < count; ++i) {
      ++step;
      follow();
      next();
    }
    return *runner.frame();
  }

  lab::Setup setup = setup_of(scenes::circling(bodies::forked_tree()));
  std::optional<ui::CrowdWish> wish = ui::CrowdWish{.count = 20};
  long step = 0;
  bool frozen = false;
  long number = 0;
  app::CrowdRunner runner;
};

const float* body_of(const app::CrowdFrame& frame, std::size_t kind, int body) {
  const app::CrowdKindPlaces& places = frame.field->kinds[kind];
  const ik::Multibody& multibody = places.scene->multibody;
  const int points = multibody.joint_count() + 2 * multibody.effector_count();
  return frame.points.data() + static_cast<std::ptrdiff_t>(4) * (places.first + body * points);
}

/// Trackers with the same delays, after as many steps.
void expect_trackers(const app::CrowdFrame& frame, const lab::Setup& setup, long steps) {
  ASSERT_TRUE(frame.field);
  for (std::size_t kind = 0; kind < frame.field->kinds.size(); ++kind) {
    const app::CrowdKindPlaces& places = frame.field->kinds[kind];
    for (std::size_t b = 0; b < places.places.size(); b += 3) {
      lab::Scene scene = *places.scene;
      for (lab::TargetCurve& curve : scene.targets) {
        auto waves = std::get<lab::WaveCurve>(curve.shape());
        for (lab::Wave& wave : waves.waves) wave.phase -= wave.frequency * places.delays[b];
        curve = lab::TargetCurve(waves);
      }
      lab::Tracker tracker(scene, *setup.front_lane().method, setup.front_lane().settings);
      for (long k = 0; k < steps; ++k) tracker.step();
      const float* point = body_of(frame, kind, static_cast<int>(b));
      const auto expect = [&point, b, kind](const Eigen::Vector3d& place) {
        for (int c = 0; c < 3; ++c) ASSERT_NEAR(point[c], place[c], 1e-5) << kind << ' ' << b;
        point += 4;
      };
      const ik::Pose& pose = tracker.pose();
      for (Eigen::Index j = 0; j < pose.origin.cols(); ++j) expect(pose.origin.col(j));
      for (Eigen::Index i = 0; i < pose.effector.cols(); ++i) expect(pose.effector.col(i));
      for (const Eigen::Vector3d& target : tracker.targets()) expect(target);
    }
  }
}

TEST(CrowdRunner, MakesTheStepsOfTheSessionForEveryBody) {
  Runner run;
  EXPECT_EQ(run.begin().steps, 0);
  const app::CrowdFrame& frame = run.steps(40);
  EXPECT_EQ(frame.steps, 1);
  EXPECT_GT(frame.solve_s, 0.0);
  expect_trackers(frame, run.setup, 40);
  EXPECT_EQ(run.runner.shown().bodies, 20);
  EXPECT_NEAR(run.runner.shown().speed, 1.0, 1e-9);
}

TEST(CrowdRunner, MixesTheReportsBodies) {
  Runner run;
  run.wish->kind = ui::CrowdKind::kBoth;
  run.wish->count = 15;
  run.begin();
  const app::CrowdFrame& frame = run.steps(10);
  ASSERT_EQ(frame.field->kinds.size(), 2u);
  EXPECT_EQ(frame.field->kinds[0].scene->id, "y");
  EXPECT_EQ(frame.field->kinds[1].scene->id, "double-y");
  EXPECT_EQ(frame.field->kinds[0].places.size(), 8u);
  EXPECT_EQ(frame.field->kinds[1].places.size(), 7u);
  expect_trackers(frame, run.setup, 10);
}

TEST(CrowdRunner, ShowsTheSameBitsWithAnyNumberOfThreads) {
  std::vector<float> first;
  double error = 0.0;
  for (const int threads : {1, 2, 5}) {
    Runner run(threads);
    run.wish->count = 700;
    run.begin();
    const app::CrowdFrame& frame = run.steps(12);
    if (first.empty()) {
      first = frame.points;
      error = frame.mean_error;
    }
    ASSERT_EQ(frame.points.size(), first.size());
    EXPECT_EQ(std::memcmp(frame.points.data(), first.data(), first.size() * sizeof(float)), 0);
    EXPECT_EQ(frame.mean_error, error);
  }
}

TEST(CrowdRunner, NeverMakesTheWindowWait) {
  std::promise<void> gate;
  const std::shared_future<void> open = gate.get_future().share();
  app::CrowdRunner runner(
      [open](const std::string& id) {
        open.wait();
        return io::find_scene(id);
      },
      1);
  const lab::Setup setup = setup_of(scenes::circling(bodies::forked_tree()));
  ui::CrowdWish wish;
  wish.kind = ui::CrowdKind::kDoubleY;
  // the thread stands still, and these come back: or else this test never ends
  for (long k = 0; k < 100; ++k) {
    wish.count = 100 + static_cast<int>(k);
    runner.follow(wish, setup, {k, 0.005 * static_cast<double>(k), false});
    EXPECT_EQ(runner.frame(), nullptr);
    EXPECT_TRUE(runner.shown().wanted);
  }
  gate.set_value();
  while (runner.frame() == nullptr) std::this_thread::sleep_for(1ms);
}

TEST(CrowdRunner, KeepsTheLastPictureWhileALongStepIsMade) {
  Runner run(1);
  run.wish->count = 2000;
  run.begin();
  run.setup.lanes[0].settings.iterations = 8000;
  ++run.step;
  run.follow();
  std::this_thread::sleep_for(20ms);
  const auto start = Clock::now();
  for (int k = 0; k < 50; ++k) {
    ++run.step;
    run.follow();
    const app::CrowdFrame* frame = run.runner.frame();
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(frame->number, run.number);
    EXPECT_EQ(frame->points.size(), static_cast<std::size_t>(4 * frame->field->points));
  }
  // however quick the method, so many updates take longer
  EXPECT_LT(Clock::now() - start, 500ms);
  // and to leave does not take until it is done: this test would take minutes
}

TEST(CrowdRunner, RunsSlowerRatherThanSpiral) {
  Runner run;
  run.begin();
  run.step = 1000;
  run.follow();
  EXPECT_EQ(run.next().steps, app::CrowdRunner::kMostSteps);
  expect_trackers(*run.runner.frame(), run.setup, app::CrowdRunner::kMostSteps);
}

TEST(CrowdRunner, StandsStillWhileTheSessionDoes) {
  Runner run;
  run.begin();
  run.steps(3);
  for (int k = 0; k < 20; ++k) {
    run.follow();
    std::this_thread::sleep_for(1ms);
    EXPECT_EQ(run.runner.frame()->number, run.number);
  }
  // to look at an earlier step leaves the crowd where it is
  run.step = 1;
  run.follow();
  std::this_thread::sleep_for(5ms);
  EXPECT_EQ(run.runner.frame()->number, run.number);
}

TEST(CrowdRunner, BeginsAgainWhenTheSessionDoes) {
  Runner run;
  run.begin();
  run.steps(30);
  run.step = 0;
  run.follow();
  run.next();
  expect_trackers(*run.runner.frame(), run.setup, 0);
  expect_trackers(run.steps(5), run.setup, 5);
}

TEST(CrowdRunner, LeavesTargetsWhereTheyAreWhileTheyAreFrozen) {
  Runner run;
  run.begin();
  run.steps(3);
  run.frozen = true;
  run.steps(1);
  const app::CrowdFrame& frame = *run.runner.frame();
  const ik::Multibody& multibody = run.setup.scene->multibody;
  const int target = 4 * (multibody.joint_count() + multibody.effector_count());
  const float x = body_of(frame, 0, 7)[target];
  EXPECT_EQ(body_of(run.steps(10), 0, 7)[target], x);
  run.frozen = false;
  EXPECT_NE(body_of(run.steps(1), 0, 7)[target], x);
}

TEST(CrowdRunner, KeepsTheBodiesThatAreThereAsTheFieldGrowsOrShrinks) {
  Runner run;
  run.begin();
  const std::vector<float> before = run.steps(25).points;
  run.wish->count = 33;
  const app::CrowdFrame& grown = run.begin();
  EXPECT_EQ(grown.field->count(), 33);
  EXPECT_EQ(std::memcmp(grown.points.data(), before.data(), before.size() * sizeof(float)), 0);
  run.wish->count = 4;
  const app::CrowdFrame& few = run.begin();
  EXPECT_EQ(std::memcmp(few.points.data(), before.data(), few.points.size() * sizeof(float)), 0);
}

TEST(CrowdRunner, TakesOverTheLanesSettingsAndCurves) {
  Runner run;
  run.begin();
  run.setup.lanes[0].settings.lambda = 0.25;
  run.setup.lanes[0].settings.d_max = 0.1;
  run.follow();
  run.steps(1);
  // from the first step on, so that trackers with these settings are the same
  run.step = 0;
  run.follow();
  run.next();
  expect_trackers(run.steps(9), run.setup, 9);
  run.setup.targets[0].curve = scenes::standing({1.0, 2.0, 3.0});
  const app::CrowdFrame& frame = run.steps(1);
  const ik::Multibody& multibody = run.setup.scene->multibody;
  const int target = 4 * (multibody.joint_count() + multibody.effector_count());
  EXPECT_EQ(body_of(frame, 0, 5)[target + 2], 3.0F);
}

TEST(CrowdRunner, UsesTheMethodThatIsAskedForOrDlsInsteadOfOneThatRunsAlone) {
  Runner run;
  run.setup = setup_of(scenes::circling(bodies::forked_tree()), "ccd");
  EXPECT_EQ(run.begin().method, ik::BatchMethod::kDls);
  EXPECT_TRUE(run.runner.shown().stands_in);
  run.wish->method = ik::BatchMethod::kSdls;
  run.follow();
  EXPECT_EQ(run.steps(1).method, ik::BatchMethod::kSdls);
  EXPECT_FALSE(run.runner.shown().stands_in);
}

TEST(CrowdRunner, SaysWhyItCannotAndRecovers) {
  Runner run;
  run.setup = setup_of(io::find_scene("searchlights"));
  run.follow();
  const auto late = Clock::now() + 60s;
  while (run.runner.shown().trouble == nullptr && Clock::now() < late) {
    std::this_thread::sleep_for(1ms);
    run.follow();
  }
  ASSERT_NE(run.runner.shown().trouble, nullptr);
  EXPECT_NE(run.runner.shown().trouble->find("aim"), std::string::npos);
  EXPECT_EQ(run.runner.frame(), nullptr);
  run.wish->kind = ui::CrowdKind::kY;
  run.begin();
  run.follow();
  EXPECT_EQ(run.runner.shown().trouble, nullptr);
}

TEST(CrowdRunner, IsNothingOnceItIsOffAndComesBack) {
  Runner run;
  run.begin();
  const auto wish = std::exchange(run.wish, std::nullopt);
  run.follow();
  EXPECT_EQ(run.runner.frame(), nullptr);
  EXPECT_FALSE(run.runner.shown().wanted);
  run.wish = wish;
  run.number = -1;
  run.begin();
  EXPECT_EQ(run.runner.frame()->field->count(), 20);
}

}  // namespace
