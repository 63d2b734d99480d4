#pragma once

#include "ik/batch/lane_step.h"
#include "ik/math/jacobi_turns.h"
#include "ik/math/row_matrix.h"

namespace ik {

/// One-sided Jacobi rotations (Hestenes 1958) in lanes N: vectors are rotated in pairs until all
/// are orthogonal. The columns of the rotation matrix, which starts as the product of the previous
/// rotations, are rotated with them.
///
/// Every lane has the same bits as Svd: same pairs, same order, same sums.
///
/// All lanes process the same pairs. A lane does not rotate if its pair is orthogonal or if it has
/// finished its last sweep, so its bits do not depend on the other lanes.
///
/// Rotations are fast Givens rotations, see JacobiTurn. Many vectors are rotated in groups of four,
/// see jacobi_group_size: the dot products of all six pairs are computed before the first rotation
/// and then updated, which halves loads and stores.
template <class N>
class JacobiLanes {
 public:
  using Mask = MaskOf<N>;
  using Limits = JacobiLimits;
  static constexpr int kStride = Lanewise<N>::kStride;

  /// \param vectors (places x length), zeros from `count` on
  /// \param rotation (places x count)
  /// \param scratch (2 places)
  IK_INLINE JacobiLanes(const SingularPlan& plan, double* vectors, double* rotation,
                        double* scratch)
      : plan_(plan),
        vectors_(vectors),
        rotation_(rotation),
        square_(scratch),
        shrunk_(scratch + plan.places * kStride) {}

  double* vector(int i) const { return vectors_ + i * plan_.length * kStride; }
  double* rotation(int i) const { return rotation_ + i * plan_.count * kStride; }
  /// A vector's length after run(), 0 if it is rounding.
  IK_INLINE N length(int i) const { return get<N>(square_, i); }

  /// Rotates the vectors until all are orthogonal, at most `most` sweeps, and sorts them by
  /// descending length. Then normalises them (0 if the length is rounding) and scales the
  /// rotation's columns to their true length.
  IK_INLINE_LARGE void run(int most = Limits::kMaxSweeps) const {
    for (int i = 0; i < plan_.places; ++i) {
      put<N>(every<N>(1.0), shrunk_, i);
      put<N>(every<N>(0.0), square_, i);
    }
    Mask going = every<N>(0.0) < every<N>(1.0);
    for (int i = 0; i < most && any(going); ++i) {
      const N longest = measure();
      going = plan_.at_a_time == 2 ? sweep<2>(going, longest) : sweep<4>(going, longest);
    }
    const N longest = measure();
    sort();
    stretch(longest);
  }

