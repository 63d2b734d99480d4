#include "app/session/sweep_runner.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include <gtest/gtest.h>

#include "app/edits.h"
#include "app/session/session.h"
#include "io/saved/result_files.h"
#include "io/scene/scene_file.h"
#include "support/scenes.h"
#include "support/sweeps.h"
#include "support/temporary_folder.h"

namespace {

lab::SweepAxis axis(const char* method, const char* name, int count) {
  lab::SweepAxis axis = lab::find_axis(*ik::find_method(method), name).value();
  axis.count = count;
  return axis;
}

/// A session with two scenes.
class SweepRunnerTest : public testing::Test {
 protected:
  SweepRunnerTest() { session.set_folder(folder.path()); }

  static ui::SweepWish wish(long steps = 40) {
    return {{axis("dls", "lambda", 7), axis("dls", "d-max", 5)}, steps, 10};
  }

  void frame(const ui::SweepWish& wanted, double seconds = 0.0) {
    edits::edit(session, [&](ui::Edit& edit) { edit.sweep = wanted; });
    session.advance(seconds);
  }
  void send(const ui::SweepWish& wanted, ui::Command command) {
    edits::edit(session, [&](ui::Edit& edit) {
      edit.sweep = wanted;
      edit.send(command);
    });
    session.advance(0.0);
  }

  /// Advances until the requested sweep is complete. \returns false after 60 s
  bool finish(const ui::SweepWish& wanted) {
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < late) {
      frame(wanted, 0.02);
      const ui::SweepShown shown = session.shown().sweep;
      if (shown.done >= 1.0 && !shown.running && !shown.stale) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

  /// Expects the shown results to equal a cell by cell computation, to the bit.
  void expect_computed(const ui::SweepWish& wanted) {
    const ui::SweepShown shown = session.shown().sweep;
    ASSERT_NE(shown.sweep, nullptr);
    const lab::Lane& lane = session.setup().front_lane();
    const lab::Sweep direct(
        {*session.setup().scene, lane.method, lane.settings, wanted.steps, wanted.warmup},
        wanted.axes);
    ASSERT_EQ(shown.results->cell_count(), direct.cell_count());
    for (int cell = 0; cell < direct.cell_count(); ++cell) {
      ASSERT_NE(shown.results->at(cell), nullptr);
      const lab::Summary expected = direct.compute(cell);
      for (const lab::MeasureInfo& measure : lab::measures()) {
        const double a = measure.get(*shown.results->at(cell)), b = measure.get(expected);
        EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0) << cell << ' ' << measure.name;
      }
      EXPECT_EQ((*shown.maps)[0].value(direct.index(cell, 0), direct.index(cell, 1)),
                expected.mean_error);
      EXPECT_EQ((*shown.maps)[1].value(direct.index(cell, 0), direct.index(cell, 1)),
                expected.mean_jitter_deg);
    }
  }

