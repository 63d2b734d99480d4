#include "ik/body/tree_plan.h"

#include <algorithm>

#include "ik/tree/elimination.h"
#include "iklab/body.h"

namespace ik {

TreePlan::TreePlan(const Multibody& multibody) {
  std::vector<int> node_of(static_cast<std::size_t>(multibody.joint_count()), -1);
  for (int j = 0; j < multibody.joint_count(); ++j) {
    hinges = hinges && multibody.joint(j).type == JointType::kRevolute;
    if (multibody.effectors_of(j).size() < 2) continue;
    // the parent of a shared joint is shared
    const int carrier = multibody.joint(j).parent;
    const int parent = carrier < 0 ? -1 : node_of[static_cast<std::size_t>(carrier)];
    const int depth = parent < 0 ? 0 : nodes[static_cast<std::size_t>(parent)].depth + 1;
    node_of[static_cast<std::size_t>(j)] = static_cast<int>(nodes.size());
    nodes.push_back({.joint = j,
                     .parent = parent,
                     .depth = depth,
                     .effectors = static_cast<int>(multibody.effectors_of(j).size()),
                     .row = entries});
    if (parent >= 0) {
      const int row = nodes[static_cast<std::size_t>(parent)].row;
      for (int d = 0; d < depth; ++d) above.push_back(above[static_cast<std::size_t>(row + d)]);
    }
    above.push_back({.node = static_cast<int>(nodes.size()) - 1, .joint = j, .row = entries});
    entries += depth + 1;
  }

  for (int i = 0; i < multibody.effector_count(); ++i) {
    Arm arm{.effector = i,
            .node = -1,
            .from = static_cast<int>(arm_joints.size()),
            .to = 0,
            .columns = columns};
    int j = multibody.effector(i).joint;
    for (; j >= 0 && node_of[static_cast<std::size_t>(j)] < 0; j = multibody.joint(j).parent) {
      arm_joints.push_back(j);
    }
    arm.to = static_cast<int>(arm_joints.size());
    std::reverse(arm_joints.begin() + arm.from, arm_joints.end());
    if (j >= 0) {
      arm.node = node_of[static_cast<std::size_t>(j)];
      columns += nodes[static_cast<std::size_t>(arm.node)].depth + 1;
    }
    arms.push_back(arm);
  }

  const auto shared = [this](const Arm& arm) {
    return arm.node < 0 ? 0 : nodes[static_cast<std::size_t>(arm.node)].depth + 1;
  };
  alike = arms.size() % kLanes == 0 && std::ranges::all_of(arms, [&](const Arm& arm) {
            return arm.to - arm.from == arms[0].to - arms[0].from && shared(arm) == shared(arms[0]);
          });

  // estimated numbers of multiplications of damped_by_arms and damped_by_recursion
  double by_matrix = 0.0;
  for (const Node& node : nodes) by_matrix += 3.0 * (node.depth + 1) * (node.depth + 1);
  for (const Arm& arm : arms) {
    const double columns_of_arm = shared(arm);
    by_matrix += 30.0 * columns_of_arm + 4.0 * columns_of_arm * columns_of_arm;
  }
  const double by_links =
      90.0 * static_cast<double>(arms.size()) + 170.0 * static_cast<double>(nodes.size());
  recursive = by_links < by_matrix;
  scratch = tree_scratch<double>(*this);
}

}  // namespace ik
