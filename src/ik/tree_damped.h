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

/// J J^T of more rows than joints is singular anywhere: more is lost at small lambda.
constexpr bool has_more_rows(int joints, int effectors) { return 3 * effectors > joints; }
/// Where lambda is at least this share of the longest column of J, damped_by_tree is within 1e-12
/// of the exact step, at singularities too (measured against long double; the error grows as the
/// square of the inverse).
constexpr double exact_share(int joints, int effectors) {
  return has_more_rows(joints, effectors) ? 0.04 : 0.01;
}
/// Down to this share a refined step is as good as J's singular values, which must do below: within
/// 1e-12 of the exact step at random poses, within 1e-10 at singularities.
constexpr double refined_share(int joints, int effectors) {
  return has_more_rows(joints, effectors) ? 1e-3 : 2e-4;
}

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
inline int refinement_scratch(int joints, int effectors) { return 2 * joints + 6 * effectors; }

/// Mends a step of damped_by_tree where lambda is small: iterative refinement (Golub and Van Loan
/// 2013, section 3.5.3) of (J^T J + square I) dtheta = J^T e. What a step has left undone is
///   s = J^T (e - J dtheta) - square dtheta
/// and (J^T J + square I)^-1 s = (s - step(J s)) / square, where step(e) is a step for e. That
/// squares the relative error, of what J does not move too.
/// \param coarse the lanes to mend; others keep their step to the bit
/// \param scratch (refinement_scratch)
template <class N, class Mask>
IK_INLINE void refine(const TreeStep<N>& t, const N& square, const Mask& coarse,
                      RealOf<N>* scratch) {
  constexpr int kStride = Lanewise<N>::kStride;
  const std::ptrdiff_t rows = static_cast<std::ptrdiff_t>(3 * t.plan.arms.size()) * kStride;
  RealOf<N>* const e = scratch;
  RealOf<N>* const pull = e + rows;
  RealOf<N>* const undone = pull + rows;
  RealOf<N>* const change = undone + static_cast<std::ptrdiff_t>(t.joints) * kStride;
  const auto each = [&t](const auto& visit) __attribute__((always_inline)) {
    for (const TreePlan::Node& node : t.plan.nodes) visit(node.joint);
    for (const int j : t.plan.arm_joints) visit(j);
  };

  keep_twists(t);
  motion(
      t, t.dtheta, [&](int i, const Vec<N>& way) __attribute__((always_inline)) {
        put_vec<N>(get_vec<N>(t.error, i) - way, e, i);
      });
  slopes<N>(t, e, undone);
  each([&](int j) __attribute__((always_inline)) {
    put<N>(get<N>(undone, j) - square * get<N>(t.dtheta, j), undone, j);
  });
  motion(
      t, undone, [&](int i, const Vec<N>& way) __attribute__((always_inline)) {
        put_vec<N>(way, e, i);
      });
  TreeStep<N> again = t;
  again.error = e;
  again.pull = pull;
  again.dtheta = change;
  damped_by_tree<N>(again, square);

  const N inverse = every<N>(1.0) / square;
  each([&](int j) __attribute__((always_inline)) {
    const N d = get<N>(t.dtheta, j);
    const N mended = d + inverse * (get<N>(undone, j) - get<N>(change, j));
    put<N>(coarse ? mended : d, t.dtheta, j);
  });
}

}  // namespace ik
