#pragma once

#include "ik/tree_step.h"
#include "ik/wide.h"

namespace ik {

/// Where products with J keep its columns, in scratch.
template <class N>
struct ProductRows {
  IK_INLINE explicit ProductRows(const TreeStep<N>& t) {
    constexpr int kStride = Lanewise<N>::kStride;
    C = t.scratch;
    S = C + kVecRows<N> * t.plan.arm_joints.size() * kStride;
    X = S + kTwistRows<N> * t.plan.nodes.size() * kStride;
  }
  /// Of a shared joint.
  static IK_INLINE RealOf<N>* at(RealOf<N>* rows, int node) {
    return rows + static_cast<std::ptrdiff_t>(kTwistRows<N> * node) * Lanewise<N>::kStride;
  }
  RealOf<N>* C;  ///< an arm's joint: its column
  RealOf<N>* S;  ///< a shared joint: its twist
  RealOf<N>* X;  ///< a shared joint: force and torque on what it moves, or that one's twist
};

/// Fills the twists of all shared joints.
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

/// g = J^T y, in O(n): a shared joint meets the sum of all forces y_i on what it moves and of their
/// torques about one fixed point, g_j = S_j.l f + S_j.a m. Joints that move nothing are left as
/// they are. t.scratch then holds the columns, for motion.
/// \param y (3k) \param[out] g (n)
/// \returns |g|^2
template <class N>
IK_INLINE N slopes(const TreeStep<N>& t, const RealOf<N>* y, RealOf<N>* g) {
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
      keep_vec<N>(c, rows.C, a);
      const N slope = dot(c, f);
      put<N>(slope, g, j);
      square += slope * slope;
    }
    if (arm.node < 0) continue;
    RealOf<N>* const at = Rows::at(rows.X, arm.node);
    const Vec<N> force = weighed(t, arm.effector, f);
    const Twist<N> X = recall_twist<N>(at);
    keep_twist<N>({X.l + force, X.a + cross(s - fixed, force)}, at);
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
    RealOf<N>* const above = Rows::at(rows.X, node.parent);
    const Twist<N> sum = recall_twist<N>(above);
    keep_twist<N>({sum.l + X.l, sum.a + X.a}, above);
  }
  return square;
}

/// J x, effector by effector, in O(n): the shared joints above an arm move its effector as a body,
/// by the sum of their twists.
/// \pre t.scratch has the arms' columns, as slopes() and damped_by_tree() leave them, and
///   keep_twists() the shared joints'
/// \param x (n) \param take called with (i, (J x)_i) for every effector i
template <class N, class Take>
IK_INLINE void motion(const TreeStep<N>& t, const RealOf<N>* x, const Take& take) {
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
      way += get<N>(x, j) * recall_vec<N>(rows.C, a);
    }
    take(arm.effector, way);
  }
}

/// Sums of squares between this and its inverse have neither overflown nor lost a part.
template <class Real>
inline constexpr double kLeastSquare = sizeof(Real) == 8 ? 1e-120 : 1e-24;

/// Jacobian transpose: t.dtheta = gain |g|^2 / |J g|^2 g with g = J^T e, or 0 where that is 0 / 0.
/// Joints that move nothing are left as they are, and must be 0.
/// \returns gain |g|^2 / |J g|^2
template <class N>
IK_INLINE N transpose_by_tree(const TreeStep<N>& t, const N& gain) {
  constexpr double kLeast = kLeastSquare<RealOf<N>>;
  const N zero = every<N>(0.0);
  const N one = every<N>(1.0);
  N square = slopes(t, t.error, t.dtheta);
  N shrink = one;
  MaskOf<N> extreme = !(square > every<N>(kLeast));
  extreme |= !(square < every<N>(1.0 / kLeast));
  if (any(extreme)) {
    // those of g / max |g_j| then
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

}  // namespace ik
