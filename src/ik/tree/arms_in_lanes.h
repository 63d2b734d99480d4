#pragma once

#include "ik/tree/recursion.h"

// damped_by_arms for one body with arms that are alike (TreePlan::alike), with an arm in every SIMD
// lane. A lane computes what damped_by_arms computes for its arm, so a step has the same bits.
namespace ik {

IK_INLINE Vec<Lanes> side_by_side(const Vec<double> (&v)[kLanes]) {
  const Lanes xz_low = __builtin_shufflevector(v[0].lanes, v[1].lanes, 0, 4, 2, 6);
  const Lanes xz_high = __builtin_shufflevector(v[2].lanes, v[3].lanes, 0, 4, 2, 6);
  const Lanes y_low = __builtin_shufflevector(v[0].lanes, v[1].lanes, 1, 5, 3, 7);
  const Lanes y_high = __builtin_shufflevector(v[2].lanes, v[3].lanes, 1, 5, 3, 7);
  return {__builtin_shufflevector(xz_low, xz_high, 0, 1, 4, 5),
          __builtin_shufflevector(y_low, y_high, 0, 1, 4, 5),
          __builtin_shufflevector(xz_low, xz_high, 2, 3, 6, 7)};
}

/// Four arms side by side. Copies what it needs of the plan, since the compiler reads the plan
/// again after every store.
struct ArmGroup {
  IK_INLINE ArmGroup(const TreeStep<double>& t, int begin) : first(begin) {
    const TreePlan::Arm* const arms = t.plan.arms.data() + first;
    joints = arms->to - arms->from;
    shared = arms->node < 0 ? 0 : t.plan.nodes[static_cast<std::size_t>(arms->node)].depth + 1;
    for (int lane = 0; lane < kLanes; ++lane) {
      joint[lane] = t.plan.arm_joints.data() + arms[lane].from;
      above[lane] = t.plan.above.data();
      if (shared > 0) above[lane] += t.plan.nodes[static_cast<std::size_t>(arms[lane].node)].row;
      scale[lane] = goal_scale(t, first + lane);
      point[lane] = get_vec<double>(t.point, first + lane);
      error[lane] = get_vec<double>(t.error, first + lane);
    }
  }
  /// The columns of one joint of each arm. \param which called with a lane
  template <class Which>
  IK_INLINE Vec<Lanes> columns(const TreeStep<double>& t, const Which& which) const {
    Vec<double> column[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      column[lane] = tree_column(t, which(lane), scale[lane], point[lane]);
    }
    return side_by_side(column);
  }

