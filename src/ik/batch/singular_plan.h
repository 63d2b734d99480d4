#pragma once

#include "ik/body/layout.h"
#include "ik/math/jacobi_sweep.h"

namespace ik {

/// How the lanes of a batch take a body's Jacobian (3k x n) apart into singular values: one-sided
/// Jacobi turns the vectors of its shorter side, rows or columns, in the order of Svd.
struct SingularPlan {
  SingularPlan() = default;
  SingularPlan(const TreePlan& tree, int joint_count);

  int joints = 0;     ///< n
  int count = 0;      ///< r = min(3k, n): vectors to turn ...
  int length = 0;     ///< ... and numbers in each
  int places = 0;     ///< r, and a zero vector where that is odd
  int at_a_time = 2;  ///< vectors that meet
  bool wide = false;  ///< the vectors are J's rows, 3k <= n; else its columns
  /// The joints that move effector i, parents first, are movers[from[i]] to movers[from[i + 1] -
  /// 1].
  std::vector<int> movers, from;

  std::vector<JacobiMeeting> meetings;

  /// Rows that a body carries from step to step.
  int memory() const { return 1 + places * count; }
  /// Rows of scratch that a step takes.
  int scratch() const;
};

}  // namespace ik
