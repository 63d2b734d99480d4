#include "ik/singular_plan.h"

#include <algorithm>

namespace ik {

SingularPlan::SingularPlan(const TreePlan& tree, int joint_count)
    : joints(joint_count), columns(static_cast<int>(tree.arm_joints.size()) + tree.columns) {
  const int rows = 3 * static_cast<int>(tree.arms.size());
  count = std::min(joints, rows);
  length = std::max(joints, rows);
  places = std::max(4, count + count % 2);
  wide = rows <= joints;
  // couples sit around a table; an odd one out rests for a round
  const int couples = places / 2;
  const int players = couples + couples % 2;
  std::vector<int> seats(static_cast<std::size_t>(players));
  for (int i = 0; i < players; ++i) seats[static_cast<std::size_t>(i)] = i;
  std::vector<char> met(static_cast<std::size_t>(players), 0);
  for (int round = 0; round + 1 < players; ++round) {
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t i = 0; i < seats.size() / 2; ++i) {
      const auto [a, b] = std::minmax(seats[i], seats[seats.size() - 1 - i]);
      if (b < couples) pairs.emplace_back(a, b);
    }
    // who has just met comes later in the next round
    if (!meetings.empty()) {
      const int a = meetings.back().vectors[0] / 2, b = meetings.back().vectors[2] / 2;
      const auto rested = std::find_if(pairs.begin(), pairs.end(), [a, b](const auto& pair) {
        return pair.first != a && pair.first != b && pair.second != a && pair.second != b;
      });
      if (rested != pairs.end()) std::iter_swap(pairs.begin(), rested);
    }
    for (const auto& [a, b] : pairs) {
      char &a_met = met[static_cast<std::size_t>(a)], &b_met = met[static_cast<std::size_t>(b)];
      meetings.push_back({{2 * a, 2 * a + 1, 2 * b, 2 * b + 1}, a_met == 0 || b_met == 0});
      a_met = b_met = 1;
    }
    // the first keeps its seat and the others move on by one
    std::rotate(seats.begin() + 1, seats.end() - 1, seats.end());
  }
}

int SingularPlan::scratch() const { return joints + 3 * columns + places * (length + 2); }

}  // namespace ik
