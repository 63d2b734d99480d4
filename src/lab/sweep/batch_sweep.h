#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ik/batch/batch.h"
#include "lab/run/metrics.h"
#include "lab/run/run.h"
#include "lab/sweep/sweep.h"

namespace lab {

/// A method and its settings. A batch uses lambda, d_max, the Jacobian, the caps on angles and
/// slides, and whether limits apply. The caller makes the updates of a step and adapts D_max.
struct BatchRule {
  const ik::MethodInfo* method = nullptr;
  Settings settings;

  bool operator==(const BatchRule&) const = default;
};

ik::BatchSettings batch_settings(const BatchRule& rule);

/// Runs of one experiment that differ in a few numbers and advance together in one block of
/// ik::Batch, one run per SIMD lane. Several times as fast as one lab::run after another.
///
/// Every run equals lab::run bit for bit, whatever the other lanes compute. Immutable: any
/// number of threads may use it at the same time.
class BatchRuns {
 public:
  using Batch = ik::Batch;
  static constexpr int kWidth = Batch::kWidth;  ///< runs in a block
  static constexpr long kMaxSteps = 50'000;     ///< the targets of all steps are kept in memory

  /// Nothing if a batch cannot run the experiment: the method has no SIMD lanes, goals aim or are
  /// weighted, joints follow others, there is a group, an adaptive D_max or a tolerance, or there
  /// are more than kMaxSteps steps.
  static std::optional<BatchRuns> of(const Experiment& experiment);

  /// Whether a batch can follow settings, of a method with SIMD lanes.
  static bool can_run(const Settings& settings);
  /// Whether the runs of a block may differ in the axis' setting.
  static bool may_differ(const SweepAxis& axis);
  /// Whether runs with these settings may share a block.
  static bool may_differ(const Settings& a, const Settings& b);

  const Experiment& experiment() const { return experiment_; }

 private:
  friend class BatchRun;
  explicit BatchRuns(Experiment experiment);
  /// The count of numbers in a step's targets, 3k.
  std::size_t row() const { return 3 * experiment_.scene.targets.size(); }

  Experiment experiment_;
  std::vector<double> targets_;  // (3k) a row, from step 0
  std::vector<double> shown_;    // with lead, from step 1; empty without lead
};

/// The motion of one run of a block in a step.
struct BodyStep {
  double mean_error = 0.0;  ///< over the effectors, m
  double jitter_deg = 0.0;
};

/// The runs of one block; the work can be divided into calls.
class BatchRun {
 public:
  /// Called after each step, counted from 1.
  /// \param targets (3k) of all runs, m
  using OnStep = std::function<void(long step, std::span<const double> targets,
                                    std::span<const BodyStep> bodies)>;

  /// \param runs  outlives this
  /// \param rules for 1 to kWidth runs, all with the experiment's method
  /// \pre may_differ() holds for their settings and the experiment's
  BatchRun(const BatchRuns& runs, std::span<const BatchRule> rules, OnStep on_step = {});
  BatchRun(BatchRun&&) noexcept;
  ~BatchRun();

  /// See Run::advance.
  double advance(long steps);
  /// The summaries in the order of the rules.
  std::vector<Summary> summaries() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct SweepCell {
  int cell;
  Summary summary;
};

/// Cells of a sweep that are computed together; the work can be divided into calls.
class SweepRun {
 public:
  /// See Run::advance.
  double advance(long steps) { return block_ ? block_->advance(steps) : alone_->advance(steps); }
  /// The results of the cells. \pre advance() has returned 1
  std::vector<SweepCell> results() const;

 private:
  friend class SweepParts;
  explicit SweepRun(std::span<const int> cells) : cells_(cells.begin(), cells.end()) {}

  std::vector<int> cells_;
  std::optional<BatchRun> block_;
  std::unique_ptr<Tracker> tracker_;  // for a single cell
  std::unique_ptr<Run> alone_;
};

/// The cells of a sweep, divided into parts: a block of BatchRuns if they can run the experiment
/// and may differ in every axis, otherwise a single cell. The summaries equal Sweep::compute bit
/// for bit. Immutable: any number of threads may begin parts at the same time.
class SweepParts {
 public:
  /// \param cells to compute, in this order: sweep.order() or a part of it
  /// \param store cache of the methods' preparations, see ik::AnyMethod; null: none
  SweepParts(Sweep sweep, std::vector<int> cells, ik::PreparationStore* store = nullptr);

  bool in_blocks() const { return blocks_.has_value(); }
  int count() const;
  /// \pre this outlives the run
  SweepRun begin(int part) const;

 private:
  std::size_t width() const { return blocks_ ? BatchRuns::kWidth : 1; }

  Sweep sweep_;
  std::vector<int> cells_;
  ik::PreparationStore* store_;
  std::optional<BatchRuns> blocks_;
};

}  // namespace lab
