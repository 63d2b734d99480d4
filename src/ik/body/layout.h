#pragma once

#include "iklab/kinds.h"

#include <array>
#include <vector>

namespace ik {

/// Bit c is set if coordinate c of a is not 0.
constexpr unsigned char shift_axes(const double* a) {
  return static_cast<unsigned char>((a[0] != 0.0 ? 1 : 0) | (a[1] != 0.0 ? 2 : 0) |
                                    (a[2] != 0.0 ? 4 : 0));
}

/// A joint's constants, packed for kinematics and steps. Plain numbers: the code that reads them is
/// compiled for several instruction sets.
struct Link {
  std::array<double, 3> offset;  ///< parent_from_joint's translation, m
  std::array<double, 3> axis;    ///< unit
  double pitch;                  ///< m / rad
  int parent;
  JointType type;
  int unit_axis;                   ///< 0, 1, 2 if the axis is +x, +y, +z, else -1
  bool plain;                      ///< revolute, unit_axis >= 0 and not `turned`
  unsigned char shift;             ///< shift_axes(offset)
  bool turned;                     ///< `rotation` is not the identity
  std::array<double, 9> rotation;  ///< parent_from_joint's rotation, column-major
};

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

  std::vector<Arm> arms;    ///< by effector
  std::vector<Node> nodes;  ///< parents first
  std::vector<int> arm_joints;
  int entries = 0;     ///< entries of the sparse matrix: the sum of depth + 1
  int columns = 0;     ///< number of pairs (effector, shared joint that moves it)
  int scratch = 0;     ///< tree_scratch<double>
  bool hinges = true;  ///< every joint is revolute
  /// True if damped_by_recursion takes fewer operations than damped_by_arms.
  bool recursive = false;
};

/// Compact arrays of a multibody for loops over its joints; in the solver's order.
struct Layout {
  std::vector<Link> links;  ///< (n)
  /// (n) limits, rad or m; infinite for followers: their limits are part of the leaders' limits.
  std::vector<double> lower, upper;
  bool all_angular = true;  ///< every theta is an angle
  TreePlan plan;
};

}  // namespace ik
