#pragma once

#include "ik/math/jacobi_sweep.h"
#include "ik/math/jacobi_turns.h"

#include <algorithm>
#include <cstring>

namespace ik {

IK_INLINE double jacobi_dot(const double* a, const double* b, std::ptrdiff_t length) {
  Lanes sum = {0.0, 0.0, 0.0, 0.0};
  for (std::ptrdiff_t i = 0; i < length; i += kLanes) {
    Lanes x, y;
    load(a + i, x);
    load(b + i, y);
    sum += x * y;
  }
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/// Horizontal sums: sums = (sum of a's lanes, of b's, of c's, of d's).
IK_INLINE void jacobi_add_up(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d,
                             Lanes& sums) {
  const Lanes ab =
      __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lanes cd =
      __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  sums = __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// kLanes groups of kVectors columns each, processed in parallel: one group per lane.
template <int kVectors>
class JacobiGroupLanes {
 public:
  using Pairs = JacobiPairs<kVectors>;

  IK_INLINE JacobiGroupLanes(const JacobiColumns& columns, const JacobiGroup* meetings)
      : columns_(columns), meetings_(meetings) {}

  /// Finds the rotations of all pairs.
  IK_INLINE void find(JacobiSweep<HeldLanes>& sweep) {
    meet();
    for (int part = 0; part < kParts; ++part) {
      turns_[part].turns = MaskOf<Part>{};
      MaskOf<Part> inside = {};
      for (int i = 0; i < kPartLanes; ++i) {
        inside[i] = meetings_[part * kPartLanes + i].inside ? -1 : 0;
      }
      find_each<0>(inside, sweep, turns_[part]);
    }
  }

  /// Applies the rotations of find().
  IK_INLINE void turn() {
    for (int i = 0; i < kLanes && there(i); ++i) {
      const Turn& turn = turns_[i / kPartLanes];
      const int lane = i % kPartLanes;
      for (int v = 0; v < kVectors; ++v) {
        columns_.square[vector(i, v)] = turn.square[v][lane];
        columns_.shrunk[vector(i, v)] = turn.shrunk[v][lane];
      }
      if (turn.turns[lane] == 0) continue;
      if constexpr (Pairs::kInside > 0) {
        if (!meetings_[i].inside) {
          rotate<Pairs::kInside>(i);
          continue;
        }
      }
      rotate<0>(i);
    }
  }

 private:
  // Lanes are processed in parts that fit a register: in a browser, the sums or columns of all
  // lanes would exceed the registers.
  using Part = HeldLanes;
  static constexpr int kPartLanes = Lanewise<Part>::kCount;
  static constexpr int kParts = kLanes / kPartLanes;
  using Turn = JacobiTurn<Part, kVectors>;

  static IK_INLINE void take_part(const Lanes& lanes, int part, Part& to) {
    load(reinterpret_cast<const double*>(&lanes) + kPartLanes * part, to);
  }

  int vector(int i, int v) const { return meetings_[i].vectors[static_cast<std::size_t>(v)]; }
  bool there(int i) const { return vector(i, 0) < columns_.count; }

  struct Columns {
    double* begin[kVectors];
  };
  IK_INLINE Columns columns_of(int i) const {
    Columns columns;
    for (int v = 0; v < kVectors; ++v) {
      columns.begin[v] = columns_.data + vector(i, v) * columns_.height;
    }
    return columns;
  }

  /// Fills turns_ with the dot products, lengths and scale factors of the columns.
  IK_INLINE void meet() {
    Lanes parts[kLanes][Pairs::kCount];  // the horizontal sum of each is a dot product
    for (int i = 0; i < kLanes; ++i) {
      if (!there(i)) {
        for (Lanes& part : parts[i]) part = Lanes{};
        continue;
      }
      const Columns of = columns_of(i);
      for (int part = 0; part < kParts; ++part) {
        const std::ptrdiff_t first = part * kPartLanes;
        Part sums[Pairs::kCount] = {};
        for (std::ptrdiff_t row = first; row < columns_.length; row += kLanes) {
          Part x[kVectors];
#pragma GCC unroll 4
          for (int v = 0; v < kVectors; ++v) load(of.begin[v] + row, x[v]);
#pragma GCC unroll 6
          for (int pair = 0; pair < Pairs::kCount; ++pair) {
            sums[pair] += x[Pairs::kList[pair][0]] * x[Pairs::kList[pair][1]];
          }
        }
#pragma GCC unroll 6
        for (int pair = 0; pair < Pairs::kCount; ++pair) {
          store(sums[pair], reinterpret_cast<double*>(&parts[i][pair]) + first);
        }
      }
    }
    for (int pair = 0; pair < Pairs::kCount; ++pair) {
      Lanes dot;
      jacobi_add_up(parts[0][pair], parts[1][pair], parts[2][pair], parts[3][pair], dot);
      for (int part = 0; part < kParts; ++part) take_part(dot, part, turns_[part].dot[pair]);
    }
    for (int v = 0; v < kVectors; ++v) {
      const int a = vector(0, v), b = vector(1, v), c = vector(2, v), d = vector(3, v);
      const double *square = columns_.square, *shrunk = columns_.shrunk;
      const Lanes squares = {square[a], square[b], square[c], square[d]};
      const Lanes factors = {shrunk[a], shrunk[b], shrunk[c], shrunk[d]};
      for (int part = 0; part < kParts; ++part) {
        take_part(squares, part, turns_[part].square[v]);
        take_part(factors, part, turns_[part].shrunk[v]);
      }
    }
  }

  template <int kPair>
  IK_INLINE void find_each(const MaskOf<Part>& inside, JacobiSweep<HeldLanes>& sweep, Turn& turn) {
    if constexpr (kPair < Pairs::kCount) {
      jacobi_find<kPair>(kPair < Pairs::kInside ? inside : inside | -1, sweep, turn);
      find_each<kPair + 1>(inside, sweep, turn);
    }
  }

  /// Rotates the columns of group i, from pair kFirst on.
  template <int kFirst>
  IK_INLINE void rotate(int i) const {
    struct {
      Part alpha, beta;
    } by[Pairs::kCount];
    const Turn& turn = turns_[i / kPartLanes];
    const int lane = i % kPartLanes;
#pragma GCC unroll 6
    for (int pair = kFirst; pair < Pairs::kCount; ++pair) {
      by[pair] = {turn.alpha[pair][lane] - Part{}, turn.beta[pair][lane] - Part{}};
    }
    const Columns of = columns_of(i);
    const std::ptrdiff_t height =
        columns_.height;  // a local copy: read once, not after every store
    for (std::ptrdiff_t row = 0; row < height; row += kPartLanes) {
      Part x[kVectors];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) load(of.begin[v] + row, x[v]);
#pragma GCC unroll 6
      for (int pair = kFirst; pair < Pairs::kCount; ++pair) {
        const auto [left, right] = Pairs::kList[pair];
        jacobi_mix(by[pair].alpha, by[pair].beta, x[left], x[right]);
      }
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) store(x[v], of.begin[v] + row);
    }
  }

  const JacobiColumns& columns_;
  const JacobiGroup* meetings_;
  Turn turns_[kParts];
};

/// Fills the squared lengths. \returns the largest squared length
IK_INLINE double jacobi_lengths(const JacobiColumns& columns) {
  double longest = 0.0;
  for (int a = 0; a < columns.count; ++a) {
    const double* column = columns.data + a * columns.height;
    columns.square[a] = columns.shrunk[a] * jacobi_dot(column, column, columns.length);
    longest = std::max(longest, columns.square[a]);
  }
  columns.square[columns.count] = 0.0;
  return longest;
}

template <int kVectors>
IK_INLINE bool jacobi_sweep_by(const JacobiColumns& columns) {
  using Limits = JacobiLimits;
  const double longest = jacobi_lengths(columns);
  JacobiSweep<HeldLanes> sweep = {every<HeldLanes>(Limits::kNothing * Limits::kNothing * longest),
                                  {}};
  for (std::size_t at = 0; at < columns.meetings.size(); at += kParallelGroups) {
    JacobiGroupLanes<kVectors> meetings(columns, &columns.meetings[at]);
    meetings.find(sweep);
    meetings.turn();
  }
  return any(sweep.again);
}

}  // namespace ik
