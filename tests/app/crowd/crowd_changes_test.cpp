#include "app/crowd/runner.h"

#include <cstring>

#include <gtest/gtest.h>

#include "app/crowd_run.h"

// How a crowd follows changes of the session and of the requested crowd.
namespace {

using namespace std::chrono_literals;
using namespace crowd_run;

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
  run.setup.lanes[0].settings.params["lambda"] = 0.25;
  run.setup.lanes[0].settings.d_max = 0.1;
  run.follow();
  run.steps(1);
  // back to the first step, so that trackers start with these settings too
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
  EXPECT_EQ(run.begin().method, ik::find_method("dls"));
  EXPECT_TRUE(run.runner.shown().stands_in);
  run.wish->method = ik::find_method("sdls");
  run.follow();
  EXPECT_EQ(run.steps(1).method, ik::find_method("sdls"));
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

TEST(CrowdRunner, ForgetsWhatItHadOnceItIsOff) {
  Runner run;
  run.begin();
  run.steps(25);
  const auto wish = std::exchange(run.wish, std::nullopt);
  run.follow();
  run.wish = wish;
  run.wish->count = 7;
  run.number = -1;
  run.follow();
  // the old crowd must not appear even for a moment
  const app::CrowdFrame* at_once = run.runner.frame();
  EXPECT_TRUE(at_once == nullptr || at_once->field->count() == 7);
  const app::CrowdFrame& frame = run.next();
  ASSERT_EQ(frame.field->count(), 7);
  const ik::Multibody& body = run.setup.scene->multibody;
  const ik::Pose start = ik::pose_at(body, body.initial_theta());
  const Eigen::Index last = body.joint_count() - 1;
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(body_of(frame, 0, 3)[4 * last + c], start.origin.col(last)[c], 1e-5);
  }
}

TEST(CrowdRunner, RemembersTheWayBackToTheStartUntilThereIsTime) {
  Runner run(1);
  run.wish->count = 400;
  run.setup.lanes[0].settings.iterations = 1000;
  const std::vector<float> start = run.begin().points;
  ++run.step;
  run.follow();
  std::this_thread::sleep_for(2ms);
  run.step = 0;
  run.follow();
  run.follow();
  const auto late = Clock::now() + 20s;
  while (run.next().points != start && Clock::now() < late) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(run.runner.frame()->points, start);
}

TEST(CrowdRunner, KeepsItsTimeAsItGrows) {
  Runner run;
  run.begin();
  run.step = 1000;
  run.follow();
  const std::vector<float> before = run.next().points;  // far behind the session
  run.wish->count = 33;
  const app::CrowdFrame& grown = run.begin();
  EXPECT_EQ(std::memcmp(grown.points.data(), before.data(), before.size() * sizeof(float)), 0);
}

TEST(CrowdRunner, BeginsWithTheCurvesThatTheSessionHas) {
  Runner run;
  run.setup.targets[0].curve = scenes::standing({1.0, 2.0, 3.0});
  const app::CrowdFrame& frame = run.begin();
  const ik::Multibody& multibody = run.setup.scene->multibody;
  const int target = 4 * (multibody.joint_count() + multibody.effector_count());
  EXPECT_EQ(body_of(frame, 0, 5)[target + 2], 3.0F);
}

TEST(CrowdRunner, GivesEveryKindTheLanesSettings) {
  Runner run;
  run.wish->kind = ui::CrowdKind::kBoth;
  run.begin();
  run.setup.lanes[0].settings.params["lambda"] = 0.2;
  run.steps(1);
  run.step = 0;
  run.begin();
  expect_trackers(run.steps(9), run.setup, 9);
}

TEST(CrowdRunner, TakesNoParametersToAnotherMethod) {
  Runner run;
  run.setup.lanes[0].method = ik::find_method("jacobian-transpose");
  run.setup.lanes[0].settings.params = {{"gain", 0.5}};
  run.wish->method = ik::find_method("sdls");
  run.begin();
  const app::CrowdFrame& frame = run.steps(9);
  run.setup.lanes[0].method = ik::find_method("sdls");
  expect_trackers(frame, run.setup, 9);
}

TEST(CrowdRunner, GoesToAnotherSceneWithTheSameTargets) {
  Runner run;
  run.begin();
  lab::Scene other = *run.setup.scene;
  other.id = "other";
  run.setup.scene = std::make_shared<const lab::Scene>(other);
  EXPECT_EQ(run.begin().field->kinds[0].scene->id, "other");
}

TEST(CrowdRunner, LeavesAStepUndoneForAnotherField) {
  Runner run(1);
  run.wish->count = 20'000;
  run.begin();
  run.setup.lanes[0].settings.iterations = 20'000;
  ++run.step;
  run.follow();
  std::this_thread::sleep_for(20ms);
  run.setup.lanes[0].settings.iterations = 1;
  run.wish->count = 5;
  const auto start = Clock::now();
  EXPECT_EQ(run.begin().field->count(), 5);
  // even a fast method needs longer for so many updates
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST(CrowdRunner, GoesOnSayingWhyItCannot) {
  Runner run;
  run.begin();
  run.setup = setup_of(io::find_scene("searchlights"));
  const auto late = Clock::now() + 60s;
  while (run.runner.shown().trouble == nullptr && Clock::now() < late) {
    run.follow();
    std::this_thread::sleep_for(1ms);
  }
  for (int k = 0; k < 10; ++k) {
    ++run.step;
    run.follow();
    std::this_thread::sleep_for(1ms);
    EXPECT_NE(run.runner.shown().trouble, nullptr);
  }
}

}  // namespace