  int first;
  int joints;                            ///< each arm has so many
  int shared;                            ///< joints above an arm
  const int* joint[kLanes];              ///< (joints) parents first
  const TreePlan::Above* above[kLanes];  ///< (shared) parents first
  double scale[kLanes];
  Vec<double> point[kLanes], error[kLanes];
};

/// Layout in scratch: vectors of a group, 3 kLanes numbers each. Each array fits into the rows that
/// damped_by_arms uses.
struct GroupRows {
  IK_INLINE GroupRows(const TreeStep<double>& t, const ArmGroup& group) {
    const TreePlan::Arm& arm = t.plan.arms[static_cast<std::size_t>(group.first)];
    const ArmRows<double> arms(t);
    C = arms.C + 3 * arm.from;
    pull = arms.K + 3 * group.first;
    shared = arms.end + 3 * arm.columns;
  }
  static IK_INLINE void keep(const Vec<Lanes>& v, double* rows, int at) {
    double* const to = rows + 3 * kLanes * at;
    store(v.x, to);
    store(v.y, to + kLanes);
    store(v.z, to + 2 * kLanes);
  }
  static IK_INLINE Vec<Lanes> recall(const double* rows, int at) {
    const double* const from = rows + 3 * kLanes * at;
    Vec<Lanes> v;
    load(from, v.x);
    load(from + kLanes, v.y);
    load(from + 2 * kLanes, v.z);
    return v;
  }
  double* C;       ///< columns of the arms' joints
  double* pull;    ///< A^-1 e
  double* shared;  ///< A^-1 N, by depth
};

/// Adds a number of each arm to the entry of its shared joints at `depth` and `above` in H.
IK_INLINE void add_entries(const ArmGroup& group, const Lanes& numbers, int depth, int above,
                           double* H) {
  for (int lane = 0; lane < kLanes; ++lane) {
    H[group.above[lane][depth].row + above] += numbers[lane];
  }
}

/// Adds the group's part of the shared joints' equations to H and x, and keeps the group's rows.
/// \returns as damped_by_arms
IK_INLINE double gather_group(const TreeStep<double>& t, const ArmGroup& group, double square,
                              const SharedRows<double>& equations) {
  const GroupRows rows(t, group);
  const Lanes zero = every<Lanes>(0.0), squares = every<Lanes>(square);
  Symmetric<Lanes> A = symmetric<Lanes>(squares, zero, zero, squares, zero, squares);
  for (int a = 0; a < group.joints; ++a) {
    const Vec<Lanes> c = group.columns(
        t, [&](int lane) __attribute__((always_inline)) { return group.joint[lane][a]; });
    GroupRows::keep(c, rows.C, a);
    A += outer(c, c);
  }
  Lanes largest = trace(A);
  const Symmetric<Lanes> K = inverse(A);
  const Vec<Lanes> pull = K * side_by_side(group.error);
  GroupRows::keep(pull, rows.pull, 0);

  for (int d = group.shared; d-- > 0;) {
    const Vec<Lanes> n = group.columns(
        t, [&](int lane) __attribute__((always_inline)) { return group.above[lane][d].joint; });
    largest = larger<Lanes>(largest, dot(n, n));
    const Vec<Lanes> g = K * n;
    GroupRows::keep(g, rows.shared, d);
    const Lanes slope = dot(n, pull);
    for (int lane = 0; lane < kLanes; ++lane) {
      equations.x[group.above[lane][d].node] += slope[lane];
    }
    for (int below = group.shared; --below > d;) {
      add_entries(group, dot(n, GroupRows::recall(rows.shared, below)), below, d, equations.H);
    }
    add_entries(group, dot(n, g), d, d, equations.H);
  }
  double most = largest[0];
  for (int lane = 1; lane < kLanes; ++lane) most = larger<double>(most, largest[lane]);
  return most;
}

/// The step of the group's arms for the step x of the shared joints.
IK_INLINE void move_group(const TreeStep<double>& t, const ArmGroup& group, const double* x) {
  const GroupRows rows(t, group);
  Vec<Lanes> pull = GroupRows::recall(rows.pull, 0);
  for (int d = group.shared; d-- > 0;) {
    const auto here = [&](int lane) __attribute__((always_inline)) {
      return x[group.above[lane][d].node];
    };
    const HalfLanes low = {here(0), here(1)}, high = {here(2), here(3)};
    const Lanes both = __builtin_shufflevector(low, high, 0, 1, 2, 3);
    pull = pull - both * GroupRows::recall(rows.shared, d);
  }
  for (int a = 0; a < group.joints; ++a) {
    const Lanes angles = dot(GroupRows::recall(rows.C, a), pull);
    for (int lane = 0; lane < kLanes; ++lane) t.dtheta[group.joint[lane][a]] = angles[lane];
  }
}

/// damped_by_arms. \pre t.plan.alike. Leaves no columns in t.scratch, and t.pull as it was.
IK_INLINE double damped_by_arms_in_lanes(const TreeStep<double>& t, double square) {
  const SharedRows<double> equations(t, ArmRows<double>(t));
  const int count = static_cast<int>(t.plan.arms.size());
  double largest = 0.0;
  begin_shared(t, equations);
  for (int i = 0; i < count; i += kLanes) {
    largest = larger<double>(largest, gather_group(t, ArmGroup(t, i), square, equations));
  }
  solve_shared(t, equations);
  for (int i = 0; i < count; i += kLanes) move_group(t, ArmGroup(t, i), equations.x);
  return largest;
}

}  // namespace ik
