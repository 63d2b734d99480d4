#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lab/advise/advice.h"
#include "lab/advise/conclusion.h"
#include "lab/track/setup.h"
#include "ui/panels/shown.h"
#include "work/pool.h"

namespace app {

/// Tries the candidates of a plan on a thread pool, then draws the conclusion. Apart from times,
/// the results do not depend on the threads.
class AdviceJob {
 public:
  /// \param clocks called on the pool's threads; may be empty
  /// \param store  cache of the methods' preparations, outlives this; null: no cache
  AdviceJob(work::Pool& pool, lab::AdvicePlan plan, lab::AdviceClocks clocks,
            ik::PreparationStore* store = nullptr,
            work::Priority priority = work::Priority::kUsual);

  /// Takes finished results, and starts the conclusion after the last candidate.
  /// \returns whether there is anything new
  /// \throws the exception of a run, once
  bool collect();
  /// Waits for at most `seconds`, then collects. \returns done()
  bool wait_for(double seconds);
  bool done() const { return done_; }  ///< whether advised() is complete
  void stop() { job_ = {}; }           ///< waits for running portions
  double progress() const;             ///< the finished share, 0 to 1
  /// Results so far; without recommendations until done().
  const lab::Advised& advised() const { return advised_; }

 private:
  work::Pool& pool_;
  ik::PreparationStore* store_;
  const work::Priority priority_;
  lab::Advised advised_;
  const lab::AdviceParts parts_;
  work::Mailbox<std::vector<lab::CandidateSummary>> ready_;
  std::shared_ptr<lab::Conclusion> conclusion_;
  bool done_ = false;
  work::Job job_;
};

/// Finds a method that suits the session's body: an AdviceJob in the background, for the set-up at
/// its start.
class AdviceRunner {
 public:
  /// \param pool computes, outlives this
  /// \param store see AdviceJob
  explicit AdviceRunner(work::Pool& pool, ik::PreparationStore* store = nullptr)
      : pool_(&pool), store_(store) {}

  /// Starts over, with the setup's experiment and lab::usual_warmup().
  void start(const lab::Setup& setup, long steps, lab::AdviceClocks clocks);
  /// Stops, and keeps the results so far.
  void stop();
  /// Takes finished results. \throws the exception of a run, once; it has stopped then
  void advance();

  /// Null before the first start().
  const lab::Advised* advised() const { return latest_ ? &latest_->advised() : nullptr; }
  /// \param setup the session's present one. The result is valid until the next non-const call
  ui::AdviceShown shown(const lab::Setup& setup) const;

 private:
  work::Pool* pool_;
  ik::PreparationStore* store_;
  std::optional<lab::Setup> setup_;  // what the latest job's results depend on, and no more
  std::unique_ptr<AdviceJob> latest_;
  lab::Clock clock_;      // may be empty
  double started_ = 0.0;  // by the clock, ns
  lab::Scatter figure_;   // the latest job's results so far
  bool running_ = false;
};

}  // namespace app
