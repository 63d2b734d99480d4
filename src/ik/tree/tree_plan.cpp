#include "ik/body/layout.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ik/tree/elimination.h"
#include "iklab/body.h"

namespace ik {
namespace {

/// Largest number of entries of J for which products with a dense J are used: 32 KiB.
constexpr std::ptrdiff_t kSmallJacobian = 4096;
/// Largest number of entries of the sparse matrix for which a recursive plan lists its columns.
constexpr std::ptrdiff_t kSmallMatrix = 4096;

/// True if the form link by link takes less time than the dense equations with J J^T or J^T J, for
/// a body that aims. Estimated times; the unit is the time of a product and a sum (measured: Atlas
/// takes 0.9 us along the tree and 1.4 us by the dense equations).
bool beats_dense_form(const Multibody& multibody, std::size_t nodes) {
  const double n = multibody.joint_count(), m = multibody.row_count();
  const double by_links = 90.0 * static_cast<double>(nodes);
  double products = 0.0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    const auto goals = static_cast<double>(multibody.goals_of(j).size());
    products += 4.5 * goals * (goals + 1.0);
  }
  const double least = std::min(n, m);
  return by_links < products + least * least * least / 6.0;
}

}  // namespace

TreePlan::TreePlan(const Multibody& multibody) {
  std::vector<int> node_of(static_cast<std::size_t>(multibody.joint_count()), -1);
  for (int j = 0; j < multibody.joint_count(); ++j) {
    hinges = hinges && multibody.joint(j).type == JointType::kRevolute;
    const auto goals = static_cast<int>(multibody.goals_of(j).size());
    if (goals < 2) continue;
    // the parent of a shared joint is shared
    const int carrier = multibody.joint(j).parent;
    const int parent = carrier < 0 ? -1 : node_of[static_cast<std::size_t>(carrier)];
    const int depth = parent < 0 ? 0 : nodes[static_cast<std::size_t>(parent)].depth + 1;
    node_of[static_cast<std::size_t>(j)] = static_cast<int>(nodes.size());
    nodes.push_back({.joint = j, .parent = parent, .depth = depth, .goals = goals, .row = entries});
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
  // estimated numbers of multiplications of damped_by_arms and damped_by_recursion
  double by_matrix = 0.0;
  for (const Node& node : nodes) by_matrix += 3.0 * (node.depth + 1) * (node.depth + 1);
  for (const Arm& arm : arms) {
    const double columns_of_arm = shared(arm);
    by_matrix += 30.0 * columns_of_arm + 4.0 * columns_of_arm * columns_of_arm;
  }
  const double by_links =
      90.0 * static_cast<double>(arms.size()) + 170.0 * static_cast<double>(nodes.size());
  recursive = by_links < by_matrix || multibody.aim_count() > 0;
  if (recursive) order_by_depth();
  alike = !recursive && arms.size() % kLanes == 0 && std::ranges::all_of(arms, [&](const Arm& arm) {
    return arm.to - arm.from == arms[0].to - arms[0].from && shared(arm) == shared(arms[0]);
  });
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    node_of[static_cast<std::size_t>(nodes[i].joint)] = static_cast<int>(i);
  }
  for (int g = multibody.effector_count(); g < multibody.goal_count(); ++g) {
    const Effector& effector = multibody.goal_effector(g);
    turns.push_back({.goal = g,
                     .effector = multibody.effector_of(g),
                     .node = node_of[static_cast<std::size_t>(effector.joint)],
                     .kind = effector.aim,
                     .lever = effector.lever});
  }
  find_first();
  const std::ptrdiff_t numbers =
      static_cast<std::ptrdiff_t>(multibody.row_count()) * multibody.joint_count();
  // columns that reach beyond a joint's own subtree
  const bool alone = multibody.followers().empty() && multibody.loops().empty();
  products = alone && numbers > kSmallJacobian;
  steps = alone && (turns.empty() || products || beats_dense_form(multibody, nodes.size()));
  if (!recursive || entries <= kSmallMatrix) find_above();
  scratch = tree_scratch<double>(*this);
}

void TreePlan::find_first() {
  std::vector<char> filled(nodes.size(), 0);
  const auto fill = [&filled](int node) {
    return node >= 0 && std::exchange(filled[static_cast<std::size_t>(node)], 1) == 0;
  };
  for (Arm& arm : arms) arm.first = fill(arm.node);
  for (Turn& turn : turns) turn.first = fill(turn.node);
  for (std::size_t i = nodes.size(); i-- > 0;) nodes[i].first = fill(nodes[i].parent);
}

void TreePlan::find_above() {
  above.resize(static_cast<std::size_t>(entries));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    Above* const own = above.data() + node.row;
    if (node.parent >= 0) {
      const Node& parent = nodes[static_cast<std::size_t>(node.parent)];
      std::copy_n(above.data() + parent.row, node.depth, own);
    }
    own[node.depth] = {.node = static_cast<int>(i), .joint = node.joint, .row = node.row};
  }
}

void TreePlan::order_by_depth() {
  std::vector<int> order(nodes.size()), place(nodes.size());
  std::iota(order.begin(), order.end(), 0);
  const std::vector<Node> old = nodes;
  const auto depth = [&old](int i) { return old[static_cast<std::size_t>(i)].depth; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return depth(a) < depth(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto from = static_cast<std::size_t>(order[i]);
    nodes[i] = old[from];
    place[from] = static_cast<int>(i);
  }
  const auto renumber = [&place](int& node) {
    if (node >= 0) node = place[static_cast<std::size_t>(node)];
  };
  for (Node& node : nodes) renumber(node.parent);
  for (Arm& arm : arms) renumber(arm.node);
}

}  // namespace ik
