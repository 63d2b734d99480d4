#include "ik/singular_plan.h"

#include <algorithm>

namespace ik {

SingularPlan::SingularPlan(int joints, int effectors)
    : count(std::min(joints, 3 * effectors)),
      length(std::max(joints, 3 * effectors)),
      wide(3 * effectors <= joints) {
  const int players = count + count % 2;  // an odd one out rests for a round
  std::vector<int> seats(static_cast<std::size_t>(players));
  for (int i = 0; i < players; ++i) seats[static_cast<std::size_t>(i)] = i;
  for (int round = 0; round + 1 < players; ++round) {
    std::vector<std::pair<int, int>> meetings;
    for (std::size_t i = 0; i < seats.size() / 2; ++i) {
      const auto [a, b] = std::minmax(seats[i], seats[seats.size() - 1 - i]);
      if (b < count) meetings.emplace_back(a, b);
    }
    // who has just met comes later in the next round
    if (!pairs.empty()) {
      const int a = pairs[pairs.size() - 2], b = pairs.back();
      const auto rested = std::find_if(meetings.begin(), meetings.end(), [a, b](const auto& pair) {
        return pair.first != a && pair.first != b && pair.second != a && pair.second != b;
      });
      if (rested != meetings.end()) std::iter_swap(meetings.begin(), rested);
    }
    for (const auto& [a, b] : meetings) pairs.insert(pairs.end(), {a, b});
    // the first keeps its seat and the others move on by one
    std::rotate(seats.begin() + 1, seats.end() - 1, seats.end());
  }
}

int SingularPlan::scratch(const TreePlan& tree, int joints) const {
  const int columns = static_cast<int>(tree.arm_joints.size()) + tree.columns;
  return 3 * columns + count * length + count + joints;
}

}  // namespace ik
