#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ik/batch/batch.h"
#include "lab/run/experiment.h"
#include "lab/sweep/sweep.h"

namespace lab {

/// How bodies of a batch move: a method in lanes with its parameters, and what of the settings a
/// batch has: lambda, d_max, the Jacobian, caps on angles and slides, and whether limits hold. The
/// adaptive rule of d_max and updates in a step are for those who step it.
struct BatchRule {
  const ik::MethodInfo* method = nullptr;
  Settings settings;

  bool operator==(const BatchRule&) const = default;
};

/// The rule as a body of a batch takes it.
ik::BatchSettings batch_settings(const BatchRule& rule);

/// Runs of one experiment that differ in a few numbers and advance side by side, a block of
/// ik::Batch at once, several times as fast as lab::run one after the other.
///
/// What they come to is that of lab::run to the bit, whatever stands beside a run. Immutable, for
/// any number of threads.
class BatchRuns {
 public:
  using Batch = ik::Batch<double>;
  static constexpr int kWidth = Batch::kWidth;  ///< runs that cost no more than one
  static constexpr long kMostSteps = 50'000;    ///< the targets of all steps are kept

  /// Nothing where the experiment has what batches do not know: a method without lanes, goals that
  /// aim or are weighted, a group, an adaptive D_max, a tolerance, or more than kMostSteps.
  static std::optional<BatchRuns> of(const Experiment& experiment);

  /// Whether runs may differ in what the axis varies.
  static bool may_differ(const SweepAxis& axis);
  /// Whether runs by these settings may stand side by side.
  static bool may_differ(const Settings& a, const Settings& b);

  const Experiment& experiment() const { return experiment_; }

 private:
  friend class BatchRun;
  explicit BatchRuns(Experiment experiment);
  /// Numbers in a step's targets, 3k.
  std::size_t row() const { return 3 * experiment_.scene.targets.size(); }

  Experiment experiment_;
  std::vector<double> targets_;  // of every step from 0 on, 3k in a row
  std::vector<double> shown_;    // what methods are shown from step 1 on; empty: the targets
};

/// Runs side by side as they go on, in portions.
class BatchRun {
 public:
  /// Looks at a step that has just been made, from 1 on. \param targets (3k) where they stand, m
  using OnStep = std::function<void(long step, const BatchRuns::Batch& batch,
                                    std::span<const double> targets)>;

  /// \param runs  of which these are; outlives this
  /// \param rules 1 to kWidth of them, by the experiment's method
  /// \pre their settings may differ as they do from the experiment's
  BatchRun(const BatchRuns& runs, std::span<const BatchRule> rules, OnStep on_step = {});
  BatchRun(BatchRun&&) noexcept;
  ~BatchRun();

  /// As Run::advance.
  double advance(long steps);
  /// The runs' summaries, in their order.
  std::vector<Summary> summaries() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What a sweep has of a cell.
struct SweepCell {
  int cell;
  Summary summary;
};

/// One or more cells of a sweep that are computed together, in portions.
class SweepRun {
 public:
  /// As Run::advance.
  double advance(long steps) { return lanes_ ? lanes_->advance(steps) : alone_->advance(steps); }
  /// What the cells came to. \pre it is over
  std::vector<SweepCell> results() const;

 private:
  friend class SweepParts;
  explicit SweepRun(std::span<const int> cells) : cells_(cells.begin(), cells.end()) {}

  std::vector<int> cells_;
  std::optional<BatchRun> lanes_;
  std::unique_ptr<Tracker> tracker_;  // of a cell alone
  std::unique_ptr<Run> alone_;
};

/// Cells of a sweep in parts: a block of lanes each where BatchRuns know the experiment and may
/// differ in every axis, else a cell. The summaries are those of Sweep::compute to the bit.
/// Immutable; any number of threads may begin parts of it.
class SweepParts {
 public:
  /// \param cells which to compute, in that order: sweep.order() or a part of it
  SweepParts(Sweep sweep, std::vector<int> cells);

  bool in_lanes() const { return lanes_.has_value(); }
  int count() const;
  /// Outlived by this.
  SweepRun begin(int part) const;

 private:
  std::size_t width() const { return lanes_ ? BatchRuns::kWidth : 1; }

  Sweep sweep_;
  std::vector<int> cells_;
  std::optional<BatchRuns> lanes_;
};

}  // namespace lab
