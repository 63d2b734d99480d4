#pragma once

#include <algorithm>

#include "ik/tree_products.h"
#include "ik/tree_recursion.h"

namespace ik {

/// Damped least squares by the quicker of both ways for this tree, t.dtheta = J^T y with
/// y = (J J^T + square I)^-1 e.
/// \returns the largest square of a column's length, which says whether `square` is lost beside it
template <class N>
IK_INLINE N damped_by_tree(const TreeStep<N>& t, const N& square) {
  return t.plan.recursive ? damped_by_recursion<N>(t, square) : damped_by_arms<N>(t, square);
}

/// Where lambda is at least this share of the longest column of J, damped_by_tree is within 1e-12
/// of the exact step, at singularities too (measured against long double on all scenes; the error
/// grows as the square of the inverse).
inline constexpr double kExactShare = 0.02;
/// Down to this share a refined step is within 1e-11 of the exact one where J has full rank, and
/// has a smaller error than the dense equations where it has not; below, J's singular values must
/// do.
inline constexpr double kRefinedShare = 1e-4;

/// Rows of scratch that a step, of whichever kind, takes.
template <class N>
int tree_scratch(const TreePlan& plan) {
  const int nodes = static_cast<int>(plan.nodes.size());
  const int of_arms = kVecRows<N> * static_cast<int>(plan.arm_joints.size()) +
                      kSymmetricRows<N> * static_cast<int>(plan.arms.size());
  const int of_matrix = kVecRows<N> * plan.columns + plan.entries + nodes;
  const int of_links = std::max(kAskingRows<N>, 2 * kTwistRows<N>) * nodes;
  return of_arms + std::max(of_matrix, of_links);
}
/// Rows that a refinement takes beside these.
inline int refinement_scratch(int joints, int effectors) { return joints + 6 * effectors; }

/// Mends a step of damped_by_tree where lambda is small: dtheta and y solve
/// J dtheta + square y = e only about, and a step for what is missing there, added, squares the
/// relative error (iterative refinement; Golub and Van Loan 2013, section 3.5.3).
/// \param coarse the lanes to mend; others keep their step to the bit
/// \param scratch (refinement_scratch)
template <class N, class Mask>
IK_INLINE void refine(const TreeStep<N>& t, const N& square, const Mask& coarse,
                      RealOf<N>* scratch) {
  constexpr int kStride = Lanewise<N>::kStride;
  const int rows = 3 * static_cast<int>(t.plan.arms.size());
  RealOf<N>* const missing = scratch;
  RealOf<N>* const pull = missing + static_cast<std::ptrdiff_t>(rows) * kStride;
  RealOf<N>* const change = pull + static_cast<std::ptrdiff_t>(rows) * kStride;

  keep_twists(t);
  motion(
      t, t.dtheta, [&](int i, const Vec<N>& way) __attribute__((always_inline)) {
        put_vec<N>(get_vec<N>(t.error, i) - square * get_vec<N>(t.pull, i) - way, missing, i);
      });
  TreeStep<N> again = t;
  again.error = missing;
  again.pull = pull;
  again.dtheta = change;
  damped_by_tree<N>(again, square);

  const auto add = [&](int j) __attribute__((always_inline)) {
    const N d = get<N>(t.dtheta, j);
    put<N>(coarse ? d + get<N>(change, j) : d, t.dtheta, j);
  };
  for (const TreePlan::Node& node : t.plan.nodes) add(node.joint);
  for (const int j : t.plan.arm_joints) add(j);
}

}  // namespace ik
