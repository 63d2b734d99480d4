#pragma once

#include "ik/batch/aim_lanes.h"
#include "ik/batch/kernel.h"
#include "ik/math/dense_step.h"
#include "ik/tree/step.h"

namespace ik {

/// Number of scratch rows of a DenseStep and of its J.
constexpr int dense_scratch(int rows, int columns) {
  return rows * columns + DenseStep<Lanes>::scratch_rows(rows, columns);
}

/// Which columns J has, and their factors.
struct ColumnRule {
  const int* columns_of;  ///< (n) column of a joint, or -1; null: j
  const double* factors;  ///< (n) factor on a joint's column; null: 1
  double per_length;      ///< factor on a position's rows
  /// The rows of aims. True: as in GoalRows, rad. False: as in task_jacobian, times the lever.
  bool rotations;
  const int* rows_of = nullptr;  ///< (k + r) block of rows of each goal, or -1; null: in order
  bool several = true;           ///< effectors: some columns have rows that nothing writes
};

/// J of a body with aims at the pose of its lanes.
template <class N>
struct DenseColumns {
  const BlockTask& body;
  const double* axis;             ///< (3n)
  const double* origin;           ///< (3n)
  const double* point;            ///< (3k) as in TreeStep
  const double* aimed;            ///< (9r)
  const double* wanted;           ///< (9r)
  double* scratch;                ///< (dense_scratch)
  const double* roots = nullptr;  ///< (k + r) factors on the rows of goals; null: 1

  /// Fills s.J.
  IK_INLINE void fill(const ColumnRule& rule, const DenseStep<N>& s) const {
    const N zero = every<N>(0.0);
    // With one effector, columns of joints that do not move it are never written; scratch begins as
    // 0.
    const bool clears = body.effectors > 1 && rule.several;
    for (int i = 0; clears && i < s.height() * s.columns; ++i) put<N>(zero, s.J, i);
    for (int next = 0; next < body.effectors; ++next) {
      const int i = body.effector_order[next];
      const int row = rule.rows_of == nullptr ? i : rule.rows_of[i];
      if (row < 0) continue;
      const int a = body.aims > 0 ? body.aim_at[next] : -1;
      const int turn_row = a < 0                     ? -1
                           : rule.rows_of == nullptr ? body.effectors + a
                                                     : rule.rows_of[body.effectors + a];
      const Vec<N> target = get_vec<N>(point, i);
      for (int j = body.carriers[next]; j >= 0; j = body.links[j].parent) {
        const int c = rule.columns_of == nullptr ? j : rule.columns_of[j];
        if (c < 0) continue;
        const double factor = rule.factors == nullptr ? 1.0 : rule.factors[j];
        const Vec<N> v = get_vec<N>(axis, j), p = get_vec<N>(origin, j);
        const Link& link = body.links[j];
        const Vec<N> moved =
            body.plan->hinges ? cross(v, target - p) : position_column(link, v, p, target);
        put_vec<N>(weighed(i, every<N>(rule.per_length * factor) * moved), s.column(c), row);
        if (a < 0) continue;
        const Vec<N> turned =
            is_angular(link.type) ? aim_column(rule, a, v) : Vec<N>{zero, zero, zero};
        put_vec<N>(weighed(body.effectors + a, every<N>(factor) * turned), s.column(c), turn_row);
      }
    }
  }

 private:
  IK_INLINE Vec<N> weighed(int goal, const Vec<N>& v) const {
    return roots == nullptr ? v : get<N>(roots, goal) * v;
  }
  /// The rows of aim a for a joint with the axis v.
  IK_INLINE Vec<N> aim_column(const ColumnRule& rule, int a, const Vec<N>& v) const {
    const LaneAim& aim = body.aim[a];
    const N lever = every<N>(rule.rotations ? 1.0 : aim.lever);
    if (aim.kind == AimKind::kOrientation) return lever * v;
    const Vec<N> d = get_vec<N>(aimed, 3 * a);
    if (!rule.rotations) return lever * cross(v, d);
    const Vec<N> t = get_vec<N>(wanted, 3 * a);  // 0 asks for no direction
    const N zero = every<N>(0.0);
    return where<N>(dot(t, t) == zero, {zero, zero, zero}, v - dot(d, v) * d);
  }
};

/// A method's SIMD form for a batch. MethodTraits names it, and lane_methods.h lists its kernel.
/// Parameters may differ between lanes.
struct LaneForm {
  /// True if it uses the SVD of J: each body then keeps its rotations between steps.
  bool by_singular_values = false;
  /// True if it uses TruncatedStep instead where truncation_pays().
  bool truncates = false;
  /// True if it computes steps of bodies with aims, with `columns`.
  bool aims = false;
};

/// Input and output of a method's kernel, for bodies in lanes N.
///
/// A kernel is a struct with `static constexpr LaneForm kForm` and
/// `template <class N> static MaskOf<N> step(const LaneStep<N>&)`. The step writes dtheta before
/// any cap and returns the lanes that it cannot solve; AnyMethod::step then solves for those
/// bodies. dtheta may be NaN: the caller sets it to 0 in such lanes.
template <class N>
struct LaneStep {
  const TreeStep<N>& tree;
  const double* parameters;      ///< in the order of the method's visit(); a switch is 0 or 1
  const SingularPlan& singular;  ///< forms by SVD only
  double* memory;                ///< (singular.memory()) forms by SVD only: memory between steps
  double* refinement;            ///< (refinement_scratch)
  DenseColumns<N> columns;       ///< J of bodies with aims

  IK_INLINE N parameter(int i) const { return get<N>(parameters, i); }
};

}  // namespace ik
