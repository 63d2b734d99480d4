#pragma once

#include <vector>

#include "ik/body/tree_plan.h"
#include "ik/math/jacobi_sweep.h"

namespace ik {

/// Plan of the SVD of a body's Jacobian (3k x n) in the lanes of a batch. Same order as Svd:
/// one-sided Jacobi rotations of the vectors of the shorter side.
struct SingularPlan {
  SingularPlan() = default;
  SingularPlan(const TreePlan& tree, int joint_count);

  int joints = 0;     ///< n
  int count = 0;      ///< number of vectors, r = min(3k, n)
  int length = 0;     ///< length of a vector, max(3k, n)
  int places = 0;     ///< jacobi_padded_count(r)
  int at_a_time = 2;  ///< vectors in a group
  bool wide = false;  ///< 3k <= n: the vectors are J's rows, otherwise its columns
  /// The joints that move effector i, parents first, are movers[from[i]], ...,
  /// movers[from[i + 1] - 1].
  std::vector<int> movers, from;

  std::vector<JacobiGroup> meetings;

  /// Number of rows of a body's memory between steps.
  int memory() const { return 1 + places * count; }
  /// Number of scratch rows of a step.
  int scratch() const;
};

}  // namespace ik
