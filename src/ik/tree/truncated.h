#pragma once

#include <algorithm>
#include <utility>

#include "ik/math/jacobi_turns.h"
#include "ik/math/row_matrix.h"
#include "ik/tree/step.h"

namespace ik {

/// J of a TreeStep times a power of two that brings its largest number near 1: only the columns of
/// joints that move an effector. M is J, or J^T if J has more rows than columns.
template <class N>
class TreeColumns {
 public:
  IK_INLINE TreeColumns(const TreeStep<N>& tree, double* columns)
      : tree_(tree), columns_(columns) {}

  static int count(const TreePlan& plan) {
    return static_cast<int>(plan.columns) + static_cast<int>(plan.arm_joints.size());
  }
  int effectors() const { return static_cast<int>(tree_.plan.arms.size()); }
  bool wide() const { return 3 * effectors() <= tree_.joints; }
  N scale() const { return scale_; }

  IK_INLINE void gather() {
    N largest = every<N>(0.0);
    for (int i = 0; i < effectors(); ++i) {
      const Vec<N> s = get_vec<N>(tree_.point, i);
      const double weight = goal_scale(tree_, i);
      visit(
          i, [&](int joint, int at) __attribute__((always_inline)) {
            const Vec<N> c = tree_column(tree_, joint, weight, s);
            store_vec<N>(c, columns_, at);
            const N xy = larger<N>(magnitude<N>(x_of(c)), magnitude<N>(y_of(c)));
            largest = larger<N>(largest, larger<N>(xy, magnitude<N>(z_of(c))));
          });
    }
    // for one body all lanes of a piece have the same number
    const Piece<N> scales = inverse_power<Piece<N>>(piece_of<N>(largest));
    scale_ = get<N>(reinterpret_cast<const double*>(&scales), 0);
    for (int at = 0; at < count(tree_.plan); ++at) {
      store_vec<N>(scale_ * load_vec<N>(columns_, at), columns_, at);
    }
  }

  /// A := M M^T
  IK_INLINE void square(const RowMatrix<N>& A) const {
    fill_rows<N>(every<N>(0.0), A.data, A.height * A.side);
    for (int i = 0; i < effectors(); ++i) {
      if (wide()) {
        for (int other = 0; other <= i; ++other) put_block(A, i, other);
      } else {
        visit(
            i, [&](int joint, int at) __attribute__((always_inline)) {
              const Vec<N> c = load_vec<N>(columns_, at);
              visit(
                  i, [&](int other, int from) __attribute__((always_inline)) {
                    const N sum = A.at(joint, other) + dot(c, load_vec<N>(columns_, from));
                    put<N>(sum, A.column(other), joint);
                  });
            });
      }
    }
  }

  /// g := J^T y
  IK_INLINE void pull(const double* y, double* g) const {
    for (int j = 0; j < tree_.joints; ++j) put<N>(every<N>(0.0), g, j);
    for (int i = 0; i < effectors(); ++i) {
      const Vec<N> force = get_vec<N>(y, i);
      visit(
          i, [&](int joint, int at) __attribute__((always_inline)) {
            put<N>(get<N>(g, joint) + dot(load_vec<N>(columns_, at), force), g, joint);
          });
    }
  }
  /// y := J g
  IK_INLINE void push(const double* g, double* y) const {
    const N zero = every<N>(0.0);
    for (int i = 0; i < effectors(); ++i) {
      Vec<N> sum = vec<N>(zero, zero, zero);
      visit(
          i, [&](int joint, int at) __attribute__((always_inline)) {
            sum += get<N>(g, joint) * load_vec<N>(columns_, at);
          });
      put_vec<N>(sum, y, i);
    }
  }
  /// g := M^T x and x := M g
  IK_INLINE void outwards(const double* x, double* g) const { wide() ? pull(x, g) : push(x, g); }
  IK_INLINE void inwards(const double* g, double* x) const { wide() ? push(g, x) : pull(g, x); }

