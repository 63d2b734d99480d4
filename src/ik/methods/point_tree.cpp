#include "ik/methods/point_tree.h"

#include "ik/body/clamp.h"

namespace ik {
namespace {

/// The direction from a to b, unit, or `known` where they coincide.
Eigen::Vector3d direction(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                          const Eigen::Vector3d& known) {
  const Eigen::Vector3d way = b - a;
  const double far = length(way);
  return far > 0.0 ? Eigen::Vector3d(way / far) : known;
}

void backward(PointTree& tree, std::span<const Eigen::Vector3d> targets) {
  for (Eigen::Vector3d& sum : tree.sum) sum.setZero();
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    const PointTree::Node& node = tree.nodes[i];
    if (!(node.pull > 0.0)) continue;
    if (node.effector >= 0) {
      tree.at[i] = targets[static_cast<std::size_t>(node.effector)];
    } else {
      tree.at[i] = tree.sum[i] / node.pull;
    }
    if (node.parent < 0) continue;
    const auto parent = static_cast<std::size_t>(node.parent);
    const Eigen::Vector3d away = -direction(tree.at[parent], tree.at[i], tree.heading[i]);
    tree.sum[parent] += node.pull * (tree.at[i] + node.length * away);
  }
}

void forward(PointTree& tree) {
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const PointTree::Node& node = tree.nodes[i];
    if (node.parent < 0) {
      tree.at[i] = tree.base[i];
      continue;
    }
    const Eigen::Vector3d& before = tree.at[static_cast<std::size_t>(node.parent)];
    tree.heading[i] = direction(before, tree.at[i], tree.heading[i]);
    tree.at[i] = before + node.length * tree.heading[i];
  }
}

/// The points from `from` to `end` are a chain. It points at a target that is out of reach.
void stretch(PointTree& tree, std::size_t from, std::size_t end, double reach,
             const Eigen::Vector3d& target) {
  const Eigen::Vector3d way = target - tree.base[from];
  if (!(length(way) >= reach)) return;
  for (std::size_t i = from + 1; i < end; ++i) {
    tree.heading[i] = direction(tree.base[from], target, tree.heading[i]);
    tree.at[i] = tree.at[i - 1] + tree.nodes[i].length * tree.heading[i];
  }
}

}  // namespace

int PointTree::add(int parent, int effector, const Eigen::Vector3d& place) {
  Node node{parent, effector};
  Eigen::Vector3d way = Eigen::Vector3d::UnitX();
  if (parent >= 0) {
    const Eigen::Vector3d& before = at[static_cast<std::size_t>(parent)];
    node.length = ik::length(place - before);
    way = direction(before, place, way);
  }
  nodes.push_back(node);
  at.push_back(place);
  base.push_back(place);
  heading.push_back(way);
  sum.emplace_back(Eigen::Vector3d::Zero());
  return static_cast<int>(nodes.size()) - 1;
}

void PointTree::clear() {
  nodes.clear();
  for (auto* points : {&at, &base, &heading, &sum}) points->clear();
}

void weigh_pulls(PointTree& tree, std::span<const double> weights) {
  for (PointTree::Node& node : tree.nodes) {
    node.pull = node.effector >= 0 ? weights[static_cast<std::size_t>(node.effector)] : 0.0;
  }
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    const PointTree::Node& node = tree.nodes[i];
    if (node.parent >= 0) tree.nodes[static_cast<std::size_t>(node.parent)].pull += node.pull;
  }
}

void fabrik_pass(PointTree& tree, std::span<const Eigen::Vector3d> targets) {
  backward(tree, targets);
  forward(tree);
  for (std::size_t from = 0, end = 0; from < tree.nodes.size(); from = end) {
    // from one base to the next; a chain where each point is carried by the one before
    bool chain = tree.nodes[from].pull > 0.0;
    double reach = 0.0;
    for (end = from + 1; end < tree.nodes.size() && tree.nodes[end].parent >= 0; ++end) {
      chain = chain && tree.nodes[end].parent + 1 == static_cast<int>(end);
      reach += tree.nodes[end].length;
    }
    const int effector = tree.nodes[end - 1].effector;
    if (!chain || effector < 0) continue;
    stretch(tree, from, end, reach, targets[static_cast<std::size_t>(effector)]);
  }
}

}  // namespace ik
