#pragma once

#include <algorithm>

#include "ik/tree/recursion.h"

namespace ik {

/// Weighted moments of the effectors of a subtree about a point p:
///   W = sum w,   S = sum w (s - p),   Q = sum w (s - p)(s - p)^T
struct Moments {
  double W;
  Vec<double> S;
  Symmetric<double> Q;

  /// Adds the moments of others about the point p + d.
  IK_INLINE void add(const Moments& others, const Vec<double>& d) {
    const Vec<double> first = others.S + others.W * d;
    W += others.W;
    S += first;
    // others.Q + first d^T + d others.S^T
    Q += others.Q;
    Q += {x_of(d) * first + x_of(others.S) * d, y_of(d) * first + y_of(others.S) * d,
          z_of(d) * first + z_of(others.S) * d};
  }
};

/// |J_j|^2 of every joint in O(n). A joint with the axis v and a point p on it has
///   revolute   sum w |v x (s - p)|^2 = tr Q - v . Q v
///   prismatic  sum w = W
///   screw      tr Q - v . Q v + pitch^2 W
/// An aim at a direction d adds (lever^2 w) d d^T to Q, an orientation (lever^2 w / 2) I: both are
/// vectors, which no change of p changes.
/// \param[out] squares (n) 0 for joints that move no effector
inline void column_squares(const TreeStep<double>& t, double* squares) {
  const TreePlan& plan = t.plan;
  std::fill(squares, squares + t.joints, 0.0);
  const auto count = static_cast<int>(plan.nodes.size());
  const auto rows = [&t](int node) {
    return t.scratch + static_cast<std::ptrdiff_t>(node) * kArticulatedRows<double>;
  };
  constexpr int kFirst = 4, kWhole = kFirst + kSymmetricRows<double>;  // rows of Q, and of W
  static_assert(kWhole < kArticulatedRows<double>);
  const auto recall = [&](int node) {
    const double* const from = rows(node);
    return Moments{from[kWhole], load_vec<double>(from, 0),
                   recall_symmetric<double>(from + kFirst, 0)};
  };
  const auto keep = [&](const Moments& moments, int node) {
    double* const to = rows(node);
    store_vec<double>(moments.S, to, 0);
    keep_symmetric<double>(moments.Q, to + kFirst, 0);
    to[kWhole] = moments.W;
  };
  const auto origin = [&](int node) {
    return load_vec<double>(t.origin, plan.nodes[static_cast<std::size_t>(node)].joint);
  };
  const Vec<double> nothing = vec<double>(0.0, 0.0, 0.0);
  const Symmetric<double> none = {nothing, nothing, nothing};

  for (int i = 0; i < count; ++i) keep({0.0, nothing, none}, i);
  for (const TreePlan::Arm& arm : plan.arms) {
    const Vec<double> s = get_vec<double>(t.point, arm.effector);
    const double scale = goal_scale(t, arm.effector);
    for (int a = arm.from; a < arm.to; ++a) {
      const int j = plan.arm_joints[static_cast<std::size_t>(a)];
      const Vec<double> c = tree_column(t, j, scale, s);
      squares[j] = dot(c, c);
    }
    if (arm.node < 0) continue;
    Moments sum = recall(arm.node);
    sum.add({scale * scale, nothing, none}, s - origin(arm.node));
    keep(sum, arm.node);
  }
  for (const TreePlan::Turn& turn : plan.turns) {
    const double scale = turn_scale(t, turn), square = scale * scale;
    Moments sum = recall(turn.node);
    if (turn.kind == AimKind::kOrientation) {
      const double half = 0.5 * square;
      sum.Q += symmetric<double>(half, 0.0, 0.0, half, 0.0, half);
    } else {
      const Vec<double> d = pointer_of(t, turn);
      sum.Q += outer(square * d, d);
    }
    keep(sum, turn.node);
  }
  for (int i = count; i-- > 0;) {
    const TreePlan::Node& node = plan.nodes[static_cast<std::size_t>(i)];
    const Moments sum = recall(i);
    const Link& link = t.links[node.joint];
    const Vec<double> v = load_vec<double>(t.axis, node.joint);
    double square = sum.W;
    if (is_angular(link.type)) {
      square = std::max(trace(sum.Q) - dot(v, sum.Q * v), 0.0);
      if (link.type == JointType::kScrew) square += link.pitch * link.pitch * sum.W;
    }
    const double mobility = t.mobility == nullptr ? 1.0 : t.mobility[node.joint];
    squares[node.joint] = mobility * mobility * square;
    if (node.parent < 0) continue;
    Moments above = recall(node.parent);
    above.add(sum, origin(i) - origin(node.parent));
    keep(above, node.parent);
  }
}

}  // namespace ik