 private:
  const TreePlan::Node* node(int i) const { return tree_.plan.nodes.data() + i; }
  const TreePlan::Arm& arm(int i) const { return tree_.plan.arms[static_cast<std::size_t>(i)]; }

  /// Calls take(joint, index of its column) for every joint that moves effector i.
  template <class Take>
  IK_INLINE void visit(int i, const Take& take) const {
    for (int n = arm(i).node; n >= 0; n = node(n)->parent) {
      take(node(n)->joint, arm(i).columns + node(n)->depth);
    }
    for (int a = arm(i).from; a < arm(i).to; ++a) {
      take(tree_.plan.arm_joints[static_cast<std::size_t>(a)], tree_.plan.columns + a);
    }
  }

  /// The number of joints that move both effectors, without those of an arm.
  int shared(int i, int other) const {
    int a = arm(i).node, b = arm(other).node;
    while (a != b) (a > b ? a : b) = node(std::max(a, b))->parent;
    return a < 0 ? 0 : node(a)->depth + 1;
  }

  /// The 3 x 3 blocks of J J^T for effectors i and other <= i.
  IK_INLINE void put_block(const RowMatrix<N>& A, int i, int other) const {
    const N zero = every<N>(0.0);
    const Vec<N> nothing = vec<N>(zero, zero, zero);
    Vec<N> block[3] = {nothing, nothing, nothing};
    const auto add = [&](std::ptrdiff_t at, std::ptrdiff_t from) __attribute__((always_inline)) {
      const Vec<N> c = load_vec<N>(columns_, at), d = load_vec<N>(columns_, from);
      block[0] += x_of(d) * c;
      block[1] += y_of(d) * c;
      block[2] += z_of(d) * c;
    };
    const int both = shared(i, other);
    for (int d = 0; d < both; ++d) add(arm(i).columns + d, arm(other).columns + d);
    for (int a = arm(i).from; i == other && a < arm(i).to; ++a) {
      add(tree_.plan.columns + a, tree_.plan.columns + a);
    }
    for (int c = 0; c < 3; ++c) {
      put_vec<N>(block[c], A.column(3 * other + c), i);
      if (i == other) continue;
      put<N>(x_of(block[c]), A.column(3 * i), 3 * other + c);
      put<N>(y_of(block[c]), A.column(3 * i + 1), 3 * other + c);
      put<N>(z_of(block[c]), A.column(3 * i + 2), 3 * other + c);
    }
  }

  const TreeStep<N>& tree_;
  double* columns_;
  N scale_;
};

/// True if a TruncatedStep is faster than the singular values themselves: where there are more than
/// three.
inline bool truncation_pays(const TreePlan& plan, int joints) {
  return std::min(3 * static_cast<int>(plan.arms.size()), joints) > 3;
}

/// The pseudoinverse's step without a singular value decomposition:
///
///   dtheta = J^T y,  y = sum over sigma_i > cutoff sigma_1 of sigma_i^-2 u_i u_i^T e
///
/// With A = J J^T and B = (A + mu I)^-1, y = B e corrects the error e - A y until nothing is left.
/// Where A has small eigenvalues, their eigenvectors are resolved one by one and leave B, until the
/// norm of B certifies that all other singular values are above the cutoff. See docs/fast-path.md.
///
/// If J has more rows than columns, A = J^T J and dtheta = sum of sigma_i^-2 v_i v_i^T J^T e.
template <class N>
class TruncatedStep {
 public:
  using Mask = MaskOf<N>;

  /// Number of scratch rows.
  static int scratch(const TreePlan& plan, int joints) {
    const Sizes sizes(plan, joints);
    return kVecRows<N> * TreeColumns<N>::count(plan) + (3 * sizes.height + 1) * sizes.side +
           5 * sizes.height + 2 * sizes.across;
  }

