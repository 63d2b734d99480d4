#pragma once

#include "ik/tree/step.h"

namespace ik {

/// Layout of the arms' results in scratch.
template <class N>
struct ArmRows {
  IK_INLINE explicit ArmRows(const TreeStep<N>& t) {
    constexpr int kStride = Lanewise<N>::kStride;
    C = t.scratch;
    K = C + kVecRows<N> * t.plan.arm_joints.size() * kStride;
    end = K + kSymmetricRows<N> * t.plan.arms.size() * kStride;
  }
  double* C;    ///< column of each arm joint
  double* K;    ///< A^-1 of each arm, A = square I + C C^T
  double* end;  ///< first row after C and K
};

/// Fills C and K of all arms, and t.pull with A^-1 e.
/// \returns an upper bound of the squared column lengths of the arms: the largest trace of A
template <class N>
IK_INLINE N invert_arms(const TreeStep<N>& t, const N& square, const ArmRows<N>& rows) {
  const N zero = every<N>(0.0);
  N largest = zero;
  // all matrices first, then all inverses: the divisions overlap in the pipeline
  for (const TreePlan::Arm& arm : t.plan.arms) {
    const Vec<N> s = get_vec<N>(t.point, arm.effector);
    const double scale = goal_scale(t, arm.effector);
    Symmetric<N> A = symmetric<N>(square, zero, zero, square, zero, square);
    for (int a = arm.from; a < arm.to; ++a) {
      const Vec<N> c = tree_column(t, t.plan.arm_joints[static_cast<std::size_t>(a)], scale, s);
      store_vec<N>(c, rows.C, a);
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

/// dtheta = C^T pull for an arm's joints; `pull` is the arm's y.
template <class N>
IK_INLINE void move_arm(const TreeStep<N>& t, const TreePlan::Arm& arm, const Vec<N>& pull,
                        const ArmRows<N>& rows) {
  put_vec<N>(pull, t.pull, arm.effector);
  for (int a = arm.from; a < arm.to; ++a) {
    put<N>(dot(load_vec<N>(rows.C, a), pull), t.dtheta,
           t.plan.arm_joints[static_cast<std::size_t>(a)]);
  }
}

/// Layout of the shared joints' equations in scratch, after the arms' rows.
template <class N>
struct SharedRows {
  IK_INLINE SharedRows(const TreeStep<N>& t, const ArmRows<N>& arms) {
    constexpr int kStride = Lanewise<N>::kStride;
    G = arms.end;
    H = G + kVecRows<N> * t.plan.columns * kStride;
    x = H + t.plan.entries * kStride;
  }
  double* G;  ///< A^-1 N
  double* H;  ///< the shared joints' matrix
  double* x;  ///< right side, then solution
};

/// Sets H = I and x = 0.
template <class N>
IK_INLINE void begin_shared(const TreeStep<N>& t, const SharedRows<N>& rows) {
  const TreePlan::Node* const nodes = t.plan.nodes.data();
  const int node_count = static_cast<int>(t.plan.nodes.size());
  const N zero = every<N>(0.0), one = every<N>(1.0);
  for (std::ptrdiff_t entry = 0; entry < t.plan.entries; ++entry) put<N>(zero, rows.H, entry);
  for (int i = 0; i < node_count; ++i) {
    put<N>(one, rows.H, nodes[i].row + nodes[i].depth);
    put<N>(zero, rows.x, i);
  }
}

/// Solves H x = right side for the step of the shared joints, in x and t.dtheta.
template <class N>
IK_INLINE void solve_shared(const TreeStep<N>& t, const SharedRows<N>& rows) {
  double* const H = rows.H;
  double* const x = rows.x;
  const TreePlan::Node* const nodes = t.plan.nodes.data();
  const int node_count = static_cast<int>(t.plan.nodes.size());
  const N one = every<N>(1.0);
  for (int i = node_count; i-- > 0;) {
    const TreePlan::Node& node = nodes[i];
    const N pivot = one / get<N>(H, node.row + node.depth);
    const N y = get<N>(x, i) * pivot;
    put<N>(y, x, i);
    const TreePlan::Above* const above = t.plan.above.data() + node.row;
    for (int a = node.depth; a-- > 0;) {
      const auto [up, joint, row] = above[a];
      const N entry = get<N>(H, node.row + a);
      const N factor = entry * pivot;
      put<N>(get<N>(x, up) - entry * y, x, up);
      for (int d = 0; d <= a; ++d) {
        put<N>(get<N>(H, row + d) - factor * get<N>(H, node.row + d), H, row + d);
      }
      put<N>(factor, H, node.row + a);
    }
  }
  for (int i = 0; i < node_count; ++i) {
    N y = get<N>(x, i);
    const TreePlan::Node& node = nodes[i];
    const TreePlan::Above* const above = t.plan.above.data() + node.row;
    for (int a = node.depth; a-- > 0;) y -= get<N>(H, node.row + a) * get<N>(x, above[a].node);
    put<N>(y, x, i);
    put<N>(y, t.dtheta, node.joint);
  }
}

/// Damped least squares by arms: t.dtheta = J^T (J J^T + square I)^-1 e.
///
/// C_i: columns of arm i. N_i: columns of the shared joints for effector i.
///   A_i = square I + C_i C_i^T
///   (I + sum N_i^T A_i^-1 N_i) x = sum N_i^T A_i^-1 e_i      step x of the shared joints
///   C_i^T A_i^-1 (e_i - N_i x)                               step of arm i
/// The matrix of the shared joints is nonzero only where one joint is an ancestor of the other.
/// Elimination from the leaves to the root keeps this sparsity (Featherstone 2005, for inertia
/// matrices).
/// \returns an estimate of the largest squared column length of J, to judge whether `square` is too
///   small
/// \pre no effector aims
template <class N>
IK_INLINE N damped_by_arms(const TreeStep<N>& t, const N& square) {
  const TreePlan& plan = t.plan;
  const ArmRows<N> rows(t);
  const SharedRows<N> shared(t, rows);
  double* const G = shared.G;
  double* const H = shared.H;
  double* const x = shared.x;
  const TreePlan::Node* const nodes = plan.nodes.data();

  N largest = invert_arms(t, square, rows);
  begin_shared(t, shared);

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
      store_vec<N>(g, G, arm.columns + nodes[i].depth);
      put<N>(get<N>(x, i) + dot(n, pull), x, i);
      for (int below = arm.node; below != i; below = nodes[below].parent) {
        const std::ptrdiff_t at = nodes[below].row + nodes[i].depth;
        const Vec<N> other = load_vec<N>(G, arm.columns + nodes[below].depth);
        put<N>(get<N>(H, at) + dot(n, other), H, at);
      }
      const std::ptrdiff_t at = nodes[i].row + nodes[i].depth;
      put<N>(get<N>(H, at) + dot(n, g), H, at);
    }
  }

  solve_shared(t, shared);

  for (const TreePlan::Arm& arm : plan.arms) {
    Vec<N> pull = get_vec<N>(t.pull, arm.effector);
    for (int i = arm.node; i >= 0; i = nodes[i].parent) {
      pull = pull - get<N>(x, i) * load_vec<N>(G, arm.columns + nodes[i].depth);
    }
    move_arm(t, arm, pull, rows);
  }
  return largest;
}

/// Articulated inertia P and force q of a node's subtree, about one fixed point: the quadratic form
///   l.L l + 2 l.M a + a.W a - 2 (l.f +
/// a.g) of a twist (l, a). M is stored by rows.
template <class N>
struct Articulated {
  Symmetric<N> L;
  Vec<N> Mx, My, Mz;
  Symmetric<N> W;
  Vec<N> f, g;
};
/// Number of scratch rows of an Articulated.
template <class N>
inline constexpr int kArticulatedRows = 2 * kSymmetricRows<N> + 5 * kVecRows<N>;
template <class N>
IK_INLINE Articulated<N> recall_articulated(const double* rows) {
  const double* const vectors = rows + 2 * kSymmetricRows<N> * Lanewise<N>::kStride;
  return {recall_symmetric<N>(rows, 0), load_vec<N>(vectors, 0),      load_vec<N>(vectors, 1),
          load_vec<N>(vectors, 2),      recall_symmetric<N>(rows, 1), load_vec<N>(vectors, 3),
          load_vec<N>(vectors, 4)};
}
/// The sum so far: 0 for the first that is added.
template <class N>
IK_INLINE Articulated<N> begin_articulated(bool first, const double* rows) {
  if (!first) return recall_articulated<N>(rows);
  const N zero = every<N>(0.0);
  const Vec<N> nothing = vec<N>(zero, zero, zero);
  const Symmetric<N> none = symmetric<N>(zero, zero, zero, zero, zero, zero);
  return {none, nothing, nothing, nothing, none, nothing, nothing};
}
template <class N>
IK_INLINE void keep_articulated(const Articulated<N>& p, double* rows) {
  double* const vectors = rows + 2 * kSymmetricRows<N> * Lanewise<N>::kStride;
  keep_symmetric<N>(p.L, rows, 0);
  keep_symmetric<N>(p.W, rows, 1);
  store_vec<N>(p.Mx, vectors, 0);
  store_vec<N>(p.My, vectors, 1);
  store_vec<N>(p.Mz, vectors, 2);
  store_vec<N>(p.f, vectors, 3);
  store_vec<N>(p.g, vectors, 4);
}

/// Adds an effector with stiffness K and force pull = K e, at r relative to the fixed point:
/// P += E^T K E and q += E^T pull with E = [I, -[r]x].
template <class N>
IK_INLINE void add_effector(const Symmetric<N>& K, const Vec<N>& r, const Vec<N>& pull,
                            Articulated<N>& p) {
  const Vec<N> x = cross(r, column(K, 0));
  const Vec<N> y = cross(r, column(K, 1));
  const Vec<N> z = cross(r, column(K, 2));
  p.L += K;
  p.Mx += x;
  p.My += y;
  p.Mz += z;
  p.W += crossed(r, x, y, z);
  p.f += pull;
  p.g += cross(r, pull);
}

/// Adds an aim of the stiffness K = k I: P += E^T K E and q += E^T K e with E = [0, lever I] for an
/// orientation and [0, -lever [d]x] for a direction d.
template <class N>
IK_INLINE void add_turn(const TreeStep<N>& t, const TreePlan::Turn& turn, const N& k,
                        Articulated<N>& p) {
  const N zero = every<N>(0.0);
  const N scale = turn_scale(t, turn);
  const N stiffness = k * scale * scale;
  p.W += symmetric<N>(stiffness, zero, zero, stiffness, zero, stiffness);
  if (turn.kind == AimKind::kDirection) {  // [d]x^T [d]x = I - d d^T for a unit d
    const Vec<N> d = pointer_of(t, turn);
    p.W += outer((zero - stiffness) * d, d);
  }
  p.g += k * scale * torque_of(t, turn, get_vec<N>(t.error, turn.goal));
}

/// Eliminates a joint: P -= U U^T / D and q -= U u / D, with pivot = 1 / D.
template <class N>
IK_INLINE void eliminate(const Twist<N>& U, const N& pivot, const N& u, Articulated<N>& p) {
  const N minus = every<N>(0.0) - pivot;
  const Vec<N> l = minus * U.l;
  const Vec<N> a = minus * U.a;
  p.L += outer(l, U.l);
  p.Mx += x_of(l) * U.a;
  p.My += y_of(l) * U.a;
  p.Mz += z_of(l) * U.a;
  p.W += outer(a, U.a);
  p.f += u * l;
  p.g += u * a;
}

/// Damped least squares in O(n) for any tree: the articulated-body algorithm (Featherstone 1983)
/// for point masses at the effectors. Solves the equations of damped_by_arms; aims are masses that
/// only turn, without their part of y in t.pull. Each shared joint is
/// eliminated from the 6 x 6 form of its subtree, leaves first:
///   D = 1 + S^T P S,  P_parent += P - (P S)(P S)^T / D,  q_parent += q - P S (S^T q) / D
/// Then, from the root, with the parent's twist X:
///   dtheta = (S^T q - (P S)^T X) / D
/// \returns as damped_by_arms
template <class N>
IK_INLINE N damped_by_recursion(const TreeStep<N>& t, const N& square) {
  const TreePlan& plan = t.plan;
  constexpr int kStride = Lanewise<N>::kStride;
  const ArmRows<N> rows(t);
  double* const B = rows.end;  // (kArticulatedRows<N>) per node
  // a node's rows: first P and q; after its elimination U, X, pivot and u
  const auto body = [&](int i) __attribute__((always_inline)) {
    return B + static_cast<std::ptrdiff_t>(i) * kArticulatedRows<N> * kStride;
  };
  const auto moved = [&](int i) __attribute__((always_inline)) {
    return body(i) + kTwistRows<N> * kStride;
  };
  const auto numbers = [&](int i) __attribute__((always_inline)) {
    return body(i) + 2 * kTwistRows<N> * kStride;
  };
  const TreePlan::Node* const nodes = plan.nodes.data();
  const int node_count = static_cast<int>(plan.nodes.size());
  const N zero = every<N>(0.0);
  const Vec<N> nothing = vec<N>(zero, zero, zero);
  const N one = every<N>(1.0);

  N largest = invert_arms(t, square, rows);
  const Vec<N> fixed = fixed_point(t);
  N reach = zero;  // largest squared distance of an effector from the fixed point
  for (const TreePlan::Arm& arm : plan.arms) {
    if (arm.node < 0) continue;
    const N scale = every<N>(goal_scale(t, arm.effector));
    const N twice = scale * scale;
    const Symmetric<N> K = recall_symmetric<N>(rows.K, arm.effector);
    const Vec<N> r = get_vec<N>(t.point, arm.effector) - fixed;
    reach = larger<N>(reach, twice * dot(r, r));
    Articulated<N> p = begin_articulated<N>(arm.first, body(arm.node));
    add_effector(twice * K, r, scale * get_vec<N>(t.pull, arm.effector), p);
    keep_articulated<N>(p, body(arm.node));
  }

  for (const TreePlan::Turn& turn : plan.turns) {
    const N scale = turn_scale(t, turn);
    reach = larger<N>(reach, scale * scale);
    Articulated<N> p = begin_articulated<N>(turn.first, body(turn.node));
    add_turn(t, turn, one / square, p);
    keep_articulated<N>(p, body(turn.node));
  }

  for (int i = node_count; i-- > 0;) {
    const TreePlan::Node& node = nodes[i];
    Articulated<N> p = recall_articulated<N>(body(i));
    const Twist<N> S = twist_of(t, node.joint, fixed);
    p.L = mirrored(p.L);
    p.W = mirrored(p.W);
    const Twist<N> U = {p.L * S.l + vec<N>(dot(p.Mx, S.a), dot(p.My, S.a), dot(p.Mz, S.a)),
                        x_of(S.l) * p.Mx + y_of(S.l) * p.My + z_of(S.l) * p.Mz + p.W * S.a};
    const N stiffness = dot(S.l, U.l) + dot(S.a, U.a);
    const N pivot = one / (one + stiffness);
    const N u = dot(S.l, p.f) + dot(S.a, p.g);
    // estimates of the squared column length: by the reach, and by the mean stiffness at the joint
    const double scale = t.mobility == nullptr ? 1.0 : t.mobility[node.joint];
    const N lever = t.hinges || is_angular(t.links[node.joint].type) ? reach : one;
    largest = larger<N>(largest, every<N>(scale * scale) * lever);
    largest = larger<N>(largest, stiffness * square * every<N>(1.0 / node.goals));
    if (node.parent >= 0) {
      eliminate(U, pivot, u, p);
      Articulated<N> above = begin_articulated<N>(node.first, body(node.parent));
      above.L += p.L;
      above.W += p.W;
      above.Mx += p.Mx;
      above.My += p.My;
      above.Mz += p.Mz;
      above.f += p.f;
      above.g += p.g;
      keep_articulated<N>(above, body(node.parent));
    }
    keep_twist(U, body(i));
    put<N>(pivot, numbers(i), 0);
    put<N>(u, numbers(i), 1);
  }

  for (int i = 0; i < node_count; ++i) {
    const TreePlan::Node& node = nodes[i];
    Twist<N> X = {nothing, nothing};
    if (node.parent >= 0) X = recall_twist<N>(moved(node.parent));
    const Twist<N> U = recall_twist<N>(body(i));
    const N x = get<N>(numbers(i), 0) * (get<N>(numbers(i), 1) - (dot(U.l, X.l) + dot(U.a, X.a)));
    const Twist<N> S = twist_of(t, node.joint, fixed);
    keep_twist<N>({X.l + x * S.l, X.a + x * S.a}, moved(i));
    put<N>(x, t.dtheta, node.joint);
  }
  for (const TreePlan::Arm& arm : plan.arms) {
    Vec<N> pull = get_vec<N>(t.pull, arm.effector);
    if (arm.node >= 0) {
      const Vec<N> r = get_vec<N>(t.point, arm.effector) - fixed;
      const Twist<N> X = recall_twist<N>(moved(arm.node));
      const Vec<N> way = X.l + cross(X.a, r);
      const N scale = every<N>(goal_scale(t, arm.effector));
      pull = pull - recall_symmetric<N>(rows.K, arm.effector) * (scale * way);
    }
    move_arm(t, arm, pull, rows);
  }
  return largest;
}

}  // namespace ik
