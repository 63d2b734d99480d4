#pragma once

#include "ik/body/layout.h"
#include "ik/simd/vectors.h"

// Steps computed along the tree. A joint belongs to an arm (moves one effector) or is shared (moves
// several), see TreePlan. Derivation: docs/fast-path.md.
namespace ik {

/// Input and output of a step. Arrays are organised in rows, see Lanewise.
template <class N>
struct TreeStep {
  int joints;         ///< n
  bool hinges;        ///< all joints are revolute
  const Link* links;  ///< (n)
  const TreePlan& plan;
  const double* axis;      ///< (kVecRows n) v_j, unit
  const double* origin;    ///< (kVecRows n) p_j, m
  const double* point;     ///< (3k) column_point: s, or t for the alternate J, m
  const double* error;     ///< (3(k + r)) e, m
  const double* mobility;  ///< (n) as in Problem; null: all 1
  const double* weights;   ///< (k + r) as in Problem; null: all 1
  double* scratch;         ///< (tree_scratch)
  double* pull;            ///< (3k) y of a damped step dtheta = J^T y
  double* dtheta;          ///< (n) the step, before mobility
  /// (3r) pointers of aims at a direction, world axes; null without aims
  const double* pointer = nullptr;
};

/// A joint's column of J for a point s that it moves, Buss (2009), section 2: v x (s - p) for a
/// revolute, v for a prismatic, v x (s - p) + pitch v for a screw joint.
template <class N>
IK_INLINE Vec<N> position_column(const Link& link, const Vec<N>& v, const Vec<N>& p,
                                 const Vec<N>& s) {
  Vec<N> column = choose(link.type == JointType::kPrismatic, v, cross(v, s - p));
  if (link.type == JointType::kScrew) column += every<N>(link.pitch) * v;
  return column;
}

/// position_column for joint `joint` of a step.
template <class N>
IK_INLINE Vec<N> column_at(const TreeStep<N>& t, int joint, const Vec<N>& s) {
  const Vec<N> v = load_vec<N>(t.axis, joint);
  const Vec<N> p = load_vec<N>(t.origin, joint);
  return t.hinges ? cross(v, s - p) : position_column(t.links[joint], v, p, s);
}

/// column_at times the joint's mobility and the goal's `scale`.
template <class N>
IK_INLINE Vec<N> tree_column(const TreeStep<N>& t, int joint, double scale, const Vec<N>& s) {
  Vec<N> c = column_at(t, joint, s);
  if (t.mobility != nullptr || t.weights != nullptr) {
    c = every<N>(t.mobility == nullptr ? scale : scale * t.mobility[joint]) * c;
  }
  return c;
}

/// The square root of a goal's weight.
template <class N>
IK_INLINE double goal_scale(const TreeStep<N>& t, int goal) {
  return t.weights == nullptr ? 1.0 : std::sqrt(t.weights[goal]);
}
/// goal_scale times v.
template <class N>
IK_INLINE Vec<N> weighed(const TreeStep<N>& t, int goal, const Vec<N>& v) {
  return choose(t.weights == nullptr, v, every<N>(goal_scale(t, goal)) * v);
}

/// The lever of an aim times goal_scale.
template <class N>
IK_INLINE N turn_scale(const TreeStep<N>& t, const TreePlan::Turn& turn) {
  return every<N>(turn.lever * goal_scale(t, turn.goal));
}
/// The pointer of an aim at a direction.
template <class N>
IK_INLINE Vec<N> pointer_of(const TreeStep<N>& t, const TreePlan::Turn& turn) {
  return get_vec<N>(t.pointer, turn.goal - static_cast<int>(t.plan.arms.size()));
}
/// The torque on a body by the force f on its aim, without the lever: f for an orientation, d x f
/// for a direction d.
template <class N>
IK_INLINE Vec<N> torque_of(const TreeStep<N>& t, const TreePlan::Turn& turn, const Vec<N>& f) {
  return turn.kind == AimKind::kOrientation ? f : cross(pointer_of(t, turn), f);
}
/// The motion of an aim with the angular velocity a, without the lever: a, or a x d.
template <class N>
IK_INLINE Vec<N> motion_of(const TreeStep<N>& t, const TreePlan::Turn& turn, const Vec<N>& a) {
  return turn.kind == AimKind::kOrientation ? a : cross(a, pointer_of(t, turn));
}

/// Twist of a rigid body: velocity l of a fixed point and angular velocity a. Also used as a
/// wrench: force l and torque a about the fixed point.
template <class N>
struct Twist {
  Vec<N> l, a;
};
/// Number of scratch rows of a twist.
template <class N>
inline constexpr int kTwistRows = 2 * kVecRows<N>;
template <class N>
IK_INLINE Twist<N> recall_twist(const double* rows) {
  return {load_vec<N>(rows, 0), load_vec<N>(rows, 1)};
}
template <class N>
IK_INLINE void keep_twist(const Twist<N>& twist, double* rows) {
  store_vec<N>(twist.l, rows, 0);
  store_vec<N>(twist.a, rows, 1);
}

/// The twist of a shared joint about `fixed`, times its mobility.
template <class N>
IK_INLINE Twist<N> twist_of(const TreeStep<N>& t, int joint, const Vec<N>& fixed) {
  const N zero = every<N>(0.0);
  const Vec<N> l = column_at(t, joint, fixed);
  const Vec<N> v = load_vec<N>(t.axis, joint);
  const Vec<N> a =
      t.hinges ? v : choose(is_angular(t.links[joint].type), v, vec<N>(zero, zero, zero));
  if (t.mobility == nullptr) return {l, a};
  const N scale = every<N>(t.mobility[joint]);
  return {scale * l, scale * a};
}

/// Calls way(step), compiled twice: with constants for revolute joints without mobility and
/// weights, and for all other bodies; on the page once, because download size matters there. Works
/// on a copy of the step, which no store can alias.
template <class N, class Way>
IK_INLINE auto specialised(const TreeStep<N>& step, const Way& way) {
  TreeStep<N> own = step;
#if !defined(__wasm__)
  if (step.hinges && step.mobility == nullptr && step.weights == nullptr) {
    own.hinges = true;
    own.mobility = own.weights = nullptr;
    return way(own);
  }
#endif
  return way(own);
}

/// Reference point of the twists of shared joints: the origin of the first shared joint.
template <class N>
IK_INLINE Vec<N> fixed_point(const TreeStep<N>& t) {
  return load_vec<N>(t.origin, t.plan.nodes.empty() ? 0 : t.plan.nodes[0].joint);
}

}  // namespace ik