  IK_INLINE TruncatedStep(const TreeStep<N>& tree, double* scratch)
      : tree_(tree),
        sizes_(tree.plan, tree.joints),
        J_(tree, scratch),
        A_{scratch + kVecRows<N> * TreeColumns<N>::count(tree.plan) * kStride, sizes_.side,
           sizes_.height},
        B_{A_.column(A_.side), A_.side, A_.height},
        U_{B_.column(B_.side), B_.side, B_.height} {
    double* next = U_.column(U_.side);
    for (double** const vector : {&x_, &y_, &z_, &r_, &e_}) {
      *vector = next;
      next += static_cast<std::ptrdiff_t>(sizes_.height) * kStride;
    }
    for (double** const vector : {&g_, &h_}) {
      *vector = next;
      next += static_cast<std::ptrdiff_t>(sizes_.across) * kStride;
    }
    gain_ = next;
    fill_rows<N>(every<N>(0.0), x_, 5 * sizes_.height + 2 * sizes_.across);
  }

  /// Fills dtheta. \returns the lanes in which nothing certifies the step: their dtheta is wrong
  IK_INLINE Mask take(const N& cutoff) {
    J_.gather();
    J_.square(A_);
    bound(cutoff);
    Mask failed = !(cutoff >= every<N>(kMinCutoff));
    failed |= invert();
    while (true) {
      // B has the eigenvalues mu / (sigma_i^2 + mu): below kMu, sigma_i is above the cutoff
      const Mask open = (!(B_.squares() < every<N>(kMu * kMu))) & !failed;
      if (!any(open)) break;
      failed |= found_ == A_.side ? open : resolve(open);
    }
    solve();
    return failed;
  }

  /// For one body, after take(): the number of singular values below the cutoff.
  IK_INLINE int dropped() const { return static_cast<int>(std::count(gain_, gain_ + found_, 0.0)); }

 private:
  static constexpr int kStride = Lanewise<N>::kStride;
  static constexpr double kMu = 1e-6;  ///< mu as a share of the squared cutoff
  /// Relative error of the bounds, above rounding and mu.
  static constexpr double kMargin = 2e-6;
  /// Largest residual of an eigenvector, as a share of sigma_1^2.
  static constexpr double kSettled = 1e-14;
  static constexpr double kParallel = 1e-28;  ///< a squared sine of rounding
  static constexpr double kMinCutoff = 1e-3;  ///< below, rounding of A counts
  static constexpr int kIterations = 14;
  static constexpr int kBoundIterations = 4;
  static constexpr int kMaxCorrections = 6;  ///< an eigenvector is corrected so often at most
  static constexpr int kCorrections =
      2;  ///< y is corrected so often; each multiplies the error by kMu at most

  struct Sizes {
    IK_INLINE Sizes(const TreePlan& plan, int joints) {
      const int rows = 3 * static_cast<int>(plan.arms.size());
      side = std::min(rows, joints);
      height = whole_pieces<N>(side);
      across = whole_pieces<N>(std::max(rows, joints));
    }
    int side, height, across;
  };

  /// Bounds of the squared cutoff. For y near the first eigenvector of A, with rho its Rayleigh
  /// quotient and eta its residual, rho <= sigma_1^2 <= rho + eta^2 / (rho - nu) where nu < rho is
  /// a bound of all other eigenvalues (Temple 1928); |A|_F^2 >= rho^2 + nu^2.
  IK_INLINE void bound(const N& cutoff) {
    const N zero = every<N>(0.0), one = every<N>(1.0);
    const N squares = A_.squares();
    iterate(A_, kBoundIterations);
    const N unit = one / dot_rows<N>(y_, y_, A_.height);
    const N rho = unit * dot_rows<N>(x_, y_, A_.height);
    const N rest = larger<N>(unit * dot_rows<N>(x_, x_, A_.height) - rho * rho, zero) +
                   every<N>(kSettled) * rho * rho;
    const N gap = rho - wide_root<N>(larger<N>(squares - rho * rho, zero));
    top_ = wide_root<N>(squares);
    top_ = gap > zero ? smaller<N>(top_, rho + rest / gap) : top_;
    cut_below_ = every<N>(1.0 - kMargin) * cutoff * cutoff * rho;
    cut_above_ = every<N>(1.0 + kMargin) * cutoff * cutoff * top_;
  }

