#include <cstring>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include "app/session/sweep_runner.h"
#include "io/saved/result_files.h"
#include "io/scene/scene_file.h"
#include "support/sweeps.h"
#include "support/temporary_folder.h"

namespace {

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
