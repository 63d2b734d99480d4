#pragma once

#include <span>
#include <vector>

namespace ik {

class Multibody;

/// Which joints a damped step may leave out and which it has to solve for together.
///
/// Joints that move one effector only are its arm: they can be left out of the equations, effector
/// by effector. Joints that move several are shared, and make a tree of their own, the nodes.
/// Joints that move none do not appear. Positions only.
struct TreePlan {
  TreePlan() = default;
  explicit TreePlan(const Multibody& multibody);

  /// The joints of one effector's arm, from the trunk to the hand.
  struct Arm {
    int effector;
    int node;      ///< the last shared joint on the way to it; -1: there is none
    int from, to;  ///< its piece of arm_joints
    int columns;   ///< the number of the first shared joint's column for this effector
  };
  /// A shared joint.
  struct Node {
    int joint;
    int parent;     ///< node, -1 for a root
    int depth;      ///< nodes above it
    int effectors;  ///< that it moves
    int row;        ///< where its row starts in a matrix that has a place for every ancestor
  };

  std::vector<Arm> arms;    ///< one an effector, in their order
  std::vector<Node> nodes;  ///< parents first
  std::vector<int> arm_joints;
  int entries = 0;     ///< places in that matrix: the sum of depth + 1
  int columns = 0;     ///< pairs of an effector and a shared joint that moves it
  int scratch = 0;     ///< tree_scratch of one body, which a step need not count again
  bool hinges = true;  ///< every joint turns, none slides
  /// Whether elimination link by link is quicker than the matrix of all shared joints.
  bool recursive = false;
};

}  // namespace ik
