#pragma once

#include <algorithm>

#include "ik/simd/lanes.h"
#include "ik/tree/recursion.h"
#include "ik/tree/step.h"

namespace ik {

/// Layout of J's columns and of products with J in scratch.
template <class N>
struct ProductRows {
  IK_INLINE explicit ProductRows(const TreeStep<N>& t) {
    constexpr int kStride = Lanewise<N>::kStride;
    C = t.scratch;
    S = C + kVecRows<N> * t.plan.arm_joints.size() * kStride;
    X = S + kTwistRows<N> * t.plan.nodes.size() * kStride;
  }
  /// The rows of a shared joint in S or X.
  static IK_INLINE double* at(double* rows, int node) {
    return rows + static_cast<std::ptrdiff_t>(kTwistRows<N> * node) * Lanewise<N>::kStride;
  }
  double* C;  ///< column of each arm joint
  double* S;  ///< twist of each shared joint
  double* X;  ///< wrench on each shared joint's subtree, or the subtree's twist
};

/// Fills S, the twists of all shared joints.
template <class N>
IK_INLINE void keep_twists(const TreeStep<N>& t) {
  const ProductRows<N> rows(t);
  const Vec<N> fixed = fixed_point(t);
  const int count = static_cast<int>(t.plan.nodes.size());
  for (int i = 0; i < count; ++i) {
    const int joint = t.plan.nodes[static_cast<std::size_t>(i)].joint;
    keep_twist<N>(twist_of(t, joint, fixed), rows.at(rows.S, i));
  }
}

/// Fills C, the columns of all joints of arms.
template <class N>
IK_INLINE void keep_columns(const TreeStep<N>& t) {
  const ProductRows<N> rows(t);
  for (const TreePlan::Arm& arm : t.plan.arms) {
    const Vec<N> s = get_vec<N>(t.point, arm.effector);
    const double scale = goal_scale(t, arm.effector);
    for (int a = arm.from; a < arm.to; ++a) {
      const int j = t.plan.arm_joints[static_cast<std::size_t>(a)];
      store_vec<N>(tree_column(t, j, scale, s), rows.C, a);
    }
  }
}

/// g = J^T y in O(n). A shared joint with the twist S_j has
///   g_j = S_j.l . f + S_j.a . m
/// where f is the sum of the forces y_i on the effectors that it moves, and m the sum of their
/// torques about one fixed point; a force on an aim is a torque. Does not write the entries of
/// joints that move no effector. Leaves the columns in t.scratch, for motion(). \param y (3(k + r))
/// \param[out] g (n) \returns |g|^2
template <class N>
IK_INLINE_LARGE N slopes(const TreeStep<N>& t, const double* y, double* g) {
  const TreePlan& plan = t.plan;
  using Rows = ProductRows<N>;
  const Rows rows(t);
  const TreePlan::Node* const nodes = plan.nodes.data();
  const int node_count = static_cast<int>(plan.nodes.size());
  const N zero = every<N>(0.0);
  const Vec<N> nothing = vec<N>(zero, zero, zero);
  const Vec<N> fixed = fixed_point(t);

  for (int i = 0; i < node_count; ++i) keep_twist<N>({nothing, nothing}, Rows::at(rows.X, i));
  N square = zero;
  for (const TreePlan::Arm& arm : plan.arms) {
    const Vec<N> s = get_vec<N>(t.point, arm.effector);
    const Vec<N> f = get_vec<N>(y, arm.effector);
    const double scale = goal_scale(t, arm.effector);
    for (int a = arm.from; a < arm.to; ++a) {
      const int j = plan.arm_joints[static_cast<std::size_t>(a)];
      const Vec<N> c = tree_column(t, j, scale, s);
      store_vec<N>(c, rows.C, a);
      const N slope = dot(c, f);
      put<N>(slope, g, j);
      square += slope * slope;
    }
    if (arm.node < 0) continue;
    double* const at = Rows::at(rows.X, arm.node);
    const Vec<N> force = weighed(t, arm.effector, f);
    const Twist<N> X = recall_twist<N>(at);
    keep_twist<N>({X.l + force, X.a + cross(s - fixed, force)}, at);
  }
  for (const TreePlan::Turn& turn : plan.turns) {
    double* const at = Rows::at(rows.X, turn.node);
    const Vec<N> torque = torque_of(t, turn, get_vec<N>(y, turn.goal));
    const Twist<N> X = recall_twist<N>(at);
    keep_twist<N>({X.l, X.a + turn_scale(t, turn) * torque}, at);
  }
  keep_twists(t);
  for (int i = node_count; i-- > 0;) {
    const TreePlan::Node& node = nodes[i];
    const Twist<N> S = recall_twist<N>(Rows::at(rows.S, i));
    const Twist<N> X = recall_twist<N>(Rows::at(rows.X, i));
    const N slope = dot(S.l, X.l) + dot(S.a, X.a);
    put<N>(slope, g, node.joint);
    square += slope * slope;
    if (node.parent < 0) continue;
    double* const above = Rows::at(rows.X, node.parent);
    const Twist<N> sum = recall_twist<N>(above);
    keep_twist<N>({sum.l + X.l, sum.a + X.a}, above);
  }
  return square;
}

/// J x in O(n). The shared joints above an arm move its effector by the sum of their scaled twists.
/// \pre t.scratch has the columns of keep_columns(), slopes() or damped_by_tree() and the twists of
///   keep_twists()
/// \param x (n) \param take called as take(g, (J x)_g) for every goal g
template <class N, class Take>
IK_INLINE void motion(const TreeStep<N>& t, const double* x, const Take& take) {
  const TreePlan& plan = t.plan;
  using Rows = ProductRows<N>;
  const Rows rows(t);
  const int node_count = static_cast<int>(plan.nodes.size());
  const N zero = every<N>(0.0);
  const Vec<N> nothing = vec<N>(zero, zero, zero);
  const Vec<N> fixed = fixed_point(t);

  for (int i = 0; i < node_count; ++i) {
    const TreePlan::Node& node = plan.nodes[static_cast<std::size_t>(i)];
    const Twist<N> S = recall_twist<N>(Rows::at(rows.S, i));
    const N here = get<N>(x, node.joint);
    Twist<N> X = {here * S.l, here * S.a};
    if (node.parent >= 0) {
      const Twist<N> above = recall_twist<N>(Rows::at(rows.X, node.parent));
      X.l += above.l;
      X.a += above.a;
    }
    keep_twist<N>(X, Rows::at(rows.X, i));
  }
  for (const TreePlan::Arm& arm : plan.arms) {
    Vec<N> way = nothing;
    if (arm.node >= 0) {
      const Twist<N> X = recall_twist<N>(Rows::at(rows.X, arm.node));
      const Vec<N> r = get_vec<N>(t.point, arm.effector) - fixed;
      way = weighed<N>(t, arm.effector, X.l + cross(X.a, r));
    }
    for (int a = arm.from; a < arm.to; ++a) {
      const int j = plan.arm_joints[static_cast<std::size_t>(a)];
      way += get<N>(x, j) * load_vec<N>(rows.C, a);
    }
    take(arm.effector, way);
  }
  for (const TreePlan::Turn& turn : plan.turns) {
    const Twist<N> X = recall_twist<N>(Rows::at(rows.X, turn.node));
    take(turn.goal, turn_scale(t, turn) * motion_of(t, turn, X.a));
  }
}

/// Sums of squares between this and its reciprocal are free of overflow and underflow.
inline constexpr double kMinSquare = 1e-120;

/// Jacobian transpose: t.dtheta = alpha g with g = J^T e and alpha = gain |g|^2 / |J g|^2, or 0 if
/// J g = 0. \pre t.dtheta is 0 for joints that move no effector
/// \returns alpha
template <class N>
IK_INLINE N transpose_by_tree(const TreeStep<N>& t, const N& gain) {
  constexpr double kMin = kMinSquare;
  const N zero = every<N>(0.0);
  const N one = every<N>(1.0);
  N square = slopes(t, t.error, t.dtheta);
  N shrink = one;
  MaskOf<N> extreme = !(square > every<N>(kMin));
  extreme |= !(square < every<N>(1.0 / kMin));
  if (any(extreme)) {
    // use the squares of g / max |g_j| instead
    N size = zero, sum = zero;
    for (int j = 0; j < t.joints; ++j) size = larger<N>(size, magnitude<N>(get<N>(t.dtheta, j)));
    shrink = extreme ? (size > zero ? one / size : zero) : one;
    for (int j = 0; j < t.joints; ++j) {
      const N small = shrink * get<N>(t.dtheta, j);
      sum += small * small;
    }
    square = extreme ? sum : square;
  }

  N moved = zero;  // |J g|^2
  motion(
      t, t.dtheta, [&](int, const Vec<N>& way) __attribute__((always_inline)) {
        const Vec<N> small = shrink * way;
        moved += dot(small, small);
      });
  const N alpha = moved > zero ? gain * square / moved : zero;
  for (int j = 0; j < t.joints; ++j) put<N>(alpha * get<N>(t.dtheta, j), t.dtheta, j);
  return alpha;
}

/// Damped least squares by the faster algorithm for this tree: t.dtheta = J^T y with
/// y = (J J^T + square I)^-1 e.
/// \returns an estimate of the largest squared column length of J, to judge whether `square` is too
///   small
template <class N>
IK_INLINE_LARGE N damped_by_tree(const TreeStep<N>& t, const N& square) {
  return t.plan.recursive ? damped_by_recursion<N>(t, square) : damped_by_arms<N>(t, square);
}

/// If J has more rows than columns, J J^T is singular in every pose: small lambda costs more
/// digits.
constexpr bool has_more_rows(int joints, int effectors) { return 3 * effectors > joints; }
/// If lambda is at least this share of the longest column of J, damped_by_tree is within 1e-12 of
/// the exact step, also at singularities (measured against long double; the error is proportional
/// to the inverse square of the share).
constexpr double exact_share(int joints, int effectors) {
  return has_more_rows(joints, effectors) ? 0.04 : 0.01;
}
/// Down to this share, a refined step is as exact as a step by SVD: within 1e-12 of the exact step
/// at random poses, within 1e-10 at singularities.
constexpr double refined_share(int joints, int effectors) {
  return has_more_rows(joints, effectors) ? 1e-3 : 2e-4;
}

/// If lambda is at least this share of the largest number of J, the dense equations with J J^T have
/// 8 digits.
inline constexpr double kSquarable = 1e-4;

/// Number of scratch rows of the arms' results.
template <class N>
int arm_scratch(const TreePlan& plan) {
  return kVecRows<N> * static_cast<int>(plan.arm_joints.size()) +
         kSymmetricRows<N> * static_cast<int>(plan.arms.size());
}
/// Number of scratch rows for damped_by_recursion and for products with J.
template <class N>
int link_scratch(const TreePlan& plan) {
  return arm_scratch<N>(plan) +
         std::max(kArticulatedRows<N>, 2 * kTwistRows<N>) * static_cast<int>(plan.nodes.size());
}
/// Number of scratch rows for damped_by_arms: the square of the depth of a deep tree.
template <class N>
int matrix_scratch(const TreePlan& plan) {
  return arm_scratch<N>(plan) + static_cast<int>(kVecRows<N> * plan.columns + plan.entries) +
         static_cast<int>(plan.nodes.size());
}
/// Number of scratch rows for damped_by_tree and for products with J.
template <class N>
int tree_scratch(const TreePlan& plan) {
  const int by_links = link_scratch<N>(plan);
  return plan.recursive ? by_links : std::max(by_links, matrix_scratch<N>(plan));
}
/// Number of additional scratch rows for refine().
inline int refinement_scratch(int joints, int goals) { return 2 * joints + 6 * goals; }

/// Iterative refinement (Golub and Van Loan 2013, section 3.5.3) of a step of damped_by_tree with
/// small lambda, for the equations (J^T J + square I) dtheta = J^T e. Residual and correction:
///   s = J^T (e - J dtheta) - square dtheta
///   (J^T J + square I)^-1 s = (s - step(J s)) / square
/// where step(e) is the damped step for e. Squares the relative error, also in the nullspace of J.
/// \param coarse the lanes to correct; the other lanes keep their bits
/// \param scratch (refinement_scratch)
template <class N, class Mask>
IK_INLINE void refine(const TreeStep<N>& t, const N& square, const Mask& coarse, double* scratch) {
  constexpr int kStride = Lanewise<N>::kStride;
  const std::ptrdiff_t rows =
      static_cast<std::ptrdiff_t>(3 * (t.plan.arms.size() + t.plan.turns.size())) * kStride;
  double* const e = scratch;
  double* const pull = e + rows;
  double* const undone = pull + rows;
  double* const change = undone + static_cast<std::ptrdiff_t>(t.joints) * kStride;
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
