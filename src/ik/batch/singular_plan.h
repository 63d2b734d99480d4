#pragma once

#include "ik/body/layout.h"
#include "ik/math/jacobi_meetings.h"

namespace ik {

/// How the lanes of a batch take a body's Jacobian (3k x n) apart into singular values: one-sided
/// Jacobi turns the vectors of its shorter side, rows or columns, four at a time.
struct SingularPlan {
  SingularPlan() = default;
  SingularPlan(const TreePlan& tree, int joint_count);

  int joints = 0;     ///< n
  int columns = 0;    ///< pairs of an effector and a joint that moves it
  int count = 0;      ///< r = min(3k, n): vectors to turn ...
  int length = 0;     ///< ... and numbers in each
  int places = 0;     ///< r, and as many zero vectors as make it even, 4 at least
  bool wide = false;  ///< the vectors are J's rows, 3k <= n; else its columns

  std::vector<JacobiMeeting> meetings;

  /// Rows that a body carries from step to step.
  int memory() const { return 1 + places * count; }
  /// Rows of scratch that a step takes.
  int scratch() const;
};

}  // namespace ik
