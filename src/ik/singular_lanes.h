#pragma once

#include <limits>

#include "ik/singular_plan.h"
#include "ik/tree_step.h"
#include "ik/wide.h"

// Steps by singular values in lanes N: every lane takes the Jacobian of its own body apart.
namespace ik {

/// Where lanes stop, for numbers of that precision; as ik::Svd and jacobi_sweep do for doubles.
template <class Real>
struct JacobiLimits {
  static constexpr bool kDouble = sizeof(Real) == 8;
  static constexpr double kEpsilon = static_cast<double>(std::numeric_limits<Real>::epsilon());
  /// Vectors count as orthogonal when the cosine of their angle is below this.
  static constexpr double kOrthogonal = 4.0 * kEpsilon;
  /// Convergence is quadratic: a sweep that met no larger cosine than this has left none.
  static constexpr double kLastSweep = kDouble ? 1e-8 : 2e-4;
  /// Vectors shorter than this, relative to the longest, are rounding alone: sigma is 0.
  static constexpr double kNothing = kDouble ? 1e-14 : 5e-6;
  /// Keeps 0 / 0 out of pairs with nothing to turn, and changes no other.
  static constexpr double kTiny = static_cast<double>(std::numeric_limits<Real>::min());
  static constexpr int kMostSweeps = 40;  ///< eight are many; makes the loop's end certain
  /// So many steps may start from the last one's rotations before their rounding is taken out.
  static constexpr int kOldAge = 8;
};

/// 2^i with a 2^i between 1 and 2 where a > 0; 1 where a is 0 or next to it.
template <class N>
IK_INLINE N inverse_power(const N& a) {
  using Bits = MaskOf<N>;
  constexpr bool kDouble = sizeof(RealOf<N>) == 8;
  constexpr int kDigits = kDouble ? 52 : 23;
  constexpr int kBias = kDouble ? 1023 : 127;
  const Bits exponent = (Bits)a >> kDigits;
  const Bits turned = exponent < 2 * kBias ? 2 * kBias - exponent : exponent * 0 + 1;
  return exponent > 0 ? (N)(turned << kDigits) : every<N>(1.0);
}

/// The singular value decomposition of a TreeStep's Jacobian by one-sided Jacobi rotations
/// (Hestenes 1958): the vectors of its shorter side are turned in pairs until all are orthogonal,
/// and start from the rotations of the body's last step.
///
/// All lanes go through the same pairs. A lane turns by nothing where its pair is orthogonal and
/// after its last sweep, so that its numbers do not depend on how long others take.
template <class N>
class SingularLanes {
 public:
  using Real = RealOf<N>;
  using Mask = MaskOf<N>;
  using Limits = JacobiLimits<Real>;

  /// \param memory (plan.memory()) the body's: its age, 0 to start afresh, and the rotations of its
  ///        last step by columns
  IK_INLINE SingularLanes(const TreeStep<N>& tree, const SingularPlan& plan, int joints,
                          Real* memory)
      : tree_(tree), plan_(plan), joints_(joints), age_(memory), rotation_(memory + kStride) {
    columns_ = tree.scratch;
    turned_ = columns_ + 3 * column_count() * kStride;
    square_ = turned_ + plan.count * plan.length * kStride;
    reach_ = square_ + plan.count * kStride;
  }

  /// J = sum sigma_i u_i v_i^T, in no order.
  IK_INLINE void decompose() {
    begin();
    gather();
    turn_as_before();
    Mask going = every<N>(0.0) < every<N>(1.0);
    for (int sweep = 0; sweep < Limits::kMostSweeps && any(going); ++sweep) {
      going &= jacobi_sweep(going);
    }
    longest_ = measure();
  }

  /// Pseudoinverse::step. \param cutoff share of the largest singular value
  IK_INLINE void pseudoinverse(const N& cutoff) const {
    const N zero = every<N>(0.0);
    const N nothing = every<N>(Limits::kNothing * Limits::kNothing) * longest_;
    const N least = cutoff * wide_root<N>(longest_);
    for (int j = 0; j < joints_; ++j) put<N>(zero, tree_.dtheta, j);
    for (int i = 0; i < plan_.count; ++i) {
      const N square = get<N>(square_, i);
      const Mask counts = (square > nothing) & (wide_root<N>(square) > least);
      // of u and v one is a turned vector, sigma long, and the other a rotation
      const N along = dot_rows(left(i), tree_.error, rows());
      add(counts ? along * scale_ / square : zero, i);
    }
  }

