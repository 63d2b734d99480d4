#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "iklab/kinds.h"

namespace ik {

class Multibody;

/// Maximum length of e_i, m; a target farther away counts as a direction. The fourth power of this
/// is still finite.
inline constexpr double kHorizon = 1e70;
/// An error up to this, m, counts as reached: rounding of positions near 1 m.
inline constexpr double kReachedTolerance = 1e-12;

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
    bool first = false;  ///< nothing is added to its node before it
  };

  /// A shared joint, seen from a shared joint below it or from itself.
  struct Above {
    int node, joint;
    std::ptrdiff_t row;  ///< start of the node's row
  };

  std::vector<Arm> arms;    ///< one for each effector
  std::vector<Turn> turns;  ///< one for each aim
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

/// Compact arrays of a multibody for loops over its joints; in the solver's order.
struct Layout {
  std::vector<Link> links;  ///< (n)
  /// (n) The joints by rising depth. Neighbours are most often on different branches, so that what
  /// computes them one after another does not wait for each result.
  std::vector<int> by_depth;
  bool all_angular = true;  ///< every theta is an angle
  TreePlan plan;
};

}  // namespace ik
