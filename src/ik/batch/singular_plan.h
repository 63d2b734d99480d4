#pragma once

#include "ik/body/layout.h"
#include "ik/math/jacobi_sweep.h"

namespace ik {

/// The order of the singular value decomposition of a body's Jacobian (3k x n) in the lanes of a
/// batch: that of Svd, one-sided Jacobi rotations of the vectors of the shorter side.
struct SingularPlan {
  SingularPlan() = default;
  SingularPlan(const TreePlan& tree, int joint_count);

  int joints = 0;     ///< n
  int count = 0;      ///< vectors, r = min(3k, n)
  int length = 0;     ///< numbers in each, max(3k, n)
  int places = 0;     ///< jacobi_places(r)
  int at_a_time = 2;  ///< vectors in a meeting
  bool wide = false;  ///< 3k <= n: the vectors are J's rows, else its columns
  /// The joints that move effector i, parents first, are movers[from[i]], ...,
  /// movers[from[i + 1] - 1].
  std::vector<int> movers, from;

  std::vector<JacobiMeeting> meetings;

  /// Rows of a body's memory from step to step.
  int memory() const { return 1 + places * count; }
  /// Rows of scratch of a step.
  int scratch() const;
};

}  // namespace ik
