#include <set>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/files.h"
#include "app/session/session_fixture.h"

namespace {

/// A session with a clock that advances by a millisecond whenever it is read. Between two readings
/// a session makes at most kUpdates updates, so it stops soon after kStepBudgetNs / 1e6 readings.
class Budget : public testing::Test {
 protected:
  static constexpr double kTick = 1e6;  // ns
  static constexpr int kIterations = 2000;

  app::Session make(int iterations) {
    lab::Scene scene = sessions::named("tree", bodies::forked_tree());
    scene.settings.iterations = iterations;
    return app::Session([this] { return ++reads * kTick; }, {.items = {}, .load = {}},
                        std::move(scene), *ik::find_method("dls"));
  }
  /// The pose after some steps, by a tracker alone.
  static ik::VectorX pose_after(const app::Session& session, int steps) {
    lab::Tracker tracker(session.timeline().initial());
    for (int k = 0; k < steps; ++k) tracker.step();
    return tracker.pose().theta;
  }

  double reads = 0.0;
};

TEST_F(Budget, EndsAFrameThoughItsStepIsUnfinished) {
  app::Session session = make(kIterations);
  const double before = reads;
  EXPECT_EQ(session.advance(1.0), 0);
  EXPECT_EQ(session.timeline().now(), 0);
  // the steps of the frame, and the other readers of the clock
  EXPECT_LT((reads - before) * kTick, 3.0 * app::Session::kStepBudgetNs);
  int frames = 1;
  while (session.timeline().now() < 2) session.advance(1.0), ++frames;
  // every frame has ten readings at most, each after 64 updates at most
  EXPECT_GE(frames * 10 * app::Session::kUpdates, 2 * kIterations);
  EXPECT_EQ(session.tracker().pose().theta, pose_after(session, 2));
}

TEST_F(Budget, MakesTheRunSlowerAndSaysSo) {
  app::Session session = make(kIterations);
  for (int i = 0; i < 200; ++i) session.advance(1.0 / 60.0);
  ASSERT_TRUE(session.timing().speed());
  const double made =
      static_cast<double>(session.timeline().now()) * session.tracker().settings().time_step;
  EXPECT_NEAR(*session.timing().speed(), made / (200.0 / 60.0), 0.2 * made);
  EXPECT_LT(*session.timing().speed(), 0.9 * session.speed());
  // no backlog: a step that becomes short does not make up for it
  edits::set(session, "iterations", 1.0);
  EXPECT_LE(session.advance(1e-9), 1);
}

TEST_F(Budget, LeavesASingleStepToLaterFrames) {
  app::Session session = make(kIterations);
  session.step();
  EXPECT_EQ(session.timeline().now(), 0);
  EXPECT_TRUE(session.busy()) << "the window goes on drawing";
  for (int i = 0; i < 1000 && session.timeline().now() < 1; ++i) session.advance(0.0);
  EXPECT_EQ(session.timeline().now(), 1);
  session.advance(0.0);
  EXPECT_EQ(session.timeline().now(), 1) << "and only that";
  EXPECT_EQ(session.tracker().pose().theta, pose_after(session, 1));
}

TEST_F(Budget, LeavesALongSeekToLaterFrames) {
  app::Session session = make(kIterations);
  while (session.timeline().now() < 6) session.advance(1.0);
  session.set_playing(false);
  const double before = reads;
  session.seek(4);
  EXPECT_LT(session.timeline().now(), 4);
  EXPECT_LT((reads - before) * kTick, 3.0 * app::Session::kStepBudgetNs);
  EXPECT_TRUE(session.busy());
  for (int i = 0; i < 1000 && session.timeline().now() < 4; ++i) session.advance(0.0);
  session.advance(1.0);
  EXPECT_EQ(session.timeline().now(), 4);
  EXPECT_EQ(session.tracker().pose().theta, pose_after(session, 4));
  EXPECT_EQ(session.timeline().last(), 6);
  // a change ends it where it is
  session.seek(5);
  session.seek(2);
  edits::set(session, "lambda", 0.3);
  const long here = session.timeline().now();
  for (int i = 0; i < 20; ++i) session.advance(0.0);
  EXPECT_EQ(session.timeline().now(), here);
}

TEST_F(Budget, MakesOrderedStepsOverManyFramesThenPauses) {
  app::Session session = make(kIterations / 10);
  session.step(30);
  EXPECT_LT(session.timeline().now(), 30);
  EXPECT_TRUE(session.has_orders());
  for (int i = 0; i < 1000 && session.has_orders(); ++i) session.advance(0.0);
  EXPECT_EQ(session.timeline().now(), 30);
  EXPECT_FALSE(session.playing());
}

TEST_F(Budget, GoesToAStepThatTheRunDoesNotHaveYet) {
  app::Session session = make(1);
  session.set_playing(true);
  session.go_to(50);
  const auto arrive = [&] {
    for (int i = 0; i < 1000 && session.has_orders(); ++i) session.advance(0.0);
    return session.timeline().now();
  };
  EXPECT_EQ(arrive(), 50);
  EXPECT_TRUE(session.playing()) << "it goes on as before";
  session.go_to(20);
  EXPECT_EQ(arrive(), 20);
  EXPECT_EQ(session.timeline().last(), 50) << "and knows the later steps";
  session.go_to(60);
  EXPECT_EQ(arrive(), 60);
  EXPECT_EQ(session.tracker().pose().theta, pose_after(session, 60));
}

TEST_F(Budget, ShowsTheLanesOfTheStepOnTheWayOfALongSeek) {
  app::Session session = make(kIterations);
  while (session.timeline().now() < 2) session.advance(1.0);
  lab::Setup two = session.setup();
  lab::add_lane(two);
  session.change(two, "add a lane");
  while (session.timeline().now() < 4) session.advance(1.0);
  lab::Setup other = session.setup();
  other.lanes.erase(other.lanes.begin());
  other.front = 0;
  session.change(other, "remove a lane");
  while (session.timeline().now() < 8) session.advance(1.0);
  session.set_playing(false);
  session.seek(7);
  std::set<std::size_t> seen;
  for (int i = 0; i < 1000 && session.busy(); ++i) {
    const auto lanes = session.setup().lanes.size();
    seen.insert(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      EXPECT_EQ(session.trails(lane).effector_count(), 2U) << "every lane shown has its trail";
    }
    session.advance(0.0);
  }
  EXPECT_EQ(session.timeline().now(), 7);
  EXPECT_EQ(seen, (std::set<std::size_t>{1, 2}));
}

TEST_F(Budget, OpensARunOfLongStepsInPortions) {
  lab::Scene scene = sessions::named("tree", bodies::forked_tree());
  scene.settings.iterations = kIterations;
  const lab::Setup setup =
      lab::setup_of(std::make_shared<const lab::Scene>(std::move(scene)), *ik::find_method("dls"));
  app::Replay replay({setup, {}, 3, 3, {}});
  int portions = 1;
  while (replay.advance(8) < 1.0) ++portions;
  EXPECT_GE(portions, 3 * kIterations / (8 * app::Session::kUpdates));
  const app::OpenedRun run = replay.take();
  lab::Tracker tracker(setup);
  for (int k = 0; k < 3; ++k) tracker.step();
  EXPECT_EQ(run.timeline.bench().front().pose().theta, tracker.pose().theta);
}

TEST(HeavyLoad, NamesWhatIsSlow) {
  const auto scene =
      std::make_shared<const lab::Scene>(sessions::named("tree", bodies::forked_tree()));
  lab::Setup setup = lab::setup_of(scene, *ik::find_method("dls"));
  EXPECT_EQ(app::heavy_load(setup, 1000), "");
  EXPECT_EQ(app::heavy_load(setup, 20'000), "a crowd of 20000 bodies");
  setup.lanes[0].settings.iterations = 1'000'000;
  const std::string many = app::heavy_load(setup, 0);
  EXPECT_EQ(many.find(std::to_string(scene->multibody.joint_count()) +
                      " joints with 1000000 updates a step, about "),
            0U)
      << many;
  EXPECT_EQ(app::heavy_load(setup, 20'000), many + " and a crowd of 20000 bodies");
  setup.lanes[0].settings.iterations = 1;
  // all methods side by side are what everybody may want to see
  while (setup.lanes.size() < ik::methods().size()) lab::add_lane(setup);
  EXPECT_EQ(app::heavy_load(setup, 0), "");
  while (setup.lanes.size() < 100) lab::add_lane(setup);
  EXPECT_EQ(app::heavy_load(setup, 0).find("100 lanes of "), 0U);
}

lab::Setup chain_with(const char* method, std::size_t lanes) {
  constexpr std::size_t kJoints = 400;
  const auto scene = std::make_shared<const lab::Scene>(
      sessions::named("chain", ik::chain(std::vector<double>(kJoints, 0.01))));
  lab::Setup setup = lab::setup_of(scene, *ik::find_method(method));
  while (setup.lanes.size() < lanes) lab::add_lane(setup);
  return setup;
}

TEST(HeavyLoad, DependsOnTheMethodAndTheJointsNotOnCountsAlone) {
  EXPECT_EQ(app::heavy_load(chain_with("dls", 1), 0), "");
  EXPECT_NE(app::heavy_load(chain_with("newton", 1), 0), "") << "its matrix is 400 by 400";
  const std::string many = app::heavy_load(chain_with("newton", 32), 0);
  EXPECT_EQ(many.find("32 lanes of 400 joints, about "), 0U) << many;
}

TEST(UpdatesInAPart, AreFewWhereAnUpdateIsLong) {
  constexpr double kFrame = app::Session::kStepBudgetNs;
  EXPECT_EQ(lab::Bench(chain_with("newton", 2)).updates_in(kFrame), 1);
  EXPECT_GT(lab::Bench(chain_with("dls", 2)).updates_in(kFrame), app::Session::kUpdates);
}

}  // namespace
