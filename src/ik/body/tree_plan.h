#pragma once

#include <cstddef>
#include <vector>

#include "iklab/kinds.h"

namespace ik {

class Multibody;

/// The elimination order of a damped step.
///
/// The joints that move exactly one goal, a position, form the arm of its effector; arms are
/// eliminated effector by effector. The joints that move several goals are shared and form a tree,
/// the nodes. Joints that move no effector are left out.
struct TreePlan {
  TreePlan() = default;
  explicit TreePlan(const Multibody& multibody);

  /// The arm of an effector: arm_joints [from, to), parents first.
  struct Arm {
    int effector;
    int node;  ///< the last shared joint above the arm, or -1
    int from, to;
    std::ptrdiff_t columns;  ///< index of the first shared joint's column for this effector
    bool first = false;      ///< nothing is added to its node before it, see damped_by_recursion
  };
  /// A shared joint.
  struct Node {
    int joint;
    int parent;          ///< node, -1 for a root
    int depth;           ///< number of nodes above it
    int goals;           ///< number of goals that it moves
    std::ptrdiff_t row;  ///< start of its row in the sparse matrix (columns: ancestors)
    bool first = false;  ///< nothing is added to its parent before it
  };
  /// An aim: every joint that moves it is shared.
  struct Turn {
    int goal, effector;
    int node;  ///< belongs to the joint that carries the effector
    AimKind kind;
    double lever;        ///< m / rad
    bool first = false;  ///< as an arm's
  };

  /// A shared joint on the way from the root to another, or that one itself.
  struct Above {
    int node, joint;
    std::ptrdiff_t row;  ///< as Node::row
  };

  std::vector<Arm> arms;    ///< by effector
  std::vector<Turn> turns;  ///< by aim
  std::vector<Node> nodes;  ///< parents first
  /// An element for each entry of the sparse matrix: its column. Empty if the plan is
  /// recursive and has thousands of entries.
  std::vector<Above> above;
  std::vector<int> arm_joints;
  std::ptrdiff_t entries = 0;  ///< entries of the sparse matrix: the sum of depth + 1
  std::ptrdiff_t columns = 0;  ///< number of pairs (effector, shared joint that moves it)
  int scratch = 0;             ///< tree_scratch<double>
  bool hinges = true;          ///< every joint is revolute
  /// Four arms, or a multiple, each with as many joints, and as many shared joints above. Not
  /// recursive.
  bool alike = false;
  /// True if damped_by_recursion takes fewer operations than damped_by_arms, or an effector aims.
  bool recursive = false;
  /// True if single bodies step along the tree: no joint follows another, and an effector aims only
  /// where the dense equations take more time.
  bool steps = true;
  /// True if methods that need only products with J compute them along the tree: J would exceed a
  /// cache of the first level.
  bool products = false;

 private:
  /// Renumbers the nodes of a plan for damped_by_recursion: neighbours of the same depth do not
  /// wait for each other's results. The sums of their parents keep their order.
  void order_by_depth();
  void find_first();
  void find_above();
};

}  // namespace ik
