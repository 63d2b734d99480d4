#pragma once

#include "ik/batch/jacobi_lanes.h"
#include "ik/tree/step.h"

namespace ik {

/// SVD of a TreeStep's Jacobian in lanes N, one body per lane, and steps computed from it.
///
/// The vectors of J's shorter side are made orthogonal, see JacobiLanes. Warm start: begins with
/// the rotations of the body's last step.
template <class N>
class SingularLanes {
 public:
  using Mask = MaskOf<N>;
  using Limits = JacobiLimits;

  /// \param memory (plan.memory()) of the body: the age of its rotations (0: none), then the
  ///   rotations of its last step, column-major
  IK_INLINE SingularLanes(const TreeStep<N>& tree, const SingularPlan& plan, double* memory)
      : tree_(tree),
        plan_(plan),
        age_(memory),
        reach_(tree.scratch),
        columns_(reach_ + plan.joints * kStride),
        vectors_(columns_ + 3 * static_cast<std::ptrdiff_t>(plan.movers.size()) * kStride),
        jacobi_(plan, vectors_, memory + kStride, vectors_ + plan.places * plan.length * kStride) {}

  /// J = sum sigma_i u_i v_i^T, sigma descending.
  IK_INLINE void decompose() {
    begin();
    gather();
    apply_last_rotations();
    jacobi_.run();
  }

  int count() const { return plan_.count; }    ///< number of singular values
  int joints() const { return plan_.joints; }  ///< n
  IK_INLINE N sigma(int i) const { return jacobi_.length(i) / scale_; }
  /// u_i (3k) and v_i (n), in rows.
  double* left(int i) const { return plan_.wide ? jacobi_.rotation(i) : jacobi_.vector(i); }
  double* right(int i) const { return plan_.wide ? jacobi_.vector(i) : jacobi_.rotation(i); }
  /// u_i^T e
  IK_INLINE N along_error(int i) const {
    const double* const u = left(i);
    N along = every<N>(0.0);
    for (int r = 0; r < rows(); ++r) along += get<N>(u, r) * get<N>(tree_.error, r);
    return along;
  }
  /// rho_j = sum over effectors of |ds/dtheta_j|, m / rad or m / m.
  IK_INLINE N reach(int j) const { return get<N>(reach_, j); }

  /// dtheta = 0.
  IK_INLINE void clear() const {
    for (int j = 0; j < joints(); ++j) put<N>(every<N>(0.0), tree_.dtheta, j);
  }
  /// dtheta += factor v_i.
  IK_INLINE void add(const N& factor, int i) const {
    for (int j = 0; j < joints(); ++j) {
      put<N>(get<N>(tree_.dtheta, j) + factor * get<N>(right(i), j), tree_.dtheta, j);
    }
  }

 private:
  static constexpr int kStride = Lanewise<N>::kStride;

  int rows() const { return 3 * static_cast<int>(tree_.plan.arms.size()); }
  /// Calls visit(joint, index of its column in columns_) for every joint that moves effector i,
  /// parents first.
  template <class Visit>
  IK_INLINE void visit_columns(int i, const Visit& visit) const {
    const auto effector = static_cast<std::size_t>(i);
    for (int at = plan_.from[effector]; at < plan_.from[effector + 1]; ++at) {
      visit(plan_.movers[static_cast<std::size_t>(at)], at);
    }
  }

  /// Sets the initial rotations.
  IK_INLINE void begin() const {
    const N one = every<N>(1.0);
    const N age = get<N>(age_, 0);
    const Mask fresh = age == every<N>(0.0);
    const Mask old = age == every<N>(double{kReorthonormaliseAge});
    put<N>(old ? one : age + one, age_, 0);
    for (int i = 0; any(fresh) && i < plan_.count; ++i) {
      double* const column = jacobi_.rotation(i);
      for (int r = 0; r < plan_.count; ++r) {
        put<N>(fresh ? every<N>(r == i ? 1.0 : 0.0) : get<N>(column, r), column, r);
      }
    }
    if (any(old)) jacobi_.orthonormalise(old);
  }

  /// Fills reach() and columns_: J's columns, scaled so that the largest number is near 1.
  IK_INLINE void gather() {
    N largest = every<N>(0.0);
    for (int j = 0; j < plan_.joints; ++j) put<N>(every<N>(0.0), reach_, j);
    const int effectors = static_cast<int>(tree_.plan.arms.size());
    for (int i = 0; i < effectors; ++i) {
      const Vec<N> s = get_vec<N>(tree_.point, i);
      const auto find = [&](int joint, int at) __attribute__((always_inline)) {
        const Vec<N> c = tree_column(tree_, joint, 1.0, s);
        put_vec<N>(c, columns_, at);
        put<N>(get<N>(reach_, joint) + wide_root<N>(dot(c, c)), reach_, joint);
        largest = larger<N>(
            largest, larger<N>(larger<N>(magnitude<N>(c.x), magnitude<N>(c.y)), magnitude<N>(c.z)));
      };
      visit_columns(i, find);
    }
    // a power of two is exact; squares of the scaled numbers neither overflow nor underflow
    scale_ = inverse_power<N>(largest);
    const int columns = static_cast<int>(plan_.movers.size());
    for (int at = 0; at < columns; ++at) {
      put_vec<N>(scale_ * get_vec<N>(columns_, at), columns_, at);
    }
  }

  /// Fills the vectors: J times the initial rotations, skipping J's zeros.
  IK_INLINE void apply_last_rotations() const {
    const N zero = every<N>(0.0);
    const int effectors = static_cast<int>(tree_.plan.arms.size());
    for (int r = 0; r < plan_.places * plan_.length; ++r) put<N>(zero, vectors_, r);
    for (int i = 0; i < plan_.count; ++i) {
      double* const to = jacobi_.vector(i);
      const double* const by = jacobi_.rotation(i);
      for (int e = 0; e < effectors; ++e) {
        if (plan_.wide) {
          const Vec<N> factors = get_vec<N>(by, e);
          const auto row = [&](int joint, int at) __attribute__((always_inline)) {
            const Vec<N> c = get_vec<N>(columns_, at);
            // term by term, in the order of Svd's matrix product
            put<N>(get<N>(to, joint) + factors.x * c.x + factors.y * c.y + factors.z * c.z, to,
                   joint);
          };
          visit_columns(e, row);
        } else {
          Vec<N> sum = {zero, zero, zero};
          const auto column = [&](int joint, int at) __attribute__((always_inline)) {
            sum += get<N>(by, joint) * get_vec<N>(columns_, at);
          };
          visit_columns(e, column);
          put_vec<N>(sum, to, e);
        }
      }
    }
  }

  const TreeStep<N>& tree_;
  const SingularPlan& plan_;
  double* age_;  // first row of the memory
  double* reach_;
  double* columns_;  // nonzero columns of J, scaled; see visit_columns
  double* vectors_;
  JacobiLanes<N> jacobi_;
  N scale_;
};

}  // namespace ik
