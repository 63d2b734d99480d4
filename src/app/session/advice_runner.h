#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lab/advise/advice_parts.h"
#include "lab/advise/conclusion.h"
#include "lab/track/setup.h"
#include "ui/panels/advice_panel.h"
#include "work/pool.h"

namespace app {

/// The candidates of a plan, tried by a pool, and then the conclusion. Times excepted, the results
/// do not depend on the threads.
class AdviceJob {
 public:
  /// \param clocks are called on the pool's threads; may be empty
  /// \param store  of the methods' preparations, outlives this; null: none
  AdviceJob(work::Pool& pool, lab::AdvicePlan plan, lab::AdviceClocks clocks,
            ik::PreparationStore* store = nullptr,
            work::Priority priority = work::Priority::kUsual);

  /// Takes what is finished, and begins the conclusion after the last candidate.
  /// \returns whether there is anything new
  /// \throws what a run threw, once
  bool collect();
  /// Waits for at most `seconds`, then collects. \returns done()
  bool wait_for(double seconds);
  bool done() const { return done_; }  ///< whether advised() is complete
  void stop() { job_ = {}; }           ///< and waits for running portions
  double progress() const;             ///< the finished share, 0 to 1
  /// The results so far; without recommendations until done().
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

/// Which method suits the session's body: an AdviceJob in the background, for the set-up of the
/// moment when it began.
class AdviceRunner {
 public:
  /// \param pool computes, outlives this
  /// \param store see AdviceJob
  explicit AdviceRunner(work::Pool& pool, ik::PreparationStore* store = nullptr)
      : pool_(&pool), store_(store) {}

  /// Begins anew, with the setup's experiment and lab::usual_warmup().
  void start(const lab::Setup& setup, long steps, lab::AdviceClocks clocks);
  /// Stops; what is known so far stays.
  void stop();
  /// Takes what is finished. \throws what a run threw, once; it has stopped then
  void advance();

  /// Null before the first start().
  const lab::Advised* advised() const { return latest_ ? &latest_->advised() : nullptr; }
  /// \param setup of the session now. Valid until the next call of another function
  ui::AdviceShown shown(const lab::Setup& setup) const;

 private:
  work::Pool* pool_;
  ik::PreparationStore* store_;
  std::optional<lab::Setup> setup_;  // of the latest job, without what its results do not depend on
  std::unique_ptr<AdviceJob> latest_;
  lab::Clock clock_;      // may be empty
  double started_ = 0.0;  // by the clock, ns
  lab::Scatter figure_;   // of the latest job's results so far
  bool running_ = false;
};

}  // namespace app
