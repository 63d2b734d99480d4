#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "lab/run/metrics.h"
#include "lab/run/recording.h"
#include "lab/track/bench.h"

namespace lab {

/// The longest run that a command or a session's file may ask for: days of the report's steps. More
/// is a typing error, or an attack.
inline constexpr long kMostRunSteps = 100'000'000;

/// What an update takes: the median over chunks of steps of the CPU time that the updates of a
/// chunk took. What else a busy machine does falls out of it, be it in the middle of an update.
///
/// A clock of CPU time takes longer to read than many an update takes. So the updates are timed by
/// the wall, and the chunk by both: updates share its CPU time as they share its wall time.
class UpdateTime {
 public:
  /// \param wall the clock that updates are timed with, ns
  /// \param cpu  of the thread, ns; may be empty, then the wall's time holds
  explicit UpdateTime(Clock wall, Clock cpu = {});

  /// Takes in a step. \param ns by the wall, of all its updates
  void add(double ns, int updates);
  /// ns; empty before the first step.
  std::optional<double> median() const;

 private:
  void begin_chunk();
  double chunk() const;

  Clock wall_, cpu_;
  long steps_ = 0, updates_ = 0;  // of the chunk
  double ns_ = 0.0, wall_start_ = 0.0, cpu_start_ = 0.0;
  long chunk_steps_;  // a chunk's; grows, so that memory is bounded
  std::vector<double> chunks_;
};

/// How long a run is and who looks at it.
struct RunPlan {
  long steps = 0;
  long warmup = 0;                                  ///< left out of the summary, of nothing else
  std::function<void(const Tracker&)> on_row = {};  ///< row 0 and every step
  Clock clock = {}, cpu = {};                       ///< for ns_per_update, see UpdateTime
  std::function<void(const Tracker&)> on_measured = {};  ///< every step after the warm-up
};

/// A run that goes on in portions, so that it can be given up and nobody has to wait for it.
class Run {
 public:
  /// \param tracker stands where the run begins, and outlives it
  Run(Tracker& tracker, RunPlan plan)
      : tracker_(tracker), plan_(std::move(plan)), metrics_(plan_.warmup) {}

  /// Makes so many steps or those that are left; first a portion of what the method has to prepare.
  /// \returns the share of the steps that are made; 1 ends it
  double advance(long steps);
  /// Of the steps so far.
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

/// Runs the tracker from where it stands and measures it.
Summary run(Tracker& tracker, const RunPlan& plan);

/// Likewise. \param recording takes in row 0 and every step; may be null
Summary run(Tracker& tracker, long steps, long warmup = 0, Recording* recording = nullptr,
            const Clock& clock = {});

}  // namespace lab
