#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ik/batch/batch.h"
#include "lab/sweep/sweep.h"

namespace lab {

/// How bodies of a batch move: a method in lanes with its parameters, and what of the settings a
/// batch has: lambda, d_max, the Jacobian, caps on angles and slides, and whether limits hold. The
/// adaptive rule of d_max and updates in a step are for those who step it.
struct BatchRule {
  const ik::MethodInfo* method = nullptr;
  Settings settings;
  Params params;  ///< those of them that the method has

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

  /// Looks at a step that has just been made, from 1 on; false gives the rest up.
  /// \param targets (3k) where they stand, m
  using OnStep =
      std::function<bool(long step, const Batch& batch, std::span<const double> targets)>;

  /// Nothing where the experiment has what batches do not know: a method without lanes, goals that
  /// aim or are weighted, a group, an adaptive D_max, a tolerance, limits that hold by another rule
  /// than lanes have (to be clamped or ignored; without singular values to be projected onto), or
  /// more than kMostSteps.
  static std::optional<BatchRuns> of(const Experiment& experiment);

  /// Whether runs may differ in what the axis varies.
  static bool may_differ(const SweepAxis& axis);
  /// Whether runs by these settings may stand side by side.
  static bool may_differ(const Settings& a, const Settings& b);

  const Experiment& experiment() const { return experiment_; }

  /// The runs' summaries, in their order.
  /// \param rules 1 to kWidth of them, by the experiment's method
  /// \pre their settings may differ as they do from the experiment's
  /// \returns nothing if it gave up
  std::optional<std::vector<Summary>> compute(std::span<const BatchRule> rules,
                                              const OnStep& on_step) const;

 private:
  explicit BatchRuns(Experiment experiment);
  /// Numbers in a step's targets, 3k.
  std::size_t row() const { return 3 * experiment_.scene.targets.size(); }

  Experiment experiment_;
  std::vector<double> targets_;  // of every step from 0 on, 3k in a row
  std::vector<double> shown_;    // what methods are shown from step 1 on; empty: the targets
};

/// Cells of a sweep as BatchRuns. The summaries are those of Sweep::compute to the bit.
class BatchSweep {
 public:
  static constexpr int kWidth = BatchRuns::kWidth;  ///< cells that cost no more than one

  /// Nothing where BatchRuns do not know the experiment, or where lanes have an axis in common.
  static std::optional<BatchSweep> of(const Sweep& sweep);

  /// The cells' summaries, in their order; gives up within a step once `stop` is set.
  /// \param cells 1 to kWidth of them
  /// \returns nothing if it gave up
  std::optional<std::vector<Summary>> compute(std::span<const int> cells,
                                              const std::atomic<bool>& stop) const;

 private:
  BatchSweep(Sweep sweep, BatchRuns runs) : sweep_(std::move(sweep)), runs_(std::move(runs)) {}

  Sweep sweep_;
  BatchRuns runs_;
};

}  // namespace lab