  /// B := mu (A + mu I)^-1. \returns the lanes in which this fails
  IK_INLINE Mask invert() {
    mu_ = every<N>(kMu) * cut_above_;
    scale_rows<N>(every<N>(1.0), A_.data, B_.data, B_.height * B_.side);
    for (int c = 0; c < B_.side; ++c) put<N>(B_.at(c, c) + mu_, B_.column(c), c);
    const Mask failed = B_.invert(z_);
    scale_rows<N>(every<N>(0.0) - mu_, B_.data, B_.data, B_.height * B_.side);
    return failed;
  }

  /// Adds an eigenvector of A with a small eigenvalue to U in the lanes `open`, 0 in the others,
  /// and takes it out of B. \returns the lanes in which this fails
  IK_INLINE Mask resolve(const Mask& open) {
    const N zero = every<N>(0.0), one = every<N>(1.0);
    iterate(B_, kIterations);
    project(x_);
    project(y_);
    rotate();
    N square = dot_rows<N>(g_, g_, sizes_.across);
    Mask good = open;
    for (int i = 0;; ++i) {
      good = residual(square) <= every<N>(kSettled) * top_;
      const Mask moves = i == 0 ? open : open & !good;
      if (i == kMaxCorrections || !any(moves)) break;
      // what rounding of A and B left: a settled lane keeps its bits
      B_.times(r_, z_);
      add_rows<N>(moves ? zero - one / mu_ : zero, z_, x_, A_.height);
      const N unit = one / wide_root<N>(dot_rows<N>(x_, x_, A_.height));
      scale_rows<N>(moves ? unit : one, x_, x_, A_.height);
      J_.outwards(x_, g_);
      square = dot_rows<N>(g_, g_, sizes_.across);
    }
    good &= (square <= cut_below_) | (square > cut_above_);
    good &= open;
    double* const u = U_.column(found_);
    fill_rows<N>(zero, u, U_.height);
    for (int i = 0; i < U_.side; ++i) put<N>(good ? get<N>(x_, i) : zero, u, i);
    put<N>(square > cut_above_ ? one / square : zero, gain_, found_);
    B_.deflate(u, z_);
    ++found_;
    return open & !good;
  }

  /// Power iteration from the matrix's column with the largest diagonal: x = matrix y.
  IK_INLINE void iterate(const RowMatrix<N>& matrix, int count) {
    const N zero = every<N>(0.0), one = every<N>(1.0);
    N most = matrix.at(0, 0), at = zero;
    for (int i = 1; i < matrix.side; ++i) {
      const Mask more = matrix.at(i, i) > most;
      most = more ? matrix.at(i, i) : most;
      at = more ? every<N>(i) : at;
    }
    for (int i = 0; i < matrix.side; ++i) put<N>(at == every<N>(i) ? one : zero, x_, i);
    for (int i = 0; i < count; ++i) {
      std::swap(x_, y_);
      matrix.times(y_, x_);
    }
  }