  /// Sdls::step.
  IK_INLINE void selective(const N& gamma_max, bool hard) const {
    constexpr double kZeroSigma = 1e-10;  // as there, m / rad
    const N zero = every<N>(0.0);
    const N one = every<N>(1.0);
    const N nothing = every<N>(Limits::kNothing * Limits::kNothing) * longest_;
    for (int j = 0; j < joints_; ++j) put<N>(zero, tree_.dtheta, j);
    for (int i = 0; i < plan_.count; ++i) {
      const N square = get<N>(square_, i);
      const N length = wide_root<N>(square);
      const N sigma = length / scale_;
      const N shorten = one / length;
      N goes = zero;  // N_i
      for (int s = 0; s < static_cast<int>(tree_.plan.arms.size()); ++s) {
        const Vec<N> part = get_vec<N>(left(i), s);
        goes += wide_root<N>(dot(part, part));
      }
      N moves = zero, largest = zero;  // sigma_i M_i and max |v_i|
      for (int j = 0; j < joints_; ++j) {
        const N v = magnitude<N>(get<N>(right(i), j));
        moves += v * get<N>(reach_, j);
        largest = larger<N>(largest, v);
      }
      N phi = dot_rows(left(i), tree_.error, rows()) / sigma;
      if (plan_.wide) {
        moves *= shorten;
        phi *= shorten;
      } else {
        goes *= shorten;
        phi *= shorten;
      }
      // reach and length are scaled alike
      const N share = goes * length / moves;
      const N gamma = gamma_max * (share < one ? share : one);
      largest *= magnitude<N>(phi);
      const N factor = hard ? (gamma < largest ? gamma / largest : one) : gamma / (gamma + largest);
      const Mask counts = (square > nothing) & (sigma > every<N>(kZeroSigma)) & (largest > zero);
      add(counts ? phi * factor : zero, i);
    }

    N largest = zero;
    for (int j = 0; j < joints_; ++j) {
      largest = larger<N>(largest, magnitude<N>(get<N>(tree_.dtheta, j)));
    }
    const N factor = largest > gamma_max ? gamma_max / (hard ? largest : gamma_max + largest) : one;
    for (int j = 0; j < joints_; ++j) put<N>(factor * get<N>(tree_.dtheta, j), tree_.dtheta, j);
  }

 private:
  static constexpr int kStride = Lanewise<N>::kStride;

  /// The rotation of vectors a and b, and what their squared lengths exchange by it.
  struct Turn {
    bool turns;  ///< some lane, at least
    int a, b;
    N cosine, sine, exchanged;
  };

  int rows() const { return 3 * static_cast<int>(tree_.plan.arms.size()); }
  int column_count() const {
    return static_cast<int>(tree_.plan.arm_joints.size()) + tree_.plan.columns;
  }
  Real* turned(int i) const { return turned_ + i * plan_.length * kStride; }
  Real* rotation(int i) const { return rotation_ + i * plan_.count * kStride; }
  /// u_i and v_i, of which the turned one is not yet of length 1.
  Real* left(int i) const { return plan_.wide ? rotation(i) : turned(i); }
  Real* right(int i) const { return plan_.wide ? turned(i) : rotation(i); }

  /// The dot product, in four sums.
  IK_INLINE static N dot_rows(const Real* a, const Real* b, int length) {
    N sum[4] = {every<N>(0.0), every<N>(0.0), every<N>(0.0), every<N>(0.0)};
    int i = 0;
    for (; i + 4 <= length; i += 4) {
      sum[0] += get<N>(a, i) * get<N>(b, i);
      sum[1] += get<N>(a, i + 1) * get<N>(b, i + 1);
      sum[2] += get<N>(a, i + 2) * get<N>(b, i + 2);
      sum[3] += get<N>(a, i + 3) * get<N>(b, i + 3);
    }
    for (; i < length; ++i) sum[0] += get<N>(a, i) * get<N>(b, i);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }

  /// Calls visit(effector, joint, its column's place in columns_) for all that is not zero in J.
  template <class Visit>
  IK_INLINE void visit_columns(const TreePlan::Arm& arm, const Visit& visit) const {
    const TreePlan& plan = tree_.plan;
    for (int a = arm.from; a < arm.to; ++a) {
      visit(plan.arm_joints[static_cast<std::size_t>(a)], a);
    }
    const int shared = static_cast<int>(plan.arm_joints.size()) + arm.columns;
    for (int i = arm.node; i >= 0; i = plan.nodes[static_cast<std::size_t>(i)].parent) {
      const TreePlan::Node& node = plan.nodes[static_cast<std::size_t>(i)];
      visit(node.joint, shared + node.depth);
    }
  }

  /// The rotations to start from.
  IK_INLINE void begin() const {
    const N one = every<N>(1.0);
    const N age = get<N>(age_, 0);
    const Mask fresh = age == every<N>(0.0);
    const Mask old = age == every<N>(Limits::kOldAge);
    put<N>(old ? one : age + one, age_, 0);
    if (any(fresh)) {
      for (int i = 0; i < plan_.count * plan_.count; ++i) {
        const N identity = every<N>(i % (plan_.count + 1) == 0 ? 1.0 : 0.0);
        put<N>(fresh ? identity : get<N>(rotation_, i), rotation_, i);
      }
    }
    if (any(old)) orthonormalise(old);
  }

  /// Gram and Schmidt, in these lanes.
  IK_INLINE void orthonormalise(const Mask& old) const {
    const N zero = every<N>(0.0);
    const N one = every<N>(1.0);
    for (int a = 0; a < plan_.count; ++a) {
      for (int b = 0; b < a; ++b) {
        const N along = dot_rows(rotation(b), rotation(a), plan_.count);
        const N less = old ? along : zero;
        for (int r = 0; r < plan_.count; ++r) {
          put<N>(get<N>(rotation(a), r) - less * get<N>(rotation(b), r), rotation(a), r);
        }
      }
      const N square = dot_rows(rotation(a), rotation(a), plan_.count);
      const N factor = old ? one / wide_root<N>(square) : one;
      for (int r = 0; r < plan_.count; ++r) {
        put<N>(factor * get<N>(rotation(a), r), rotation(a), r);
      }
    }
  }

  /// J's columns, scaled so that the largest number is near 1, and how far effectors go by each
  /// joint, rho_j in Sdls.
  IK_INLINE void gather() {
    N largest = every<N>(0.0);
    for (const TreePlan::Arm& arm : tree_.plan.arms) {
      const Vec<N> s = get_vec<N>(tree_.point, arm.effector);
      visit_columns(
          arm, [&](int joint, int at) __attribute__((always_inline)) {
            const Vec<N> c = tree_column(tree_, joint, 1.0, s);
            put_vec<N>(c, columns_, at);
            largest = larger<N>(largest, larger<N>(larger<N>(magnitude<N>(c.x), magnitude<N>(c.y)),
                                                   magnitude<N>(c.z)));
          });
    }
    // a power of two changes no digit, and squares then neither overflow nor vanish
    scale_ = inverse_power<N>(largest);
    for (int j = 0; j < joints_; ++j) put<N>(every<N>(0.0), reach_, j);
    for (const TreePlan::Arm& arm : tree_.plan.arms) {
      visit_columns(
          arm, [&](int joint, int at) __attribute__((always_inline)) {
            const Vec<N> c = scale_ * get_vec<N>(columns_, at);
            put_vec<N>(c, columns_, at);
            put<N>(get<N>(reach_, joint) + wide_root<N>(dot(c, c)), reach_, joint);
          });
    }
  }

  /// The vectors to turn, turned by the rotations so far: only what J has is multiplied.
  IK_INLINE void turn_as_before() const {
    for (int i = 0; i < plan_.count; ++i) {
      Real* const to = turned(i);
      Real* const by = rotation(i);
      for (int r = 0; plan_.wide && r < plan_.length; ++r) put<N>(every<N>(0.0), to, r);
      for (const TreePlan::Arm& arm : tree_.plan.arms) {
        if (plan_.wide) {
          const Vec<N> factors = get_vec<N>(by, arm.effector);
          visit_columns(
              arm, [&](int joint, int at) __attribute__((always_inline)) {
                put<N>(get<N>(to, joint) + dot(factors, get_vec<N>(columns_, at)), to, joint);
              });
        } else {
          Vec<N> sum = {every<N>(0.0), every<N>(0.0), every<N>(0.0)};
          visit_columns(
              arm, [&](int joint, int at) __attribute__((always_inline)) {
                sum += get<N>(by, joint) * get_vec<N>(columns_, at);
              });
          put_vec<N>(sum, to, arm.effector);
        }
      }
    }
  }