  support::TemporaryFolder folder;
  app::Session session{
      {},
      {.items = {{"circling", "Circling", ""}, {"arm", "Arm", ""}},
       .load = [](const std::string&) { return scenes::circling(bodies::planar_arm(3)); }},
      scenes::circling(bodies::forked_tree()),
      *ik::find_method("dls")};
};

TEST_F(SweepRunnerTest, ShowsWhatTheLaboratoryComputes) {
  ASSERT_TRUE(finish(wish()));
  expect_computed(wish());
}

TEST_F(SweepRunnerTest, BeginsByItselfOnlyWhereItIsLive) {
  ui::SweepWish wanted = wish();
  wanted.live = false;
  for (int i = 0; i < 20; ++i) frame(wanted, 0.1);
  EXPECT_FALSE(session.shown().sweep.running);
  EXPECT_EQ(session.shown().sweep.sweep, nullptr);
  send(wanted, ui::Command::kStartSweep);
  ASSERT_TRUE(finish(wanted));
  edits::set(session, "max-angle", 10.0);
  for (int i = 0; i < 20; ++i) frame(wanted, 0.1);
  EXPECT_TRUE(session.shown().sweep.stale);
  EXPECT_FALSE(session.shown().sweep.running);
}

TEST_F(SweepRunnerTest, StaysAsItIsWhenWhatIsVariedMoves) {
  ASSERT_TRUE(finish(wish()));
  const lab::Sweep* before = session.shown().sweep.sweep;
  edits::set(session, "lambda", 0.123);
  edits::set(session, "d-max", 0.2);
  // pulling a link in the picture does not change the sweep either
  lab::Setup held = session.setup();
  held.pull = {0, Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX()};
  session.change(held, "hold a link");
  frame(wish(), 1.0);
  EXPECT_FALSE(session.shown().sweep.stale);
  EXPECT_FALSE(session.shown().sweep.running);
  EXPECT_EQ(session.shown().sweep.sweep, before);
}

TEST_F(SweepRunnerTest, FollowsEverythingElseOnceItRests) {
  edits::set(session, "tolerance", 1e-5);  // batches do not support it
  ASSERT_TRUE(finish(wish()));
  const auto follows = [this](const char* what) {
    frame(wish(), 0.1);
    EXPECT_TRUE(session.shown().sweep.stale) << what;
    EXPECT_FALSE(session.shown().sweep.running) << what;
    ASSERT_TRUE(finish(wish())) << what;
    expect_computed(wish());
  };
  edits::set(session, "max-angle", 8.0);
  follows("a setting");
  edits::set_param(session, "gain", 0.5);
  follows("a parameter");
  edits::choose(session, *ik::find_method("dls-error"));
  follows("the method");
  session.set_scene(scenes::circling(bodies::planar_arm(3)));
  follows("the scene");
}

TEST_F(SweepRunnerTest, ShowsNoCellThatIsNotToTheBitWhereLanesComputeThem) {
  edits::choose(session, *ik::find_method("sdls"));
  const ui::SweepWish wanted{{axis("sdls", "gamma-max", 7), axis("sdls", "d-max", 5)}, 2000, 10};
  const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!(session.shown().sweep.done >= 1.0) && std::chrono::steady_clock::now() < late) {
    frame(wanted, 1e-3);
    const ui::SweepShown shown = session.shown().sweep;
    if (shown.results == nullptr || shown.stale) continue;
    EXPECT_EQ(shown.done, static_cast<double>(shown.results->done()) / shown.results->cell_count());
  }
  frame(wanted, 1e-3);
  EXPECT_FALSE(session.shown().sweep.running) << "all is done once every cell is known";
  expect_computed(wanted);
}

TEST_F(SweepRunnerTest, WaitsUntilNothingChangesAnyMore) {
  edits::set(session, "tolerance", 1e-5);  // batches do not support it
  ASSERT_TRUE(finish(wish()));
  for (int i = 0; i < 10; ++i) {
    edits::set(session, "max-angle", 10.0 + i);
    frame(wish(), 0.9 * app::SweepRunner::kPatience);
    EXPECT_FALSE(session.shown().sweep.running) << i;
  }
  frame(wish(), 0.2 * app::SweepRunner::kPatience);
  EXPECT_TRUE(session.shown().sweep.running);
}

