#pragma once

#include "ik/tree_step.h"

namespace ik {

/// What all that a node carries asks of its motion about one fixed point: the quadratic form of a
/// twist (l, a) is l.L l + 2 l.M a + a.W a - 2 (l.f + a.g). M by rows.
template <class N>
struct Asking {
  Symmetric<N> L;
  Vec<N> Mx, My, Mz;
  Symmetric<N> W;
  Vec<N> f, g;
};
/// How a joint moves what it carries: the velocity of the fixed point, and the turning.
template <class N>
struct Twist {
  Vec<N> l, a;
};

template <class N>
IK_INLINE Asking<N> get_asking(const RealOf<N>* rows) {
  constexpr int kStride = Lanewise<N>::kStride;
  const RealOf<N>* const vectors = rows + 12 * kStride;
  return {get_symmetric<N>(rows, 0), get_vec<N>(vectors, 0),    get_vec<N>(vectors, 1),
          get_vec<N>(vectors, 2),    get_symmetric<N>(rows, 1), get_vec<N>(vectors, 3),
          get_vec<N>(vectors, 4)};
}
template <class N>
IK_INLINE void put_asking(const Asking<N>& p, RealOf<N>* rows) {
  RealOf<N>* const vectors = rows + 12 * Lanewise<N>::kStride;
  put_symmetric<N>(p.L, rows, 0);
  put_symmetric<N>(p.W, rows, 1);
  put_vec<N>(p.Mx, vectors, 0);
  put_vec<N>(p.My, vectors, 1);
  put_vec<N>(p.Mz, vectors, 2);
  put_vec<N>(p.f, vectors, 3);
  put_vec<N>(p.g, vectors, 4);
}
template <class N>
IK_INLINE void add(const Symmetric<N>& B, Symmetric<N>& A) {
  A.xx += B.xx;
  A.xy += B.xy;
  A.xz += B.xz;
  A.yy += B.yy;
  A.yz += B.yz;
  A.zz += B.zz;
}

/// An effector at r from the fixed point that asks with the stiffness K for its error, K e = pull:
/// P += E^T K E and q += E^T pull with E = [I, -[r]x].
template <class N>
IK_INLINE void add_effector(const Symmetric<N>& K, const Vec<N>& r, const Vec<N>& pull,
                            Asking<N>& p) {
  const Vec<N> x = cross(r, Vec<N>{K.xx, K.xy, K.xz});
  const Vec<N> y = cross(r, Vec<N>{K.xy, K.yy, K.yz});
  const Vec<N> z = cross(r, Vec<N>{K.xz, K.yz, K.zz});
  add(K, p.L);
  p.Mx += x;
  p.My += y;
  p.Mz += z;
  add(Symmetric<N>{r.y * z.x - r.z * y.x, r.y * z.y - r.z * y.y, r.y * z.z - r.z * y.z,
                   r.z * x.y - r.x * z.y, r.z * x.z - r.x * z.z, r.x * y.z - r.y * x.z},
      p.W);
  p.f += pull;
  p.g += cross(r, pull);
}

/// P -= U U^T / D and q -= U u / D.
template <class N>
IK_INLINE void eliminate(const Twist<N>& U, const N& pivot, const N& u, Asking<N>& p) {
  const N minus = every<N>(0.0) - pivot;
  const Vec<N> l = minus * U.l;
  const Vec<N> a = minus * U.a;
  add(Symmetric<N>{l.x * U.l.x, l.x * U.l.y, l.x * U.l.z, l.y * U.l.y, l.y * U.l.z, l.z * U.l.z},
      p.L);
  p.Mx += l.x * U.a;
  p.My += l.y * U.a;
  p.Mz += l.z * U.a;
  add(Symmetric<N>{a.x * U.a.x, a.x * U.a.y, a.x * U.a.z, a.y * U.a.y, a.y * U.a.z, a.z * U.a.z},
      p.W);
  p.f += u * l;
  p.g += u * a;
}

/// The twist of a shared joint about `fixed`, as methods see it.
template <class N>
IK_INLINE Twist<N> twist_of(const TreeStep<N>& t, int joint, const Vec<N>& fixed) {
  const Link& link = t.links[joint];
  const Vec<N> v = get_vec<N>(t.axis, joint);
  const N scale = every<N>(t.mobility == nullptr ? 1.0 : t.mobility[joint]);
  const Vec<N> l = scale * position_column(link, v, get_vec<N>(t.origin, joint), fixed);
  const N turns = is_angular(link.type) ? scale : every<N>(0.0);
  return {l, turns * v};
}

/// Damped least squares in O(n) for any tree: the same equations as damped_by_arms, the shared
/// joints eliminated one by one, each with the 6 x 6 form of all that it carries,
///   D = 1 + S^T P S,  P_parent += P - (P S)(P S)^T / D,  q_parent += q - P S (S^T q) / D,
/// and on the way back, from the parent's twist X, dtheta = (S^T q - (P S)^T X) / D. It is the
/// articulated-body algorithm (Featherstone 1983) for point masses at the effectors.
/// \returns as damped_by_arms
template <class N>
IK_INLINE N damped_by_recursion(const TreeStep<N>& t, const N& square) {
  const TreePlan& plan = t.plan;
  constexpr int kStride = Lanewise<N>::kStride;
  const ArmRows<N> rows(t);
  RealOf<N>* const B = rows.end;  // (TreePlan::kNodeRows) a node
  // a node's rows: what it asks, or once it is eliminated U, pivot, u and X
  const auto body = [&](int i) __attribute__((always_inline)) {
    return B + static_cast<std::ptrdiff_t>(i) * TreePlan::kNodeRows * kStride;
  };
  const TreePlan::Node* const nodes = plan.nodes.data();
  const int node_count = static_cast<int>(plan.nodes.size());
  const N zero = every<N>(0.0);
  const N one = every<N>(1.0);

  N largest = invert_arms(t, square, rows);
  for (std::ptrdiff_t row = 0; row < static_cast<std::ptrdiff_t>(node_count) * TreePlan::kNodeRows;
       ++row) {
    put<N>(zero, B, row);
  }
  const Vec<N> fixed = get_vec<N>(t.origin, node_count > 0 ? nodes[0].joint : 0);
  N reach = zero;  // square of the way to the farthest effector
  for (const TreePlan::Arm& arm : plan.arms) {
    if (arm.node < 0) continue;
    const N scale = every<N>(goal_scale(t, arm.effector));
    const N twice = scale * scale;
    const Symmetric<N> K = get_symmetric<N>(rows.K, arm.effector);
    const Vec<N> r = get_vec<N>(t.point, arm.effector) - fixed;
    reach = larger<N>(reach, twice * dot(r, r));
    Asking<N> p = get_asking<N>(body(arm.node));
    add_effector(Symmetric<N>{twice * K.xx, twice * K.xy, twice * K.xz, twice * K.yy, twice * K.yz,
                              twice * K.zz},
                 r, scale * get_vec<N>(rows.f, arm.effector), p);
    put_asking<N>(p, body(arm.node));
  }

  for (int i = node_count; i-- > 0;) {
    const TreePlan::Node& node = nodes[i];
    Asking<N> p = get_asking<N>(body(i));
    const Twist<N> S = twist_of(t, node.joint, fixed);
    const Twist<N> U = {p.L * S.l + Vec<N>{dot(p.Mx, S.a), dot(p.My, S.a), dot(p.Mz, S.a)},
                        S.l.x * p.Mx + S.l.y * p.My + S.l.z * p.Mz + p.W * S.a};
    const N asked = dot(S.l, U.l) + dot(S.a, U.a);
    const N pivot = one / (one + asked);
    const N u = dot(S.l, p.f) + dot(S.a, p.g);
    // no column is longer than the way to the farthest effector, about; and what the link feels
    const double scale = t.mobility == nullptr ? 1.0 : t.mobility[node.joint];
    const N lever = is_angular(t.links[node.joint].type) ? reach : one;
    largest = larger<N>(largest, every<N>(scale * scale) * lever);
    largest = larger<N>(largest, asked * square * every<N>(1.0 / node.effectors));
    if (node.parent >= 0) {
      eliminate(U, pivot, u, p);
      Asking<N> above = get_asking<N>(body(node.parent));
      add(p.L, above.L);
      add(p.W, above.W);
      above.Mx += p.Mx;
      above.My += p.My;
      above.Mz += p.Mz;
      above.f += p.f;
      above.g += p.g;
      put_asking<N>(above, body(node.parent));
    }
    put_vec<N>(U.l, body(i), 0);
    put_vec<N>(U.a, body(i), 1);
    put<N>(pivot, body(i), 6);
    put<N>(u, body(i), 7);
  }

  for (int i = 0; i < node_count; ++i) {
    const TreePlan::Node& node = nodes[i];
    Twist<N> X = {{zero, zero, zero}, {zero, zero, zero}};
    if (node.parent >= 0) X = {get_vec<N>(body(node.parent), 3), get_vec<N>(body(node.parent), 4)};
    const Twist<N> U = {get_vec<N>(body(i), 0), get_vec<N>(body(i), 1)};
    const N x = get<N>(body(i), 6) * (get<N>(body(i), 7) - (dot(U.l, X.l) + dot(U.a, X.a)));
    const Twist<N> S = twist_of(t, node.joint, fixed);
    put_vec<N>(X.l + x * S.l, body(i), 3);
    put_vec<N>(X.a + x * S.a, body(i), 4);
    put<N>(x, t.dtheta, node.joint);
  }
  for (const TreePlan::Arm& arm : plan.arms) {
    Vec<N> pull = get_vec<N>(rows.f, arm.effector);
    if (arm.node >= 0) {
      const Vec<N> r = get_vec<N>(t.point, arm.effector) - fixed;
      const Vec<N> way = get_vec<N>(body(arm.node), 3) + cross(get_vec<N>(body(arm.node), 4), r);
      const N scale = every<N>(goal_scale(t, arm.effector));
      pull = pull - get_symmetric<N>(rows.K, arm.effector) * (scale * way);
    }
    move_arm(t, arm, pull, rows);
  }
  return largest;
}

/// The quicker of both for this tree.
template <class N>
IK_INLINE N damped_by_tree(const TreeStep<N>& t, const N& square) {
  return t.plan.recursive ? damped_by_recursion<N>(t, square) : damped_by_arms<N>(t, square);
}

}  // namespace ik
