#pragma once

#include <limits>

#include "ik/singular_plan.h"
#include "ik/wide.h"

namespace ik {

/// Where lanes stop, for numbers of that precision; as ik::Svd and jacobi_sweep do for doubles.
template <class Real>
struct JacobiLimits {
  static constexpr bool kDouble = sizeof(Real) == 8;
  static constexpr double kEpsilon = static_cast<double>(std::numeric_limits<Real>::epsilon());
  /// Vectors count as orthogonal when the cosine of their angle is below this.
  static constexpr double kOrthogonal = 4.0 * kEpsilon;
  /// A sweep that met no larger cosine and turned by no larger angle than this is the last: what
  /// one pair's turn brings back of another's cosine is their product.
  static constexpr double kLastSweep = kDouble ? 1e-7 : 3e-4;
  /// Vectors shorter than this, relative to the longest, are rounding alone: sigma is 0.
  static constexpr double kNothing = kDouble ? 1e-14 : 5e-6;
  static constexpr int kMostSweeps = 40;  ///< eight are many; makes the loop's end certain
};

/// The dot product of two vectors in rows, in four sums.
template <class N>
IK_INLINE N dot_rows(const RealOf<N>* a, const RealOf<N>* b, int length) {
  const N zero = every<N>(0.0);
  N sum[4] = {zero, zero, zero, zero};
  int i = 0;
  for (; i + 4 <= length; i += 4) {
    for (int c = 0; c < 4; ++c) sum[c] += get<N>(a, i + c) * get<N>(b, i + c);
  }
  for (; i < length; ++i) sum[0] += get<N>(a, i) * get<N>(b, i);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// The pairs of four vectors, in the order in which they are turned ...
inline constexpr int kPairs[6][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {0, 3}, {1, 2}};
/// ... and which of them two vectors are.
inline constexpr int kPairOf[4][4] = {{-1, 0, 2, 4}, {0, -1, 5, 3}, {2, 5, -1, 1}, {4, 3, 1, -1}};
constexpr bool pairs_agree() {
  for (int i = 0; i < 6; ++i) {
    const int a = kPairs[i][0], b = kPairs[i][1];
    if (kPairOf[a][b] != i || kPairOf[b][a] != i) return false;
  }
  return true;
}
static_assert(pairs_agree());

/// One-sided Jacobi rotations (Hestenes 1958) in lanes N: vectors are turned in pairs until all are
/// orthogonal, and so are the columns of the rotation, which begin as the columns that brought the
/// vectors here.
///
/// All lanes go through the same pairs. A lane turns by nothing where its pair is orthogonal and
/// after its last sweep, so that its numbers do not depend on how long others take.
///
/// While they are turned vectors are stored too long: the cosine of a rotation goes into a factor
/// of the vector (Gentleman 1973), which leaves half the products. And four vectors are turned at a
/// time, in pairs whose dot products follow from those of the four: half the loads and stores.
template <class N>
class JacobiLanes {
 public:
  using Real = RealOf<N>;
  using Mask = MaskOf<N>;
  using Limits = JacobiLimits<Real>;
  static constexpr int kStride = Lanewise<N>::kStride;

  /// \param vectors (places x length), zeros from `count` on
  /// \param rotation (places x count)
  /// \param scratch (2 places)
  IK_INLINE JacobiLanes(const SingularPlan& plan, Real* vectors, Real* rotation, Real* scratch)
      : plan_(plan),
        vectors_(vectors),
        rotation_(rotation),
        square_(scratch),
        shrunk_(scratch + plan.places * kStride) {}

  Real* vector(int i) const { return vectors_ + i * plan_.length * kStride; }
  Real* rotation(int i) const { return rotation_ + i * plan_.count * kStride; }
  /// A vector's squared length, as of run().
  IK_INLINE N square(int i) const { return get<N>(square_, i); }

  /// Turns the vectors until all are orthogonal, or for `most` sweeps. \returns the square of the
  /// longest
  IK_INLINE N run(int most = Limits::kMostSweeps) const {
    for (int i = 0; i < plan_.places; ++i) {
      put<N>(every<N>(1.0), shrunk_, i);
      put<N>(every<N>(0.0), square_, i);
    }
    Mask going = every<N>(0.0) < every<N>(1.0);
    for (int i = 0; i < most && any(going); ++i) {
      // the first sweep turns most; factors of later ones are near 1 and can wait
      going = sweep(going, i % 4 == 1 ? stretch() : measure());
    }
    return stretch();
  }

  /// Takes rounding out of the rotation, in these lanes: Gram and Schmidt.
  IK_INLINE void orthonormalise(const Mask& lanes) const {
    const N zero = every<N>(0.0);
    const N one = every<N>(1.0);
    const int count = plan_.count;
    for (int i = 0; i < count; ++i) {
      Real* const a = rotation(i);
      for (int before = 0; before < i; ++before) {
        const Real* const b = rotation(before);
        const N along = dot_rows<N>(b, a, count);
        const N less = lanes ? along : zero;
        for (int r = 0; r < count; ++r) put<N>(get<N>(a, r) - less * get<N>(b, r), a, r);
      }
      const N shorten = one / wide_root<N>(dot_rows<N>(a, a, count));
      const N factor = lanes ? shorten : one;
      for (int r = 0; r < count; ++r) put<N>(factor * get<N>(a, r), a, r);
    }
  }

 private:
  using Meeting = SingularPlan::Meeting;

  /// A meeting on its way: of a pair (x, y) its rotation makes x - alpha y and y + beta x.
  struct Turn {
    const Meeting* of;  ///< null: nothing to turn
    Mask turns;         ///< any of its pairs
    N alpha[6], beta[6];
    N dot[6];  ///< of the pairs' vectors as they are stored
    N shrunk[4], square[4];
  };
  struct Sweep {
    N nothing;  ///< the square of a length that is rounding
    Mask going, again;
  };

  /// Lets every pair meet once. \returns the lanes that need another sweep, of those that go on
  IK_INLINE Mask sweep(const Mask& going, const N& longest) const {
    Sweep sweep = {every<N>(Limits::kNothing * Limits::kNothing) * longest, going, going & 0};
    // rotations take roots and quotients, one after the other; meanwhile the last four are turned
    Turn last{};
    for (const Meeting& meeting : plan_.meetings) {
      if (last.of != nullptr && share(*last.of, meeting)) {
        rotate(vectors_, plan_.length, last);
        rotate(rotation_, plan_.count, last);
        last.of = nullptr;
      }
      Turn turn{};
      meet(meeting, turn);
      turn.turns = going & 0;
      if (meeting.inside) {
        find<0>(sweep, turn);
        find<1>(sweep, turn);
      }
      find<2>(sweep, turn);
      find<3>(sweep, turn);
      if (last.of != nullptr) rotate(vectors_, plan_.length, last);
      find<4>(sweep, turn);
      find<5>(sweep, turn);
      if (last.of != nullptr) rotate(rotation_, plan_.count, last);
      for (int i = 0; i < 4; ++i) {
        put<N>(turn.shrunk[i], shrunk_, meeting.vectors[i]);
        put<N>(turn.square[i], square_, meeting.vectors[i]);
      }
      turn.of = any(turn.turns) ? &meeting : nullptr;
      last = turn;
    }
    if (last.of != nullptr) {
      rotate(vectors_, plan_.length, last);
      rotate(rotation_, plan_.count, last);
    }
    return sweep.again;
  }

  static bool share(const Meeting& a, const Meeting& b) {
    return a.vectors[0] == b.vectors[0] || a.vectors[0] == b.vectors[2] ||
           a.vectors[2] == b.vectors[0] || a.vectors[2] == b.vectors[2];
  }

  /// Takes the squares of all lengths. \returns the largest
  IK_INLINE N measure() const {
    N longest = every<N>(0.0);
    for (int i = 0; i < plan_.count; ++i) {
      const N square = get<N>(shrunk_, i) * dot_rows<N>(vector(i), vector(i), plan_.length);
      put<N>(square, square_, i);
      longest = larger<N>(longest, square);
    }
    return longest;
  }

  /// The same, and brings all vectors to their lengths.
  IK_INLINE N stretch() const {
    for (int i = 0; i < plan_.count; ++i) {
      const N factor = wide_root<N>(get<N>(shrunk_, i));
      put<N>(every<N>(1.0), shrunk_, i);
      Real* const vector = this->vector(i);
      for (int r = 0; r < plan_.length; ++r) put<N>(factor * get<N>(vector, r), vector, r);
      Real* const rotation = this->rotation(i);
      for (int r = 0; r < plan_.count; ++r) put<N>(factor * get<N>(rotation, r), rotation, r);
    }
    return measure();
  }

  IK_INLINE void meet(const Meeting& meeting, Turn& turn) const {
    for (int i = 0; i < 4; ++i) {
      turn.shrunk[i] = get<N>(shrunk_, meeting.vectors[i]);
      turn.square[i] = get<N>(square_, meeting.vectors[i]);
    }
    const Real* const a = vector(meeting.vectors[0]);
    const Real* const b = vector(meeting.vectors[1]);
    const Real* const c = vector(meeting.vectors[2]);
    const Real* const d = vector(meeting.vectors[3]);
    const N zero = every<N>(0.0);
    N ab = zero, cd = zero, ac = zero, bd = zero, ad = zero, bc = zero;
    for (int r = 0; r < plan_.length; ++r) {
      const N w = get<N>(a, r), x = get<N>(b, r), y = get<N>(c, r), z = get<N>(d, r);
      ab += w * x;
      cd += y * z;
      ac += w * y;
      bd += x * z;
      ad += w * z;
      bc += x * y;
    }
    turn.dot[0] = ab;
    turn.dot[1] = cd;
    turn.dot[2] = ac;
    turn.dot[3] = bd;
    turn.dot[4] = ad;
    turn.dot[5] = bc;
  }

  /// The rotation after which a pair is orthogonal, Golub and Van Loan (2013), section 8.6.3:
  /// tan 2x = 2 ab / (bb - aa), and of its two solutions the turn by at most 45 degrees.
  template <int kPair>
  IK_INLINE static void find(Sweep& sweep, Turn& turn) {
    constexpr int kA = kPairs[kPair][0], kB = kPairs[kPair][1];
    const N zero = every<N>(0.0);
    const N one = every<N>(1.0);
    const N aa = turn.square[kA], bb = turn.square[kB];
    const N by_a = turn.shrunk[kA] * turn.dot[kPair];
    const N by_b = turn.shrunk[kB] * turn.dot[kPair];
    const N square = by_a * by_b;  // of the dot product of the vectors at their lengths
    const N limit = aa * bb;
    // what is rounding among vectors that count is turned away from them, which takes one sweep;
    // left as it is, it would cost their directions digits
    const Mask counts = (aa > sweep.nothing) & (bb > sweep.nothing);
    const Mask turns = sweep.going & (larger<N>(aa, bb) > sweep.nothing) & (limit > zero) &
                       (square > every<N>(Limits::kOrthogonal * Limits::kOrthogonal) * limit);
    turn.turns |= turns;

    const N half = every<N>(0.5) * (bb - aa);
    const N root = wide_root<N>(half * half + square);
    const N divisor = half < zero ? half - root : half + root;
    const N quotient = one / divisor;
    const N divisor_square = divisor * divisor;
    const N cosine_square = divisor_square / (divisor_square + square);
    const N small = every<N>(Limits::kLastSweep * Limits::kLastSweep);
    sweep.again |= turns & counts & ((square > small * limit) | (square > small * divisor_square));
    const N factor = turns ? quotient : zero;
    const N shrink = turns ? cosine_square : one;
    const N alpha = by_b * factor;
    const N beta = by_a * factor;
    const N exchanged = turns ? square * factor : zero;
    turn.alpha[kPair] = alpha;
    turn.beta[kPair] = beta;
    turn.shrunk[kA] *= shrink;
    turn.shrunk[kB] *= shrink;
    turn.square[kA] = aa - exchanged;
    turn.square[kB] = bb + exchanged;
    for (int other = 0; other < 4; ++other) {
      if (other == kA || other == kB) continue;
      mix(alpha, beta, turn.dot[kPairOf[kA][other]], turn.dot[kPairOf[kB][other]]);
    }
  }

  IK_INLINE static void mix(const N& alpha, const N& beta, N& a, N& b) {
    const N old = a;
    a -= alpha * b;
    b += beta * old;
  }

  /// Turns the four of a meeting among `rows` that are `length` long.
  IK_INLINE static void rotate(Real* rows, int length, const Turn& turn) {
    Real* const a = rows + turn.of->vectors[0] * length * kStride;
    Real* const b = rows + turn.of->vectors[1] * length * kStride;
    Real* const c = rows + turn.of->vectors[2] * length * kStride;
    Real* const d = rows + turn.of->vectors[3] * length * kStride;
    const bool inside = turn.of->inside;
    for (int r = 0; r < length; ++r) {
      N w = get<N>(a, r), x = get<N>(b, r), y = get<N>(c, r), z = get<N>(d, r);
      if (inside) {
        mix(turn.alpha[0], turn.beta[0], w, x);
        mix(turn.alpha[1], turn.beta[1], y, z);
      }
      mix(turn.alpha[2], turn.beta[2], w, y);
      mix(turn.alpha[3], turn.beta[3], x, z);
      mix(turn.alpha[4], turn.beta[4], w, z);
      mix(turn.alpha[5], turn.beta[5], x, y);
      put<N>(w, a, r);
      put<N>(x, b, r);
      put<N>(y, c, r);
      put<N>(z, d, r);
    }
  }

  const SingularPlan& plan_;
  Real *vectors_, *rotation_;
  Real *square_, *shrunk_;  // of each vector: its squared length, and its factor's square
};

}  // namespace ik