TEST_F(SweepRunnerTest, GivesUpAtOnceWhenCancelledAndGoesOnFromThere) {
  // a cell of this length would take hours
  const ui::SweepWish endless = wish(2'000'000'000);
  frame(endless, 0.1);
  EXPECT_TRUE(session.shown().sweep.running);
  const auto start = std::chrono::steady_clock::now();
  send(endless, ui::Command::kCancelSweep);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  for (int i = 0; i < 10; ++i) frame(endless, 0.2);
  EXPECT_FALSE(session.shown().sweep.running) << "it begins again by itself";

  const ui::SweepWish wanted = wish(3000);
  frame(wanted, 1.0);
  while (session.shown().sweep.sweep == nullptr) frame(wanted);
  send(wanted, ui::Command::kCancelSweep);
  const int done = session.shown().sweep.results->done();
  send(wanted, ui::Command::kStartSweep);
  EXPECT_GE(session.shown().sweep.results->done(), done);
  ASSERT_TRUE(finish(wanted));
  expect_computed(wanted);
}

TEST_F(SweepRunnerTest, LeavesNothingBehindWhenTheSceneChangesOrTheSessionEnds) {
  const ui::SweepWish endless = wish(2'000'000'000);
  frame(endless, 0.1);
  session.set_scene(scenes::circling(bodies::planar_arm(3)));
  ASSERT_TRUE(finish(wish()));
  expect_computed(wish());
  frame(endless, 1.0);
  frame(endless, 1.0);
  EXPECT_TRUE(session.shown().sweep.running);
  // the session ends with the test, which must not wait for the cell
}

TEST_F(SweepRunnerTest, SavesWhatIsShown) {
  const ui::SweepWish wanted = wish();
  send(wanted, ui::Command::kSaveSweep);
  EXPECT_EQ(folder.count(), 0) << "there was nothing yet";
  ASSERT_TRUE(finish(wanted));
  send(wanted, ui::Command::kSaveSweep);
  EXPECT_EQ(session.message(),
            "Saved circling-dls-sweep-001.csv, .svg, .png, .pdf in " + folder.path().string());
  const std::string table = support::text_of(folder / "circling-dls-sweep-001.csv");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 35) << "a heading and the cells";
}

TEST_F(SweepRunnerTest, SaysWhyASweepCannotBeHad) {
  ui::SweepWish wanted = wish();
  wanted.axes[0].low = 20.0;
  frame(wanted, 1.0);
  ASSERT_NE(session.shown().sweep.trouble, nullptr);
  EXPECT_NE(session.shown().sweep.trouble->find("LO must be below HI"), std::string::npos);
  ASSERT_TRUE(finish(wish()));
  EXPECT_EQ(session.shown().sweep.trouble, nullptr);
}

using support::sweep_of;

constexpr int kThreadCounts[] = {0, 1, 2, 5};

/// A sweep computed in SIMD lanes, from shaking bodies, where differences grow a hundredfold every
/// twenty steps, to calm ones. Its 45 cells do not fill the last block.
lab::Sweep sweep_in_lanes(const char* method = "dls", const char* parameter = "lambda") {
  const ik::MethodInfo& info = *ik::find_method(method);
  lab::Scene scene = io::find_scene("double-y");
  const lab::Settings settings = scene.settings;
  lab::SweepAxis first = lab::find_axis(info, parameter).value();
  first.low = 0.1;
  first.high = 1.2;
  first.count = 9;
  lab::SweepAxis second = lab::find_axis(info, "d-max").value();
  second.count = 5;
  return {{std::move(scene), &info, settings, 300, 20}, {first, second}};
}

/// \param cells empty for all cells
lab::SweepResults run(const lab::Sweep& sweep, int threads, std::vector<int> cells = {}) {
  if (cells.empty()) cells = sweep.order();
  lab::SweepResults results(sweep);
  work::Pool pool(threads);
  app::SweepJob job(pool, sweep, std::move(cells));
  while (!job.done()) {
    pool.work_for(0.001);
    for (const auto& [cell, summary] : job.take()) results.set(cell, summary);
  }
  for (const auto& [cell, summary] : job.take()) results.set(cell, summary);
  return results;
}

std::string csv_of(const lab::Sweep& sweep, const lab::SweepResults& results) {
  std::ostringstream out;
  io::write_csv(out, sweep, results);
  return out.str();
}

/// Computed cell by cell on this thread.
std::string csv_alone(const lab::Sweep& sweep) {
  lab::SweepResults results(sweep);
  for (int cell = 0; cell < sweep.cell_count(); ++cell) results.set(cell, sweep.compute(cell));
  return csv_of(sweep, results);
}

TEST(SweepJob, ComputesTheSameBytesWithAnyNumberOfThreadsAndNone) {
  const lab::Sweep sweep = sweep_of(60, 9);
  const std::string expected = csv_alone(sweep);
  for (const int threads : kThreadCounts) EXPECT_EQ(csv_of(sweep, run(sweep, threads)), expected);
}

TEST(SweepJob, ComputesTheBytesOfSingleRunsInLanesAndInShards) {
  for (const auto& [method, parameter] : {std::pair{"dls", "lambda"},
                                          {"jacobian-transpose", "gain"},
                                          {"sdls", "gamma-max"},
                                          {"pseudoinverse", "cutoff"}}) {
    const lab::Sweep sweep = sweep_in_lanes(method, parameter);
    const std::string expected = csv_alone(sweep);
    for (const int threads : {0, 1, 3}) {
      EXPECT_EQ(csv_of(sweep, run(sweep, threads)), expected) << method << ", " << threads;
    }
    const support::TemporaryFolder folder;
    std::vector<std::filesystem::path> shards;
    for (int shard = 0; shard < 4; ++shard) {
      std::vector<int> cells;
      for (int cell = shard; cell < sweep.cell_count(); cell += 4) cells.push_back(cell);
      shards.push_back(folder / std::to_string(shard));
      support::put(shards.back(), csv_of(sweep, run(sweep, 1, cells)));
    }
    EXPECT_EQ(io::merged_csv(shards), expected) << method;
  }
}

TEST(SweepJob, GivesUpAnEndlessCellWithItsOwner) {
  for (const int threads : kThreadCounts) {
    work::Pool pool(threads);
    const app::SweepJob job(pool, sweep_of(2'000'000'000, 5), {0, 1, 2});
    pool.work_for(0.01);
    EXPECT_FALSE(job.done());
  }
}

TEST(SweepJob, ComputesNothingOfNoCells) {
  work::Pool pool(2);
  app::SweepJob job(pool, sweep_of(20, 5), {});
  EXPECT_TRUE(job.done());
  EXPECT_TRUE(job.take().empty());
}

}  // namespace
