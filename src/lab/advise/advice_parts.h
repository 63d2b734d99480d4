#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lab/advise/candidates.h"
#include "lab/sweep/batch_sweep.h"

namespace lab {

/// Clocks that time the updates, see UpdateTime; both empty: no times.
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

/// Candidates that are computed together; the work can be divided into calls.
class AdviceRun {
 public:
  /// See Run::advance.
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
  std::size_t first_, count_;  // range of candidates
  std::vector<CandidateSummary> results_;
  std::optional<BatchRun> block_;     // all candidates, until it is done
  std::unique_ptr<Tracker> tracker_;  // for the candidate that runs alone
  std::unique_ptr<Run> alone_;
  std::size_t timed_ = 0;  // number of the block's candidates that are timed
};

/// The candidates of a plan, divided into parts: blocks of BatchRuns if the method can run in a
/// batch, otherwise single candidates. Except for times, the summaries equal lab::run bit for bit
/// with any number of threads. Immutable: any number of threads may begin parts and advance their
/// own part at the same time.
///
/// An update in a block has no time of its own. Each candidate of a block is therefore
/// timed in a separate run of at most kTimedSteps.
class AdviceParts {
 public:
  static constexpr long kTimedSteps = 400, kTimedWarmup = 80;

  /// \param store cache of the methods' preparations, see ik::AnyMethod; outlives this; null: none
  explicit AdviceParts(AdvicePlan plan, AdviceClocks clocks = {},
                       ik::PreparationStore* store = nullptr);

  const AdvicePlan& plan() const { return plan_; }
  int count() const { return static_cast<int>(parts_.size()); }
  /// \pre this outlives the run
  AdviceRun begin(int part) const;

 private:
  friend class AdviceRun;
  /// Candidates that share a block of runs. A single candidate if `runs` is null.
  struct Part {
    std::size_t turn;          ///< position among the parts of its method
    std::size_t first, count;  ///< range of candidates
    std::shared_ptr<const BatchRuns> runs;
  };

  AdvicePlan plan_;
  AdviceClocks clocks_;
  ik::PreparationStore* store_;
  std::vector<Part> parts_;
};

}  // namespace lab
