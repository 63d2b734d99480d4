#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/run/metrics.h"
#include "lab/track/bench.h"

namespace lab {

/// The most steps of a run on the command line or in a session file: days at the report's step
/// length. Larger numbers are typing errors or attacks.
inline constexpr long kMaxRunSteps = 100'000'000;

/// The median. \pre not empty
double median_of(std::vector<double> values);

/// Measures the CPU time of an update: the median over chunks of 32 steps.
///
/// Reading a CPU clock takes longer than some updates. Therefore the wall clock times the updates,
/// and both clocks time a chunk. Their difference is the time of interruptions by other programs:
/// pause = wall - cpu. Interruptions within updates make these longer than the chunk's median:
///
///   CPU time of the updates = S - p,  p = sum (s_k - u_k median(s / u))
///   max(0, pause - (wall - S)) <= p <= min(pause, S)
///
/// with s_k the wall time of the u_k updates of a step and S = sum s_k. The bounds are exact:
/// interruptions that do not fit outside the updates fall into them.
class UpdateTime {
 public:
  /// \param wall clock that times the updates, ns
  /// \param cpu  CPU time of the thread, ns; if empty, the wall clock's times are used
  explicit UpdateTime(Clock wall, Clock cpu = {});

  /// Adds a step.
  /// \param ns wall time of all its updates
  void add(double ns, int updates);
  /// ns; empty before the first update.
  std::optional<double> median() const;

 private:
  struct Step {
    double ns;
    int updates;
  };
  void begin_chunk();
  double chunk() const;
  double usual_ns(double mean) const;
  void keep_mean();

  Clock wall_, cpu_;
  std::vector<Step> steps_;  // the present chunk's
  double wall_start_ = 0.0, cpu_start_ = 0.0;
  std::vector<double> means_;  // each of chunks_in_mean_ chunks; that number grows, to bound memory
  int chunks_in_mean_ = 1;
  double sum_ = 0.0;  // over the chunks after the last mean
  int summed_ = 0;
};

struct RunPlan {
  long steps = 0;
  long warmup = 0;  ///< number of first steps that the summary leaves out
  std::function<void(const Tracker&)> on_row = {};       ///< called for row 0 and every step
  Clock clock = {}, cpu = {};                            ///< for ns_per_update, see UpdateTime
  std::function<void(const Tracker&)> on_measured = {};  ///< called for steps after the warm-up
  ik::PreparationStore* store = nullptr;  ///< cache of the method's preparation; null: none
};

/// A run that is divided into calls, so that it can be stopped and can show its progress.
class Run {
 public:
  /// \param tracker the run starts from its state; outlives the run
  Run(Tracker& tracker, RunPlan plan)
      : tracker_(tracker), plan_(std::move(plan)), metrics_(plan_.warmup) {}

  /// Makes `steps` more steps, or fewer at the end. While the method prepares itself
  /// (Tracker::prepare), the call does a part of the preparation instead.
  /// \returns the share of the steps made so far; 1 at the end
  double advance(long steps);
  /// The summary of the steps so far.
  Summary summary() const;

 private:
  void step();

  Tracker& tracker_;
  RunPlan plan_;
  Metrics metrics_;
  std::optional<UpdateTime> time_;
  bool begun_ = false;
  long made_ = 0;
};

Summary run(Tracker& tracker, const RunPlan& plan);
inline Summary run(Tracker& tracker, long steps, long warmup = 0) {
  return run(tracker, {.steps = steps, .warmup = warmup});
}

struct Experiment {
  Scene scene;
  const ik::MethodInfo* method = nullptr;
  Settings settings;
  long steps = 400, warmup = 0;
};

/// The experiment that a reset of the setup's front lane starts: its method, settings and
/// parameters, the targets as the user left them (held targets do not move), weights and group.
/// Frozen targets move, and the body is neither pushed nor held.
Experiment experiment_of(const Setup& setup, long steps, long warmup);

}  // namespace lab
