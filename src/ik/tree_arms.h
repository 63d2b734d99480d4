#pragma once

#include "ik/tree_step.h"

namespace ik {

/// Where arms keep what they compute, in scratch.
template <class N>
struct ArmRows {
  IK_INLINE explicit ArmRows(const TreeStep<N>& t) {
    constexpr int kStride = Lanewise<N>::kStride;
    C = t.scratch;
    K = C + kVecRows<N> * t.plan.arm_joints.size() * kStride;
    end = K + kSymmetricRows<N> * t.plan.arms.size() * kStride;
  }
  RealOf<N>* C;    ///< an arm's joint: its column
  RealOf<N>* K;    ///< an arm: A^-1
  RealOf<N>* end;  ///< what is left
};

/// Fills the rows of all arms, A = square I + C C^T, and t.pull with A^-1 e.
/// \returns the largest square of a column's length
template <class N>
IK_INLINE N invert_arms(const TreeStep<N>& t, const N& square, const ArmRows<N>& rows) {
  const N zero = every<N>(0.0);
  N largest = zero;
  // all matrices first, then all inverses: their divisions do not wait for one another
  for (const TreePlan::Arm& arm : t.plan.arms) {
    const Vec<N> s = get_vec<N>(t.point, arm.effector);
    const double scale = goal_scale(t, arm.effector);
    Symmetric<N> A = symmetric<N>(square, zero, zero, square, zero, square);
    for (int a = arm.from; a < arm.to; ++a) {
      const Vec<N> c = tree_column(t, t.plan.arm_joints[static_cast<std::size_t>(a)], scale, s);
      keep_vec<N>(c, rows.C, a);
      A += outer(c, c);
    }
    largest = larger<N>(largest, trace(A));
    keep_symmetric<N>(A, rows.K, arm.effector);
  }
  const int count = static_cast<int>(t.plan.arms.size());
  for (int i = 0; i < count; ++i) {
    const Symmetric<N> K = inverse(recall_symmetric<N>(rows.K, i));
    keep_symmetric<N>(K, rows.K, i);
    put_vec<N>(K * get_vec<N>(t.error, i), t.pull, i);
  }
  return largest;
}

/// dtheta of an arm's joints, C^T pull, where `pull` is the arm's y.
template <class N>
IK_INLINE void move_arm(const TreeStep<N>& t, const TreePlan::Arm& arm, const Vec<N>& pull,
                        const ArmRows<N>& rows) {
  put_vec<N>(pull, t.pull, arm.effector);
  for (int a = arm.from; a < arm.to; ++a) {
    put<N>(dot(recall_vec<N>(rows.C, a), pull), t.dtheta,
           t.plan.arm_joints[static_cast<std::size_t>(a)]);
  }
}

/// Damped least squares by arms: t.dtheta = J^T (J J^T + square I)^-1 e.
///
/// With C_i the columns of arm i, N_i those of the shared joints for effector i, and
/// A_i = square I + C_i C_i^T,
///   (I + sum N_i^T A_i^-1 N_i) x = sum N_i^T A_i^-1 e_i      the shared joints' step
///   C_i^T A_i^-1 (e_i - N_i x)                               the arm's
/// The first matrix has an entry only where one shared joint is above another, and eliminating from
/// the leaves to the root keeps it so (Featherstone 2005, for inertia matrices).
/// \returns the largest square of a column's length, which says whether `square` is lost beside it
template <class N>
IK_INLINE N damped_by_arms(const TreeStep<N>& t, const N& square) {
  const TreePlan& plan = t.plan;
  constexpr int kStride = Lanewise<N>::kStride;
  const ArmRows<N> rows(t);
  RealOf<N>* const G = rows.end;                                  // A^-1 N
  RealOf<N>* const H = G + kVecRows<N> * plan.columns * kStride;  // the shared joints' matrix
  RealOf<N>* const x = H + plan.entries * kStride;                // right side, then solution
  const TreePlan::Node* const nodes = plan.nodes.data();
  const int node_count = static_cast<int>(plan.nodes.size());

  const N zero = every<N>(0.0);
  const N one = every<N>(1.0);
  N largest = invert_arms(t, square, rows);
  for (int i = 0; i < node_count; ++i) {
    for (int d = 0; d < nodes[i].depth; ++d) put<N>(zero, H, nodes[i].row + d);
    put<N>(one, H, nodes[i].row + nodes[i].depth);
    put<N>(zero, x, i);
  }

  for (const TreePlan::Arm& arm : plan.arms) {
    if (arm.node < 0) continue;
    const Vec<N> s = get_vec<N>(t.point, arm.effector);
    const double scale = goal_scale(t, arm.effector);
    const Symmetric<N> A_inverse = recall_symmetric<N>(rows.K, arm.effector);
    const Vec<N> pull = get_vec<N>(t.pull, arm.effector);
    for (int i = arm.node; i >= 0; i = nodes[i].parent) {
      const Vec<N> n = tree_column(t, nodes[i].joint, scale, s);
      largest = larger<N>(largest, dot(n, n));
      const Vec<N> g = A_inverse * n;
      keep_vec<N>(g, G, arm.columns + nodes[i].depth);
      put<N>(get<N>(x, i) + dot(n, pull), x, i);
      for (int below = arm.node; below != i; below = nodes[below].parent) {
        const int at = nodes[below].row + nodes[i].depth;
        const Vec<N> other = recall_vec<N>(G, arm.columns + nodes[below].depth);
        put<N>(get<N>(H, at) + dot(n, other), H, at);
      }
      const int at = nodes[i].row + nodes[i].depth;
      put<N>(get<N>(H, at) + dot(n, g), H, at);
    }
  }

  for (int i = node_count; i-- > 0;) {
    const TreePlan::Node& node = nodes[i];
    const N pivot = one / get<N>(H, node.row + node.depth);
    const N y = get<N>(x, i) * pivot;
    put<N>(y, x, i);
    for (int a = node.parent; a >= 0; a = nodes[a].parent) {
      const N entry = get<N>(H, node.row + nodes[a].depth);
      const N factor = entry * pivot;
      put<N>(get<N>(x, a) - entry * y, x, a);
      for (int d = 0; d <= nodes[a].depth; ++d) {
        put<N>(get<N>(H, nodes[a].row + d) - factor * get<N>(H, node.row + d), H, nodes[a].row + d);
      }
      put<N>(factor, H, node.row + nodes[a].depth);
    }
  }
  for (int i = 0; i < node_count; ++i) {
    N y = get<N>(x, i);
    for (int a = nodes[i].parent; a >= 0; a = nodes[a].parent) {
      y -= get<N>(H, nodes[i].row + nodes[a].depth) * get<N>(x, a);
    }
    put<N>(y, x, i);
    put<N>(y, t.dtheta, nodes[i].joint);
  }

  for (const TreePlan::Arm& arm : plan.arms) {
    Vec<N> pull = get_vec<N>(t.pull, arm.effector);
    for (int i = arm.node; i >= 0; i = nodes[i].parent) {
      pull = pull - get<N>(x, i) * recall_vec<N>(G, arm.columns + nodes[i].depth);
    }
    move_arm(t, arm, pull, rows);
  }
  return largest;
}

}  // namespace ik
