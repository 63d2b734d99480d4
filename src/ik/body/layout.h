#pragma once

#include "iklab/kinds.h"

#include <array>
#include <span>
#include <vector>

namespace ik {

/// Which coordinates of a shift are not 0: bit c stands for coordinate c.
constexpr unsigned char shift_axes(const double* a) {
  return static_cast<unsigned char>((a[0] != 0.0 ? 1 : 0) | (a[1] != 0.0 ? 2 : 0) |
                                    (a[2] != 0.0 ? 4 : 0));
}

/// What kinematics and steps read of a joint in every frame, packed. Plain numbers, for code that
/// is compiled for several machines.
struct Link {
  std::array<double, 3> offset;  ///< parent_from_joint's translation, m
  std::array<double, 3> axis;    ///< unit
  double pitch;                  ///< m / rad
  int parent;
  JointType type;
  int unit_axis;                   ///< 0, 1, 2 where the axis is +x, +y, +z; -1 elsewhere
  bool plain;                      ///< a hinge about such an axis and not turned
  unsigned char shift;             ///< shift_axes(offset)
  bool turned;                     ///< parent_from_joint has a rotation:
  std::array<double, 9> rotation;  ///< ... this, by columns
};

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

/// A multibody as loops over its joints read it, in the solver's order.
struct Layout {
  std::vector<Link> links;  ///< (n)
  bool all_angular = true;  ///< every theta is an angle, none a slide
  TreePlan plan;            ///< how the tree's steps are computed
};

}  // namespace ik
