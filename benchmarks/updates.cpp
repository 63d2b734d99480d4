// What an update costs: every method on every scene, and the parts that an update is made of.
//
//   update/SCENE/METHOD   Jacobian, solve, clamp, apply, forward kinematics: a frame of real use
//   part/SCENE/PART       one part alone, at a pose in mid-track
//
// The counters say how well a method tracks beside how fast it is: a fast method that misses is
// not fast.

#include <ctime>
#include <functional>

#include <benchmark/benchmark.h>

#include "ik/cholesky.h"
#include "ik/jacobian.h"
#include "io/built_in_scenes.h"
#include "lab/experiment.h"

namespace {

constexpr int kWarmup = 400;  // steps, to leave the transient behind
/// Updates between two looks at the clock, to be long beside what a look takes.
constexpr int kStretch = 64;

/// Nanoseconds that this thread has computed. Other programs' turns on the core do not count.
double thread_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

/// Nanoseconds that moving the targets on takes, which is no part of an update.
double cost_of_advancing(lab::Tracker tracker) {
  constexpr int kTimes = 20000;
  const double start = thread_nanoseconds();
  for (int i = 0; i < kTimes; ++i) {
    tracker.advance();
    benchmark::DoNotOptimize(tracker.targets().data());
  }
  return (thread_nanoseconds() - start) / kTimes;
}

void update(benchmark::State& state, const std::string& scene, const ik::MethodInfo& method) {
  lab::Tracker tracker(io::find_scene(scene), method);
  lab::run(tracker, kWarmup);
  const double advancing = cost_of_advancing(tracker);

  lab::Metrics metrics;
  while (state.KeepRunningBatch(kStretch)) {
    const double start = thread_nanoseconds();
    for (int i = 0; i < kStretch; ++i) {
      tracker.advance();
      tracker.update();
      benchmark::DoNotOptimize(tracker.pose().theta.data());
    }
    const double time = thread_nanoseconds() - start;
    state.SetIterationTime(1e-9 * (time - kStretch * advancing));
    metrics.add(tracker);
  }
  state.counters["mean_error_mm"] = 1e3 * metrics.summary().mean_error;
  state.counters["jitter_mdeg"] = 1e3 * metrics.summary().mean_jitter_deg;
}

/// One part of an update, on its own copy of everything.
void part(benchmark::State& state, const std::string& scene, const std::string& name) {
  lab::Tracker tracker(io::find_scene(scene), *ik::find_method("dls"));
  lab::run(tracker, kWarmup);
  const ik::Multibody& body = tracker.multibody();
  const ik::Problem problem = tracker.problem();
  ik::Pose pose = tracker.pose();
  Eigen::VectorXd e;
  Eigen::MatrixXd J, A, factor;
  ik::task_error(problem, e);
  ik::task_jacobian(problem, J);
  A = J * J.transpose() + Eigen::MatrixXd::Identity(J.rows(), J.rows());
  ik::Svd svd;

  const std::pair<const char*, std::function<void()>> parts[] = {
      {"forward-kinematics", [&] { ik::forward_kinematics(body, pose); }},
      {"error", [&] { ik::task_error(problem, e); }},
      {"jacobian", [&] { ik::task_jacobian(problem, J); }},
      {"cholesky",
       [&] {
         factor = A;
         ik::factor_ldlt(factor);
         ik::solve_ldlt(factor, e);
       }},
      {"svd-cold",
       [&] {
         svd.forget();
         svd.compute(J);
       }},
      {"svd-warm", [&] { svd.compute(J); }},
  };
  for (const auto& [known, run] : parts) {
    if (name != known) continue;
    for (auto _ : state) {
      run();
      benchmark::ClobberMemory();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& scene : io::built_in_scenes()) {
    for (const ik::MethodInfo& method : ik::methods()) {
      benchmark::RegisterBenchmark(("update/" + scene + "/" + method.id).c_str(), update, scene,
                                   method)
          ->UseManualTime();
    }
    for (const char* name :
         {"forward-kinematics", "error", "jacobian", "cholesky", "svd-cold", "svd-warm"}) {
      benchmark::RegisterBenchmark(("part/" + scene + "/" + name).c_str(), part, scene, name);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
