#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lab/advise/candidates.h"
#include "lab/sweep/batch_sweep.h"

namespace lab {

/// The clocks that updates are timed with, see UpdateTime; both may be empty: no times.
struct AdviceClocks {
  Clock wall = {};
  Clock cpu = {};
};

/// The summary of a candidate, with ns_per_update if there are clocks.
struct CandidateSummary {
  std::size_t candidate;
  Summary summary;
};

class AdviceParts;

/// Candidates that are computed together, in portions.
class AdviceRun {
 public:
  /// As Run::advance.
  double advance(long steps);
  /// \pre advance() has returned 1
  std::vector<CandidateSummary> results() const { return results_; }

 private:
  friend class AdviceParts;
  AdviceRun(const AdviceParts& parts, std::size_t first, std::size_t count)
      : parts_(parts), first_(first), count_(count) {}
  void begin_alone(long steps, long warmup);
  double advance_block(long steps);

  const AdviceParts& parts_;
  std::size_t first_, count_;  // of the candidates
  std::vector<CandidateSummary> results_;
  std::optional<BatchRun> block_;     // all candidates, until it is done
  std::unique_ptr<Tracker> tracker_;  // of the candidate that runs alone
  std::unique_ptr<Run> alone_;
  std::size_t timed_ = 0;  // candidates of the block that are timed
};

/// The candidates of a plan in parts: blocks of BatchRuns where the method has SIMD lanes, else
/// single candidates. The summaries, times excepted, have the bits of lab::run, whatever the
/// threads. Immutable: any number of threads may begin parts and advance their own at the same
/// time.
///
/// An update in a block of lanes has no time of its own, so each of its candidates is timed in a
/// run alone, of kTimedSteps at most.
class AdviceParts {
 public:
  static constexpr long kTimedSteps = 400, kTimedWarmup = 80;

  /// \param store of the methods' preparations, see ik::AnyMethod; outlives this; null: none
  explicit AdviceParts(AdvicePlan plan, AdviceClocks clocks = {},
                       ik::PreparationStore* store = nullptr);

  const AdvicePlan& plan() const { return plan_; }
  int count() const { return static_cast<int>(parts_.size()); }
  /// \pre this outlives the run
  AdviceRun begin(int part) const;

 private:
  friend class AdviceRun;
  /// Candidates that share a block of runs; a single one if `runs` is null.
  struct Part {
    std::size_t turn;          ///< of its method
    std::size_t first, count;  ///< of the candidates
    std::shared_ptr<const BatchRuns> runs;
  };

  AdvicePlan plan_;
  AdviceClocks clocks_;
  ik::PreparationStore* store_;
  std::vector<Part> parts_;
};

}  // namespace lab
