#include "ik/batch/singular_plan.h"

#include <algorithm>

namespace ik {

SingularPlan::SingularPlan(const TreePlan& tree, int joint_count) : joints(joint_count) {
  const int rows = 3 * static_cast<int>(tree.arms.size());
  count = std::min(joints, rows);
  length = std::max(joints, rows);
  places = jacobi_padded_count(count);
  at_a_time = jacobi_group_size(places);
  wide = rows <= joints;
  meetings = jacobi_groups(places, at_a_time);
  for (const TreePlan::Arm& arm : tree.arms) {
    from.push_back(static_cast<int>(movers.size()));
    for (int i = arm.node; i >= 0; i = tree.nodes[static_cast<std::size_t>(i)].parent) {
      movers.push_back(tree.nodes[static_cast<std::size_t>(i)].joint);
    }
    std::reverse(movers.begin() + from.back(), movers.end());
    movers.insert(movers.end(), tree.arm_joints.begin() + arm.from,
                  tree.arm_joints.begin() + arm.to);
  }
  from.push_back(static_cast<int>(movers.size()));
}

int SingularPlan::scratch() const {
  return joints + 3 * static_cast<int>(movers.size()) + places * (length + 2);
}

}  // namespace ik
