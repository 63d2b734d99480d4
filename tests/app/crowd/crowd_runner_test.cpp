#include "app/crowd/runner.h"

#include <cstring>
#include <future>

#include <gtest/gtest.h>

#include "app/crowd_run.h"

namespace {

using namespace std::chrono_literals;
using namespace crowd_run;

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

TEST(CrowdRunner, WritesTheErrorOfEachBodyThatItsColourTells) {
  Runner run;
  run.wish->tone = lab::CrowdTone::kError;
  run.begin();
  const app::CrowdFrame& frame = run.steps(30);
  const app::CrowdKindPlaces& kind = frame.field->kinds[0];
  const ik::Multibody& multibody = kind.scene->multibody;
  const int n = multibody.joint_count(), k = multibody.effector_count();
  double sum = 0.0, most = 0.0;
  for (std::size_t b = 0; b < kind.places.size(); ++b) {
    // computed from the drawn effectors and targets
    const float* body = body_of(frame, 0, static_cast<int>(b));
    double mean = 0.0;
    for (int i = 0; i < k; ++i) {
      Eigen::Vector3d apart;
      for (int c = 0; c < 3; ++c) apart[c] = body[4 * (n + i) + c] - body[4 * (n + k + i) + c];
      mean += apart.norm() / k;
    }
    EXPECT_NEAR(body[3], mean, 1e-5) << b;
    sum += mean;
    most = std::max(most, mean);
  }
  EXPECT_NEAR(frame.mean_error, sum / static_cast<double>(kind.places.size()), 1e-5);
  EXPECT_NEAR(frame.most_error, most, 1e-5);
  EXPECT_EQ(run.runner.shown().error_scale, lab::error_scale(frame.most_error));
  EXPECT_EQ(run.runner.shown().tone, lab::CrowdTone::kError);
}

TEST(CrowdRunner, ShowsTheSameBitsWithAnyNumberOfThreads) {
  std::vector<float> first;
  double error = 0.0;
  for (const int threads : {1, 0, 2, 5}) {
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
  work::Pool pool(1);
  app::CrowdRunner runner(
      [open](const std::string& id) {
        open.wait();
        return io::find_scene(id);
      },
      pool);
  const lab::Setup setup = setup_of(scenes::circling(bodies::forked_tree()));
  ui::CrowdWish wish;
  wish.kind = ui::CrowdKind::kDoubleY;
  // the worker is blocked; if these calls waited for it, the test would never end
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
  run.wish->count = lab::kMaxBodies;
  run.setup.lanes[0].settings.iterations = lab::kMaxCrowdUpdates;
  run.begin();
  run.step += app::CrowdRunner::kMaxSteps;
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
  // even a fast method needs longer for so many updates
  EXPECT_LT(Clock::now() - start, 500ms);
  // the destructor does not wait for the step
}

TEST(CrowdRunner, EndsAtOnceThoughALongStepIsAboutToBegin) {
  lab::Setup setup = setup_of(scenes::circling(bodies::forked_tree()));
  setup.lanes[0].settings.iterations = lab::kMaxCrowdUpdates;
  const ui::CrowdWish long_step{.count = lab::kMaxBodies};

  Clock::duration whole{};
  {
    work::Pool pool(1);
    app::CrowdRunner runner(io::find_scene, pool);
    runner.follow(long_step, setup, {0, 0.0, false});
    while (runner.frame() == nullptr) std::this_thread::sleep_for(1ms);
    const auto start = Clock::now();
    runner.follow(long_step, setup, {app::CrowdRunner::kMaxSteps, 0.05, false});
    while (runner.frame()->number < 2) std::this_thread::sleep_for(1ms);
    whole = Clock::now() - start;
  }
  for (int round = 0; round < 4; ++round) {
    std::promise<void> asked, next_is_there, fails;
    work::Pool pool(1);
    auto runner = std::make_unique<app::CrowdRunner>(
        [&](const std::string&) -> lab::Scene {
          // copying this message takes the runner some time while it holds its lock
          const std::runtime_error trouble(std::string(8 << 20, 'x'));
          asked.set_value();
          next_is_there.get_future().wait();
          fails.set_value();
          throw trouble;
        },
        pool);
    runner->follow(ui::CrowdWish{.kind = ui::CrowdKind::kY, .count = 20}, setup, {0, 0.0, false});
    asked.get_future().wait();
    runner->follow(long_step, setup, {app::CrowdRunner::kMaxSteps, 0.05, false});
    next_is_there.set_value();
    fails.get_future().wait();
    std::this_thread::sleep_for(3ms);
    const auto start = Clock::now();
    runner.reset();
    EXPECT_LT(Clock::now() - start, whole / 4 + 100ms);
  }
}

TEST(CrowdRunner, WorksInSlicesWithoutThreads) {
  Runner run(0);
  run.wish->count = 3000;
  run.setup.front_lane().settings.iterations = 50;
  run.begin();
  const long first = run.number;
  run.step = app::CrowdRunner::kMaxSteps;
  run.follow();
  const app::CrowdFrame* frame = run.runner.frame();
  ASSERT_NE(frame, nullptr);
  EXPECT_EQ(frame->number, first) << "3000 bodies make 400 updates each in more than a slice";
  expect_trackers(run.next(), run.setup, app::CrowdRunner::kMaxSteps);
}

TEST(CrowdRunner, DropsAnOutdatedSlice) {
  Runner run(0);
  run.wish->count = 3000;
  run.setup.front_lane().settings.iterations = 50;
  run.begin();
  run.step = app::CrowdRunner::kMaxSteps;
  run.follow();
  run.wish->count = 30;
  run.follow();
  EXPECT_EQ(run.next().field->count(), 30);
}

TEST(CrowdRunner, RunsSlowerRatherThanSpiral) {
  Runner run;
  run.begin();
  run.step = 1000;
  run.follow();
  EXPECT_EQ(run.next().steps, app::CrowdRunner::kMaxSteps);
  expect_trackers(*run.runner.frame(), run.setup, app::CrowdRunner::kMaxSteps);
}

TEST(CrowdRunner, SaysHowMuchSlowerItRuns) {
  Runner run;
  run.begin();
  for (int k = 0; k < 200; ++k) {
    run.step += 2 * app::CrowdRunner::kMaxSteps;
    run.follow();
    run.next();
  }
  EXPECT_NEAR(run.runner.shown().speed, 0.5, 0.01);
}

TEST(CrowdRunner, MakesEveryStepWhetherItsFrameIsSeenOrNot) {
  Runner run(1);
  run.wish->count = 400;
  run.setup.lanes[0].settings.iterations = 300;
  run.begin();
  // some steps wait for the previous one, and some finished frames wait to be read
  long made = 0;
  for (int round = 0; round < 6; ++round) {
    for (int k = 0; k < 3; ++k) {
      ++run.step;
      run.follow();
    }
    std::this_thread::sleep_for(5ms);
    ++run.step;
    run.follow();
    const auto late = Clock::now() + 60s;
    while (made < run.step && Clock::now() < late) {
      const app::CrowdFrame* frame = run.runner.frame();
      if (frame->number != run.number) {
        run.number = frame->number;
        made += frame->steps;
      }
      std::this_thread::sleep_for(20ms);
    }
    ASSERT_EQ(made, run.step);
  }
}

TEST(CrowdRunner, KnowsTheMeanError) {
  Runner run;
  run.wish->kind = ui::CrowdKind::kBoth;
  run.begin();
  const app::CrowdFrame& frame = run.steps(20);
  double sum = 0.0;
  int count = 0;
  for (std::size_t kind = 0; kind < 2; ++kind) {
    const app::CrowdKindPlaces& places = frame.field->kinds[kind];
    const int n = places.scene->multibody.joint_count();
    const int k = places.scene->multibody.effector_count();
    for (std::size_t b = 0; b < places.places.size(); ++b) {
      const float* const points = body_of(frame, kind, static_cast<int>(b));
      for (int i = 0; i < k; ++i, ++count) {
        const Eigen::Map<const Eigen::Vector3f> effector(points + 4 * (n + i));
        const Eigen::Map<const Eigen::Vector3f> target(points + 4 * (n + k + i));
        sum += static_cast<double>((target - effector).norm());
      }
    }
  }
  EXPECT_NEAR(frame.mean_error, sum / count, 1e-6);
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
  // viewing an earlier step leaves the crowd where it is
  run.step = 1;
  run.follow();
  std::this_thread::sleep_for(5ms);
  EXPECT_EQ(run.runner.frame()->number, run.number);
}

}  // namespace
