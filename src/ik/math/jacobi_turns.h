#pragma once

#include <limits>

#include "ik/simd/lanes.h"

// One-sided Jacobi rotations of four vectors that meet, in numbers N: what one body and many share.
namespace ik {

/// So many decompositions may start from the last one's rotations before their rounding is taken
/// out.
inline constexpr int kOldAge = 8;

/// Where rotations stop, for numbers of that precision.
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

/// The pairs of so many vectors that meet, in the order in which they are turned. Of four, the
/// first two pairs are `inside` a couple that stays together.
template <int kVectors>
struct JacobiPairs;
template <>
struct JacobiPairs<2> {
  static constexpr int kCount = 1, kInside = 0;
  static constexpr int kList[kCount][2] = {{0, 1}};
};
template <>
struct JacobiPairs<4> {
  static constexpr int kCount = 6, kInside = 2;
  static constexpr int kList[kCount][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {0, 3}, {1, 2}};
};

/// Which of its pairs two vectors are.
template <int kVectors>
constexpr int pair_of(int a, int b) {
  using Pairs = JacobiPairs<kVectors>;
  for (int i = 0; i < Pairs::kCount; ++i) {
    const int x = Pairs::kList[i][0], y = Pairs::kList[i][1];
    if ((x == a && y == b) || (x == b && y == a)) return i;
  }
  return -1;
}

/// Vectors that meet. Each is stored too long: the cosine of a rotation goes into a factor of the
/// vector (Gentleman 1973), which leaves half the products.
template <class N, int kVectors>
struct JacobiTurn {
  static constexpr int kPairs = JacobiPairs<kVectors>::kCount;
  N dot[kPairs];                  ///< of the pairs' vectors as they are stored
  N shrunk[kVectors];             ///< the square of the factor that brings a vector to its length
  N square[kVectors];             ///< of that length
  N alpha[kPairs], beta[kPairs];  ///< of a pair (x, y) its rotation makes x - alpha y, y + beta x
  MaskOf<N> turns;                ///< any of the pairs
};

/// What the meetings of a sweep share.
template <class N>
struct JacobiSweep {
  N nothing;        ///< the square of a length that is rounding
  MaskOf<N> again;  ///< lanes that need another sweep
};

/// x - alpha y and y + beta x.
template <class N>
IK_INLINE void jacobi_mix(const N& alpha, const N& beta, N& x, N& y) {
  const N old = x;
  x -= alpha * y;
  y += beta * old;
}

/// The rotation after which a pair is orthogonal, Golub and Van Loan (2013), section 8.6.3:
/// tan 2x = 2 ab / (bb - aa), and of its two solutions the turn by at most 45 degrees. Other lanes
/// than `lanes` turn by nothing.
template <int kPair, class N, int kVectors>
IK_INLINE void jacobi_find(const MaskOf<N>& lanes, JacobiSweep<N>& sweep,
                           JacobiTurn<N, kVectors>& turn) {
  using Mask = MaskOf<N>;
  using Limits = JacobiLimits<RealOf<N>>;
  constexpr int kA = JacobiPairs<kVectors>::kList[kPair][0];
  constexpr int kB = JacobiPairs<kVectors>::kList[kPair][1];
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
  const Mask turns = lanes & (larger<N>(aa, bb) > sweep.nothing) & (limit > zero) &
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
  // the other dot products follow from the rotation
  for (int other = 0; other < kVectors; ++other) {
    if (other == kA || other == kB) continue;
    jacobi_mix(alpha, beta, turn.dot[pair_of<kVectors>(kA, other)],
               turn.dot[pair_of<kVectors>(kB, other)]);
  }
}

}  // namespace ik
