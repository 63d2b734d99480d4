#pragma once

#include "ik/batch/singular_plan.h"
#include "ik/math/jacobi_turns.h"

namespace ik {

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
  using Turn = JacobiTurn<N, 4>;

  /// Lets every pair meet once. \returns the lanes that need another sweep, of those that go on
  IK_INLINE Mask sweep(const Mask& going, const N& longest) const {
    JacobiSweep<N> sweep = {every<N>(Limits::kNothing * Limits::kNothing) * longest, going & 0};
    // rotations take roots and quotients, one after the other; meanwhile the last four are turned
    Turn last{};
    const JacobiMeeting* of = nullptr;  // null: the last have nothing to turn
    for (const JacobiMeeting& meeting : plan_.meetings) {
      if (of != nullptr && share(*of, meeting)) {
        rotate(vectors_, plan_.length, *of, last);
        rotate(rotation_, plan_.count, *of, last);
        of = nullptr;
      }
      Turn turn{};
      meet(meeting, turn);
      turn.turns = going & 0;
      if (meeting.inside) {
        jacobi_find<0>(going, sweep, turn);
        jacobi_find<1>(going, sweep, turn);
      }
      jacobi_find<2>(going, sweep, turn);
      jacobi_find<3>(going, sweep, turn);
      if (of != nullptr) rotate(vectors_, plan_.length, *of, last);
      jacobi_find<4>(going, sweep, turn);
      jacobi_find<5>(going, sweep, turn);
      if (of != nullptr) rotate(rotation_, plan_.count, *of, last);
      for (int i = 0; i < 4; ++i) {
        put<N>(turn.shrunk[i], shrunk_, meeting.vectors[i]);
        put<N>(turn.square[i], square_, meeting.vectors[i]);
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

  static bool share(const JacobiMeeting& a, const JacobiMeeting& b) {
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

  IK_INLINE void meet(const JacobiMeeting& meeting, Turn& turn) const {
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

  /// Turns the four of a meeting among `rows` that are `length` long.
  IK_INLINE static void rotate(Real* rows, int length, const JacobiMeeting& meeting,
                               const Turn& turn) {
    Real* const a = rows + meeting.vectors[0] * length * kStride;
    Real* const b = rows + meeting.vectors[1] * length * kStride;
    Real* const c = rows + meeting.vectors[2] * length * kStride;
    Real* const d = rows + meeting.vectors[3] * length * kStride;
    const bool inside = meeting.inside;
    for (int r = 0; r < length; ++r) {
      N w = get<N>(a, r), x = get<N>(b, r), y = get<N>(c, r), z = get<N>(d, r);
      if (inside) {
        jacobi_mix(turn.alpha[0], turn.beta[0], w, x);
        jacobi_mix(turn.alpha[1], turn.beta[1], y, z);
      }
      jacobi_mix(turn.alpha[2], turn.beta[2], w, y);
      jacobi_mix(turn.alpha[3], turn.beta[3], x, z);
      jacobi_mix(turn.alpha[4], turn.beta[4], w, z);
      jacobi_mix(turn.alpha[5], turn.beta[5], x, y);
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
