#include "ik/math/jacobi_sweep.h"

#include "ik/math/jacobi_kernel.h"

#include <algorithm>
#include <cmath>

namespace ik {

std::vector<JacobiGroup> jacobi_groups(int places, int vectors) {
  // Round-robin tournament: players are vectors, or blocks of two vectors. If their number is odd,
  // one player rests in each round.
  const int width = vectors / 2;
  const int players = places / width;
  const int chairs = players + players % 2;
  std::vector<int> seats(static_cast<std::size_t>(chairs));
  for (int i = 0; i < chairs; ++i) seats[static_cast<std::size_t>(i)] = i;
  std::vector<char> met(static_cast<std::size_t>(chairs), 0);
  std::vector<JacobiGroup> meetings;
  for (int round = 0; round + 1 < chairs; ++round) {
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t i = 0; i < seats.size() / 2; ++i) {
      const auto [a, b] = std::minmax(seats[i], seats[seats.size() - 1 - i]);
      if (b < players) pairs.emplace_back(a, b);
    }
    // do not begin a round with vectors of the last pair: their rotation may be unfinished
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
    // the first player keeps its seat, the others move by one seat
    std::rotate(seats.begin() + 1, seats.end() - 1, seats.end());
  }
  return meetings;
}

IK_MULTIVERSION bool jacobi_sweep(const JacobiColumns& columns) {
  return columns.at_a_time == 2 ? jacobi_sweep_by<2>(columns) : jacobi_sweep_by<4>(columns);
}

IK_MULTIVERSION void jacobi_measure(const JacobiColumns& columns) { jacobi_lengths(columns); }

IK_MULTIVERSION void jacobi_orthonormalise(double* data, std::ptrdiff_t height,
                                           std::ptrdiff_t length, int count) {
  for (int i = 0; i < count; ++i) {
    double* const a = data + i * height;
    for (int before = 0; before < i; ++before) {
      const double* const b = data + before * height;
      const Lanes less = jacobi_dot(b, a, length) - Lanes{};
      for (std::ptrdiff_t r = 0; r < length; r += kLanes) {
        Lanes x, y;
        load(a + r, x);
        load(b + r, y);
        store(x - less * y, a + r);
      }
    }
    const Lanes shorten = 1.0 / std::sqrt(jacobi_dot(a, a, length)) - Lanes{};
    for (std::ptrdiff_t r = 0; r < length; r += kLanes) {
      Lanes x;
      load(a + r, x);
      store(shorten * x, a + r);
    }
  }
}

}  // namespace ik
