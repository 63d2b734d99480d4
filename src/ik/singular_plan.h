#pragma once

#include <vector>

#include "ik/tree_plan.h"

namespace ik {

/// In which order the lanes of a batch take a body's Jacobian (3k x n) apart into singular values.
///
/// One-sided Jacobi turns the vectors of its shorter side, rows or columns, in pairs.
struct SingularPlan {
  SingularPlan() = default;
  SingularPlan(int joints, int effectors);

  int count = 0;      ///< r = min(3k, n): vectors to turn ...
  int length = 0;     ///< ... and numbers in each
  bool wide = false;  ///< they are J's rows, 3k <= n; else its columns

  /// (r (r - 1) / 2) pairs of vectors: everyone meets everyone once. From six vectors on no pair
  /// has one in common with the pair after it, so that the two can be computed side by side.
  std::vector<int> pairs;

  /// Rows that a body carries from step to step.
  int memory() const { return 1 + count * count; }
  /// Rows of scratch that a step takes.
  int scratch(const TreePlan& tree, int joints) const;
};

}  // namespace ik
