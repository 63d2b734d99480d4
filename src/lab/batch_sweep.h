#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "lab/batch_rule.h"
#include "lab/sweep.h"

namespace lab {

/// Cells of a sweep that advance side by side, a block of ik::Batch at once: a first look, some
/// tens of times as fast as Sweep::compute.
///
/// Single steps are those of Sweep::compute but for 1e-12; a body that shakes takes another course
/// from there, so that cells where it does agree in kind, not in digits. The same cells give the
/// same bits, whatever stands beside them. Immutable, for any number of threads.
class BatchSweep {
 public:
  static constexpr int kWidth = ik::Batch<double>::kWidth;  ///< cells that cost no more than one
  static constexpr long kMostSteps = 50'000;                ///< the targets of all steps are kept

  /// Nothing where the sweep has what batches do not know: another method than the report's four,
  /// goals that aim or are weighted, a group, an adaptive D_max, several updates a step, a lead, an
  /// active set, an axis of more than numbers, or more than kMostSteps.
  static std::optional<BatchSweep> of(const Sweep& sweep);

  /// The cells' summaries, in their order; gives up within a step once `stop` is set.
  /// \param cells 1 to kWidth of them
  /// \returns nothing if it gave up
  std::optional<std::vector<Summary>> compute(std::span<const int> cells,
                                              const std::atomic<bool>& stop) const;

 private:
  BatchSweep(Sweep sweep, ik::BatchMethod method);
  BatchRule rule(int cell) const;

  Sweep sweep_;
  ik::BatchMethod method_;
  std::vector<double> targets_;  // of every step, 3k in a row
};

}  // namespace lab
