#pragma once

#include "ik/link.h"
#include "ik/numbers.h"
#include "ik/tree_plan.h"

// Steps that make use of the tree: joints are sorted into arms, which move one effector only, and
// the joints they share, see TreePlan. Derived in docs/fast-path.md.
namespace ik {

/// What a step is computed from and into. Arrays of RealOf<N> are in rows, see Lanewise.
template <class N>
struct TreeStep {
  const Link* links;  ///< (n)
  const TreePlan& plan;
  const RealOf<N>* axis;    ///< (3n) v_j, unit
  const RealOf<N>* origin;  ///< (3n) p_j, m
  const RealOf<N>* point;   ///< (3k) where columns of J are taken: s, or t for the alternate J, m
  const RealOf<N>* error;   ///< (3k) e, m
  const double* mobility;   ///< (n) as in Problem, or null: all 1
  const double* weights;    ///< (k) as in Problem, or null: all 1
  RealOf<N>* scratch;       ///< (tree_scratch)
  RealOf<N>* dtheta;        ///< (n) the step, as methods propose it
};

/// The column of J that joint j has for the point s on a link that it moves, Buss (2009), section
/// 2: v x (s - p), v, or v x (s - p) + pitch v.
template <class N>
IK_INLINE Vec<N> position_column(const Link& link, const Vec<N>& v, const Vec<N>& p,
                                 const Vec<N>& s) {
  // by coordinates: whole vectors that depend on a branch go through memory
  N x = v.x, y = v.y, z = v.z;
  if (link.type != JointType::kPrismatic) {
    const Vec<N> arc = cross(v, s - p);
    x = arc.x;
    y = arc.y;
    z = arc.z;
  }
  if (link.type == JointType::kScrew) {
    const N pitch = every<N>(link.pitch);
    x += pitch * v.x;
    y += pitch * v.y;
    z += pitch * v.z;
  }
  return {x, y, z};
}

/// The same as methods see it, with the joint's mobility and `scale`, the goal's.
template <class N>
IK_INLINE Vec<N> tree_column(const TreeStep<N>& t, int joint, double scale, const Vec<N>& s) {
  Vec<N> c =
      position_column(t.links[joint], get_vec<N>(t.axis, joint), get_vec<N>(t.origin, joint), s);
  N x = c.x, y = c.y, z = c.z;
  if (t.mobility != nullptr || t.weights != nullptr) {
    const N factor = every<N>(t.mobility == nullptr ? scale : scale * t.mobility[joint]);
    x *= factor;
    y *= factor;
    z *= factor;
  }
  return {x, y, z};
}

/// The square root of a goal's weight.
template <class N>
IK_INLINE double goal_scale(const TreeStep<N>& t, int effector) {
  return t.weights == nullptr ? 1.0 : std::sqrt(t.weights[effector]);
}

/// A symmetric 3 x 3 matrix.
template <class N>
struct Symmetric {
  N xx, xy, xz, yy, yz, zz;
};
template <class N>
IK_INLINE Vec<N> operator*(const Symmetric<N>& A, const Vec<N>& v) {
  return {A.xx * v.x + A.xy * v.y + A.xz * v.z, A.xy * v.x + A.yy * v.y + A.yz * v.z,
          A.xz * v.x + A.yz * v.y + A.zz * v.z};
}
template <class N>
IK_INLINE Symmetric<N> get_symmetric(const RealOf<N>* rows, int at) {
  return {get<N>(rows, 6 * at),     get<N>(rows, 6 * at + 1), get<N>(rows, 6 * at + 2),
          get<N>(rows, 6 * at + 3), get<N>(rows, 6 * at + 4), get<N>(rows, 6 * at + 5)};
}
template <class N>
IK_INLINE void put_symmetric(const Symmetric<N>& A, RealOf<N>* rows, int at) {
  put<N>(A.xx, rows, 6 * at);
  put<N>(A.xy, rows, 6 * at + 1);
  put<N>(A.xz, rows, 6 * at + 2);
  put<N>(A.yy, rows, 6 * at + 3);
  put<N>(A.yz, rows, 6 * at + 4);
  put<N>(A.zz, rows, 6 * at + 5);
}
/// A += c c^T.
template <class N>
IK_INLINE void add_outer(const Vec<N>& c, Symmetric<N>& A) {
  A.xx += c.x * c.x;
  A.xy += c.x * c.y;
  A.xz += c.x * c.z;
  A.yy += c.y * c.y;
  A.yz += c.y * c.z;
  A.zz += c.z * c.z;
}
/// A^-1 = L^-T D^-1 L^-1 of a positive definite A = L D L^T.
template <class N>
IK_INLINE Symmetric<N> inverse(const Symmetric<N>& A) {
  const N one = every<N>(1.0);
  const N d = one / A.xx;
  const N l = A.xy * d;
  const N m = A.xz * d;
  const N e = one / (A.yy - l * A.xy);
  const N rest = A.yz - l * A.xz;
  const N k = rest * e;
  const N f = one / (A.zz - m * A.xz - k * rest);
  const N c = l * k - m;
  const N cf = c * f;
  const N le = l * e;
  const N kf = k * f;
  return {d + l * le + c * cf, -(le + k * cf), cf, e + k * kf, -kf, f};
}

/// Where lambda is at least this share of the longest column of J, steps by arms are within 1e-12
/// of the exact one, at singularities too (measured against long double on all scenes; the error
/// grows as the square of the inverse).
inline constexpr double kArms = 0.02;

/// Where arms keep what they compute, in scratch.
template <class N>
struct ArmRows {
  IK_INLINE explicit ArmRows(const TreeStep<N>& t) {
    constexpr int kStride = Lanewise<N>::kStride;
    C = t.scratch;
    f = C + 3 * t.plan.arm_joints.size() * kStride;
    K = f + 3 * t.plan.arms.size() * kStride;
    end = K + 6 * t.plan.arms.size() * kStride;
  }
  RealOf<N>* C;    ///< (3) an arm's joint: its column
  RealOf<N>* f;    ///< (3) an arm: A^-1 e
  RealOf<N>* K;    ///< (6) an arm: A^-1
  RealOf<N>* end;  ///< what is left
};

/// Fills the rows of all arms, A = square I + C C^T.
/// \returns the largest square of a column's length
template <class N>
IK_INLINE N invert_arms(const TreeStep<N>& t, const N& square, const ArmRows<N>& rows) {
  const N zero = every<N>(0.0);
  N largest = zero;
  // all matrices first, then all inverses: their divisions do not wait for one another
  for (const TreePlan::Arm& arm : t.plan.arms) {
    const Vec<N> s = get_vec<N>(t.point, arm.effector);
    const double scale = goal_scale(t, arm.effector);
    Symmetric<N> A = {square, zero, zero, square, zero, square};
    for (int a = arm.from; a < arm.to; ++a) {
      const Vec<N> c = tree_column(t, t.plan.arm_joints[static_cast<std::size_t>(a)], scale, s);
      put_vec<N>(c, rows.C, a);
      add_outer(c, A);
    }
    largest = larger<N>(largest, A.xx + A.yy + A.zz);
    put_symmetric<N>(A, rows.K, arm.effector);
  }
  const int count = static_cast<int>(t.plan.arms.size());
  for (int i = 0; i < count; ++i) {
    const Symmetric<N> K = inverse(get_symmetric<N>(rows.K, i));
    put_symmetric<N>(K, rows.K, i);
    put_vec<N>(K * get_vec<N>(t.error, i), rows.f, i);
  }
  return largest;
}

/// dtheta of an arm's joints, C^T pull.
template <class N>
IK_INLINE void move_arm(const TreeStep<N>& t, const TreePlan::Arm& arm, const Vec<N>& pull,
                        const ArmRows<N>& rows) {
  for (int a = arm.from; a < arm.to; ++a) {
    put<N>(dot(get_vec<N>(rows.C, a), pull), t.dtheta,
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
  RealOf<N>* const G = rows.end;                        // A^-1 N
  RealOf<N>* const H = G + 3 * plan.columns * kStride;  // the shared joints' matrix
  RealOf<N>* const x = H + plan.entries * kStride;      // right side, then solution
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
    const Symmetric<N> A_inverse = get_symmetric<N>(rows.K, arm.effector);
    const Vec<N> pull = get_vec<N>(rows.f, arm.effector);
    for (int i = arm.node; i >= 0; i = nodes[i].parent) {
      const Vec<N> n = tree_column(t, nodes[i].joint, scale, s);
      largest = larger<N>(largest, dot(n, n));
      const Vec<N> g = A_inverse * n;
      put_vec<N>(g, G, arm.columns + nodes[i].depth);
      put<N>(get<N>(x, i) + dot(n, pull), x, i);
      for (int below = arm.node; below != i; below = nodes[below].parent) {
        const int at = nodes[below].row + nodes[i].depth;
        const Vec<N> other = get_vec<N>(G, arm.columns + nodes[below].depth);
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
    Vec<N> pull = get_vec<N>(rows.f, arm.effector);
    for (int i = arm.node; i >= 0; i = nodes[i].parent) {
      pull = pull - get<N>(x, i) * get_vec<N>(G, arm.columns + nodes[i].depth);
    }
    move_arm(t, arm, pull, rows);
  }
  return largest;
}

/// Jacobian transpose by columns: t.dtheta = gain |g|^2 / |J g|^2 g with g = J^T e, or 0 where that
/// is 0 / 0. g is scaled to 1 first: far targets would overflow it. Joints that move nothing are
/// left as they are.
/// \returns gain |g|^2 / |J g|^2
template <class N>
IK_INLINE N transpose_by_columns(const TreeStep<N>& t, const N& gain) {
  const TreePlan& plan = t.plan;
  constexpr int kStride = Lanewise<N>::kStride;
  RealOf<N>* const C = t.scratch;                                 // columns of arms
  RealOf<N>* const G = C + 3 * plan.arm_joints.size() * kStride;  // columns of shared joints
  const TreePlan::Node* const nodes = plan.nodes.data();
  const N zero = every<N>(0.0);

  for (const TreePlan::Node& node : plan.nodes) put<N>(zero, t.dtheta, node.joint);
  N size = zero;
  for (const TreePlan::Arm& arm : plan.arms) {
    const Vec<N> s = get_vec<N>(t.point, arm.effector);
    const Vec<N> e = get_vec<N>(t.error, arm.effector);
    const double scale = goal_scale(t, arm.effector);
    for (int a = arm.from; a < arm.to; ++a) {
      const int j = plan.arm_joints[static_cast<std::size_t>(a)];
      const Vec<N> c = tree_column(t, j, scale, s);
      put_vec<N>(c, C, a);
      const N slope = dot(c, e);
      put<N>(slope, t.dtheta, j);
      size = larger<N>(size, magnitude<N>(slope));
    }
    for (int i = arm.node; i >= 0; i = nodes[i].parent) {
      const Vec<N> n = tree_column(t, nodes[i].joint, scale, s);
      put_vec<N>(n, G, arm.columns + nodes[i].depth);
      put<N>(get<N>(t.dtheta, nodes[i].joint) + dot(n, e), t.dtheta, nodes[i].joint);
    }
  }
  for (const TreePlan::Node& node : plan.nodes) {
    size = larger<N>(size, magnitude<N>(get<N>(t.dtheta, node.joint)));
  }

  const N shrink = size > zero ? every<N>(1.0) / size : zero;
  N square = zero;  // |g|^2, and |J g|^2
  N moved = zero;
  const auto take = [&](int j) __attribute__((always_inline)) {
    const N g = get<N>(t.dtheta, j) * shrink;
    put<N>(g, t.dtheta, j);
    square += g * g;
  };
  for (const TreePlan::Node& node : plan.nodes) take(node.joint);
  for (const int j : plan.arm_joints) take(j);
  for (const TreePlan::Arm& arm : plan.arms) {
    Vec<N> way = {zero, zero, zero};
    for (int a = arm.from; a < arm.to; ++a) {
      const int j = plan.arm_joints[static_cast<std::size_t>(a)];
      way = way + get<N>(t.dtheta, j) * get_vec<N>(C, a);
    }
    for (int i = arm.node; i >= 0; i = nodes[i].parent) {
      way = way + get<N>(t.dtheta, nodes[i].joint) * get_vec<N>(G, arm.columns + nodes[i].depth);
    }
    moved += dot(way, way);
  }
  const N alpha = moved > zero ? gain * square / moved : zero;
  const N factor = alpha * size;
  for (const TreePlan::Node& node : plan.nodes) {
    put<N>(factor * get<N>(t.dtheta, node.joint), t.dtheta, node.joint);
  }
  for (const int j : plan.arm_joints) put<N>(factor * get<N>(t.dtheta, j), t.dtheta, j);
  return alpha;
}

}  // namespace ik