  /// Makes the rotation matrix orthonormal again in `lanes`, by Gram-Schmidt.
  IK_INLINE void orthonormalise(const Mask& lanes) const {
    const N zero = every<N>(0.0);
    const N one = every<N>(1.0);
    const int count = plan_.count;
    for (int i = 0; i < count; ++i) {
      double* const a = rotation(i);
      for (int before = 0; before < i; ++before) {
        const double* const b = rotation(before);
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
  /// One sweep in the lanes `going`. \returns the lanes that need another sweep
  template <int kVectors>
  IK_INLINE Mask sweep(const Mask& going, const N& longest) const {
    using Turn = JacobiTurn<N, kVectors>;
    JacobiSweep<N> sweep = {every<N>(Limits::kNothing * Limits::kNothing) * longest, going & 0};
    // Pipelining: finding rotations is a dependency chain of roots and quotients; meanwhile the
    // vectors of the previous group are rotated.
    Turn last{};
    const JacobiGroup* of = nullptr;  // the previous group; null if it needs no rotation
    for (const JacobiGroup& meeting : plan_.meetings) {
      if (of != nullptr && share<kVectors>(*of, meeting)) {
        rotate(vectors_, plan_.length, *of, last);
        rotate(rotation_, plan_.count, *of, last);
        of = nullptr;
      }
      Turn turn{};
      meet(meeting, turn);
      turn.turns = going & 0;
      if constexpr (kVectors == 4) {
        if (meeting.inside) {
          jacobi_find<0>(going, sweep, turn);
          jacobi_find<1>(going, sweep, turn);
        }
        jacobi_find<2>(going, sweep, turn);
        jacobi_find<3>(going, sweep, turn);
        if (of != nullptr) rotate(vectors_, plan_.length, *of, last);
        jacobi_find<4>(going, sweep, turn);
        jacobi_find<5>(going, sweep, turn);
      } else {
        jacobi_find<0>(going, sweep, turn);
        if (of != nullptr) rotate(vectors_, plan_.length, *of, last);
      }
      if (of != nullptr) rotate(rotation_, plan_.count, *of, last);
      for (std::size_t v = 0; v < kVectors; ++v) {
        put<N>(turn.shrunk[v], shrunk_, meeting.vectors[v]);
        put<N>(turn.square[v], square_, meeting.vectors[v]);
      }
      of = any(turn.turns) ? &meeting : nullptr;
      last = turn;
    }
    if (of != nullptr) {
      rotate(vectors_, plan_.length, *of, last);
      rotate(rotation_, plan_.count, *of, last);
    }
    return sweep.again;
  }

  /// True if the groups have a vector or a block in common.
  template <int kVectors>
  static bool share(const JacobiGroup& a, const JacobiGroup& b) {
    constexpr std::size_t kOther = kVectors / 2;
    return a.vectors[0] == b.vectors[0] || a.vectors[0] == b.vectors[kOther] ||
           a.vectors[kOther] == b.vectors[0] || a.vectors[kOther] == b.vectors[kOther];
  }

  /// Fills the squared lengths. \returns the largest squared length
  IK_INLINE N measure() const {
    N longest = every<N>(0.0);
    for (int i = 0; i < plan_.count; ++i) {
      const N square = get<N>(shrunk_, i) * dot_rows<N>(vector(i), vector(i), plan_.length);
      put<N>(square, square_, i);
      longest = larger<N>(longest, square);
    }
    return longest;
  }

  /// Sorts by descending length; a stable insertion sort.
  IK_INLINE void sort() const {
    for (int i = 1; i < plan_.count; ++i) {
      for (int at = i; at > 0; --at) {
        const Mask rises = get<N>(square_, at - 1) < get<N>(square_, at);
        if (!any(rises)) break;
        const auto exchange = [&rises](double* a, double* b, int rows)
            __attribute__((always_inline)) {
          for (int r = 0; r < rows; ++r) {
            const N x = get<N>(a, r), y = get<N>(b, r);
            put<N>(rises ? y : x, a, r);
            put<N>(rises ? x : y, b, r);
          }
        };
        exchange(square_ + (at - 1) * kStride, square_ + at * kStride, 1);
        exchange(shrunk_ + (at - 1) * kStride, shrunk_ + at * kStride, 1);
        exchange(vector(at - 1), vector(at), plan_.length);
        exchange(rotation(at - 1), rotation(at), plan_.count);
      }
    }
  }

  /// Normalises the vectors, scales the rotation's columns, and replaces squares by lengths.
  IK_INLINE void stretch(const N& longest) const {
    const N zero = every<N>(0.0);
    const N nothing = every<N>(Limits::kNothing * Limits::kNothing) * longest;
    for (int i = 0; i < plan_.count; ++i) {
      const N square = get<N>(square_, i);
      const N length = square > nothing ? wide_root<N>(square) : zero;
      const N shrink = wide_root<N>(get<N>(shrunk_, i));
      const N unit = length > zero ? shrink / length : zero;
      put<N>(length, square_, i);
      double* const vector = this->vector(i);
      for (int r = 0; r < plan_.length; ++r) put<N>(unit * get<N>(vector, r), vector, r);
      double* const rotation = this->rotation(i);
      for (int r = 0; r < plan_.count; ++r) put<N>(shrink * get<N>(rotation, r), rotation, r);
    }
  }

  /// Fills `turn` with the dot products, squared lengths and scale factors of the vectors.
  template <int kVectors>
  IK_INLINE void meet(const JacobiGroup& meeting, JacobiTurn<N, kVectors>& turn) const {
    using Pairs = JacobiPairs<kVectors>;
    const N zero = every<N>(0.0);
    const double* of[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      of[v] = vector(meeting.vectors[v]);
      turn.shrunk[v] = get<N>(shrunk_, meeting.vectors[v]);
      turn.square[v] = get<N>(square_, meeting.vectors[v]);
    }
    // summation order of Svd: four sums over every fourth row, added in pairs, then together
    N half[2][Pairs::kCount];
    for (int lane = 0; lane < kLanes; ++lane) {
      N sums[Pairs::kCount];
      for (N& sum : sums) sum = zero;
      for (int r = lane; r < plan_.length; r += kLanes) {
        N x[kVectors];
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) x[v] = get<N>(of[v], r);
#pragma GCC unroll 6
        for (int pair = 0; pair < Pairs::kCount; ++pair) {
          sums[pair] += x[Pairs::kList[pair][0]] * x[Pairs::kList[pair][1]];
        }
      }
#pragma GCC unroll 6
      for (int pair = 0; pair < Pairs::kCount; ++pair) {
        N& to = half[lane / 2][pair];
        to = lane % 2 == 0 ? sums[pair] : to + sums[pair];
      }
    }
    for (int pair = 0; pair < Pairs::kCount; ++pair) {
      turn.dot[pair] = half[0][pair] + half[1][pair];
    }
  }

  /// Rotates the group's vectors, or columns of the rotation matrix, in `rows`.
  /// \param length entries of each
  template <int kVectors>
  IK_INLINE static void rotate(double* rows, int length, const JacobiGroup& meeting,
                               const JacobiTurn<N, kVectors>& turn) {
    using Pairs = JacobiPairs<kVectors>;
    double* of[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      of[v] = rows + meeting.vectors[v] * length * kStride;
    }
    const bool inside = meeting.inside;
    for (int r = 0; r < length; ++r) {
      N x[kVectors];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) x[v] = get<N>(of[v], r);
#pragma GCC unroll 6
      for (int pair = 0; pair < Pairs::kCount; ++pair) {
        if (pair < Pairs::kInside && !inside) continue;
        jacobi_mix(turn.alpha[pair], turn.beta[pair], x[Pairs::kList[pair][0]],
                   x[Pairs::kList[pair][1]]);
      }
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) put<N>(x[v], of[v], r);
    }
  }

  const SingularPlan& plan_;
  double *vectors_, *rotation_;
  double *square_, *shrunk_;  // squared length, squared scale factor of each vector
};

}  // namespace ik
