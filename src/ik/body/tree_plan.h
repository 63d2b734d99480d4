#pragma once

#include <vector>

namespace ik {

class Multibody;

/// The elimination order of a damped step.
///
/// The joints that move exactly one effector form its arm; arms are eliminated effector by
/// effector. The joints that move several effectors are shared and form a tree, the nodes. Joints
/// that move no effector are left out. Positions only.
struct TreePlan {
  TreePlan() = default;
  explicit TreePlan(const Multibody& multibody);

  /// The arm of an effector: arm_joints [from, to), parents first.
  struct Arm {
    int effector;
    int node;  ///< the last shared joint above the arm, or -1
    int from, to;
    int columns;  ///< index of the first shared joint's column for this effector
  };
  /// A shared joint.
  struct Node {
    int joint;
    int parent;     ///< node, -1 for a root
    int depth;      ///< number of nodes above it
    int effectors;  ///< number of effectors that it moves
    int row;        ///< start of its row in the sparse matrix (rows: nodes, columns: ancestors)
  };

  /// A shared joint on the way from the root to another, or that one itself.
  struct Above {
    int node, joint, row;  ///< row: as Node::row
  };

  std::vector<Arm> arms;     ///< by effector
  std::vector<Node> nodes;   ///< parents first
  std::vector<Above> above;  ///< an element for each entry of the sparse matrix: its column
  std::vector<int> arm_joints;
  int entries = 0;     ///< entries of the sparse matrix: the sum of depth + 1
  int columns = 0;     ///< number of pairs (effector, shared joint that moves it)
  int scratch = 0;     ///< tree_scratch<double>
  bool hinges = true;  ///< every joint is revolute
  /// Four arms, or a multiple, each with as many joints, and as many shared joints above.
  bool alike = false;
  /// True if damped_by_recursion takes fewer operations than damped_by_arms.
  bool recursive = false;
};

}  // namespace ik
