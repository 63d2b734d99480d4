#include "ik/math/jacobi_sweep.h"

#include "ik/math/jacobi_turns.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ik {

std::vector<JacobiMeeting> jacobi_meetings(int places, int vectors) {
  // a round-robin tournament: players are vectors or couples; an odd one out rests for a round
  const int width = vectors / 2;
  const int players = places / width;
  const int chairs = players + players % 2;
  std::vector<int> seats(static_cast<std::size_t>(chairs));
  for (int i = 0; i < chairs; ++i) seats[static_cast<std::size_t>(i)] = i;
  std::vector<char> met(static_cast<std::size_t>(chairs), 0);
  std::vector<JacobiMeeting> meetings;
  for (int round = 0; round + 1 < chairs; ++round) {
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t i = 0; i < seats.size() / 2; ++i) {
      const auto [a, b] = std::minmax(seats[i], seats[seats.size() - 1 - i]);
      if (b < players) pairs.emplace_back(a, b);
    }
    // a round does not begin with vectors of the last pair, whose rotation may be unfinished
    if (!meetings.empty()) {
      const auto& last = meetings.back().vectors;
      const int a = last[0] / width, b = last[static_cast<std::size_t>(width)] / width;
      const auto rested = std::find_if(pairs.begin(), pairs.end(), [a, b](const auto& pair) {
        return pair.first != a && pair.first != b && pair.second != a && pair.second != b;
      });
      if (rested != pairs.end()) std::iter_swap(pairs.begin(), rested);
    }
    for (const auto& [a, b] : pairs) {
      char &a_met = met[static_cast<std::size_t>(a)], &b_met = met[static_cast<std::size_t>(b)];
      if (width == 1) {
        meetings.push_back({{a, b, a, b}});
      } else {
        meetings.push_back({{2 * a, 2 * a + 1, 2 * b, 2 * b + 1}, a_met == 0 || b_met == 0});
      }
      a_met = b_met = 1;
    }
    // the first keeps its seat and the others move on by one
    std::rotate(seats.begin() + 1, seats.end() - 1, seats.end());
  }
  return meetings;
}