  /// Squares of all lengths. \returns the largest
  IK_INLINE N measure() const {
    N longest = every<N>(0.0);
    for (int i = 0; i < plan_.count; ++i) {
      const N square = dot_rows(turned(i), turned(i), plan_.length);
      put<N>(square, square_, i);
      longest = larger<N>(longest, square);
    }
    return longest;
  }

  /// Lets every pair meet once. \returns the lanes that need another sweep, of those that go on
  IK_INLINE Mask jacobi_sweep(const Mask& going) const {
    const N longest = measure();
    const N nothing = every<N>(Limits::kNothing * Limits::kNothing) * longest;
    Mask again = going & 0;
    // a pair's rotation takes roots and quotients, during which the pair before is turned
    Turn last{};
    const std::vector<int>& pairs = plan_.pairs;
    for (std::size_t p = 0; p < pairs.size(); p += 2) {
      const int a = pairs[p], b = pairs[p + 1];
      if (last.turns && (a == last.a || a == last.b || b == last.a || b == last.b)) {
        rotate(last);
        last.turns = false;
      }
      Turn turn{};
      find_turn(a, b, nothing, going, again, turn);
      if (last.turns) rotate(last);
      last = turn;
    }
    if (last.turns) rotate(last);
    return again;
  }

  /// The rotation after which vectors a and b are orthogonal, Golub and Van Loan (2013), section
  /// 8.6.3: tan 2x = 2 ab / (bb - aa), and of its two solutions the turn by at most 45 degrees.
  IK_INLINE void find_turn(int a, int b, const N& nothing, const Mask& going, Mask& again,
                           Turn& turn) const {
    const N zero = every<N>(0.0);
    const N one = every<N>(1.0);
    const N aa = get<N>(square_, a), bb = get<N>(square_, b);
    const N ab = dot_rows(turned(a), turned(b), plan_.length);
    const N limit = aa * bb;
    const Mask turns = going & (aa > nothing) & (bb > nothing) &
                       (ab * ab > every<N>(Limits::kOrthogonal * Limits::kOrthogonal) * limit);
    if (!any(turns)) return;
    turn.turns = true;
    turn.a = a;
    turn.b = b;
    again |= turns & (ab * ab > every<N>(Limits::kLastSweep * Limits::kLastSweep) * limit);
    const N half = every<N>(0.5) * (bb - aa);
    const N root = wide_root<N>(half * half + ab * ab);
    const N size = ab / (magnitude<N>(half) + root + every<N>(Limits::kTiny));
    const N tangent = turns ? (half < zero ? -size : size) : zero;
    turn.cosine = one / wide_root<N>(one + tangent * tangent);
    turn.sine = turn.cosine * tangent;
    turn.exchanged = tangent * ab;
  }

  IK_INLINE void rotate(const Turn& turn) const {
    rotate_rows(turned(turn.a), turned(turn.b), plan_.length, turn);
    rotate_rows(rotation(turn.a), rotation(turn.b), plan_.count, turn);
    put<N>(get<N>(square_, turn.a) - turn.exchanged, square_, turn.a);
    put<N>(get<N>(square_, turn.b) + turn.exchanged, square_, turn.b);
  }
  IK_INLINE static void rotate_rows(Real* a, Real* b, int length, const Turn& turn) {
    for (int i = 0; i < length; ++i) {
      const N x = get<N>(a, i), y = get<N>(b, i);
      put<N>(turn.cosine * x - turn.sine * y, a, i);
      put<N>(turn.sine * x + turn.cosine * y, b, i);
    }
  }

  /// dtheta += factor times the right vector of direction i, as it stands.
  IK_INLINE void add(const N& factor, int i) const {
    for (int j = 0; j < joints_; ++j) {
      put<N>(get<N>(tree_.dtheta, j) + factor * get<N>(right(i), j), tree_.dtheta, j);
    }
  }

  const TreeStep<N>& tree_;
  const SingularPlan& plan_;
  int joints_;
  Real *age_, *rotation_;    // memory
  Real *columns_, *turned_;  // scratch: J, and its vectors; see visit_columns
  Real *square_, *reach_;    // their squared lengths; rho
  N scale_, longest_;
};

}  // namespace ik
