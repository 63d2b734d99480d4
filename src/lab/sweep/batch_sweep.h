#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "lab/sweep/batch_rule.h"
#include "lab/sweep/sweep.h"

namespace lab {

/// Cells of a sweep that advance side by side, a block of ik::Batch at once, several times as fast
/// as Sweep::compute.
///
/// Where it is exact() the summaries are those of Sweep::compute to the bit. Elsewhere single steps
/// are but for 1e-12, and a body that shakes takes another course from there: cells where it does
/// agree in kind, not in digits, and are good for a first look. The same cells give the same bits,
/// whatever stands beside them. Immutable, for any number of threads.
class BatchSweep {
 public:
  static constexpr int kWidth = ik::Batch<double>::kWidth;  ///< cells that cost no more than one
  static constexpr long kMostSteps = 50'000;                ///< the targets of all steps are kept

  /// Nothing where the sweep has what batches do not know: another method than the report's four,
  /// goals that aim or are weighted, a group, an adaptive D_max, a tolerance, limits that hold by
  /// another rule than to be clamped or ignored, an axis that lanes have in common, or more than
  /// kMostSteps.
  static std::optional<BatchSweep> of(const Sweep& sweep);

  /// Whether the summaries are those of Sweep::compute to the bit.
  bool exact() const;

  /// The cells' summaries, in their order; gives up within a step once `stop` is set.
  /// \param cells 1 to kWidth of them
  /// \returns nothing if it gave up
  std::optional<std::vector<Summary>> compute(std::span<const int> cells,
                                              const std::atomic<bool>& stop) const;

 private:
  BatchSweep(Sweep sweep, ik::BatchMethod method);
  BatchRule rule(int cell) const;
  /// Numbers in a step's targets, 3k.
  std::ptrdiff_t row() const {
    return 3 * static_cast<std::ptrdiff_t>(sweep_.experiment().scene.targets.size());
  }

  Sweep sweep_;
  ik::BatchMethod method_;
  std::vector<double> targets_;  // of every step from 0 on, 3k in a row
  std::vector<double> shown_;    // what methods are shown from step 1 on; empty: the targets
};

}  // namespace lab