  /// Makes x and y orthonormal, then x an eigenvector in their plane, by one rotation as in Svd:
  /// the eigenvalue next to the smallest one slows the iteration most. g := M^T x.
  IK_INLINE void rotate() {
    const N zero = every<N>(0.0), one = every<N>(1.0);
    const int height = A_.height, across = sizes_.across;
    scale_rows<N>(one / wide_root<N>(dot_rows<N>(x_, x_, height)), x_, x_, height);
    const N size = dot_rows<N>(y_, y_, height);
    add_rows<N>(zero - dot_rows<N>(x_, y_, height), x_, y_, height);
    const N rest = dot_rows<N>(y_, y_, height);
    const N unit = rest > every<N>(kParallel) * size ? one / wide_root<N>(rest) : zero;
    scale_rows<N>(unit, y_, y_, height);
    add_rows<N>(zero - dot_rows<N>(x_, y_, height), x_, y_, height);  // nearly parallel vectors

    J_.outwards(x_, g_);
    J_.outwards(y_, h_);
    const N gamma = dot_rows<N>(g_, h_, across);
    const N zeta =
        (dot_rows<N>(h_, h_, across) - dot_rows<N>(g_, g_, across)) / (every<N>(2.0) * gamma);
    const N turn = one / (magnitude<N>(zeta) + wide_root<N>(one + zeta * zeta));
    const N tangent = gamma == zero ? zero : (zeta < zero ? zero - turn : turn);
    const N cosine = one / wide_root<N>(one + tangent * tangent);
    const N sine = zero - cosine * tangent;
    scale_rows<N>(cosine, x_, x_, height);
    add_rows<N>(sine, y_, x_, height);
    scale_rows<N>(cosine, g_, g_, across);
    add_rows<N>(sine, h_, g_, across);
  }

  /// r := M g - square x. \returns its largest number
  IK_INLINE N residual(const N& square) const {
    J_.inwards(g_, r_);
    N largest = every<N>(0.0);
    for (int i = 0; i < A_.side; ++i) {
      const N rest = get<N>(r_, i) - square * get<N>(x_, i);
      put<N>(rest, r_, i);
      largest = larger<N>(largest, magnitude<N>(rest));
    }
    return largest;
  }

  /// Takes the components along U out of a vector.
  IK_INLINE void project(double* vector) const {
    for (int i = 0; i < found_; ++i) {
      const double* const u = U_.column(i);
      add_rows<N>(every<N>(0.0) - dot_rows<N>(u, vector, U_.height), u, vector, U_.height);
    }
  }

  /// y from B and its corrections, and from the directions of U above the cutoff; then dtheta.
  IK_INLINE void solve() {
    const N one = every<N>(1.0);
    const int rows = 3 * J_.effectors();
    if (J_.wide()) {
      for (int i = 0; i < rows; ++i) put<N>(get<N>(tree_.error, i), e_, i);
    } else {
      J_.inwards(tree_.error, e_);
    }
    fill_rows<N>(every<N>(0.0), y_, A_.height);
    scale_rows<N>(one, e_, r_, A_.height);
    for (int i = 0;; ++i) {
      project(r_);
      B_.times(r_, z_);
      add_rows<N>(one / mu_, z_, y_, A_.height);
      if (i == kCorrections) break;
      J_.outwards(y_, g_);
      if (!J_.wide()) {
        for (int k = 0; k < rows; ++k) put<N>(get<N>(tree_.error, k) - get<N>(g_, k), g_, k);
      }
      J_.inwards(g_, r_);
      if (J_.wide()) {
        for (int k = 0; k < rows; ++k) put<N>(get<N>(e_, k) - get<N>(r_, k), r_, k);
      }
    }
    project(y_);
    for (int i = 0; i < found_; ++i) {
      const double* const u = U_.column(i);
      add_rows<N>(get<N>(gain_, i) * dot_rows<N>(u, e_, U_.height), u, y_, U_.height);
    }
    if (J_.wide()) J_.pull(y_, g_);
    const double* const from = J_.wide() ? g_ : y_;
    for (int j = 0; j < tree_.joints; ++j) {
      put<N>(J_.scale() * get<N>(from, j), tree_.dtheta, j);
    }
  }

  const TreeStep<N>& tree_;
  Sizes sizes_;
  TreeColumns<N> J_;
  RowMatrix<N> A_, B_;
  RowMatrix<N> U_;  // the resolved eigenvectors
  double *x_, *y_, *z_, *r_, *e_, *g_, *h_;
  double* gain_;  // their sigma_i^-2, 0 below the cutoff
  N top_, cut_below_, cut_above_, mu_;
  int found_ = 0;
};

}  // namespace ik
