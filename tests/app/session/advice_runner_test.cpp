#include "app/session/advice_runner.h"

#include <gtest/gtest.h>

#include "io/setup/setup_json.h"
#include "lab/scene/number_text.h"
#include "support/bodies.h"
#include "support/scenes.h"

namespace {

lab::Setup setup() {
  return lab::setup_of(std::make_shared<const lab::Scene>(scenes::circling(bodies::forked_tree())),
                       scenes::dls());
}

lab::AdvicePlan plan() {
  const std::vector<const ik::MethodInfo*> methods = {ik::find_method("sdls"),
                                                      ik::find_method("ccd")};
  return lab::plan_advice(lab::experiment_of(setup(), 30, 10), methods);
}

TEST(AdviceJob, HasTheSameResultsWithAnyThreads) {
  std::vector<lab::Advised> all;
  for (const int threads : {0, 1, 2}) {
    work::Pool pool(threads);
    app::AdviceJob job(pool, plan(), {});
    double before = 0.0;
    while (!job.wait_for(0.01)) {
      EXPECT_GE(job.progress(), before);
      before = job.progress();
    }
    EXPECT_EQ(job.progress(), 1.0);
    all.push_back(job.advised());
  }
  const lab::Advised& first = all.front();
  ASSERT_EQ(first.advice.recommendations.size(), 2U);
  for (const lab::Advised& other : all) {
    EXPECT_EQ(other.advice.front, first.advice.front);
    for (std::size_t i = 0; i < first.results.size(); ++i) {
      ASSERT_TRUE(other.results[i]);
      EXPECT_TRUE(bodies::same_bits(other.results[i]->mean_error, first.results[i]->mean_error));
    }
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(other.advice.recommendations[i].sentence, first.advice.recommendations[i].sentence);
      EXPECT_EQ(other.advice.recommendations[i].reason, first.advice.recommendations[i].reason);
    }
  }
}

TEST(AdviceRunner, StopsAndKeepsWhatItKnows) {
  work::Pool pool(0);
  app::AdviceRunner runner(pool);
  EXPECT_EQ(runner.shown(setup()).advised, nullptr);
  runner.start(setup(), 30, {});
  for (int i = 0; i < 3; ++i) {
    pool.work_for(work::kSlice);
    runner.advance();
  }
  EXPECT_TRUE(runner.shown(setup()).running);
  runner.stop();
  const ui::AdviceShown shown = runner.shown(setup());
  EXPECT_FALSE(shown.running);
  ASSERT_NE(shown.advised, nullptr);
  EXPECT_TRUE(shown.advised->advice.recommendations.empty());
  pool.work_for(work::kSlice);
  runner.advance();
  EXPECT_FALSE(runner.shown(setup()).running);
}

TEST(AdviceRunner, TellsHowMuchTimeIsLeft) {
  work::Pool pool(0);
  app::AdviceRunner runner(pool);
  double now = 5e9;  // ns
  runner.start(setup(), 30, {[&now] { return now; }, {}});
  EXPECT_EQ(runner.shown(setup()).left, "") << "no guesses";
  double progress = 0.0;
  while (progress < 0.1) {
    pool.work_for(work::kSlice);
    runner.advance();
    progress = runner.shown(setup()).progress;
  }
  now += 10e9;
  EXPECT_EQ(runner.shown(setup()).left, lab::time_left(10.0, progress));
  EXPECT_NE(runner.shown(setup()).left, "");
  runner.stop();
  EXPECT_EQ(runner.shown(setup()).left, "");
}

TEST(AdviceRunner, IsStaleForOtherTargetsButNotForAnotherLane) {
  work::Pool pool(0);
  app::AdviceRunner runner(pool);
  runner.start(setup(), 4, {});
  lab::Setup now = setup();
  now.scene = std::make_shared<const lab::Scene>(*now.scene);
  EXPECT_TRUE(runner.shown(now).stale) << "another scene";
  lab::Setup same = setup();
  runner.start(same, 4, {});
  EXPECT_FALSE(runner.shown(same).stale);
  lab::set_method(same.front_lane(), *ik::find_method("ccd"));
  same.front_lane().settings.d_max = 0.3;
  EXPECT_FALSE(runner.shown(same).stale);
  // the advice measures a new run with moving targets and no pull, so these changes do not matter
  same.frozen = true;
  same.pull = {0, Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX()};
  EXPECT_FALSE(runner.shown(same).stale);
  same.targets[0].held = Eigen::Vector3d(0.1, 0.2, 0.3);
  EXPECT_TRUE(runner.shown(same).stale);
}

}  // namespace
