#pragma once

#include <limits>

#include "ik/simd/lanes.h"

// One-sided Jacobi rotations for a number type N: double, or a set of lanes.
namespace ik {

/// Number of warm-started decompositions after which the rotations are made orthonormal again.
inline constexpr int kReorthonormaliseAge = 8;

/// Stopping thresholds of the rotations.
struct JacobiLimits {
  static constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  /// Vectors count as orthogonal when the cosine of their angle is below this.
  static constexpr double kOrthogonal = 4.0 * kEpsilon;
  /// A sweep without a cosine or rotation angle above this is the last: rotating one pair changes
  /// another pair's cosine only by the product of both.
  static constexpr double kLastSweep = 1e-7;
  /// Vectors shorter than this, relative to the longest, are rounding: sigma is 0.
  static constexpr double kNothing = 1e-14;
  static constexpr int kMaxSweeps = 40;  ///< bound of the loop; more than eight sweeps are rare
};

/// The power of two that scales a >= 0 to between 1 and 2; at least 2^-1022 (double). 1 if a is 0
/// or subnormal.
template <class N>
IK_INLINE N inverse_power(const N& a) {
  using Bits = MaskOf<N>;
  constexpr int kDigits = 52;
  constexpr int kBias = 1023;
  const Bits exponent = (Bits)a >> kDigits;
  const Bits turned = exponent < 2 * kBias ? 2 * kBias - exponent : exponent * 0 + 1;
  return exponent > 0 ? (N)(turned << kDigits) : every<N>(1.0);
}

/// The pairs in a group of kVectors vectors, in the order of their rotations. The first kInside
/// pairs are within a block.
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

/// Index of the pair (a, b) of a group's vectors, -1 if there is none.
template <int kVectors>
constexpr int pair_of(int a, int b) {
  using Pairs = JacobiPairs<kVectors>;
  for (int i = 0; i < Pairs::kCount; ++i) {
    const int x = Pairs::kList[i][0], y = Pairs::kList[i][1];
    if ((x == a && y == b) || (x == b && y == a)) return i;
  }
  return -1;
}

/// The rotations of a group. Fast Givens rotations (Gentleman 1973): the cosines are accumulated in
/// one scale factor per vector, which halves the multiplications. A vector equals its stored values
/// times its scale factor.
template <class N, int kVectors>
struct JacobiTurn {
  static constexpr int kPairs = JacobiPairs<kVectors>::kCount;
  N dot[kPairs];                  ///< dot product of each pair's stored values
  N shrunk[kVectors];             ///< squared scale factor of each vector
  N square[kVectors];             ///< squared length of each vector
  N alpha[kPairs], beta[kPairs];  ///< a pair (x, y) is rotated to (x - alpha y, y + beta x)
  MaskOf<N> turns;                ///< lanes in which some pair is rotated
};

/// State of a sweep, shared by its groups.
template <class N>
struct JacobiSweep {
  N nothing;        ///< squared lengths up to this are rounding
  MaskOf<N> again;  ///< lanes that need another sweep
};

/// Constants of jacobi_find.
struct JacobiNumbers {
  using Limits = JacobiLimits;
  double one = 1.0, half = 0.5;
  double first_bit = -0.0;  ///< only the sign bit is set
  /// Squares of the minimum cosine that needs a rotation, and that needs another sweep.
  double orthogonal = Limits::kOrthogonal * Limits::kOrthogonal;
  double last_sweep = Limits::kLastSweep * Limits::kLastSweep;
};
inline constexpr JacobiNumbers kJacobiNumbers;

/// x - alpha y and y + beta x.
template <class N>
IK_INLINE void jacobi_mix(const N& alpha, const N& beta, N& x, N& y) {
  const N old = x;
  x -= alpha * y;
  y += beta * old;
}

/// Finds the rotation angle x that makes a pair orthogonal, Golub and Van Loan (2013), section
/// 8.6.3: tan 2x = 2 ab / (bb - aa), |x| <= 45 degrees. Lanes outside `lanes` do not rotate.
template <int kPair, class N, int kVectors>
IK_INLINE void jacobi_find(const MaskOf<N>& lanes, JacobiSweep<N>& sweep,
                           JacobiTurn<N, kVectors>& turn) {
  using Mask = MaskOf<N>;
  const JacobiNumbers& numbers = *from_memory(&kJacobiNumbers);
  constexpr int kA = JacobiPairs<kVectors>::kList[kPair][0];
  constexpr int kB = JacobiPairs<kVectors>::kList[kPair][1];
  const N zero = every<N>(0.0);
  const N one = every<N>(numbers.one);
  const N aa = turn.square[kA], bb = turn.square[kB];
  const N by_a = turn.shrunk[kA] * turn.dot[kPair];
  const N by_b = turn.shrunk[kB] * turn.dot[kPair];
  const N square = by_a * by_b;  // squared dot product of the scaled vectors
  const N limit = aa * bb;
  // A negligible vector is still made orthogonal to a significant one; otherwise the direction of
  // the significant vector would lose digits. The negligible vector needs no further sweep.
  const Mask a_counts = aa > sweep.nothing, b_counts = bb > sweep.nothing;
  const Mask turns = lanes & (a_counts | b_counts) & (limit > zero) &
                     (square > every<N>(numbers.orthogonal) * limit);
  // Most pairs are orthogonal before the last sweep. With few vectors all lanes seldom agree, and
  // the test costs more than it saves.
  if (kVectors == 4 && !any(turns)) {
    turn.alpha[kPair] = turn.beta[kPair] = zero;
    return;
  }
  turn.turns |= turns;

  const N half = every<N>(numbers.half) * (bb - aa);
  const N root = wide_root<N>(half * half + square);
  // `root` with the sign of `half`; half is never -0, because significant squared lengths never
  // differ by a subnormal number
  const N divisor = half + (N)((Mask)root | ((Mask)half & (Mask)every<N>(numbers.first_bit)));
  const N quotient = one / divisor;
  const N divisor_square = divisor * divisor;
  const N cosine_square = divisor_square / (divisor_square + square);
  sweep.again |= turns & a_counts & b_counts &
                 (square > every<N>(numbers.last_sweep) * smaller<N>(limit, divisor_square));
  const N factor = chosen<N>(turns, quotient, zero);
  const N shrink = chosen<N>(turns, cosine_square, one);
  const N alpha = by_b * factor;
  const N beta = by_a * factor;
  const N exchanged = square * factor;
  turn.alpha[kPair] = alpha;
  turn.beta[kPair] = beta;
  turn.shrunk[kA] *= shrink;
  turn.shrunk[kB] *= shrink;
  turn.square[kA] = aa - exchanged;
  turn.square[kB] = bb + exchanged;
  // the pair's own dot product is 0 after the rotation; pairs between blocks use it
  if constexpr (kPair < JacobiPairs<kVectors>::kInside) {
    turn.dot[kPair] = chosen<N>(turns, zero, turn.dot[kPair]);
  }
  // update the other dot products; the last two pairs share no vector with a later pair
  if constexpr (kPair + 2 < JacobiPairs<kVectors>::kCount) {
    for (int other = 0; other < kVectors; ++other) {
      if (other == kA || other == kB) continue;
      jacobi_mix(alpha, beta, turn.dot[pair_of<kVectors>(kA, other)],
                 turn.dot[pair_of<kVectors>(kB, other)]);
    }
  }
}

}  // namespace ik