namespace {

using Limits = JacobiLimits<double>;

IK_INLINE double dot(const double* a, const double* b, std::ptrdiff_t length) {
  Lanes sum = {0.0, 0.0, 0.0, 0.0};
  for (std::ptrdiff_t i = 0; i < length; i += kLanes) {
    Lanes x, y;
    load(a + i, x);
    load(b + i, y);
    sum += x * y;
  }
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/// sums = the sums of the lanes of a, b, c and d.
IK_INLINE void add_up(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d, Lanes& sums) {
  const Lanes ab =
      __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lanes cd =
      __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  sums = __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// The lanes that are compared together: in a browser a comparison holds two numbers, and compilers
/// repack the results of wider ones at every use.
#if defined(__wasm__)
typedef double Part __attribute__((vector_size(16)));
IK_INLINE void take_part(const Lanes& lanes, int part, Part& to) {
  std::memcpy(&to, reinterpret_cast<const double*>(&lanes) + 2 * part, sizeof to);
}
#else
typedef Lanes Part;
IK_INLINE void take_part(const Lanes& lanes, int, Part& to) { to = lanes; }
#endif
constexpr int kPartLanes = static_cast<int>(sizeof(Part) / sizeof(double));
constexpr int kParts = kLanes / kPartLanes;

/// Meetings of kVectors columns each, side by side: a meeting in each lane.
template <int kVectors>
class Meetings {
 public:
  using Pairs = JacobiPairs<kVectors>;

  IK_INLINE Meetings(const JacobiColumns& columns, const JacobiMeeting* meetings)
      : columns_(columns), meetings_(meetings) {}

  /// Finds the rotations of all pairs.
  IK_INLINE void find(JacobiSweep<Part>& sweep) {
    meet();
#pragma GCC unroll 2
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
  using Turn = JacobiTurn<Part, kVectors>;

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
    Lanes parts[kLanes][Pairs::kCount];  // the sum of the lanes of each is a dot product
    for (int i = 0; i < kLanes; ++i) {
      if (!there(i)) {
        for (Lanes& part : parts[i]) part = Lanes{};
        continue;
      }
      const Columns of = columns_of(i);
      Lanes sums[Pairs::kCount] = {};
      for (std::ptrdiff_t row = 0; row < columns_.length; row += kLanes) {
        Lanes x[kVectors];
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) load(of.begin[v] + row, x[v]);
#pragma GCC unroll 6
        for (int pair = 0; pair < Pairs::kCount; ++pair) {
          sums[pair] += x[Pairs::kList[pair][0]] * x[Pairs::kList[pair][1]];
        }
      }
#pragma GCC unroll 6
      for (int pair = 0; pair < Pairs::kCount; ++pair) parts[i][pair] = sums[pair];
    }
    for (int pair = 0; pair < Pairs::kCount; ++pair) {
      Lanes dot;
      add_up(parts[0][pair], parts[1][pair], parts[2][pair], parts[3][pair], dot);
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
  IK_INLINE void find_each(const MaskOf<Part>& inside, JacobiSweep<Part>& sweep, Turn& turn) {
    if constexpr (kPair < Pairs::kCount) {
      jacobi_find<kPair>(kPair < Pairs::kInside ? inside : inside | -1, sweep, turn);
      find_each<kPair + 1>(inside, sweep, turn);
    }
  }

  /// Rotates the columns of meeting i, from pair kFirst on.
  template <int kFirst>
  IK_INLINE void rotate(int i) const {
    struct {
      Lanes alpha, beta;
    } by[Pairs::kCount];
    const Turn& turn = turns_[i / kPartLanes];
    const int lane = i % kPartLanes;
#pragma GCC unroll 6
    for (int pair = kFirst; pair < Pairs::kCount; ++pair) {
      by[pair] = {turn.alpha[pair][lane] - Lanes{}, turn.beta[pair][lane] - Lanes{}};
    }
    const Columns of = columns_of(i);
    for (std::ptrdiff_t row = 0; row < columns_.height; row += kLanes) {
      Lanes x[kVectors];
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
  const JacobiMeeting* meetings_;
  Turn turns_[kParts];
};

/// Fills the squared lengths. \returns the largest
IK_INLINE double measure(const JacobiColumns& columns) {
  double longest = 0.0;
  for (int a = 0; a < columns.count; ++a) {
    const double* column = columns.data + a * columns.height;
    columns.square[a] = columns.shrunk[a] * dot(column, column, columns.length);
    longest = std::max(longest, columns.square[a]);
  }
  columns.square[columns.count] = 0.0;
  return longest;
}

template <int kVectors>
IK_INLINE bool sweep_by(const JacobiColumns& columns) {
  const double longest = measure(columns);
  JacobiSweep<Part> sweep = {Limits::kNothing * Limits::kNothing * longest - Part{}, {}};
  for (std::size_t at = 0; at < columns.meetings.size(); at += kSideBySide) {
    Meetings<kVectors> meetings(columns, &columns.meetings[at]);
    meetings.find(sweep);
    meetings.turn();
  }
  return any(sweep.again);
}

}  // namespace

IK_MULTIVERSION void jacobi_measure(const JacobiColumns& columns) { measure(columns); }

IK_MULTIVERSION void jacobi_orthonormalise(double* data, std::ptrdiff_t height,
                                           std::ptrdiff_t length, int count) {
  for (int i = 0; i < count; ++i) {
    double* const a = data + i * height;
    for (int before = 0; before < i; ++before) {
      const double* const b = data + before * height;
      const Lanes less = dot(b, a, length) - Lanes{};
      for (std::ptrdiff_t r = 0; r < length; r += kLanes) {
        Lanes x, y;
        load(a + r, x);
        load(b + r, y);
        store(x - less * y, a + r);
      }
    }
    const Lanes shorten = 1.0 / std::sqrt(dot(a, a, length)) - Lanes{};
    for (std::ptrdiff_t r = 0; r < length; r += kLanes) {
      Lanes x;
      load(a + r, x);
      store(shorten * x, a + r);
    }
  }
}

IK_MULTIVERSION bool jacobi_sweep(const JacobiColumns& columns) {
  return columns.at_a_time == 2 ? sweep_by<2>(columns) : sweep_by<4>(columns);
}

}  // namespace ik
